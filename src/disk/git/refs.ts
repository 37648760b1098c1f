// Refs: the store's branch, and ours below refs/holdfast/, which no other tool moves (SYN-10, SYN-16).

import { descend } from "../paths.ts";
import { readSmall } from "../read-file.ts";
import type { GitOutcome } from "./carrier.ts";
import { noted } from "./note.ts";
import { failed } from "./reasons.ts";
import { type GitStore, inStore, ok } from "./store.ts";
import { COMMIT } from "./tree.ts";

export const MOVING = "refs/holdfast/moving";
const BRANCH = /^[A-Za-z0-9][A-Za-z0-9._/-]{0,200}$/;

export function remoteRef(branch: string): string {
  return `refs/holdfast/remote/${branch}`;
}

/** Undefined where there is none, such as a branch before its first commit. */
export async function commitAt(store: GitStore, ref: string): Promise<GitOutcome<string | undefined>> {
  const found = await inStore(store, ["for-each-ref", "--format=%(objectname) %(refname)", ref]);
  if (found.kind === "failed") return found;
  const row = found.value
    .toString("utf8")
    .split("\n")
    .find((line) => line.endsWith(` ${ref}`));
  const id = row?.split(" ")[0];
  return ok(id !== undefined && COMMIT.test(id) ? id : undefined);
}

/** Read, not asked for: config.ts accepts no repository that keeps its refs elsewhere than in files. */
export function branchOf(store: GitStore): GitOutcome<string> {
  const head = readSmall(descend(store.root, ".git", "HEAD"), 4096) ?? "";
  const branch = /^ref: refs\/heads\/(\S+)\n?$/.exec(head)?.[1] ?? "";
  return BRANCH.test(branch) ? ok(branch) : failed("other", "the store is not on a branch; run: git switch main");
}

/** All or none. `from` is what it must be now, and undefined there: none; `to` undefined removes it. */
export async function moveRefs(
  store: GitStore,
  moves: readonly { readonly ref: string; readonly from?: string | undefined; readonly to: string | undefined }[],
): Promise<GitOutcome<undefined>> {
  const input = moves.map((move) => {
    const { ref, from, to } = move;
    const was = from === undefined ? "" : ` ${from}`;
    if (to === undefined) return `delete ${ref}${was}\n`;
    return "from" in move && from === undefined ? `create ${ref} ${to}\n` : `update ${ref} ${to}${was}\n`;
  });
  const args = ["update-ref", "-m", "holdfast sync", "--stdin"];
  const moved = await noted(store, () => inStore(store, args, { input: input.join("") }));
  return moved.kind === "failed" ? moved : ok(undefined);
}

export async function isAncestor(store: GitStore, older: string, newer: string): Promise<GitOutcome<boolean>> {
  if (!COMMIT.test(older) || !COMMIT.test(newer)) return failed("other", "expected whole hashes of commits");
  const common = await inStore(store, ["rev-list", "--max-count=1", older, `^${newer}`]);
  return common.kind === "failed" ? common : ok(common.value.length === 0);
}

/** Named by what it keeps, so that keeping it twice is keeping it once. */
export async function keepBackup(store: GitStore, commit: string): Promise<GitOutcome<string>> {
  const ref = `refs/holdfast/backup/${commit}`;
  const kept = await moveRefs(store, [{ ref, to: commit }]);
  return kept.kind === "failed" ? kept : ok(ref);
}

/** Whether the first stands on a history that the remote once had, was rewritten since, and is kept; the second doesn't. */
export async function isLeftBehind(store: GitStore, ours: string, theirs: string): Promise<GitOutcome<boolean>> {
  if (!COMMIT.test(ours) || !COMMIT.test(theirs)) return failed("other", "expected whole hashes of commits");
  const chosen = [`--merged=${ours}`, `--no-merged=${theirs}`, "refs/holdfast/backup"];
  const kept = await inStore(store, ["for-each-ref", "--count=1", ...chosen]);
  return kept.kind === "failed" ? kept : ok(kept.value.length > 0);
}
