// What the index says of itself. Read anew each time: another process may have changed it.
import type { DatabaseSync } from "node:sqlite";
import { CREATE, DROP, SCHEMA_VERSION } from "./schema.ts";
import { inTransaction, writer } from "./sqlite.ts";

export interface Meta {
  /** Counts the updates. */
  readonly generation: number;
  /** Stamps and fingerprint of the last scan; empty before the first. */
  readonly places: string;
  readonly buckets: string;
  /** When every file was last looked at, in milliseconds. */
  readonly scanned: number;
  readonly background: string;
  readonly backgroundSize: number;
}

/** A scan was written. */
export function isBuilt({ buckets }: Meta): boolean {
  return buckets !== "";
}

/** And the counts of developer text are in it. */
export function isWhole(meta: Meta): boolean {
  return isBuilt(meta) && meta.background !== "";
}

/** Raised by hand when core/text cuts or folds words in another way; a test compares what it makes of many sorts. */
export const TERMS_VERSION = 1;

export function versionKey(): string {
  const { icu = "none", unicode = "none" } = process.versions;
  return `${SCHEMA_VERSION} ${TERMS_VERSION} ${icu} ${unicode}`;
}

export function readMeta(database: DatabaseSync): Meta {
  const rows = database.prepare("SELECT key, value FROM meta").all();
  const values = new Map(rows.map(({ key, value }) => [String(key), String(value)]));
  const text = (key: string): string => values.get(key) ?? "";
  return {
    generation: Number(text("generation")),
    places: text("places"),
    buckets: text("buckets"),
    scanned: Number(text("scanned")),
    background: text("background"),
    backgroundSize: Number(text("backgroundSize")),
  };
}

export function writeMeta(database: DatabaseSync, changes: Partial<Meta>): void {
  const put = writer(database, "INSERT INTO meta VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value");
  for (const [key, value] of Object.entries(changes)) put(key, String(value));
}

/** Of this version or made anew, empty. */
export function ensureSchema(database: DatabaseSync, version: string): void {
  if (versionIn(database) === version) return;
  inTransaction(database, () => {
    if (versionIn(database) === version) return;
    database.exec(DROP + CREATE);
    writer(database, "INSERT INTO meta VALUES ('version', ?)")(version);
  });
}

function versionIn(database: DatabaseSync): string | undefined {
  const there = database.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'meta'").get();
  if (there === undefined) return undefined;
  const row = database.prepare("SELECT value FROM meta WHERE key = 'version'").get();
  return row === undefined ? undefined : String(row.value);
}
