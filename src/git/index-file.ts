// git's index follows the branch (SYN-10). While we write it, a note beside it says so: that note is how a later run
// knows whether a lock file that was left behind is ours (SYN-16). A foreign lock is never removed.
import { setTimeout as sleep } from "node:timers/promises";
import type { GitOutcome } from "../core/ports/git-repository.ts";
import { type Directory, openDirectory, within } from "../disk/directory.ts";
import { dropFile, jotFile } from "../disk/durable-write.ts";
import { descend } from "../disk/paths.ts";
import { bytesIn } from "../disk/read-file.ts";
import { gitRunsIn } from "./leftovers.ts";
import { failed } from "./reasons.ts";
import { type GitStore, inStore, ok } from "./store.ts";

const LOCK = "index.lock";
const NOTE = "holdfast-writing";
const TRIES = 8;
const BETWEEN_MS = 60;
/** A lock of ours is younger than its note by this much at most; git needs far less to write an index. */
const WINDOW_MS = 60_000;
const STALE_MS = 10_000;

/** The index of exactly this commit, with what git knows of unchanged files kept. */
export async function updateIndex(store: GitStore, commit: string): Promise<GitOutcome<undefined>> {
  inGit(store, (folder) => {
    dropFile(folder, NOTE);
    jotFile(folder, NOTE, Buffer.from(JSON.stringify({ pid: process.pid, at: Date.now() })), 0o600);
  });
  const read = await patiently(() => inStore(store, ["read-tree", "-m", "-i", commit]));
  if (read.kind === "ok") await patiently(() => inStore(store, ["update-index", "-q", "--refresh"]));
  // A git that had to be ended may have left its lock, and then the note says whose it is.
  if (read.kind === "ok" || read.reason !== "timeout") inGit(store, (folder) => dropFile(folder, NOTE));
  return read.kind === "failed" ? read : ok(undefined);
}

/** An editor's git asks for the state every few seconds, and holds the lock for a moment. */
async function patiently(act: () => Promise<GitOutcome<Buffer>>): Promise<GitOutcome<Buffer>> {
  let answer = await act();
  for (let tries = 1; tries < TRIES && answer.kind === "failed" && answer.reason === "locked"; tries++) {
    await sleep(BETWEEN_MS);
    answer = await act();
  }
  return answer;
}

/** What was left by a run of ours that was killed is removed and told; any other lock is `locked`. */
export function clearLock(store: GitStore, now: number): GitOutcome<string | undefined> {
  return inGit(store, (folder) => {
    for (const name of folder.names())
      if (/^holdfast-index-[0-9a-f]{16}(?:\.lock)?$/.test(name)) dropFile(folder, name);
    const lock = folder.look(LOCK);
    if (lock === undefined) return ok(undefined);
    const age = now - Number(lock.mtimeMs);
    const seconds = Math.round(age / 1000);
    if (!isOurs(folder, Number(lock.mtimeMs)) || age < STALE_MS || gitRunsIn(store.root)) {
      const path = descend(store.root, ".git", LOCK);
      return failed("locked", `${path} is ${seconds} s old and not known to be ours; if no git is running, remove it`);
    }
    dropFile(folder, LOCK);
    dropFile(folder, NOTE);
    return ok(`removed ${LOCK}, left ${seconds} s ago by a run of ours that was cut off`);
  });
}

function isOurs(folder: Directory, lockedAt: number): boolean {
  const note = bytesIn(folder, NOTE, 1024);
  const [, pid, at] = /^\{"pid":(\d{1,10}),"at":(\d{1,16})\}$/.exec(Buffer.from(note ?? []).toString("utf8")) ?? [];
  if (pid === undefined || at === undefined || isAlive(Number(pid))) return false;
  // File systems keep coarser times than the clock.
  return lockedAt >= Number(at) - 50 && lockedAt <= Number(at) + WINDOW_MS;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}

function inGit<T>(store: GitStore, act: (folder: Directory) => T): T {
  const folder = openDirectory(descend(store.root, ".git"), { writers: "group" });
  if (folder === undefined) throw new Error(`${store.root}/.git vanished.`);
  return within(folder, act);
}
