// Migrations: numbered files of SQL, forward only, all pending ones in one transaction under an advisory lock, so that two
// hubs that start at once migrate once (HUB-3). A hub that finds a migration it does not have is older than its database,
// and does not start. What stands open, because a restore brought no role or somebody opened it, is closed by the way.
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { codeOf } from "./again.ts";
import { poolConfig } from "./database.ts";

const FOLDER = fileURLToPath(new URL("../migrations/", import.meta.url));
const NUMBERED = /^(\d{4})_[a-z_]+\.sql$/;
const ROLE = "holdfast_hub";
/** Any number, as long as it is always this one. */
const LOCK = 7_264_011_086;
/** after.sql says it. */
const LACKS_ROLE = "HF002";

export interface Migrated {
  readonly applied: readonly string[];
  readonly version: number;
}

export class NewerDatabase extends Error {
  override readonly name = "NewerDatabase";
}

/** The hub's login may neither work as its inner role nor make it. */
export class LacksRole extends Error {
  override readonly name = "LacksRole";
  /** What a superuser types. */
  readonly sql: string;

  constructor(login: string, sql: string) {
    super(`The role ${login} may not work as ${ROLE}, and not make it.`);
    this.sql = sql;
  }
}

async function lacksRole(ask: Ask): Promise<LacksRole> {
  const [row] = await ask<{ login: string; quoted: string; isThere: boolean }>(
    `SELECT current_user AS login, quote_ident(current_user) AS quoted,
       EXISTS (SELECT FROM pg_roles WHERE rolname = '${ROLE}') AS "isThere"`,
  );
  return new LacksRole(row?.login ?? "", rolesSql(row?.quoted ?? "", row?.isThere === true));
}

/** Both roles are a superuser's to make: before PostgreSQL 16, who may make roles may grant itself the server's programs. */
export function rolesSql(login: string, isThere: boolean): string {
  return `${isThere ? "" : `CREATE ROLE ${ROLE} NOLOGIN; `}GRANT ${ROLE} TO ${login}`;
}

/** As who the database's address says, who owns the tables: for the catalogue, and what is no tenant's. */
export type Ask = <Row>(sql: string, values?: readonly unknown[]) => Promise<readonly Row[]>;

export async function asOwner<T>(url: string, work: (ask: Ask) => Promise<T>): Promise<T> {
  const { types } = poolConfig(url);
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000, ...(types && { types }) });
  // Told by the query under way.
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await work(async <Row>(sql: string, values: readonly unknown[] = []) => {
      const { rows } = await client.query(sql, [...values]);
      return rows as Row[];
    });
  } finally {
    // Ends a transaction too, where it was not committed.
    await client.end();
  }
}

export interface Opened {
  readonly table: string;
  readonly what: "security" | "force" | "policy" | "rights";
}

/** Tables that the next migration would close. Undefined: there is no role to close them for. */
export async function opened(ask: Ask): Promise<readonly Opened[] | undefined> {
  const [role] = await ask(
    `SELECT FROM pg_roles WHERE rolname = '${ROLE}'
       AND pg_has_role(oid, CASE WHEN current_setting('server_version_num')::integer < 160000 THEN 'MEMBER' ELSE 'SET' END)`,
  );
  if (role === undefined) return undefined;
  return ask<Opened>(
    `SELECT relname AS table, CASE WHEN NOT relrowsecurity THEN 'security' WHEN NOT relforcerowsecurity THEN 'force'
       WHEN NOT EXISTS (SELECT FROM pg_policy WHERE polrelid = c.oid AND polname = 'tenant') THEN 'policy' ELSE 'rights' END AS what
     FROM pg_class c WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') AND relname <> 'hub_migrations'
       AND (NOT relrowsecurity OR NOT relforcerowsecurity
         OR NOT EXISTS (SELECT FROM pg_policy WHERE polrelid = c.oid AND polname = 'tenant')
         OR NOT has_table_privilege('${ROLE}', c.oid, 'SELECT') OR NOT has_table_privilege('${ROLE}', c.oid, 'INSERT')
         OR NOT has_schema_privilege('${ROLE}', relnamespace, 'USAGE')) ORDER BY relname`,
  );
}

export function migrations(): readonly string[] {
  return readdirSync(FOLDER)
    .filter((name) => NUMBERED.test(name))
    .toSorted();
}

/** `upTo`: as an earlier version of the hub would have left the database. */
export function migrate(url: string, upTo: number = Number.POSITIVE_INFINITY): Promise<Migrated> {
  return asOwner(url, async (ask) => {
    await ask("BEGIN");
    await ask("SET LOCAL statement_timeout = 0");
    await ask("SELECT pg_advisory_xact_lock($1)", [LOCK]);
    await ask(
      "CREATE TABLE IF NOT EXISTS hub_migrations (version integer PRIMARY KEY, at timestamptz NOT NULL DEFAULT now())",
    );
    const rows = await ask<{ version: number }>("SELECT version FROM hub_migrations");
    const done = new Set(rows.map(({ version }) => Number(version)));
    const known = migrations().filter((name) => versionOf(name) <= upTo);
    const newest = Math.max(0, ...known.map(versionOf));
    const stranger = [...done].find((version) => version > newest);
    if (stranger !== undefined && upTo === Number.POSITIVE_INFINITY)
      throw new NewerDatabase(`The database is at version ${stranger}, this hub knows ${newest}. Start a newer hub.`);
    const pending = known.filter((name) => !done.has(versionOf(name)));
    if (pending.length > 0) await ask(read("before.sql"));
    for (const name of pending) {
      await ask(read(name));
      await ask("INSERT INTO hub_migrations (version) VALUES ($1)", [versionOf(name)]);
    }
    if (pending.length > 0 || (await opened(ask))?.length !== 0)
      await ask(read("after.sql")).catch(async (error: unknown) => {
        await ask("ROLLBACK");
        throw codeOf(error) === LACKS_ROLE ? await lacksRole(ask) : error;
      });
    await ask("COMMIT");
    return { applied: pending, version: Math.max(newest, ...done) };
  });
}

export async function migrateAll(databases: ReadonlyMap<string, string>): Promise<ReadonlyMap<string, Migrated>> {
  const done = new Map<string, Migrated>();
  for (const [name, url] of databases) done.set(name, await migrate(url));
  return done;
}

function versionOf(name: string): number {
  return Number(NUMBERED.exec(name)?.[1] ?? 0);
}

function read(name: string): string {
  return readFileSync(`${FOLDER}${name}`, "utf8");
}
