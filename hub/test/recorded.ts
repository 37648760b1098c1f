// What a hub asks its database for one request, statement by statement, and the same as a script of pgbench: so that a figure beside the bare
// engine is about the very statements, whatever they become.
import { readFileSync } from "node:fs";
import { type Database, openingOf, type Tx, type Value } from "../src/database.ts";

export interface Statement {
  readonly sql: string;
  readonly values: readonly Value[];
  readonly rows: readonly unknown[];
}

export interface Recorded {
  /** What opens the transaction. */
  readonly opening: string;
  readonly statements: readonly Statement[];
}

/** Each transaction that ended well is kept, in order. */
export function recording(database: Database): { readonly database: Database; readonly kept: Recorded[] } {
  const kept: Recorded[] = [];
  const heard = async <T>(begin: "read" | "write", tenant: string, work: (tx: Tx) => Promise<T>): Promise<T> => {
    let statements: Statement[] = [];
    const done = await database[begin](tenant, (tx) => {
      statements = [];
      return work({
        tenant,
        rows: async <Row>(sql: string, values: readonly Value[]) => {
          const at = statements.push({ sql, values, rows: [] }) - 1;
          const rows = await tx.rows<Row>(sql, values);
          statements[at] = { sql, values, rows };
          return rows;
        },
        last: (sql, values) => {
          statements.push({ sql, values, rows: [] });
          return tx.last(sql, values);
        },
      });
    });
    kept.push({ opening: openingOf(begin, tenant), statements });
    return done;
  };
  return {
    kept,
    database: {
      ...database,
      read: (tenant, work) => heard("read", tenant, work),
      write: (tenant, work) => heard("write", tenant, work),
    },
  };
}

/**
 * Of two pushes of the same shape: what both have is written down, what differs is made anew by each transaction. Numbers go on from what the
 * transaction itself was answered, digests and texts are made of a random number.
 */
export function pgbenchScript([one, other]: readonly [Recorded, Recorded]): string {
  const digests = new Map<string, string>();
  const answered = new Map<number, string>();
  const lines = one.statements.map(({ sql, values, rows }, at) => {
    const others = other.statements[at];
    if (others?.sql !== sql) throw new Error(`the two pushes asked for other things: ${sql}`);
    const text = sql.replace(/\s+/g, " ").replaceAll(/\$(\d+)(::[a-z]+(?:\[\])?)?/g, (_, n: string, cast = "") => {
      const value = values[Number(n) - 1] ?? null;
      return `${literal(value, others.values[Number(n) - 1] ?? null, { digests, answered })}${cast}`;
    });
    // A number of its own answer, by which it goes on: the store's last change, the audit's line.
    const numbers = rows.length === 1 ? Object.entries(rows[0] as Readonly<Record<string, unknown>>) : [];
    const kept = numbers.filter(([name, value]) => (name === "seq" || name === "n") && typeof value === "number");
    for (const [name, value] of kept) answered.set(value as number, `:q${at}_${name}`);
    const isKept = kept.length > 0;
    return isKept ? `${text} \\gset q${at}_` : `${text};`;
  });
  return ["\\set r random(1, 2000000000)", `${one.opening};`, ...lines, "COMMIT;", ""].join("\n");
}

interface Known {
  readonly digests: Map<string, string>;
  readonly answered: ReadonlyMap<number, string>;
}

function literal(value: Value, other: Value, known: Known): string {
  if (isList(value)) {
    const others = isList(other) ? other : [];
    return `ARRAY[${value.map((each, at) => literal(each, others[at] ?? null, known)).join(", ")}]`;
  }
  if (value === null) return "NULL";
  if (Buffer.isBuffer(value)) return digest(value, Buffer.isBuffer(other) && value.equals(other), known.digests);
  if (value instanceof Date) return "now()";
  if (typeof value === "number") return number(value, value === other, known.answered);
  if (typeof value === "boolean") return String(value);
  const text = `'${value.replaceAll("'", "''")}'`;
  return value === other ? text : `left(:r || ${text}, ${value.length})`;
}

function isList(value: Value): value is readonly (string | null)[] | readonly (Buffer | null)[] {
  return Array.isArray(value);
}

function digest(value: Buffer, isSame: boolean, digests: Map<string, string>): string {
  if (isSame) return `'\\x${value.toString("hex")}'::bytea`;
  const hex = value.toString("hex");
  const made = value.length === 32 ? `sha256((${digests.size} || '-' || :r)::bytea)` : filled(value.length);
  const known = digests.get(hex) ?? made;
  digests.set(hex, known);
  return known;
}

function filled(length: number): string {
  return `rpad(:r::text, ${length}, 'memory ')::bytea`;
}

function number(value: number, isSame: boolean, answered: ReadonlyMap<number, string>): string {
  if (isSame) return String(value);
  for (const [known, name] of answered)
    if (value >= known && value - known < 600) return `(${name} + ${value - known})`;
  throw new Error(`nothing was answered that ${value} goes on from`);
}

/** Milliseconds of each transaction in a log of `pgbench --log`, without the first ones, which prepare. */
export function latencies(file: string, without: number): readonly number[] {
  const rows = readFileSync(file, "utf8").trimEnd().split("\n");
  return rows.slice(without).map((row) => Number(row.split(" ")[2]) / 1000);
}
