// The index file (SEA-1): private, one folder per store in the cache, disposable. Its name says for which version it was
// made, so that two Nodes, or two versions of us, don't empty each other's. A link, a foreign file or a second name is
// refused and left alone. A damaged index gives way with its folder, so that the write-ahead log goes with it and a process
// that still has it open harms nobody.
import { rmSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { errnoOf } from "../../../disk/errno.ts";
import { inFolder } from "../../../disk/folder.ts";
import { renamePatiently } from "../../../disk/patient.ts";
import { onNetwork } from "../../../disk/shared-lock.ts";
import { openPrivateDatabase } from "../../../disk/sqlite.ts";
import { makeTempName } from "../../../disk/temp-name.ts";

export const FOLDER = "index";

/** Where all that was made of one store lies. */
export interface IndexFolder {
  readonly cacheDir: string;
  readonly storeKey: string;
}

export interface IndexPlace extends IndexFolder {
  readonly version: string;
  /** How long a statement waits for another process. */
  readonly waitMs: number;
}

/** Throws for what may not or can't be opened; a damaged file shows itself when it is first read. */
export function openDatabase({ cacheDir, storeKey, version, waitMs }: IndexPlace): DatabaseSync {
  return inFolder(cacheDir, [FOLDER, storeKey], (folder) => {
    // One journal file that every process can share needs shared memory, which a network does not give.
    const journal = onNetwork(folder.path) ? "DELETE" : "WAL";
    return openPrivateDatabase(
      folder,
      nameOf(version),
      `PRAGMA busy_timeout = ${waitMs};
       PRAGMA journal_mode = ${journal}; PRAGMA synchronous = NORMAL; PRAGMA journal_size_limit = 4194304;
       PRAGMA cache_size = -16384; PRAGMA temp_store = MEMORY`,
    );
  });
}

export function nameOf(version: string): string {
  return `index-${version.replaceAll(/[^\w.]+/g, "-")}.db`;
}

/** Whoever uses an index notes every ten minutes that its files were looked at. */
const UNUSED_MS = 14 * 24 * 3_600_000;

/** What other versions made of this store, and nobody has used for two weeks. */
export function sweepUnused({ cacheDir, storeKey, version }: Omit<IndexPlace, "waitMs">, now: Date): void {
  inFolder(cacheDir, [FOLDER, storeKey], (folder) => {
    const others = folder.names().filter((name) => /^index\b.*\.db$/.test(name) && name !== nameOf(version));
    for (const name of others) {
      const parts = [name, `${name}-wal`, `${name}-shm`];
      const used = Math.max(...parts.map((each) => Number(folder.look(each)?.mtimeMs ?? 0)));
      if (now.getTime() - used > UNUSED_MS) for (const each of parts) rmSync(folder.at(each), { force: true });
    }
  });
}

/** Who still has it open may make a file in it meanwhile. */
const REMOVED = { recursive: true, force: true, maxRetries: 3, retryDelay: 20 } as const;

/** Moves the whole folder out of the way, then removes it. */
export function discard({ cacheDir, storeKey }: IndexFolder): void {
  inFolder(cacheDir, [FOLDER], (parent) => {
    try {
      renamePatiently(parent.at(storeKey), parent.at(asideName(storeKey)));
    } catch (error) {
      // Another process was faster.
      if (errnoOf(error) !== "ENOENT") throw error;
    }
    for (const name of parent.names()) {
      if (name.startsWith(asideName(storeKey, ""))) rmSync(parent.at(name), REMOVED);
    }
  });
}

function asideName(storeKey: string, unique = makeTempName()): string {
  return `${storeKey}.old${unique}`;
}
