// A hub under the mix of a day's work for as long as asked: does its memory stay where it is? Each second what is resident and what its
// heap holds, and lines through both behind the time in which it warms up. Of the heap the least of each part of the time counts: what
// is left when it was just collected. What is resident has steps besides, where the engine of its language takes more room before it collects.

import type { Postgres } from "../../hub/test/postgres.ts";
import { chanceFrom } from "../bench/generate.ts";
import { lostOf } from "./kept.ts";
import { load, mixed, newFollows } from "./load.ts";
import { less, residentOf, type Spent, spent } from "./usage.ts";
import { type Filled, startHub } from "./world.ts";

export interface Soaked {
  readonly minutes: number;
  readonly rate: number | undefined;
  readonly requests: number;
  readonly wrong: number;
  readonly lost: number;
  /** MB at the end of the warm-up, at the end, and the most there was. */
  readonly warm: number;
  readonly end: number;
  readonly most: number;
  /** MB an hour, by the straight line through what came behind the warm-up. */
  readonly slope: number;
  /** The same of what lives in the heap. */
  readonly live: { readonly warm: number; readonly end: number; readonly slope: number };
  /** Milliseconds of processor time for one request of the mix. */
  readonly each: Spent;
}

/** Of the whole time. */
const WARM = 1 / 4;
const WORKERS = 8;
/** Of the time, each with its least. */
const PARTS = 40;

export async function soak(
  postgres: Postgres,
  filled: Filled,
  { minutes, rate }: { readonly minutes: number; readonly rate?: number | undefined },
  note: (line: string) => void,
): Promise<Soaked> {
  const hub = await startHub(filled.url);
  const [seen, used]: [Point[], Point[]] = [[], []];
  const now = (): Spent => spent([postgres], [hub.child.pid ?? 0]);
  const before = now();
  const started = performance.now();
  const look = setInterval(() => {
    const minute = (performance.now() - started) / 60_000;
    seen.push({ minute, mb: residentOf(hub.child.pid ?? 0) });
    heapOf(hub.url).then(
      (mb) => used.push({ minute, mb }),
      () => undefined, // it is busy, or ends: the next second tells
    );
    if (seen.length % 300 === 0) note(`${minute.toFixed(0)} min: ${seen.at(-1)?.mb.toFixed(0)} MB`);
  }, 1000);
  const next = mixed(filled.sample, chanceFrom(11), filled.fresh);
  const limits = { workers: WORKERS, seconds: minutes * 60, ...(rate !== undefined && { rate }) };
  const done = await load([hub.url], limits, next, newFollows());
  clearInterval(look);
  const cost = less(now(), before);
  await hub.end("SIGTERM");
  const requests = [...done.statuses.values()].reduce((sum, count) => sum + count, 0);
  const each = (whose: keyof Spent): number => (cost[whose] * 1000) / requests;
  const isLate = ({ minute }: Point): boolean => minute >= minutes * WARM;
  const late = seen.filter(isLate);
  const live = leastOf(used, minutes / PARTS).filter(isLate);
  return {
    minutes,
    rate,
    requests,
    wrong: done.wrong,
    lost: await lostOf(postgres, filled, done.pushed),
    warm: late[0]?.mb ?? Number.NaN,
    end: seen.at(-1)?.mb ?? Number.NaN,
    most: Math.max(...seen.map(({ mb }) => mb)),
    slope: slopeOf(late) * 60,
    live: { warm: live[0]?.mb ?? Number.NaN, end: live.at(-1)?.mb ?? Number.NaN, slope: slopeOf(live) * 60 },
    each: { engine: each("engine"), hub: each("hub"), client: each("client") },
  };
}

interface Point {
  readonly minute: number;
  readonly mb: number;
}

async function heapOf(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const [, bytes] = /^holdfast_hub_nodejs_heap_size_used_bytes (\S+)/m.exec(text) ?? [];
  if (bytes === undefined) throw new Error("the hub tells nothing of its heap");
  return Number(bytes) / 1_048_576;
}

function leastOf(points: readonly Point[], minutes: number): readonly Point[] {
  const parts = Map.groupBy(points, ({ minute }) => Math.floor(minute / minutes));
  return [...parts.values()].map((part) => part.reduce((least, each) => (each.mb < least.mb ? each : least)));
}

/** MB a minute, by least squares. */
function slopeOf(points: readonly Point[]): number {
  const mean = (pick: (point: Point) => number): number =>
    points.reduce((sum, point) => sum + pick(point), 0) / points.length;
  const [x, y] = [mean(({ minute }) => minute), mean(({ mb }) => mb)];
  const [over, under] = [mean((p) => (p.minute - x) * (p.mb - y)), mean((p) => (p.minute - x) ** 2)];
  return over / under;
}
