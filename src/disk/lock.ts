// The kernel's lock (STO-21): a transaction on an empty SQLite file, never written. It ends with its holder,
// however that dies, and can't be held twice. On time-out the caller refuses the write; nobody goes on unlocked.
//
// POSIX drops a process's locks on a file when it closes *any* handle of that file. Nothing in this program may
// open the lock file but SQLite; what we know of it comes from lstat.
import type { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { Fault } from "../text/errors.ts";
import { type Directory, identityOf, isOurs } from "./directory.ts";
import { orFault } from "./errno.ts";
import { isOpenHere, loadSqlite, makePrivateFile } from "./sqlite.ts";

export type Release = () => void;

const SQLITE_BUSY = 5;
/** In this process: SQLite would refuse the second holder too, this spares opening the file for it. */
const held = new Set<string>();

export async function takeLock(directory: Directory, name: string, waitMs = 5000): Promise<Release | "timeout"> {
  const deadline = performance.now() + waitMs;
  for (;;) {
    const release = orFault(`Locking ${directory.path}/${name}`, () => tryLock(directory, name));
    if (release !== undefined) return release;
    const left = deadline - performance.now();
    if (left <= 0) return "timeout";
    await pause(Math.min(left, 5 + Math.random() * 10));
  }
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function tryLock(directory: Directory, name: string): Release | undefined {
  const file = lockFile(directory, name);
  if (held.has(file)) return undefined;
  const database = begin(directory, name);
  if (database === undefined) return undefined;
  try {
    // A lock on a file that was replaced meanwhile excludes nobody.
    if (lockFile(directory, name) !== file || !isOpenHere(file)) {
      end(database);
      return undefined;
    }
  } catch (error) {
    end(database);
    throw error;
  }
  held.add(file);
  let done = false;
  return () => {
    if (done) return;
    done = true;
    held.delete(file);
    end(database);
  };
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

/** Undefined: another process holds it. The journal stays in memory, so that no second file appears. */
function begin(directory: Directory, name: string): DatabaseSync | undefined {
  const url = pathToFileURL(directory.at(name));
  url.searchParams.set("mode", "rw");
  const { DatabaseSync } = loadSqlite();
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(url);
    database.exec("PRAGMA journal_mode = MEMORY; BEGIN IMMEDIATE");
    return database;
  } catch (error) {
    database?.close();
    if (((error as { errcode?: number }).errcode ?? 0) % 256 === SQLITE_BUSY) return undefined;
    const hint = `Look at the owner and mode of ${directory.path} and at the space left on its disk, then try again.`;
    throw new Fault("io", `Locking ${directory.path}/${name} failed: ${String(error)}.`, hint, { cause: error });
  }
}

/** Nothing was written, so an error here concerns nobody: closing gives the lock back whatever ROLLBACK said. */
function end(database: DatabaseSync): void {
  for (const act of [() => database.exec("ROLLBACK"), () => database.close()]) {
    try {
      act();
    } catch {
      // The kernel frees the lock with the handle, at the latest with this process.
    }
  }
}
