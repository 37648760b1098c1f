// SQLite: node:sqlite, loaded when it is first needed (a hook that only reads never does). Node 22 calls it experimental
// once on loading; that one warning is left out, and every other goes its way.
import { closeSync, constants, fchmodSync, openSync, readdirSync, statSync } from "node:fs";
import type * as Sqlite from "node:sqlite";
import { type Directory, identityOf } from "./directory.ts";
import { errnoOf } from "./errno.ts";

export function loadSqlite(): typeof Sqlite {
  const emit = process.emitWarning;
  process.emitWarning = ((warning: string | Error, ...rest: never[]) => {
    const ours = String(warning).includes("SQLite") && (rest[0] as unknown) === "ExperimentalWarning";
    if (!ours) emit.call(process, warning, ...rest);
  }) as typeof process.emitWarning;
  try {
    // Synchronous, so that no other code runs while the warning is filtered.
    return process.getBuiltinModule("node:sqlite");
  } finally {
    process.emitWarning = emit;
  }
}

// A file that SQLite is to open by itself: made private before it is opened, and looked for among our handles after,
// because SQLite resolves paths on its own (STO-22).

const CREATE = constants.O_RDWR | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);

/** Empty, 0600 whatever the umask; one that is there already is left to the caller's own look at it. */
export function makePrivateFile(directory: Directory, name: string): void {
  try {
    const fd = openSync(directory.at(name), CREATE, 0o600);
    try {
      if (process.platform !== "win32") fchmodSync(fd, 0o600);
    } finally {
      closeSync(fd);
    }
  } catch (error) {
    if (errnoOf(error) !== "EEXIST") throw error;
  }
}

/**
 * A directory swapped at the right moment could lead SQLite to another file. Where the system lists our handles, one of
 * them must be the file we looked at.
 */
export function isOpenHere(file: string): boolean {
  if (process.platform !== "linux") return true;
  // The newest first: it was opened a moment ago.
  return readdirSync("/proc/self/fd")
    .toReversed()
    .some((fd) => {
      const stats = statSync(`/proc/self/fd/${fd}`, { bigint: true, throwIfNoEntry: false });
      return stats !== undefined && identityOf(stats) === file;
    });
}
