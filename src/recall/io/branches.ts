// Which branches hold at a commit, per working tree: branches/<tree>.json, local and disposable (SYN-30). The answer for
// another commit is none.

import { replaceFile } from "../../disk/durable-write.ts";
import { inFolder, inFolderIfThere } from "../../disk/folder.ts";
import { bytesIn } from "../../disk/read-file.ts";
import { nameHash } from "../../text/digest.ts";

const FOLDER = "branches";
const LARGEST = 64 * 1024;

export function readBranches(stateDir: string, root: string, head: string): readonly string[] {
  try {
    const bytes = inFolderIfThere(stateDir, [FOLDER], (folder) => bytesIn(folder, fileOf(root), LARGEST));
    const { at, names } = JSON.parse(Buffer.from(bytes ?? []).toString("utf8")) as { at?: unknown; names?: unknown };
    return at === head && Array.isArray(names) ? names.filter((name) => typeof name === "string") : [];
  } catch {
    // Nothing was kept, or it can't be read: then what is bound to a branch is not shown.
    return [];
  }
}

export function keepBranches(stateDir: string, root: string, head: string, names: readonly string[]): void {
  try {
    const bytes = Buffer.from(`${JSON.stringify({ at: head, names })}\n`);
    inFolder(stateDir, [FOLDER], (folder) => replaceFile(folder, fileOf(root), bytes, 0o600), false);
  } catch {
    // A session goes on without it, and shows less.
  }
}

function fileOf(root: string): string {
  return `${nameHash(root)}.json`;
}
