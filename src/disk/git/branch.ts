// Where the store stands (SYN-10, SYN-16): its branch, our own refs below refs/holdfast/, which no other tool moves, the index
// that follows the branch, and how the working tree differs from it.
import { setTimeout as sleep } from "node:timers/promises";
import { GitFailure } from "../../text/errors.ts";
import { type Directory, within } from "../directory.ts";
import { createFile, removeTemps } from "../durable-write.ts";
import { descend } from "../paths.ts";
import { readSmall } from "../read-file.ts";
import type { GitChangedPath, GitStatus } from "./carrier.ts";
import { COMMIT } from "./contents.ts";
import { failure } from "./reasons.ts";
import { mayHoldRefs, refIn } from "./refs.ts";
import { type GitStore, inGit, inStore, lookAt, noted } from "./store.ts";

export const MOVING = "refs/holdfast/moving";
/** The newest commit of this machine alone (SYN-10a): the branch's, until a first sync takes it up. */
export const OWN = "refs/holdfast/own";
const BACKUPS = "refs/holdfast/backup";
const BRANCH = /^[A-Za-z0-9][A-Za-z0-9._/-]{0,200}$/;

export function remoteRef(branch: string): string {
  return `refs/holdfast/remote/${branch}`;
}

/** What a hub has, as a commit of this machine's: it stands where a remote's branch would. */
export function hubRef(branch: string): string {
  return `refs/holdfast/hub/${branch}`;
}

/** Undefined where there is none, such as a branch before its first commit. */
export async function commitAt(store: GitStore, ref: string): Promise<string | undefined> {
  const read = refIn(store, ref);
  if (read !== "unclear") return read;
  const found = await inStore(store, ["for-each-ref", "--format=%(objectname) %(refname)", ref]);
  const rows = found.toString("utf8").split("\n");
  const id = rows.find((line) => line.endsWith(` ${ref}`))?.split(" ")[0];
  return id !== undefined && COMMIT.test(id) ? id : undefined;
}

export async function headOf(store: GitStore): Promise<string | undefined> {
  return await commitAt(store, `refs/heads/${branchOf(store)}`);
}

export function branchOf(store: GitStore): string {
  const branch = branchIn(store);
  if (branch === undefined) throw failure("other", "the store is not on a branch; run: git switch main");
  return branch;
}

/** Read, not asked for: config.ts accepts no repository that keeps its refs elsewhere than in files. */
export function branchIn(store: GitStore): string | undefined {
  const head = readSmall(descend(store.root, ".git", "HEAD"), 4096) ?? "";
  const branch = /^ref: refs\/heads\/(\S+)\n?$/.exec(head)?.[1] ?? "";
  return BRANCH.test(branch) ? branch : undefined;
}

/** All or none. `from` is what it must be now, and undefined there: none; `to` undefined removes it. */
export async function moveRefs(
  store: GitStore,
  moves: readonly { readonly ref: string; readonly from?: string | undefined; readonly to: string | undefined }[],
): Promise<void> {
  const input = moves.map((move) => {
    const { ref, from, to } = move;
    const was = from === undefined ? "" : ` ${from}`;
    if (to === undefined) return `delete ${ref}${was}\n`;
    return "from" in move && from === undefined ? `create ${ref} ${to}\n` : `update ${ref} ${to}${was}\n`;
  });
  const args = ["update-ref", "-m", "holdfast sync", "--stdin"];
  await noted(store, () => inStore(store, args, { input: input.join("") }));
}

/**
 * Where a move goes. Written as git writes a new ref, and not by git: to start one costs more than the rest of a small move.
 * Where there is one already, or no folder for it yet, git says what becomes of it. Under the store's lock.
 */
export async function setMoving(store: GitStore, to: string): Promise<void> {
  expectCommits(to);
  const made = inGit(store, (git) => inBelow(git, ["refs", "holdfast"], (own) => newRef(own, "moving", to)));
  if (made !== true) await moveRefs(store, [{ ref: MOVING, to }]);
}

function newRef(folder: Directory, name: string, commit: string): boolean {
  removeTemps(folder);
  return createFile(folder, name, Buffer.from(`${commit}\n`), 0o600) === undefined;
}

function inBelow<T>(
  folder: Directory,
  [name = "", ...rest]: readonly string[],
  act: (folder: Directory) => T,
): T | undefined {
  const next = folder.open(name);
  return next && within(next, (opened) => (rest.length === 0 ? act(opened) : inBelow(opened, rest, act)));
}

/** A walk that is limited (`rev-list A ^B`, `--no-merged`) ends by dates, and a clock that was ahead makes it wrong. */
export async function isAncestor(store: GitStore, older: string, newer: string): Promise<boolean> {
  expectCommits(older, newer);
  if (older === newer || store.made.get(newer)?.includes(older) === true) return true;
  return (await baseOf(store, older, newer)) === older;
}

/** The nearest commit of both histories, asked once for both ways round; dates are data, and decide nothing. */
export async function baseOf(store: GitStore, one: string, other: string): Promise<string> {
  const pair = [one, other].sort();
  const known = store.bases.get(pair.join(" "));
  if (known !== undefined) return known;
  const asked = inStore(store, ["merge-base", ...pair]);
  const base = (await asked.catch(asUnrelated)).toString("latin1").trim();
  store.bases.set(pair.join(" "), base);
  return base;
}

/** Without a word: the two have nothing in common. */
function asUnrelated(error: unknown): Buffer {
  if (error instanceof GitFailure && error.exit === 1) return Buffer.alloc(0);
  throw error;
}

/** No branch is left, and what it held is kept: the next commit finds every file new. */
export async function beginAnew(store: GitStore, head: string): Promise<void> {
  await moveRefs(store, [
    { ref: OWN, to: head },
    { ref: `refs/heads/${branchOf(store)}`, from: head, to: undefined },
  ]);
}

/** Named by what it keeps, so that keeping it twice is keeping it once. */
export async function keepBackup(store: GitStore, commit: string): Promise<string> {
  const ref = `${BACKUPS}/${commit}`;
  await moveRefs(store, [{ ref, to: commit }]);
  return ref;
}

/** Whether the first stands on a history that the remote once had, was rewritten since, and is kept; the second doesn't. */
export async function isLeftBehind(store: GitStore, ours: string, theirs: string): Promise<boolean> {
  expectCommits(ours, theirs);
  if (!mayHoldRefs(store, BACKUPS)) return false;
  const refs = (await inStore(store, ["for-each-ref", "--format=%(objectname)", BACKUPS])).toString("utf8");
  for (const kept of refs.split("\n").filter((id) => COMMIT.test(id)))
    if ((await isAncestor(store, kept, ours)) && !(await isAncestor(store, kept, theirs))) return true;
  return false;
}

export function expectCommits(...ids: readonly string[]): void {
  if (!ids.every((id) => COMMIT.test(id))) throw failure("other", "expected whole hashes of commits");
}

const TRIES = 8;
const BETWEEN_MS = 60;

/** The index of exactly this commit, with what git knows of unchanged files kept; the branch stays where it is. */
export async function updateIndex(store: GitStore, commit: string): Promise<void> {
  // Quiet, it would leave it to the next one who looks to read every new file again.
  const settings = { "reset.quiet": "false" };
  await noted(store, () => patiently(() => inStore(store, ["reset", commit, "--", "."], { settings })));
}

/** An editor's git asks for the state every few seconds, and holds the lock for a moment. */
async function patiently(act: () => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await act();
      return;
    } catch (error) {
      if (tries === TRIES || !(error instanceof GitFailure) || error.reason !== "locked") throw error;
      await sleep(BETWEEN_MS);
    }
  }
}

const UNFINISHED: Readonly<Record<string, string>> = {
  MERGE_HEAD: "merge",
  CHERRY_PICK_HEAD: "cherry-pick",
  REVERT_HEAD: "revert",
  "rebase-merge": "rebase",
  "rebase-apply": "rebase",
  BISECT_LOG: "bisect",
};

/** git looks, and takes no lock. */
export async function statusOf(store: GitStore): Promise<GitStatus> {
  const head = await headOf(store);
  const args = ["status", "--porcelain=v1", "-z", "--untracked-files=all", "--no-renames", "--ignore-submodules=all"];
  const rows = (await inStore(store, args)).toString("utf8").split("\0").slice(0, -1);
  const unfinished = Object.keys(UNFINISHED).filter((name) => lookAt(store.root, ".git", name) !== undefined);
  return {
    head,
    changed: rows.map((row) => ({ path: row.slice(3), how: howOf(row.slice(0, 2)) })),
    unfinished: [...new Set(unfinished.map((name) => UNFINISHED[name] ?? name))],
  };
}

/** Two letters: index against branch, files against index. */
function howOf(letters: string): GitChangedPath["how"] {
  if (/U|AA|DD/.test(letters)) return "conflict";
  if (letters === "??") return "new";
  if (letters[1] === "D" || letters === "D ") return "gone";
  return letters[0] === "A" ? "new" : "changed";
}
