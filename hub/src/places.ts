// The map of tenants to databases (HUB-15). Nobody keeps it: each database says of itself which tenants it has, in its table places,
// and refuses the others' transactions; a process asks all of them where it knows nothing yet, and again where it is refused. So a
// process with an old map writes nothing in an old place, and a name that two processes mean differently leads nobody astray.
import { codeOf } from "./again.ts";
import { type Database, ELSEWHERE, type OneDatabase, openDatabase, type Tx } from "./database.ts";
import { Refused } from "./problems.ts";
import { FIRST } from "./settings.ts";

export interface Place {
  readonly state: "here" | "arriving" | "ready" | "moved";
  /** Where it came from, or went to. */
  readonly other: string | null;
  readonly moves: number;
}

export type Places = Database & Pick<OneDatabase, "due">;

const ATTEMPTS = 4;
const PAUSE_MS = 50;

export function openPlaces(databases: ReadonlyMap<string, string>, connections?: number): Places {
  const all = new Map([...databases].map(([name, url]) => [name, openDatabase(url, connections)]));
  const first = all.get(FIRST);
  if (first === undefined) throw new Error("no database is the first");
  if (all.size === 1) return first;
  const known = new Map<string, OneDatabase>();
  const act = async <T>(tenant: string, ask: (database: OneDatabase) => Promise<T>): Promise<T> => {
    for (let left = ATTEMPTS; ; left--) {
      const found = known.get(tenant) ?? (await locate(all, tenant));
      if (found !== undefined) known.set(tenant, found);
      try {
        // Whom nobody has is founded in the first, and is a stranger there for all else.
        return await ask(found ?? first);
      } catch (error) {
        if (codeOf(error) !== ELSEWHERE) throw error;
        known.delete(tenant);
        if (left === 1) throw error;
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
    }
  };
  const each = [...all.values()];
  return {
    write: (tenant, work, how) => act(tenant, (database) => database.write(tenant, work, how)),
    read: (tenant, work) => act(tenant, (database) => database.read(tenant, work)),
    due: async () => (await Promise.all(each.map((database) => database.due().catch(() => [])))).flat(),
    // Those of one that is away are told so; the others are served.
    isReady: async () => (await Promise.all(each.map((database) => database.isReady()))).includes(true),
    end: async () => {
      await Promise.all(each.map((database) => database.end()));
    },
  };
}

async function locate(all: ReadonlyMap<string, OneDatabase>, tenant: string): Promise<OneDatabase | undefined> {
  const asked = await Promise.allSettled(
    [...all].map(async ([name, database]) => [name, await database.look(tenant, placeIn)] as const),
  );
  const answers = asked.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
  const failed = asked.find((each) => each.status === "rejected");
  const at = whereIn(new Map(answers));
  if (at === "nowhere" && failed !== undefined) throw failed.reason;
  if (at === "nowhere") return undefined;
  if (at === "between") throw failed?.reason ?? new Refused("unavailable");
  const database = all.get(at.name);
  if (at.isReady) await database?.look(tenant, (tx) => opened(tx, at.moves));
  return database;
}

export async function placeIn(tx: Tx): Promise<Place | undefined> {
  const [place] = await tx.rows<Place>(`SELECT state, other, moves FROM places WHERE tenant_id = $1`, [tx.tenant]);
  return place;
}

/** The copy is whole, and the place that it came from is closed. Whoever meets that first says so; the one who moved it may be gone. */
export async function opened(tx: Tx, moves: number): Promise<void> {
  await tx.rows(
    `UPDATE places SET state = 'here', other = NULL, swept_at = now() WHERE tenant_id = $1 AND state = 'ready' AND moves = $2`,
    [tx.tenant, moves],
  );
}

export interface Found {
  readonly name: string;
  readonly moves: number;
  /** It has to be said to be here yet. */
  readonly isReady: boolean;
}

/** Of what all that could be asked said, what happened last counts. `between`: it is in one that could not be asked, or in none. */
export function whereIn(places: ReadonlyMap<string, Place | undefined>): Found | "nowhere" | "between" {
  const said = [...places].flatMap(([name, place]) => (place === undefined ? [] : [{ name, ...place }]));
  if (said.length === 0) return "nowhere";
  const last = Math.max(...said.flatMap(({ state, moves }) => (state === "here" || state === "moved" ? moves : -1)));
  const at = said.filter(({ moves }) => moves === last);
  const here = at.find(({ state }) => state === "here");
  if (here !== undefined) return { name: here.name, moves: last, isReady: false };
  const left = at.find(({ state }) => state === "moved");
  const ready = at.find(({ name, state }) => state === "ready" && name === left?.other);
  return ready === undefined ? "between" : { name: ready.name, moves: last, isReady: true };
}
