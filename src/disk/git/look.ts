// What stands at a name below the store, links not followed.
import { lstatSync } from "node:fs";
import { descend } from "../paths.ts";

export function lookAt(root: string, ...names: readonly string[]): "file" | "folder" | "other" | undefined {
  const found = lstatSync(descend(root, ...names), { throwIfNoEntry: false });
  if (found === undefined) return undefined;
  return found.isDirectory() ? "folder" : found.isFile() ? "file" : "other";
}
