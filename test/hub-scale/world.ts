// An engine with honest settings, databases in it filled with tenants, and hubs as processes of their own.

import type { MadeTenant } from "../../hub/test/generate.ts";
import { generate, type Made, type Size, samplerOf } from "../../hub/test/generate.ts";
import type { Postgres } from "../../hub/test/postgres.ts";
import { programs, startPostgres } from "../../hub/test/postgres.ts";
import { type HubProcess, startProcess } from "../../hub/test/process.ts";
import { chanceFrom } from "../bench/generate.ts";
import { firstFresh } from "./kept.ts";

export interface Filled {
  readonly url: string;
  readonly database: string;
  readonly made: Made;
  readonly size: Size;
  readonly fillSeconds: number;
  /** One that has never been used there. */
  readonly fresh: () => number;
  readonly sample: () => MadeTenant;
}

/** Rows come without fsync; whatever is measured then waits for the disk, as an organisation's would. */
export async function startEngine(isLarge: boolean): Promise<Postgres> {
  const [bin = ""] = programs();
  return await startPostgres(bin, {
    shared_buffers: isLarge ? "2GB" : "256MB",
    max_wal_size: isLarge ? "8GB" : "1GB",
    checkpoint_timeout: "15min",
    max_connections: "150",
  });
}

const HONEST = ["fsync", "synchronous_commit", "full_page_writes"];

export async function honest(postgres: Postgres): Promise<string> {
  for (const name of HONEST) await postgres.query("postgres", `ALTER SYSTEM SET ${name} = on`);
  await postgres.query("postgres", "SELECT pg_reload_conf()");
  await postgres.query("postgres", "CHECKPOINT");
  const [row] = await postgres.query<{ is: string }>(
    "postgres",
    `SELECT string_agg(name || '=' || current_setting(name), ', ' ORDER BY name) AS is FROM pg_settings
     WHERE name IN ('fsync', 'synchronous_commit', 'full_page_writes', 'shared_buffers', 'max_wal_size')`,
  );
  return row?.is ?? "";
}

export async function filled(postgres: Postgres, database: string, size: Size): Promise<Filled> {
  const started = performance.now();
  const url = await postgres.create(database);
  const made = await generate(url, size);
  const next = chanceFrom(7);
  let last = firstFresh(size);
  return {
    url,
    database,
    made,
    size,
    fillSeconds: (performance.now() - started) / 1000,
    fresh: () => ++last,
    sample: samplerOf(made, next),
  };
}

export function startHub(url: string, more: Readonly<Record<string, string>> = {}): Promise<HubProcess> {
  const plain = { HOLDFAST_HUB_LOG: "silent", HOLDFAST_HUB_RATE: "100000000" };
  return startProcess({ HOLDFAST_HUB_DATABASE: url, ...plain, ...more });
}

/** Of each table with its indexes. */
export async function bytesIn(postgres: Postgres, database: string): Promise<Readonly<Record<string, number>>> {
  const rows = await postgres.query<{ name: string; bytes: string }>(
    database,
    `SELECT relname AS name, pg_total_relation_size(oid) AS bytes FROM pg_class
     WHERE relkind = 'r' AND relname IN ('blobs', 'files', 'links', 'pushes', 'audit')`,
  );
  return Object.fromEntries(rows.map(({ name, bytes }) => [name, Number(bytes)]));
}
