// The only opening to PostgreSQL. Whoever wants rows names a tenant first: each transaction takes the application's role, which
// owns nothing, and the tenant's name, without which the tables answer nobody (HUB-3). Both end with the transaction, so a
// pooler that hands connections on between transactions is no danger.
import pg from "pg";
import { TENANT } from "../protocol.ts";
import { Refused } from "./problems.ts";

export type Value =
  | string
  | number
  | boolean
  | Buffer
  | Date
  | null
  | readonly (string | null)[]
  | readonly (Buffer | null)[];

/** A transaction of one tenant. Each query names the tenant too: policies are the net, not the rope. */
export interface Tx {
  readonly tenant: string;
  rows<Row>(sql: string, values: readonly Value[]): Promise<readonly Row[]>;
}

export interface Database {
  /** Again from its start where the engine asks for that; so `work` does nothing but ask. */
  write<T>(tenant: string, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** All its queries see one moment. */
  read<T>(tenant: string, work: (tx: Tx) => Promise<T>): Promise<T>;
  isReady(): Promise<boolean>;
  end(): Promise<void>;
}

const ROLE = "holdfast_hub";
const WRITE = "BEGIN";
const READ = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
const ATTEMPTS = 5;
const PAUSE_MS = 50;
/** Serialisation, deadlock, and a blob that another transaction let go of between two statements of this one. */
const AGAIN: ReadonlySet<string> = new Set(["40001", "40P01", "23503"]);
const INT8 = 20;

export function poolConfig(url: string): pg.PoolConfig {
  return {
    connectionString: url,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 20_000,
    lock_timeout: 5000,
    idle_in_transaction_session_timeout: 30_000,
    // Counts are far below 2^53.
    types: { getTypeParser: (oid, format) => (oid === INT8 ? Number : pg.types.getTypeParser(oid, format as "text")) },
  };
}

export function openDatabase(url: string, connections = 10): Database {
  const pool = new pg.Pool({ ...poolConfig(url), max: connections });
  // A connection that breaks while nobody uses it is replaced; whoever uses one is told by the query.
  pool.on("error", () => undefined);
  return {
    write: (tenant, work) => attempt(pool, WRITE, tenant, work),
    read: (tenant, work) => attempt(pool, READ, tenant, work),
    isReady: async () => {
      try {
        const { rows } = await pool.query("SELECT 1 FROM pg_roles WHERE rolname = $1 AND NOT rolbypassrls", [ROLE]);
        return rows.length === 1;
      } catch {
        return false; // whatever it is, this process can't serve now
      }
    },
    end: () => pool.end(),
  };
}

async function attempt<T>(pool: pg.Pool, begin: string, tenant: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (!TENANT.test(tenant)) throw new Refused("unauthenticated");
  for (let left = ATTEMPTS; ; left--) {
    try {
      return await transaction(pool, begin, tenant, work);
    } catch (error) {
      if (left === 1 || !AGAIN.has(codeOf(error))) throw error;
      // Two that stopped each other would meet again.
      await new Promise((resolve) => setTimeout(resolve, Math.random() * PAUSE_MS));
    }
  }
}

async function transaction<T>(pool: pg.Pool, begin: string, tenant: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  const isRead = begin === READ;
  let broken: Error | undefined;
  let ending: Promise<unknown> = Promise.resolve();
  try {
    const name = client.escapeLiteral(tenant);
    await client.query(
      `${begin}; SELECT set_config('role', '${ROLE}', true), set_config('holdfast.tenant', ${name}, true)`,
    );
    const done = await work({
      tenant,
      rows: async <Row>(sql: string, values: readonly Value[]) => (await client.query(sql, [...values])).rows as Row[],
    });
    // What was only read is known already; the connection goes back when it is done.
    if (isRead) ending = client.query("COMMIT");
    else await client.query("COMMIT");
    return done;
  } catch (error) {
    // What can't be rolled back is closed: nothing may go on in it, least of all as another tenant.
    await client.query("ROLLBACK").catch((failed: Error) => {
      broken = failed;
    });
    throw error;
  } finally {
    ending.then(
      () => client.release(broken),
      (error: Error) => client.release(error),
    );
  }
}

export function codeOf(error: unknown): string {
  const code = typeof error === "object" && error !== null ? (error as { code?: unknown }).code : undefined;
  return typeof code === "string" ? code : "";
}
