// Migrations: numbered files of SQL, forward only, all pending ones in one transaction under an advisory lock, so that two
// hubs that start at once migrate once (HUB-3). A hub that finds a migration it does not have is older than its database,
// and does not start.
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import pg from "pg";

const FOLDER = fileURLToPath(new URL("../migrations/", import.meta.url));
const NUMBERED = /^(\d{4})_[a-z_]+\.sql$/;
/** Any number, as long as it is always this one. */
const LOCK = 7_264_011_086;

export interface Migrated {
  readonly applied: readonly string[];
  readonly version: number;
}

export function migrations(): readonly string[] {
  return readdirSync(FOLDER)
    .filter((name) => NUMBERED.test(name))
    .toSorted();
}

/** `upTo`: as an earlier version of the hub would have left the database. */
export async function migrate(url: string, upTo: number = Number.POSITIVE_INFINITY): Promise<Migrated> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  await client.connect();
  try {
    await client.query("SET statement_timeout = 0; BEGIN");
    await client.query("SELECT pg_advisory_xact_lock($1)", [LOCK]);
    await client.query(
      "CREATE TABLE IF NOT EXISTS hub_migrations (version integer PRIMARY KEY, at timestamptz NOT NULL DEFAULT now())",
    );
    const { rows } = await client.query("SELECT version FROM hub_migrations");
    const done = new Set(rows.map(({ version }) => Number(version)));
    const known = migrations().filter((name) => versionOf(name) <= upTo);
    const newest = Math.max(0, ...known.map(versionOf));
    const stranger = [...done].find((version) => version > newest);
    if (stranger !== undefined && upTo === Number.POSITIVE_INFINITY)
      throw new Error(`The database is at version ${stranger}, this hub knows ${newest}. Start a newer hub.`);
    const pending = known.filter((name) => !done.has(versionOf(name)));
    if (pending.length > 0) await client.query(read("before.sql"));
    for (const name of pending) {
      await client.query(read(name));
      await client.query("INSERT INTO hub_migrations (version) VALUES ($1)", [versionOf(name)]);
    }
    if (pending.length > 0) await client.query(read("after.sql"));
    await client.query("COMMIT");
    return { applied: pending, version: Math.max(newest, ...done) };
  } finally {
    // Ends the transaction too, where it was not committed.
    await client.end();
  }
}

function versionOf(name: string): number {
  return Number(NUMBERED.exec(name)?.[1] ?? 0);
}

function read(name: string): string {
  return readFileSync(`${FOLDER}${name}`, "utf8");
}
