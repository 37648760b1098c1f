// Removing a folder of ours with everything in it (`uninstall --purge`). Links are removed, never followed.
import { lstatSync, rmSync } from "node:fs";

/** Whether there was anything to remove. */
export function removeTree(path: string): boolean {
  if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) return false;
  rmSync(path, { recursive: true, force: true });
  return true;
}
