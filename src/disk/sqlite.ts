// SQLite: node:sqlite, loaded when it is first needed (a hook that only reads never does). Node 22 calls it experimental
// once on loading; that one warning is left out, and every other goes its way.
import { closeSync, constants, fchmodSync, openSync, readdirSync, statSync } from "node:fs";
import type * as Sqlite from "node:sqlite";
import { pathToFileURL } from "node:url";
import { Fault } from "../text/errors.ts";
import { type Directory, identityOf, isOurs } from "./directory.ts";
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
  const handles = handlesOf("/proc/self/fd");
  // The newest first: it was opened a moment ago.
  return (
    handles === undefined ||
    handles.toReversed().some((fd) => {
      const stats = statSync(`/proc/self/fd/${fd}`, { bigint: true, throwIfNoEntry: false });
      return stats !== undefined && identityOf(stats) === file;
    })
  );
}

/** Undefined where the system has no such list: not Linux, or a container without /proc. */
export function handlesOf(folder: string): readonly string[] | undefined {
  try {
    return process.platform === "linux" ? readdirSync(folder) : undefined;
  } catch (error) {
    if (errnoOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

/** Made where it is missing. A link, a foreign file or a second name is refused and left alone. */
export function openPrivateDatabase(folder: Directory, name: string, pragmas: string): Sqlite.DatabaseSync {
  const file = privateFile(folder, name);
  for (const beside of ["wal", "shm", "journal"]) refuseForeign(folder, `${name}-${beside}`);
  const url = pathToFileURL(folder.at(name));
  url.searchParams.set("mode", "rw");
  const { DatabaseSync } = loadSqlite();
  const database = new DatabaseSync(url);
  try {
    database.exec(`PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; ${pragmas}`);
    if (privateFile(folder, name) === file && isOpenHere(file)) return database;
    throw new Fault("unsafe-path", `${folder.path}/${name} was replaced while it was opened.`, "Try again.");
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Its identity; an empty one is made where it is missing. */
function privateFile(folder: Directory, name: string): string {
  if (folder.look(name) === undefined) makePrivateFile(folder, name);
  const identity = refuseForeign(folder, name);
  if (identity !== undefined) return identity;
  throw new Fault("io", `${folder.path}/${name} vanished while it was opened.`, "Try again.");
}

function refuseForeign(folder: Directory, name: string): string | undefined {
  const stats = folder.look(name);
  // Without a name any more: another process removed it at this moment.
  if (stats === undefined || stats.nlink === 0n) return undefined;
  const open = process.platform !== "win32" && (Number(stats.mode) & 0o077) !== 0;
  if (stats.isFile() && isOurs(stats) && stats.nlink === 1n && !open) return identityOf(stats);
  const path = `${folder.path}/${name}`;
  throw new Fault("unsafe-path", `Expected a private file of yours at ${path}, found something else.`, `rm ${path}`);
}
