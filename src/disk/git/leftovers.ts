// What a git that was ended left in the store's repository (SYN-16, SYN-17): the next run removes it and tells. A lock below
// refs/holdfast/ is nobody else's; of any other the note says whether it is ours. A foreign lock is never removed. One that
// is ours and young is waited for, because a git that we can't see might still hold it. A transfer that is cut off keeps its
// half pack, and with gc off (SYN-12) nobody else would ever remove it: at a run every 15 minutes on a slow network they
// would add up.
import { readdirSync, rmSync, statSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { GitFailure } from "../../text/errors.ts";
import { openDirectory, within } from "../directory.ts";
import { dropFile } from "../durable-write.ts";
import { descend } from "../paths.ts";
import { branchIn } from "./branch.ts";
import { failure } from "./reasons.ts";
import { gitRunsIn } from "./running.ts";
import { dropOldNotes, type GitStore, inGit, isNoted } from "./store.ts";

const INDEX = "index.lock";
const SINGLE = [INDEX, "HEAD.lock", "packed-refs.lock", "config.lock"];
const OURS = "refs/holdfast";
const STALE_MS = 2000;

/** In a sentence each. */
export async function clearLocks(store: GitStore, now: number): Promise<readonly string[]> {
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
      if (lock === INDEX) throw foreign(store, age);
      continue; // Whoever made it may be at work; a call that needs it says so.
    }
    if (age < STALE_MS) await sleep(Math.min(STALE_MS, STALE_MS - age));
    if (timeOf(store, lock) !== lockedAt) continue;
    rmSync(pathOf(store, lock), { force: true });
    told.push(`removed ${lock}, left ${Math.round(Math.max(0, age) / 1000)} s ago by a run of ours that was cut off`);
  }
  dropOldNotes(store);
  return told;
}

function foreign(store: GitStore, age: number): GitFailure {
  const path = pathOf(store, INDEX);
  const seconds = Math.round(age / 1000);
  return failure("locked", `${path} is ${seconds} s old and not known to be ours; if no git is running, remove it`);
}

function locksIn(store: GitStore): readonly string[] {
  const branch = branchIn(store);
  const own = namesBelow(pathOf(store, OURS)).map((name) => `${OURS}/${name}`);
  const head = branch === undefined ? [] : [`refs/heads/${branch}.lock`];
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

const HALF = /^tmp_(?:pack|idx|rev|obj)_[A-Za-z0-9]{6}$|^\.tmp-\d+-pack-[0-9a-f]{40,64}\.[a-z]+$/;
/** Longer than any transfer of ours; one of the user's own would still be running, and is seen. */
const OLD_MS = 600_000;

export function sweepPacks(store: GitStore, now: number): number {
  const folder = openDirectory(descend(store.root, ".git", "objects", "pack"), { writers: "group" });
  if (folder === undefined) return 0;
  return within(folder, (packs) => {
    const old = packs.names().filter((name) => {
      return HALF.test(name) && now - Number(packs.look(name)?.mtimeMs ?? now) > OLD_MS;
    });
    if (old.length === 0 || gitRunsIn(store.root)) return 0;
    for (const name of old) dropFile(packs, name);
    return old.length;
  });
}
