// A statement that writes. Its answer is of no use here and may not be asked for as a number: FTS5 numbers its own rows
// beyond what a JavaScript number holds, SQLite remembers the last one, and Node then refuses to tell it.

import type { DatabaseSync, SQLInputValue } from "node:sqlite";

export type Write = (...values: SQLInputValue[]) => void;

export function writer(database: DatabaseSync, sql: string): Write {
  const statement = database.prepare(sql);
  statement.setReadBigInts(true);
  return (...values) => {
    statement.run(...values);
  };
}

// What an error of SQLite means for a derived file: it passes, or the file is damaged, or there is no index here.

const BUSY = 5;
const LOCKED = 6;
const READ_ONLY = 8;
const FULL = 13;
const DAMAGE: ReadonlySet<number> = new Set([
  1, // a table or column is missing that this version has
  11, // malformed, the full-text tables too
  26, // no database
]);
const SHORT_READ = 522;

function errcodeOf(error: unknown): number {
  const code = typeof error === "object" && error !== null ? (error as { errcode?: unknown }).errcode : undefined;
  return typeof code === "number" ? code : 0;
}

/** Another process is at it, or nothing can be written there: what is in the index stays, and is older. */
export function isPassing(error: unknown): boolean {
  return [BUSY, LOCKED, READ_ONLY, FULL].includes(errcodeOf(error) & 0xff);
}

export function isDamage(error: unknown): boolean {
  const code = errcodeOf(error);
  return code === SHORT_READ || DAMAGE.has(code & 0xff);
}

export function inTransaction<T>(database: DatabaseSync, act: () => T): T {
  database.exec("BEGIN IMMEDIATE");
  try {
    const result = act();
    database.exec("COMMIT");
    return result;
  } catch (error) {
    if (database.isTransaction) database.exec("ROLLBACK");
    throw error;
  }
}
