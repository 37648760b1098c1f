// A statement that writes. Its answer is of no use here and may not be asked for as a number: FTS5 numbers its own rows
// beyond what a JavaScript number holds, SQLite remembers the last one, and Node then refuses to tell it.
import type { DatabaseSync, SQLInputValue } from "node:sqlite";

export type Writer = (...values: SQLInputValue[]) => void;

export function writer(database: DatabaseSync, sql: string): Writer {
  const statement = database.prepare(sql);
  statement.setReadBigInts(true);
  return (...values) => {
    statement.run(...values);
  };
}
