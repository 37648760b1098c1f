// The only opening to PostgreSQL. Whoever wants rows names a tenant first: each transaction takes the application's role, which
// owns nothing, and the tenant's name, without which the tables answer nobody (HUB-3). All that is set ends with the transaction, so a
// pooler that hands connections on between transactions is no danger (HUB-14). What is asked at once travels at once, behind what
// opens the transaction: where that failed, the tables refuse the rest.
import { createHash } from "node:crypto";
import type { Writable } from "node:stream";
import pg from "pg";
import { TENANT } from "../protocol.ts";
import { again, commit, isAway, isNotPrepared, Standby, Unanswered } from "./again.ts";
import { Refused } from "./problems.ts";
import { type Turns, turnsOf } from "./turns.ts";

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
  /** A change that nothing is asked after: it leaves with what comes next, and where it fails the transaction does. */
  last(sql: string, values: readonly Value[]): Promise<void>;
}

export interface Database {
  /** Refused where the tenant is not here (HUB-15). Again from its start where the engine asks for that or goes away; so `work` does nothing but ask. */
  write<T>(tenant: string, work: (tx: Tx) => Promise<T>, how?: Writing): Promise<T>;
  /** All its queries see one moment. */
  read<T>(tenant: string, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** It can be written. */
  isReady(): Promise<boolean>;
  end(): Promise<void>;
}

/** One of them, as whoever has to know where a tenant is asks it. */
export interface OneDatabase extends Database {
  /** As write, wherever the tenant is. */
  look<T>(tenant: string, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Tenants here that nobody swept for a day. */
  due(): Promise<readonly string[]>;
}

export interface Writing {
  /** Doing it twice does it once. */
  readonly isKeyed: boolean;
}

const ROLE = "holdfast_hub";
const BEGIN = { read: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", write: "BEGIN", look: "BEGIN" } as const;
/** What lets it in where the tenant is, and fails elsewhere. */
const ENTER = { read: "; SELECT hub_enter(false)", write: "; SELECT hub_enter(true)", look: "" } as const;
type Kind = keyof typeof BEGIN;
/** What the engine says where the tenant is in another database. */
export const ELSEWHERE = "HF001";
const DUE_AT_ONCE = 500;
/** Set with the transaction: as parameters of a connection a pooler refuses them. */
const BOUNDS = Object.entries({
  statement_timeout: "20s",
  lock_timeout: "5s",
  idle_in_transaction_session_timeout: "30s",
  // Planned once per connection, whatever is asked for; and by the keys, each of which starts with the tenant: a plan that was made
  // when the tables were small is used when they are not.
  plan_cache_mode: "force_generic_plan",
  enable_seqscan: "off",
})
  .map(([name, value]) => `set_config('${name}', '${value}', true)`)
  .join(", ");
/** Longer than a statement may take: then the server is out of reach, whatever the connection says. */
const HEARD_MS = 25_000;
/** For a connection, and for a turn to ask for one. */
export const CONNECTED_MS = 5000;
/** Of the connections, to one tenant at once: the others are there for the others. Of two there is nothing to share. */
const share = (connections: number): number => Math.max(2, Math.ceil(connections / 2));
const INT8 = 20;

export function poolConfig(url: string): pg.PoolConfig {
  return {
    connectionString: url,
    connectionTimeoutMillis: CONNECTED_MS,
    idleTimeoutMillis: 30_000,
    query_timeout: HEARD_MS,
    pipeline: true,
    // Counts are far below 2^53.
    types: { getTypeParser: (oid, format) => (oid === INT8 ? Number : pg.types.getTypeParser(oid, format as "text")) },
  };
}

interface Opening {
  readonly pool: pg.Pool;
  readonly turn: Turns;
  /** Statements are planned once per connection, until a pooler turns out to stand between. */
  isPrepared: boolean;
}

export function openDatabase(url: string, connections = 10): OneDatabase {
  const pool = new pg.Pool({ ...poolConfig(url), max: connections });
  // A connection that breaks is replaced, and whoever uses it is told by the query. Without these two it would end the process.
  // Whether it can serve is asked beside those who are served: a process that has much to do is no dead one.
  const aside = new pg.Pool({ ...poolConfig(url), max: 1 });
  for (const each of [pool, aside]) {
    each.on("error", () => undefined);
    each.on("connect", (client) => client.on("error", () => undefined));
  }
  const opening: Opening = { pool, turn: turnsOf(share(connections), CONNECTED_MS), isPrepared: true };
  return {
    write: (tenant, work, { isKeyed } = { isKeyed: false }) =>
      attempt(opening, tenant, isKeyed, () => transaction(opening, "write", tenant, work)),
    read: (tenant, work) => attempt(opening, tenant, true, () => transaction(opening, "read", tenant, work)),
    look: (tenant, work) => attempt(opening, tenant, true, () => transaction(opening, "look", tenant, work)),
    due: async () => {
      const { rows } = await aside.query(
        `SELECT tenant_id AS tenant FROM places WHERE state = 'here' AND swept_at < now() - interval '1 day'
         ORDER BY swept_at LIMIT $1`,
        [DUE_AT_ONCE],
      );
      return rows.map(({ tenant }: { readonly tenant: string }) => tenant);
    },
    isReady: async () => {
      try {
        const { rows } = await aside.query(
          `SELECT 1 FROM pg_roles WHERE rolname = $1 AND NOT rolbypassrls AND current_setting('transaction_read_only') = 'off'`,
          [ROLE],
        );
        return rows.length === 1;
      } catch {
        return false; // whatever it is, this process can't serve now
      }
    },
    end: async () => {
      await Promise.all([pool.end(), aside.end()]);
    },
  };
}

async function attempt<T>({ turn }: Opening, tenant: string, isKeyed: boolean, work: () => Promise<T>): Promise<T> {
  if (!TENANT.test(tenant)) throw new Refused("unauthenticated");
  return again(isKeyed, () => turn(tenant, work));
}

async function transaction<T>(opening: Opening, kind: Kind, tenant: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  const { pool, isPrepared } = opening;
  const client = await pool.connect();
  const leaves = letterOf(client);
  let broken: Error | undefined;
  let ending: Promise<unknown> = Promise.resolve();
  // Of what was asked at once, a part may go on when another has failed: the connection is somebody else's by then.
  let isOver = false;
  let failed: Error | undefined;
  const ask = (text: string, values: readonly Value[]): Promise<pg.QueryResult> => {
    leaves();
    const name = isPrepared ? { name: nameOf(text) } : {};
    return client.query({ ...name, text, values: [...values] });
  };
  try {
    leaves();
    const opened = client.query(openingOf(kind, tenant)).then(leads);
    const asked = work({
      tenant,
      rows: async <Row>(text: string, values: readonly Value[]) => {
        if (isOver) throw new Error("the transaction is over");
        return (await ask(text, values)).rows as Row[];
      },
      last: async (text, values) => {
        if (isOver || kind === "read") throw new Error("the transaction is over, or only reads");
        ask(text, values).catch((error: Error) => {
          failed ??= error;
        });
      },
    });
    asked.catch(() => undefined); // told below, unless a standby made it say so
    await opened;
    const done = await asked;
    isOver = true;
    leaves();
    // What was only read is known already; the connection goes back when it is done.
    if (kind === "read") ending = client.query("COMMIT");
    else await commit(client);
    // One that never left, which the engine knows nothing of.
    if (failed !== undefined) throw failed;
    return done;
  } catch (error) {
    isOver = true;
    if (isNotPrepared(failed ?? error)) opening.isPrepared = false;
    // What can't be rolled back is closed: nothing may go on in it, least of all as another tenant.
    if (isAway(error)) broken = error as Error;
    else
      await client.query("ROLLBACK").catch((unanswered: Error) => {
        broken = unanswered;
      });
    // COMMIT says of a change before it that it was rolled back, and not why; without an answer, nobody knows either.
    throw error instanceof Unanswered ? error : (failed ?? error);
  } finally {
    ending.then(
      () => client.release(broken),
      (error: Error) => client.release(error),
    );
  }
}

/** What is asked in one turn of the event loop leaves in one write: a system call, and a server that wakes up, once instead of each time. */
function letterOf(client: pg.PoolClient): () => void {
  // Of the driver's own, which is undeclared; with TLS it is another one than at first.
  const { stream } = (client as unknown as { readonly connection: { readonly stream: Writable } }).connection;
  return () => {
    if (stream.writableCorked > 0) return;
    stream.cork();
    process.nextTick(() => stream.uncork());
  };
}

export function openingOf(kind: Kind, tenant: string): string {
  const name = pg.escapeLiteral(tenant);
  return `${BEGIN[kind]}; SELECT set_config('role', '${ROLE}', true), set_config('holdfast.tenant', ${name}, true),
    ${BOUNDS}, pg_is_in_recovery() AS standby${ENTER[kind]}`;
}

/** Of what opens a transaction, of which the second tells. */
function leads(answers: unknown): void {
  const [, opened] = answers as readonly pg.QueryResult<{ standby: boolean }>[];
  if (opened?.rows[0]?.standby !== false) throw new Standby();
}

const names = new Map<string, string>();

/** One name for one text, whoever prepares it: on a connection that was handed on it can mean nothing else. */
function nameOf(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = createHash("sha256").update(text).digest("hex").slice(0, 32);
  names.set(text, name);
  return name;
}
