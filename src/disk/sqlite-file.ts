// A file that SQLite is to open by itself: made private before it is opened, and looked for among our handles after,
// because SQLite resolves paths on its own (STO-22).
import { closeSync, constants, fchmodSync, openSync, readdirSync, statSync } from "node:fs";
import { type Directory, identityOf } from "./directory.ts";
import { errnoOf } from "./errno.ts";

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
