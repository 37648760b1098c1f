// Which branches hold at a commit, per working tree: branches/<tree>.json, local and disposable (SYN-30). The answer for
// another commit is none.

import { inFolder, inFolderIfThere } from "../../disk/folder.ts";
import { fieldsOf, jsonIn, keepJson } from "../../disk/json-file.ts";
import { nameHash } from "../../text/digest.ts";

const FOLDER = "branches";
const LARGEST = 64 * 1024;

export function readBranches(stateDir: string, root: string, head: string): readonly string[] {
  try {
    const kept = inFolderIfThere(stateDir, [FOLDER], (folder) => jsonIn(folder, fileOf(root), LARGEST));
    const { at, names } = fieldsOf(kept);
    return at === head && Array.isArray(names) ? names.filter((name) => typeof name === "string") : [];
  } catch {
    // Nothing was kept, or it can't be read: then what is bound to a branch is not shown.
    return [];
  }
}

export function keepBranches(stateDir: string, root: string, head: string, names: readonly string[]): void {
  try {
    inFolder(stateDir, [FOLDER], (folder) => keepJson(folder, fileOf(root), { at: head, names }), false);
  } catch {
    // A session goes on without it, and shows less.
  }
}

function fileOf(root: string): string {
  return `${nameHash(root)}.json`;
}
