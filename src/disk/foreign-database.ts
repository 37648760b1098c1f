// Rows of another program's SQLite database, read and never written: no journal is made beside it and none is rolled back.
// Where that program is running, its shared memory is opened for reading; where it left a journal behind, the database is
// read as of its last checkpoint, and that is told.
import { lstatSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { identityOf, isOurs } from "./directory.ts";
import { isOpenHere, loadSqlite } from "./sqlite.ts";

export interface Rows {
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  /** Its newest entries stand in a journal that could not be read. */
  readonly withoutNewest: boolean;
}

export interface RowsRequest {
  readonly table: string;
  /** Those that the table has are asked for. */
  readonly columns: readonly string[];
  readonly newestBy: string;
  readonly limit: number;
}

/** A sentence where it can't be read. */
export function readRows(path: string, request: RowsRequest): Rows | string {
  const stats = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  if (stats === undefined) return "is not there";
  if (!stats.isFile() || !isOurs(stats)) return "is no regular file of yours";
  const journal = lstatSync(`${path}-wal`, { throwIfNoEntry: false });
  const ways = (journal?.size ?? 0) > 0 ? (["live", "still"] as const) : (["still"] as const);
  let failed = "";
  for (const way of ways) {
    let database: DatabaseSync | undefined;
    try {
      database = openFor(path, way);
      if (!isOpenHere(identityOf(stats))) return "was replaced while it was opened";
      return { rows: rowsOf(database, request), withoutNewest: way === "still" && ways.length > 1 };
    } catch (error) {
      // The next way may do; what the last one said is told.
      failed = error instanceof Error ? error.message : String(error);
    } finally {
      database?.close();
    }
  }
  return `can't be read as a database (${failed})`;
}

function openFor(path: string, way: "live" | "still"): DatabaseSync {
  const url = pathToFileURL(path);
  url.searchParams.set("mode", "ro");
  url.searchParams.set(way === "live" ? "readonly_shm" : "immutable", "1");
  const { DatabaseSync } = loadSqlite();
  return new DatabaseSync(url, { readOnly: true, allowExtension: false });
}

function rowsOf(database: DatabaseSync, { table, columns, newestBy, limit }: RowsRequest): Rows["rows"] {
  const there = new Set(
    database
      .prepare(`PRAGMA table_info(${quoted(table)})`)
      .all()
      .map(({ name }) => String(name)),
  );
  const asked = columns.filter((column) => there.has(column));
  if (asked.length === 0 || !isTable(database, table)) throw new Error(`it has no table ${table}`);
  const order = there.has(newestBy) ? ` ORDER BY ${quoted(newestBy)} DESC` : "";
  return database.prepare(`SELECT ${asked.map(quoted).join(", ")} FROM ${quoted(table)}${order} LIMIT ?`).all(limit);
}

/** A view runs what its maker wrote, without an end if they liked; so does a virtual table. */
function isTable(database: DatabaseSync, name: string): boolean {
  const row = database.prepare("SELECT rootpage FROM sqlite_schema WHERE type = 'table' AND name = ?").get(name);
  return Number(row?.["rootpage"] ?? 0) > 0;
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
