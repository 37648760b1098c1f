// What moves that were not ended left in a database (HUB-11, HUB-15). It counts nowhere, so nobody reads it; but an erasure reaches the one
// database that its tenant is in, and what lies elsewhere would keep the bytes. A mover that fails takes its copy away. Where it was killed,
// any hub does so, an hour later: who moves a tenant holds a lock where the tenant is, and whoever has that lock meets no mover.
// Everything is bound to transactions, since a hub may ask through a pooler.
import { type Side, tablesOf, takeAway } from "./copying.ts";
import type { Tx } from "./database.ts";
import { type Ask, asOwner } from "./migrate.ts";
import { type Found, type Place, placeIn, whereIn } from "./places.ts";
import { verifyIn } from "./verify.ts";

const WAIT_MS = 2000;
const AT_ONCE = 500;

/** In a transaction. Writers wait until it ends, and no new one is let in. */
export async function close({ ask, tenant }: Side): Promise<void> {
  await ask(`SELECT pg_advisory_xact_lock(hub_gate($1))`, [tenant]);
}

/** In a transaction: whatever is there counts no more, and the tenant is where it is. */
export async function leave(side: Side, now: Pick<Found, "name" | "moves">): Promise<void> {
  await close(side);
  await side.ask(`UPDATE places SET state = 'moved', other = $2, moves = $3, swept_at = now() WHERE tenant_id = $1`, [
    side.tenant,
    now.name,
    now.moves,
  ]);
}

/** Behind that: its rows go, and nobody needs to look again. */
export async function empty(side: Side): Promise<void> {
  await takeAway(side, await tablesOf(side.ask));
  await side.ask(`UPDATE places SET swept_at = 'infinity' WHERE tenant_id = $1 AND state = 'moved'`, [side.tenant]);
}

/** The tenant's are last of those that go. */
export async function isEmpty({ ask, tenant }: Side): Promise<boolean> {
  return (await ask(`SELECT 1 FROM tenants WHERE tenant_id = $1`, [tenant])).length === 0;
}

export function txOf({ ask, tenant }: Side): Tx {
  return {
    tenant,
    rows: ask,
    last: async (sql, values) => {
      await ask(sql, values);
    },
  };
}

type Databases = ReadonlyMap<string, string>;

/** `isOver`: asked between two tenants. What can't be done now comes again with the next turn. */
export async function takeLeft(databases: Databases, isOver: () => boolean = () => false): Promise<void> {
  if (databases.size < 2) return;
  const tenants = new Set<string>();
  for (const url of databases.values())
    for (const tenant of await asOwner(url, leftIn).catch(() => [])) tenants.add(tenant);
  for (const tenant of tenants) if (!isOver()) await takeOne(databases, tenant).catch(() => undefined);
}

async function leftIn(ask: Ask): Promise<readonly string[]> {
  const rows = await ask<{ tenant: string }>(
    `SELECT tenant_id AS tenant FROM places WHERE state <> 'here' AND swept_at < now() - interval '1 hour' ORDER BY swept_at LIMIT $1`,
    [AT_ONCE],
  );
  return rows.map(({ tenant }) => tenant);
}

async function takeOne(databases: Databases, tenant: string): Promise<void> {
  const places = await placesOf(databases, tenant);
  const now = whereIn(places);
  // In one that could not be named; or a hub says `here` first.
  if (typeof now === "string" || now.isReady) return;
  const url = databases.get(now.name) ?? "";
  // Of one moment, which the transaction that has the lock does not see.
  const isWhole = async (): Promise<boolean> =>
    (await within(url, tenant, (side) => verifyIn(txOf(side)), SNAPSHOT)).broken.length === 0;
  await within(url, tenant, async (home) => {
    const [lock] = await home.ask<{ mine: boolean }>(
      `SELECT pg_try_advisory_xact_lock(hashtextextended($1, 1)) AS mine`,
      [tenant],
    );
    const place = await placeIn(txOf(home));
    if (lock?.mine !== true || place?.state !== "here" || place.moves !== now.moves) return;
    for (const [name, { state }] of places)
      if (name !== now.name && state !== "here")
        await within(databases.get(name) ?? "", tenant, (side) => takeFrom(side, now, isWhole));
  });
}

/** Of a copy that never counted nothing is needed; what was the tenant's place before is all there is where the new one is not whole. */
async function takeFrom(side: Side, now: Found, isWhole: () => Promise<boolean>): Promise<void> {
  const place = await placeIn(txOf(side));
  if (place === undefined || place.state === "here") return;
  if (place.state === "moved" && !(await isEmpty(side)) && !(await isWhole())) {
    await side.ask(`UPDATE places SET swept_at = now() WHERE tenant_id = $1`, [side.tenant]);
    return;
  }
  await leave(side, now);
  await empty(side);
}

/** All of them have to answer: the one that is away may be where the tenant is. */
async function placesOf(databases: Databases, tenant: string): Promise<ReadonlyMap<string, Place>> {
  const found = new Map<string, Place>();
  for (const [name, url] of databases) {
    const place = await within(url, tenant, (side) => placeIn(txOf(side)));
    if (place !== undefined) found.set(name, place);
  }
  return found;
}

const SNAPSHOT = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";

/** What fails is rolled back with its connection. */
function within<T>(url: string, tenant: string, work: (side: Side) => Promise<T>, begin = "BEGIN"): Promise<T> {
  return asOwner(url, async (ask) => {
    await ask(begin);
    await ask(`SELECT set_config('holdfast.tenant', $1, true), set_config('lock_timeout', $2, true)`, [
      tenant,
      String(WAIT_MS),
    ]);
    const done = await work({ ask, tenant });
    await ask("COMMIT");
    return done;
  });
}
