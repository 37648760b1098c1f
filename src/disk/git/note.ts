// While a git of ours changes the index, refs or settings, a note beside them says so: that note is how a later run knows
// whether a lock file that was left behind is ours (SYN-16).

import { type Directory, openDirectory, within } from "../directory.ts";
import { dropFile, jotFile } from "../durable-write.ts";
import { descend } from "../paths.ts";
import { bytesIn } from "../read-file.ts";
import type { GitOutcome } from "./carrier.ts";
import type { GitStore } from "./store.ts";

const NOTE = "holdfast-writing";
/** A lock of ours is younger than its note by this much at most; git needs far less. */
const WINDOW_MS = 60_000;

export async function noted<T>(store: GitStore, act: () => Promise<GitOutcome<T>>): Promise<GitOutcome<T>> {
  inGit(store, (folder) => {
    dropFile(folder, NOTE);
    jotFile(folder, NOTE, Buffer.from(JSON.stringify({ pid: process.pid, at: Date.now() })), 0o600);
  });
  const done = await act();
  // A git that had to be ended may have left its lock, and then the note says whose it is.
  if (done.kind === "ok" || done.reason !== "timeout") dropNote(store);
  return done;
}

/** What a run that is gone wrote says nothing about the next lock. */
export function dropOldNote(store: GitStore): void {
  if (noteOf(store)?.isOld === true) dropNote(store);
}

function dropNote(store: GitStore): void {
  inGit(store, (folder) => dropFile(folder, NOTE));
}

/** Whether a lock of that time was made by a run of ours that is gone. */
export function isNoted(store: GitStore, lockedAt: number): boolean {
  const note = noteOf(store);
  if (note === undefined || !note.isOld) return false;
  // File systems keep coarser times than the clock.
  return lockedAt >= note.at - 50 && lockedAt <= note.at + WINDOW_MS;
}

function noteOf(store: GitStore): { readonly at: number; readonly isOld: boolean } | undefined {
  const note = inGit(store, (folder) => bytesIn(folder, NOTE, 1024));
  const [, pid, at] = /^\{"pid":(\d{1,10}),"at":(\d{1,16})\}$/.exec(Buffer.from(note ?? []).toString("utf8")) ?? [];
  return pid === undefined ? undefined : { at: Number(at), isOld: !isAlive(Number(pid)) };
}

/** In a container every run may have one and the same number: this one has written no note yet. */
function isAlive(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}

export function inGit<T>(store: GitStore, act: (folder: Directory) => T): T {
  const folder = openDirectory(descend(store.root, ".git"), { writers: "group" });
  if (folder === undefined) throw new Error(`${store.root}/.git vanished.`);
  return within(folder, act);
}
