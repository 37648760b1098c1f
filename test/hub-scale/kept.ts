// What was acknowledged is there, once, as the engine's own superuser sees it.

import { pathOf, type Size } from "../../hub/test/generate.ts";
import type { Postgres } from "../../hub/test/postgres.ts";
import type { Ask } from "./load.ts";

export async function lostOf(
  postgres: Postgres,
  { database, size }: { readonly database: string; readonly size: Size },
  pushed: readonly Pick<Ask, "tenant" | "n">[],
): Promise<number> {
  const rows = await postgres.query<{ tenant: string; path: string }>(
    database,
    `SELECT tenant_id AS tenant, path FROM files
     WHERE path LIKE 'memories/%' AND substring(path FROM '[0-9]+')::bigint > ${firstFresh(size)}`,
  );
  const there = new Set(rows.map(({ tenant, path }) => `${tenant} ${path}`));
  return pushed.filter(({ tenant, n = 0 }) => !there.has(`${tenant.name} ${pathOf(n)}`)).length;
}

/** Beyond what was filled in. */
export function firstFresh({ memories }: Size): number {
  return memories + 1_000_000;
}
