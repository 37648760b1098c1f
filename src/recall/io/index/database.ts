// The index file (SEA-1): private, one folder per store in the cache, disposable. A link, a foreign file or a second name
// is refused and left alone. A damaged index gives way with its folder, so that the write-ahead log goes with it and a
// process that still has it open harms nobody.
import { renameSync, rmSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { errnoOf } from "../../../disk/errno.ts";
import { inFolder } from "../../../disk/folder.ts";
import { onNetwork } from "../../../disk/shared-lock.ts";
import { openPrivateDatabase } from "../../../disk/sqlite.ts";
import { makeTempName } from "../../../disk/temp-name.ts";

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
    // One journal file that every process can share needs shared memory, which a network does not give.
    const journal = onNetwork(folder.path) ? "DELETE" : "WAL";
    return openPrivateDatabase(
      folder,
      NAME,
      `PRAGMA busy_timeout = ${waitMs};
       PRAGMA journal_mode = ${journal}; PRAGMA synchronous = NORMAL; PRAGMA journal_size_limit = 4194304;
       PRAGMA cache_size = -16384; PRAGMA temp_store = MEMORY`,
    );
  });
}

/** Who still has it open may make a file in it meanwhile. */
const REMOVED = { recursive: true, force: true, maxRetries: 3, retryDelay: 20 } as const;

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
      if (name.startsWith(asideName(storeKey, ""))) rmSync(parent.at(name), REMOVED);
    }
  });
}

function asideName(storeKey: string, unique = makeTempName()): string {
  return `${storeKey}.old${unique}`;
}
