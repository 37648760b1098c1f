// What the index says of itself. Read anew each time: another process may have changed it.
import type { DatabaseSync } from "node:sqlite";
import { sha256Hex } from "../core/text/digest.ts";
import { analyse } from "../core/text/terms.ts";
import { CREATE, DROP, SCHEMA_VERSION } from "./schema.ts";
import { writer } from "./writer.ts";

export interface Meta {
  /** Counts the updates. */
  readonly generation: number;
  /** Stamps and fingerprint of the last scan; empty before the first. */
  readonly places: string;
  readonly buckets: string;
  readonly background: string;
  readonly backgroundSize: number;
}

/** A scan was written. */
export function isBuilt({ buckets }: Meta): boolean {
  return buckets !== "";
}

/** Words of many sorts: another way of cutting or folding them gives another key, and the index is made anew. */
const PROBE =
  "getHTTPResponse user_id auth-service .env __init__.py C++ don't Größe naïve ΣΑΣ İstanbul 日本語 한국어 ไทย 2026 Ⅷ";

export function versionKey(): string {
  const { icu = "none", unicode = "none" } = process.versions;
  return `${SCHEMA_VERSION} ${icu} ${unicode} ${sha256Hex(analyse(PROBE)).slice(0, 16)}`;
}

export function readMeta(database: DatabaseSync): Meta {
  const rows = database.prepare("SELECT key, value FROM meta").all();
  const values = new Map(rows.map(({ key, value }) => [String(key), String(value)]));
  const text = (key: string): string => values.get(key) ?? "";
  return {
    generation: Number(text("generation")),
    places: text("places"),
    buckets: text("buckets"),
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
  database.exec("BEGIN IMMEDIATE");
  try {
    if (versionIn(database) !== version) {
      database.exec(DROP + CREATE);
      writer(database, "INSERT INTO meta VALUES ('version', ?)")(version);
    }
    database.exec("COMMIT");
  } catch (error) {
    database.exec("ROLLBACK");
    throw error;
  }
}

function versionIn(database: DatabaseSync): string | undefined {
  const there = database.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'meta'").get();
  if (there === undefined) return undefined;
  const row = database.prepare("SELECT value FROM meta WHERE key = 'version'").get();
  return row === undefined ? undefined : String(row.value);
}
