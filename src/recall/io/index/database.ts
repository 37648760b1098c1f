// The index file (SEA-1): private, one folder per store in the cache, disposable. A link, a foreign file or a second name
// is refused and left alone. A damaged index gives way with its folder, so that the write-ahead log goes with it and a
// process that still has it open harms nobody.
import { renameSync, rmSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { type Directory, identityOf, isOurs } from "../../../disk/directory.ts";
import { errnoOf } from "../../../disk/errno.ts";
import { inFolder } from "../../../disk/folder.ts";
import { onNetwork } from "../../../disk/shared-lock.ts";
import { isOpenHere, loadSqlite, makePrivateFile } from "../../../disk/sqlite.ts";
import { makeTempName } from "../../../disk/temp-name.ts";
import { Fault } from "../../../text/errors.ts";

const FOLDER = "index";
const NAME = "index.db";

export interface IndexPlace {
  readonly cacheDir: string;
  readonly storeKey: string;
  /** How long a statement waits for another process. */
  readonly waitMs: number;
}

/** Throws for what may not or can't be opened; a damaged file shows itself when it is first read. */
export function openDatabase({ cacheDir, storeKey, waitMs }: IndexPlace): DatabaseSync {
  return inFolder(cacheDir, [FOLDER, storeKey], (folder) => {
    const file = indexFile(folder);
    for (const beside of [`${NAME}-wal`, `${NAME}-shm`, `${NAME}-journal`]) refuseForeign(folder, beside);
    const url = pathToFileURL(folder.at(NAME));
    url.searchParams.set("mode", "rw");
    const { DatabaseSync } = loadSqlite();
    const database = new DatabaseSync(url);
    try {
      // One journal file that every process can share needs shared memory, which a network does not give.
      const journal = onNetwork(folder.path) ? "DELETE" : "WAL";
      database.exec(
        `PRAGMA busy_timeout = ${waitMs}; PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON;
         PRAGMA journal_mode = ${journal}; PRAGMA synchronous = NORMAL; PRAGMA journal_size_limit = 4194304;
         PRAGMA cache_size = -16384; PRAGMA temp_store = MEMORY`,
      );
      if (indexFile(folder) !== file || !isOpenHere(file)) {
        throw new Fault("unsafe-path", `${folder.path}/${NAME} was replaced while it was opened.`, "Try again.");
      }
      return database;
    } catch (error) {
      database.close();
      throw error;
    }
  });
}

/** Moves the whole folder out of the way, then removes it. */
export function discard({ cacheDir, storeKey }: IndexPlace): void {
  inFolder(cacheDir, [FOLDER], (parent) => {
    try {
      renameSync(parent.at(storeKey), parent.at(asideName(storeKey)));
    } catch (error) {
      // Another process was faster.
      if (errnoOf(error) !== "ENOENT") throw error;
    }
    for (const name of parent.names()) {
      if (name.startsWith(asideName(storeKey, ""))) rmSync(parent.at(name), { recursive: true, force: true });
    }
  });
}

function asideName(storeKey: string, unique = makeTempName()): string {
  return `${storeKey}.old${unique}`;
}

/** Its identity; an empty one is made where it is missing. */
function indexFile(folder: Directory): string {
  if (folder.look(NAME) === undefined) makePrivateFile(folder, NAME);
  const identity = refuseForeign(folder, NAME);
  if (identity !== undefined) return identity;
  throw new Fault("io", `${folder.path}/${NAME} vanished while it was opened.`, "Try again.");
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
