// A tenant moves while it is read and written (HUB-15). Copies are made beside the running tenant until little is left; then its gate is
// closed for the last of it: writers wait, readers do not. The old place says `moved` in one commit, which is the move: before it nothing
// has happened, behind it any hub that meets it goes on by itself. What is left of it is taken away when the new place was verified.
// Ended anywhere, it can be begun again, or taken back by a move to where the tenant is; where it fails it takes its copy away itself.
import { codeOf } from "./again.ts";
import { record } from "./audit.ts";
import { areSame, makeSame, type Side, type Table, tablesOf, takeAway } from "./copying.ts";
import { close, empty, leave, txOf } from "./left.ts";
import { asOwner } from "./migrate.ts";
import { type Found, opened, type Place, placeIn, whereIn } from "./places.ts";
import { verifyIn } from "./verify.ts";

export type Step = "begun" | "copied" | "verified" | "closed" | "caught-up" | "ready" | "moved" | "opened" | "cleaned";

export interface Moving {
  readonly tenant: string;
  readonly to: string;
  readonly databases: ReadonlyMap<string, string>;
  /** Told after each step. */
  readonly at?: (step: Step) => void | Promise<void>;
}

export interface Moved {
  readonly from: string;
  readonly to: string;
  /** Writers waited for so long; zero where nothing was to be moved. */
  readonly closedMs: number;
  readonly changes: number;
}

/** What the operator is told. */
export class NotMoved extends Error {
  override readonly name = "NotMoved";
}

const FEW = 100;
const PASSES = 8;
const CLOSED_MS = 10_000;
const GATE_MS = 2000;
const TRIES = 10;
const TAKEN = "55P03";
const TWICE = "23505";

type Steps = Required<Moving>["at"];

export async function move({ tenant, to, databases, at = () => undefined }: Moving): Promise<Moved> {
  const target = urlOf(databases, to);
  const found = await placeOf(databases, tenant);
  const moved = await inPlace(urlOf(databases, found.name), tenant, async (source) => {
    await mine(source);
    // Somebody else's move may have ended meanwhile.
    const place = await placeIn(txOf(source));
    if (place !== undefined && (place.state === "moved" || place.moves !== found.moves))
      throw new NotMoved(`${tenant} was moved by somebody else just now.`);
    if (found.name === to) return { closedMs: 0 };
    return await inPlace(target, tenant, async (side) => {
      const leg: Leg = { source, target: side, tables: await tablesOf(source.ask), names: [found.name, to], found };
      try {
        await begin(leg);
        await at("begun");
        await copy(leg, at);
        return { closedMs: await finish(leg, at) };
      } catch (error) {
        await undo(leg).catch(() => undefined);
        throw error;
      }
    });
  });
  const now = await placeOf(databases, tenant);
  if (now.name !== to) throw new NotMoved(`${tenant} is in ${now.name}.`);
  const changes = await settled(databases, tenant, now);
  await at("cleaned");
  return { from: found.name, to, changes, ...moved };
}

interface Leg {
  readonly source: Side;
  readonly target: Side;
  readonly tables: readonly Table[];
  readonly names: readonly [from: string, to: string];
  readonly found: Found;
}

/** What is left there of an earlier copy is caught up with; what is a stale place, as after a restore, is closed. */
async function begin({ target, names: [from], found }: Leg): Promise<void> {
  await within(target, async () => {
    await close(target);
    await target.ask(
      `INSERT INTO places (tenant_id, state, other, moves) VALUES ($1, 'arriving', $2, $3)
       ON CONFLICT (tenant_id) DO UPDATE SET state = 'arriving', other = $2, moves = $3, swept_at = now()`,
      [target.tenant, from, found.moves + 1],
    );
  });
}

/** It failed. As long as the old place says that nothing has happened, nothing of the copy stays; what can't be asked now, a hub asks (left.ts). */
async function undo({ source, target, names: [from], found }: Leg): Promise<void> {
  const place = await placeIn(txOf(source));
  const copy = await placeIn(txOf(target));
  if (place?.state !== "here" || place.moves !== found.moves || copy?.moves !== found.moves + 1) return;
  await within(target, () => leave(target, { name: from, moves: found.moves }));
  await empty(target);
}

async function copy(leg: Leg, at: Steps): Promise<void> {
  for (let left = PASSES; left > 0; left--) {
    const changed = await pass(leg);
    if (left === PASSES) {
      await known(leg);
      await at("copied");
    }
    if (changed <= FEW) break;
  }
  const { broken } = await verifyIn(txOf(leg.target));
  if (broken.length > 0) throw new NotMoved(`The copy is not whole: ${broken[0]}.`);
  await at("verified");
}

/** An engine that knows nothing of rows it was just given looks through all of them for each. */
async function known({ target, tables }: Leg): Promise<void> {
  await target.ask(`ANALYZE (SKIP_LOCKED) ${tables.map(({ name }) => name).join(", ")}`);
}

async function pass({ source, target, tables }: Leg): Promise<number> {
  const once = (): Promise<number> =>
    within(source, () => within(target, () => makeSame(source, target, tables)), SNAPSHOT);
  try {
    return await once();
  } catch (error) {
    // A name or an address went from one row to another between two passes, and both rows are there: from the start.
    if (codeOf(error) !== TWICE) throw error;
    await takeAway(target, tables);
    return await once();
  }
}

const SNAPSHOT = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";

/** The stop. How long it was. */
async function finish(leg: Leg, at: Steps): Promise<number> {
  for (let left = TRIES; ; left--) {
    const started = performance.now();
    try {
      await within(leg.source, () => lastPass(leg, at));
      const closedMs = Math.round(performance.now() - started);
      await at("moved");
      await opened(txOf(leg.target), leg.found.moves + 1);
      await at("opened");
      return closedMs;
    } catch (error) {
      if (left === 1) throw error;
      if (codeOf(error) === TWICE) await pass(leg);
      // Somebody writes for longer than others may wait behind us.
      else if (codeOf(error) === TAKEN) await new Promise((resolve) => setTimeout(resolve, GATE_MS));
      else throw error;
    }
  }
}

async function lastPass({ source, target, tables, names: [from, to], found }: Leg, at: Steps): Promise<void> {
  // If this program is stopped, or the line to it is cut, nobody waits for long.
  await source.ask(`SET LOCAL idle_in_transaction_session_timeout = ${CLOSED_MS}`);
  await source.ask(`SET LOCAL statement_timeout = ${CLOSED_MS}`);
  await close(source);
  const moves = found.moves + 1;
  await record(txOf(source), "operator", { action: "moved", about: { from, to } });
  await at("closed");
  await within(target, async () => {
    await makeSame(source, target, tables);
    await at("caught-up");
    if (!(await areSame(source, target, tables))) throw new NotMoved("The copy differs, and nobody wrote.");
    const ready = await target.ask(
      `UPDATE places SET state = 'ready', swept_at = now() WHERE tenant_id = $1 AND state = 'arriving' AND moves = $2 RETURNING 1`,
      [target.tenant, moves],
    );
    if (ready.length === 0) throw new NotMoved(`Somebody else took the copy in ${to} away.`);
  });
  await at("ready");
  await source.ask(
    `INSERT INTO places (tenant_id, state, other, moves) VALUES ($1, 'moved', $2, $3)
     ON CONFLICT (tenant_id) DO UPDATE SET state = 'moved', other = $2, moves = $3, swept_at = now()`,
    [source.tenant, to, moves],
  );
}

/** Whole here, and nowhere else any more. How many changes it has. */
async function settled(databases: ReadonlyMap<string, string>, tenant: string, now: Found): Promise<number> {
  return inPlace(urlOf(databases, now.name), tenant, async (home) => {
    // Until the end: from here nobody moves it into a place that is being emptied.
    await mine(home);
    const place = await placeIn(txOf(home));
    if (place?.state !== "here" || place.moves !== now.moves)
      throw new NotMoved(`${tenant} was moved by somebody else just now.`);
    const { broken, changes } = await within(home, () => verifyIn(txOf(home)), SNAPSHOT);
    if (broken.length > 0) throw new NotMoved(`It is in ${now.name}, and ${broken[0]}. The old rows are left.`);
    for (const [name, url] of databases) {
      if (name === now.name) continue;
      await inPlace(url, tenant, async (side) => {
        if ((await placeIn(txOf(side))) === undefined) return;
        await within(side, () => leave(side, now));
        await empty(side);
      });
    }
    return changes;
  });
}

async function placeOf(databases: ReadonlyMap<string, string>, tenant: string): Promise<Found> {
  const places = await Promise.all(
    [...databases].map(
      async ([name, url]): Promise<readonly [string, Place | undefined]> => [
        name,
        await inPlace(url, tenant, (side) => placeIn(txOf(side))),
      ],
    ),
  );
  const at = whereIn(new Map(places));
  if (at === "nowhere") throw new NotMoved(`There is no tenant ${tenant}.`);
  if (at === "between") throw new NotMoved(`${tenant} is in a database that HOLDFAST_HUB_DATABASES does not name.`);
  if (at.isReady) await inPlace(urlOf(databases, at.name), tenant, (side) => opened(txOf(side), at.moves));
  return at;
}

function urlOf(databases: ReadonlyMap<string, string>, name: string): string {
  const url = databases.get(name);
  if (url === undefined)
    throw new NotMoved(`No database is called ${name}; there are ${[...databases.keys()].join(", ")}.`);
  return url;
}

/** As the owner, who is held to the tenant's rows by the same policies. */
function inPlace<T>(url: string, tenant: string, work: (side: Side) => Promise<T>): Promise<T> {
  return asOwner(url, async (ask) => {
    await ask(
      `SELECT set_config('holdfast.tenant', $1, false), set_config('timezone', 'UTC', false), set_config('datestyle', 'ISO', false),
         set_config('bytea_output', 'hex', false), set_config('extra_float_digits', '1', false),
         set_config('lock_timeout', $2, false)`,
      [tenant, String(GATE_MS)],
    );
    return await work({ ask, tenant });
  });
}

async function within<T>({ ask }: Side, work: () => Promise<T>, begin = "BEGIN"): Promise<T> {
  await ask(begin);
  try {
    const done = await work();
    await ask("COMMIT");
    return done;
  } catch (error) {
    // Where the connection is gone, so is the transaction.
    await ask("ROLLBACK").catch(() => undefined);
    throw error;
  }
}

/** As long as this connection lives: nobody else moves the tenant. */
async function mine({ ask, tenant }: Side): Promise<void> {
  const [row] = await ask<{ mine: boolean }>(`SELECT pg_try_advisory_lock(hashtextextended($1, 1)) AS mine`, [tenant]);
  if (row?.mine !== true) throw new NotMoved(`Somebody else moves ${tenant} at this moment.`);
}
