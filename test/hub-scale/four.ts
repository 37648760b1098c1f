// One hub on one database, and four on four, under the same mix: how much more four carry, and whose processor time says why not more.
import type { Postgres } from "../../hub/test/postgres.ts";
import { chanceFrom } from "../bench/generate.ts";
import { load, mixed } from "./load.ts";
import { idle, less, type Spent, spent } from "./usage.ts";
import { type Filled, filled, startHub } from "./world.ts";

export interface Carried {
  readonly databases: number;
  /** Requests a second. */
  readonly rate: number;
  /** Milliseconds of processor time for a request. */
  readonly each: Spent;
  /** Cores that nobody used. */
  readonly idle: number;
  readonly wrong: number;
}

export interface Four {
  readonly one: Carried;
  readonly four: Carried;
  readonly memories: number;
}

const CLIENTS = 8;

export async function measureFour(postgres: Postgres, memories: number, seconds: number): Promise<Four> {
  const all: Filled[] = [];
  for (let n = 1; n <= 4; n++)
    all.push(await filled(postgres, `hub_${n}`, { memories, tenants: Math.ceil(memories / 100), seed: n }));
  const one = await carried(postgres, all.slice(0, 1), seconds);
  return { one, four: await carried(postgres, all, seconds), memories };
}

async function carried(postgres: Postgres, databases: readonly Filled[], seconds: number): Promise<Carried> {
  const hubs = await Promise.all(databases.map(({ url }) => startHub(url)));
  const urls = hubs.map(({ url }) => url);
  const asks = databases.map(({ sample, fresh }, n) => mixed(sample, chanceFrom(19 + n), fresh));
  const next = (hub: number): ReturnType<(typeof asks)[number]> => (asks[hub] as (typeof asks)[number])();
  const workers = CLIENTS * databases.length;
  await load(urls, { workers, seconds: seconds / 4 }, next);
  const now = (): Spent =>
    spent(
      [postgres],
      hubs.map(({ child }) => child.pid ?? 0),
    );
  const [before, free] = [now(), idle()];
  const done = await load(urls, { workers, seconds }, next);
  const used = less(now(), before);
  const unused = (idle() - free) / done.seconds;
  await Promise.all(hubs.map((hub) => hub.end("SIGTERM")));
  const requests = [...done.statuses.values()].reduce((sum, count) => sum + count, 0);
  const each = (whose: keyof Spent): number => (used[whose] * 1000) / requests;
  return {
    databases: databases.length,
    rate: requests / done.seconds,
    each: { engine: each("engine"), hub: each("hub"), client: each("client") },
    idle: unused,
    wrong: done.wrong,
  };
}
