// Removing a folder of ours with everything in it (`uninstall --purge`). Links are removed, never followed.
import { lstatSync, rmdirSync, rmSync } from "node:fs";
import { parentOf } from "./paths.ts";

/** Whether there was anything to remove. */
export function removeTree(path: string): boolean {
  if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) return false;
  rmSync(path, { recursive: true, force: true });
  return true;
}

/** The folders above that hold nothing any more, such as `.local/share`, as far up as `home`, which stays. */
export function removeEmptyAbove(path: string, home: string): void {
  const above = parentOf(path);
  if (!above.startsWith(`${home}/`)) return;
  try {
    rmdirSync(above);
  } catch {
    // It holds something, or is not there, or is not ours to remove: all of these mean that it stays.
    return;
  }
  removeEmptyAbove(above, home);
}
