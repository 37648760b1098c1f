// What changed in the working tree since the last commit, and the tree of the next one: the files of the store and nothing
// else (SYN-13). What can't be committed stays on the disk, and the last good version stays in git.
import type { GitChangedPath } from "../disk/git/carrier.ts";
import { decodeText } from "../memory/document.ts";
import { unfitRaw } from "../store/raw-files.ts";
import { rawHoldsSecret } from "../store/raw-plan.ts";
import type { Adopted } from "./own.ts";
import { FIXED, hasLeft, kindOf } from "./paths.ts";
import type { SyncPorts } from "./ports.ts";
import type { Unread } from "./side.ts";
import { written } from "./trees.ts";

/** A link or a folder in a file's place is no deletion of the file. */
export function oddAt({ files }: SyncPorts, path: string): readonly Unread[] {
  return kindOf(path) !== undefined && files.isOdd(path) ? [{ path, why: "no plain file stands there" }] : [];
}

/** Bytes go out as they are, or stay: nothing of them can be masked (SYN-14). */
export function rawLeft({ files, act }: SyncPorts, tree: ReadonlyMap<string, string>, path: string): readonly Unread[] {
  const bytes = kindOf(path) === "raw" ? files.read(path) : undefined;
  if (bytes === undefined) return [];
  const why =
    unfitRaw(path, bytes) ??
    (hasLeft(path, (gone) => tree.has(gone)) ? "it was taken out of quarantine before" : undefined) ??
    (rawHoldsSecret(bytes, act) ? "it may hold a secret" : undefined);
  return why === undefined ? [] : [{ path, why }];
}

export function memoriesNow({ files }: SyncPorts, changed: readonly GitChangedPath[]): ReadonlyMap<string, Uint8Array> {
  const found = new Map<string, Uint8Array>();
  for (const { path, how } of changed) {
    const bytes = how === "gone" || kindOf(path) !== "memory" ? undefined : files.read(path);
    if (bytes !== undefined) found.set(path, bytes);
  }
  return found;
}

/** Of a memory only what passed the gate: what an editor saved meanwhile waits for the next run. */
export async function treeNow(
  { git, files }: SyncPorts,
  tree: ReadonlyMap<string, string>,
  changed: ReadonlySet<string>,
  passed: Adopted["passed"],
): Promise<Map<string, string>> {
  const next = new Map(tree);
  const fresh = new Map<string, Uint8Array>();
  for (const path of changed) {
    const kind = kindOf(path);
    if (kind === undefined) continue;
    const bytes = files.read(path);
    if (bytes === undefined) next.delete(path);
    else if (kind !== "memory" || passed.get(path) === decodeText(bytes)) fresh.set(path, bytes);
  }
  for (const [path, text] of Object.entries(FIXED))
    if (!next.has(path) && !fresh.has(path)) fresh.set(path, new TextEncoder().encode(text));
  return new Map([...next, ...(await written(git, fresh))]);
}
