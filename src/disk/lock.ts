// The kernel's lock (STO-21): a transaction on an empty SQLite file, never written. It ends with its holder,
// however that dies, and can't be held twice. On time-out the caller refuses the write; nobody goes on unlocked.
//
// POSIX drops a process's locks on a file when it closes *any* handle of that file. Nothing in this program may
// open the lock file but SQLite; what we know of it comes from lstat.
import { rmSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { Fault } from "../text/errors.ts";
import { type Directory, identityOf, isOurs } from "./directory.ts";
import { asFault, orFault } from "./errno.ts";
import { isOpenHere, loadSqlite, makePrivateFile } from "./sqlite.ts";
import { makeTempName } from "./temp-name.ts";

export type Release = () => void;

const SQLITE_BUSY = 5;
const AT_HEAD_MS = 3;
const LONGEST_MS = 60;
const SHORTEST_MS = 30;
const HALVED_AFTER_MS = 1000;

/**
 * First the line, then the lock: whoever stands at its head is the next, and one who let go a moment ago, and is still running,
 * can't go in again before it. Both are SQLite's locks, so that no dead waiter stands in anybody's way.
 */
export async function takeLock(directory: Directory, name: string, waitMs = 5000): Promise<Release | "timeout"> {
  const wait: Wait = { started: performance.now(), waitMs };
  const head = await waitFor(directory, `${name}-line`, wait, pauseInLine);
  if (head === "timeout") return timeout(directory, name);
  try {
    const release = await waitFor(directory, name, wait, () => AT_HEAD_MS);
    return release === "timeout" ? timeout(directory, name) : release;
  } finally {
    head();
  }
}

/** SQLite says busy as well where the system has no locks. */
function timeout(directory: Directory, name: string): "timeout" {
  if (hasLocks(directory)) return "timeout";
  throw asFault({ code: "ENOLCK" }, `Locking ${directory.path}/${name}`);
}

/** A file that nobody else knows can be locked, or there are no locks here. */
function hasLocks(directory: Directory): boolean {
  const name = makeTempName();
  const door = new Door(directory, name);
  try {
    const isFree = door.enter();
    rmSync(directory.at(name));
    return isFree;
  } catch {
    // Only looked: what else is wrong here does not change that the time is over.
    return true;
  } finally {
    door.leave();
  }
}

interface Wait {
  readonly started: number;
  readonly waitMs: number;
}

async function waitFor(
  directory: Directory,
  name: string,
  { started, waitMs }: Wait,
  pauseAfter: (waitedMs: number) => number,
): Promise<Release | "timeout"> {
  const door = new Door(directory, name);
  let isTaken = false;
  try {
    for (;;) {
      isTaken = orFault(`Locking ${directory.path}/${name}`, () => door.enter());
      if (isTaken) return () => door.leave();
      const waited = performance.now() - started;
      if (waited >= waitMs) return "timeout";
      await pause(Math.min(waitMs - waited, pauseAfter(waited)));
    }
  } finally {
    if (!isTaken) door.leave();
  }
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Who has waited longer looks more often, and so comes first as a rule, without knowing of anybody else. */
function pauseInLine(waitedMs: number): number {
  const mean = Math.max(SHORTEST_MS, LONGEST_MS / (1 + waitedMs / HALVED_AFTER_MS));
  return mean * (0.5 + Math.random());
}

/** The lock file with SQLite's handle of it, which stays open while its owner waits. */
class Door {
  readonly #directory: Directory;
  readonly #name: string;
  #opened: { readonly file: string; readonly database: DatabaseSync } | undefined;

  constructor(directory: Directory, name: string) {
    this.#directory = directory;
    this.#name = name;
  }

  /** False: another holds it, or the file was replaced meanwhile, and a lock on that one excludes nobody. */
  enter(): boolean {
    const file = lockFile(this.#directory, this.#name);
    if (this.#opened?.file !== file) {
      this.leave();
      this.#opened = { file, database: openLock(this.#directory, this.#name) };
    }
    if (!begin(this.#directory, this.#name, this.#opened.database)) return false;
    if (lockFile(this.#directory, this.#name) === file && isOpenHere(file)) return true;
    this.leave();
    return false;
  }

  /** Nothing was written, so an error here concerns nobody: closing gives the lock back whatever ROLLBACK said. */
  leave(): void {
    const database = this.#opened?.database;
    this.#opened = undefined;
    for (const act of [() => database?.exec("ROLLBACK"), () => database?.close()]) {
      try {
        act();
      } catch {
        // The kernel frees the lock with the handle, at the latest with this process.
      }
    }
  }
}

/** The identity of the lock file, which is made if it is missing. */
function lockFile(directory: Directory, name: string): string {
  const stats = directory.look(name) ?? makeLockFile(directory, name);
  const wrong = !stats.isFile() || !isOurs(stats) || stats.nlink !== 1n || stats.size !== 0n;
  if (!wrong) return identityOf(stats);
  const path = `${directory.path}/${name}`;
  throw new Fault(
    "unsafe-path",
    `Expected an empty lock file of yours at ${path}, found something else.`,
    `rm ${path}`,
  );
}

function makeLockFile(directory: Directory, name: string) {
  makePrivateFile(directory, name);
  const stats = directory.look(name);
  if (stats === undefined)
    throw new Fault("io", `${directory.path}/${name} vanished while it was locked.`, "Try again.");
  return stats;
}

function openLock(directory: Directory, name: string): DatabaseSync {
  const url = pathToFileURL(directory.at(name));
  url.searchParams.set("mode", "rw");
  const { DatabaseSync } = loadSqlite();
  return new DatabaseSync(url);
}

/** False: another holds it. The journal stays in memory, so that no second file appears. */
function begin(directory: Directory, name: string, database: DatabaseSync): boolean {
  try {
    database.exec("PRAGMA journal_mode = MEMORY; BEGIN IMMEDIATE");
    return true;
  } catch (error) {
    if (((error as { errcode?: number }).errcode ?? 0) % 256 === SQLITE_BUSY) return false;
    throw asFault(error, `Locking ${directory.path}/${name}`);
  }
}
