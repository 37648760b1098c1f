// Lock files that a killed git of ours left (SYN-16, SYN-17): the next run removes them and tells. A lock below refs/holdfast/
// is nobody else's; of any other the note says whether it is ours. A foreign lock is never removed. One that is ours and
// young is waited for, because a git that we can't see might still hold it.
import { readdirSync, rmSync, statSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { dropFile } from "../durable-write.ts";
import { descend } from "../paths.ts";
import type { GitOutcome } from "./carrier.ts";
import { gitRunsIn } from "./leftovers.ts";
import { dropOldNote, inGit, isNoted } from "./note.ts";
import { failed } from "./reasons.ts";
import { branchOf } from "./refs.ts";
import { type GitStore, ok } from "./store.ts";

const INDEX = "index.lock";
const SINGLE = [INDEX, "HEAD.lock", "packed-refs.lock", "config.lock"];
const OURS = "refs/holdfast";
const STALE_MS = 2000;

/** In a sentence each. */
export async function clearLocks(store: GitStore, now: number): Promise<GitOutcome<readonly string[]>> {
  inGit(store, (folder) => {
    for (const name of folder.names())
      if (/^holdfast-index-[0-9a-f]{16}(?:\.lock)?$/.test(name)) dropFile(folder, name);
  });
  const told: string[] = [];
  for (const lock of locksIn(store)) {
    const lockedAt = timeOf(store, lock);
    if (lockedAt === undefined) continue;
    const isOurs = (lock.startsWith(`${OURS}/`) || isNoted(store, lockedAt)) && !gitRunsIn(store.root);
    const age = now - lockedAt;
    if (!isOurs) {
      if (lock === INDEX) return foreign(store, age);
      continue; // Whoever made it may be at work; a call that needs it says so.
    }
    if (age < STALE_MS) await sleep(Math.min(STALE_MS, STALE_MS - age));
    if (timeOf(store, lock) !== lockedAt) continue;
    rmSync(pathOf(store, lock), { force: true });
    told.push(`removed ${lock}, left ${Math.round(Math.max(0, age) / 1000)} s ago by a run of ours that was cut off`);
  }
  dropOldNote(store);
  return ok(told);
}

function foreign(store: GitStore, age: number): GitOutcome<never> {
  const path = pathOf(store, INDEX);
  const seconds = Math.round(age / 1000);
  return failed("locked", `${path} is ${seconds} s old and not known to be ours; if no git is running, remove it`);
}

function locksIn(store: GitStore): readonly string[] {
  const branch = branchOf(store);
  const own = namesBelow(pathOf(store, OURS)).map((name) => `${OURS}/${name}`);
  const head = branch.kind === "ok" ? [`refs/heads/${branch.value}.lock`] : [];
  return [...SINGLE, ...head, ...own.filter((name) => name.endsWith(".lock"))];
}

function namesBelow(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: "utf8" });
  } catch {
    return []; // before the first sync
  }
}

function timeOf(store: GitStore, lock: string): number | undefined {
  return statSync(pathOf(store, lock), { throwIfNoEntry: false })?.mtimeMs;
}

function pathOf(store: GitStore, name: string): string {
  return descend(store.root, ".git", ...name.split("/"));
}
