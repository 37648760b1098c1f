// The file with the copies of what Holdfast left in a store: kept/<store>/kept.db in the state folder, 0600. A hook asks it which
// word about a memory is the newest that an act of ours wrote (STO-35). Not synced to disk: what a power cut takes from it, the
// ledger tells at the next look. What is removed is overwritten, and written anew where a memory is forgotten.
import { lstatSync } from "node:fs";
import type { DatabaseSync, SQLOutputValue, StatementSync } from "node:sqlite";
import { inFolder, inFolderIfThere } from "../../disk/folder.ts";
import { descend } from "../../disk/paths.ts";
import { openPrivateDatabase } from "../../disk/sqlite.ts";
import type { MemoryId } from "../../memory/ids.ts";
import { nameHash } from "../../text/digest.ts";
import { once } from "../../text/values.ts";
import { statementAt } from "../kept.ts";

export const KEPT_FOLDER = "kept";
const NAME = "kept.db";
const PRAGMAS =
  "PRAGMA busy_timeout = 500; PRAGMA journal_mode = DELETE; PRAGMA synchronous = OFF; PRAGMA secure_delete = ON";
const SCHEMA = `CREATE TABLE IF NOT EXISTS files (path TEXT PRIMARY KEY, sha256 TEXT, stamp TEXT, bytes BLOB) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS grown (path TEXT, at INTEGER, bytes BLOB, PRIMARY KEY (path, at)) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS folders (path TEXT PRIMARY KEY, stamp TEXT) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS facts (name TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID`;

/** Undefined where there is none and none is to be made. */
export function openKeptFile(stateDir: string, storeKey: string, make: boolean): DatabaseSync | undefined {
  const names = [KEPT_FOLDER, storeKey];
  if (!make) {
    const there = inFolderIfThere(stateDir, names, (folder) => folder.look(NAME) !== undefined);
    if (there !== true) return undefined;
  }
  return inFolder(
    stateDir,
    names,
    (folder) => {
      const database = openPrivateDatabase(folder, NAME, PRAGMAS);
      if (make) database.exec(SCHEMA);
      return database;
    },
    false,
  );
}

export function factIn(database: DatabaseSync, name: string): string | undefined {
  const value = database.prepare("SELECT value FROM facts WHERE name = ?").get(name)?.["value"];
  return value === undefined || value === null ? undefined : String(value);
}

type SaidBy = ReadonlyMap<string, number>;

/** By memory. */
export type SaidOf = ReadonlyMap<string, SaidBy>;

export function saidIn(database: DatabaseSync): SaidOf {
  return saidBy(database.prepare(BELOW).all("attest/", endOf("attest/")));
}

function saidBy(rows: readonly Record<string, SQLOutputValue>[]): SaidOf {
  const all = new Map<string, Map<string, number>>();
  for (const { path } of rows) {
    const { id, device, n } = statementAt(String(path)) ?? { id: "", device: "", n: 0 };
    const said = all.get(id) ?? new Map<string, number>();
    if (n > (said.get(device) ?? 0)) said.set(device, n);
    all.set(id, said);
  }
  return all;
}

/** Differs whenever a process wrote it. */
export function stampOfKept(stateDir: string, storeKey: string): string {
  const stats = lstatSync(descend(stateDir, KEPT_FOLDER, storeKey, NAME), { bigint: true, throwIfNoEntry: false });
  return stats === undefined ? "" : `${stats.mtimeNs} ${stats.size} ${stats.ino}`;
}

export function pathsBelow(database: DatabaseSync, prefix: string): readonly string[] {
  const rows = database.prepare(BELOW).all(prefix, endOf(prefix));
  return rows.map(({ path }: Record<string, SQLOutputValue>) => String(path));
}

const BELOW = "SELECT path FROM files WHERE path > ? AND path < ?";

function endOf(prefix: string): string {
  return `${prefix}\u{10ffff}`;
}

/** For who reads only. A file that can't be opened says nothing: a session never fails for it. */
export function openSaid(stateDir: string, storeKey: () => string): (id: MemoryId) => SaidBy | undefined {
  /** Asked of every memory that is shown, so it is prepared once. */
  const paths = once((): StatementSync | undefined => {
    const database = openKeptFile(stateDir, storeKey(), false);
    return database === undefined || factIn(database, "whole") === undefined ? undefined : database.prepare(BELOW);
  });
  let isLost = false;
  return (id) => {
    try {
      const asked = isLost ? undefined : paths();
      const prefix = `attest/${id}/`;
      return asked && (saidBy(asked.all(prefix, endOf(prefix))).get(id) ?? new Map());
    } catch {
      isLost = true;
      return undefined;
    }
  };
}

const ANEW = "PRAGMA busy_timeout = 5000; PRAGMA temp_store = MEMORY; VACUUM";

/** Forgetting: whatever is kept of these, wherever it stood. */
export function dropCopies(stateDir: string, storeKey: string, ids: readonly MemoryId[]): void {
  const database = openKeptFile(stateDir, storeKey, false);
  if (database === undefined) return;
  try {
    const holding = database.prepare("SELECT path FROM files WHERE instr(bytes, ?) > 0");
    const drop = database.prepare("DELETE FROM files WHERE path = ?");
    for (const { path } of ids.flatMap((id) => holding.all(Buffer.from(`id: ${id}\n`))))
      if (!String(path).startsWith("attest/")) drop.run(String(path));
    // What is deleted is overwritten; what SQLite moved from page to page before that is not.
    database.exec(ANEW);
  } finally {
    database.close();
  }
}

/** Whether its files were taken over as a whole. */
export function isKnownStore(stateDir: string, storeKey: string): boolean {
  return readFact(stateDir, storeKey, "whole") !== undefined;
}

export function readFact(stateDir: string, storeKey: string, name: string): string | undefined {
  return withFile(stateDir, storeKey, (database) => factIn(database, name));
}

export function writeFact(stateDir: string, storeKey: string, name: string, value: string): void {
  withFile(stateDir, storeKey, (database) =>
    database.prepare("INSERT OR REPLACE INTO facts (name, value) VALUES (?, ?)").run(name, value),
  );
}

/** Undefined where there is none, or it can't be used now: nothing depends on it. */
function withFile<T>(stateDir: string, storeKey: string, act: (database: DatabaseSync) => T): T | undefined {
  let database: DatabaseSync | undefined;
  try {
    database = openKeptFile(stateDir, storeKey, false);
    return database && act(database);
  } catch {
    return undefined;
  } finally {
    database?.close();
  }
}

/** Where a store was known and none stands: the store is deleted, or its marker. */
export function goneKey(stateDir: string, root: string): string | undefined {
  const ending = `-${nameHash(root)}`;
  return inFolderIfThere(stateDir, [KEPT_FOLDER], (folder) => folder.names().find((name) => name.endsWith(ending)));
}
