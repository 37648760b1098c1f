// Rows by the million, as a restore brings them: indexes and references are taken away first and made anew, which holds every row to
// them once more. Whoever owns the tables does it, with their policies off meanwhile; the migration's own last step closes them.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Ask, asOwner, migrate } from "../src/migrate.ts";
import { programs } from "./postgres.ts";

const BEFORE = fileURLToPath(new URL("../migrations/before.sql", import.meta.url));
/** Of rows, before they are handed on. */
const CHUNK = 256 * 1024;
const TABLES = "relnamespace = current_schema()::regnamespace AND relname = ANY($1)";

/** In PostgreSQL's binary form, which has no escapes. */
export type Field = Buffer | string | number | null;

export interface Rows {
  /** Resolves when there is room for more. A number is a bigint unless the column says otherwise. */
  add(fields: readonly Field[]): Promise<void> | undefined;
  end(): Promise<void>;
}

/** `work` fills the tables; then the rest is made anew. */
export async function inBulk<T>(url: string, tables: readonly string[], work: () => Promise<T>): Promise<T> {
  const made = await asOwner(url, async (ask) => {
    await ask(readFileSync(BEFORE, "utf8"));
    return await takeAway(ask, tables);
  });
  const done = await work();
  await asOwner(url, async (ask) => {
    await ask("SET statement_timeout = 0");
    await ask("SET maintenance_work_mem = '512MB'");
    for (const sql of made) await ask(sql);
    await ask("VACUUM (ANALYZE)");
  });
  await migrate(url);
  return done;
}

/** What makes them anew: keys first, then indexes, then references, those of other tables to these too. */
async function takeAway(ask: Ask, tables: readonly string[]): Promise<readonly string[]> {
  const constraints = await ask<{ table: string; name: string; kind: string; made: string }>(
    `SELECT conrelid::regclass::text AS table, conname AS name, contype AS kind, pg_get_constraintdef(k.oid) AS made
     FROM pg_constraint k WHERE conparentid = 0 AND contype IN ('f', 'p', 'u')
       AND (conrelid IN (SELECT oid FROM pg_class WHERE ${TABLES})
         OR (contype = 'f' AND confrelid IN (SELECT oid FROM pg_class WHERE ${TABLES})))
     ORDER BY contype = 'f' DESC`,
    [tables],
  );
  for (const { table, name } of constraints) await ask(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
  const indexes = await ask<{ name: string; made: string }>(
    `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS made
     FROM pg_index JOIN pg_class c ON c.oid = indrelid WHERE ${TABLES}`,
    [tables],
  );
  for (const { name } of indexes) await ask(`DROP INDEX ${name}`);
  const again = ({ table, name, made }: (typeof constraints)[number]): string =>
    `ALTER TABLE ${table} ADD CONSTRAINT ${name} ${made}`;
  return [
    ...constraints.filter(({ kind }) => kind !== "f").map(again),
    ...indexes.map(({ made }) => made.replace(" ON ONLY ", " ON ")),
    ...constraints.filter(({ kind }) => kind === "f").map(again),
  ];
}

export function copyInto(
  url: string,
  table: string,
  columns: readonly string[],
  integers: readonly number[] = [],
): Rows {
  const bin = programs().find((folder) => existsSync(join(folder, "psql")));
  if (bin === undefined) throw new Error("needs psql");
  const sql = `COPY ${table} (${columns.join(", ")}) FROM STDIN (FORMAT binary)`;
  const child = spawn(join(bin, "psql"), ["-X", "-q", "-v", "ON_ERROR_STOP=1", "-c", sql, url], {
    stdio: ["pipe", "ignore", "pipe"],
  });
  let wrong = "";
  child.stderr.on("data", (piece: Buffer) => (wrong += piece));
  // Told by its end.
  child.stdin.on("error", () => undefined);
  let goOn: () => void = () => undefined;
  child.stdin.on("drain", () => goOn());
  child.stdin.on("close", () => goOn());
  const ended = once(child, "close");
  let chunk = Buffer.allocUnsafe(CHUNK);
  let at = HEADER.copy(chunk);
  const handOn = (): boolean => {
    const isRoom = child.stdin.write(chunk.subarray(0, at));
    chunk = Buffer.allocUnsafe(CHUNK);
    at = 0;
    return isRoom;
  };
  return {
    add: (fields) => {
      const isFull = at + sizeOf(fields) > CHUNK;
      const isRoom = !isFull || handOn();
      at = chunk.writeInt16BE(fields.length, at);
      for (const [n, field] of fields.entries()) at = put(chunk, at, field, integers.includes(n));
      if (isRoom || child.stdin.destroyed) return undefined;
      return new Promise<void>((resolve) => (goOn = resolve));
    },
    end: async () => {
      at = chunk.writeInt16BE(-1, at);
      handOn();
      child.stdin.end();
      const [code] = (await ended) as [number | null];
      if (code !== 0) throw new Error(`rows of ${table} were not taken: ${wrong}`);
    },
  };
}

/** As the engine's manual gives it: a signature, no flags, no more of a header. */
const HEADER: Buffer = Buffer.concat([Buffer.from("PGCOPY\n\xff\r\n\0", "latin1"), Buffer.alloc(8)]);

function sizeOf(fields: readonly Field[]): number {
  const most = (field: Field): number =>
    typeof field === "string" ? 3 * field.length : (field as Buffer)?.length || 8;
  // Room for the end of all rows, too.
  return fields.reduce<number>((sum, field) => sum + 4 + most(field), 4);
}

function put(chunk: Buffer, at: number, field: Field, isInteger: boolean): number {
  if (field === null) return chunk.writeInt32BE(-1, at);
  if (typeof field === "number")
    return isInteger
      ? chunk.writeInt32BE(field, chunk.writeInt32BE(4, at))
      : chunk.writeBigInt64BE(BigInt(field), chunk.writeInt32BE(8, at));
  const written = typeof field === "string" ? chunk.write(field, at + 4) : field.copy(chunk, at + 4);
  chunk.writeInt32BE(written, at);
  return at + 4 + written;
}
