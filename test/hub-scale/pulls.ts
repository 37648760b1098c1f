// A pull of ten changes: over HTTP from a hub, and the same statements asked through the driver with nothing around them, in turns.
import { strict as assert } from "node:assert";
import { createHash } from "node:crypto";
import { openingOf, type Value } from "../../hub/src/database.ts";
import { type Bare, openBare } from "../../hub/test/bare.ts";
import type { MadeTenant } from "../../hub/test/generate.ts";
import type { Recorded } from "../../hub/test/recorded.ts";
import { heard, isSame } from "./heard.ts";
import { type Ask, load, quantile } from "./load.ts";
import { type Filled, startHub } from "./world.ts";

export interface Pulls {
  /** Milliseconds, one request at a time. */
  readonly hub: Times;
  readonly bare: Times;
  /** Of one that finds nothing new, and of a head. */
  readonly nothing: Times;
  readonly head: Times;
  readonly wrong: number;
}

export interface Times {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

/** In turns of so many; in the first ones everybody finds their way. */
const TURN = 100;
const FIRST_TURNS = 3;

/** All sizes in turns with each other, so that a busy minute is one for each of them. */
export async function measurePulls(
  sizes: readonly Filled[],
  turns: number,
): Promise<readonly (readonly [Filled, Pulls])[]> {
  const opened: (readonly [Filled, Opened])[] = [];
  try {
    for (const filled of sizes) opened.push([filled, await open(filled)]);
    for (let turn = -FIRST_TURNS; turn < turns; turn++) for (const [, { take }] of opened) await take(turn >= 0);
  } finally {
    for (const [, { end }] of opened) await end();
  }
  return opened.map(([filled, { result }]) => [filled, result()]);
}

interface Opened {
  readonly take: (isKept: boolean) => Promise<void>;
  readonly result: () => Pulls;
  readonly end: () => Promise<void>;
}

async function open(filled: Filled): Promise<Opened> {
  const { sample } = filled;
  const template = await pullOf(filled);
  const hub = await startHub(filled.url);
  const bare = await openBare(filled.url);
  const times = { hub: [] as number[], bare: [] as number[], nothing: [] as number[], head: [] as number[] };
  let wrong = 0;
  const over = async (kind: Ask["kind"]): Promise<readonly number[]> => {
    const done = await load([hub.url], { workers: 1, count: TURN }, () => ({ kind, tenant: hasNews(sample) }));
    wrong += done.wrong;
    return done.ms[kind] ?? [];
  };
  return {
    take: async (isKept) => {
      const now = {
        hub: await over("ten changes"),
        bare: await bareTurn(bare, template, sample),
        nothing: await over("nothing new"),
        head: await over("head"),
      };
      if (isKept) for (const key of ["hub", "bare", "nothing", "head"] as const) times[key].push(...now[key]);
    },
    result: () => ({
      hub: timesOf(times.hub),
      bare: timesOf(times.bare),
      nothing: timesOf(times.nothing),
      head: timesOf(times.head),
      wrong,
    }),
    end: async () => {
      await bare.end();
      await hub.end("SIGTERM");
    },
  };
}

export function timesOf(ms: readonly number[] = []): Times {
  const sorted = ms.toSorted((a, b) => a - b);
  return { p50: quantile(sorted, 0.5), p95: quantile(sorted, 0.95), p99: quantile(sorted, 0.99) };
}

/** Where there are ten changes to be had. */
function hasNews(sample: () => MadeTenant): MadeTenant {
  for (;;) {
    const tenant = sample();
    if (tenant.earlier.seq > 0) return tenant;
  }
}

/** What a hub asks for a pull by anybody, made of what one was heard to ask; held to what it asks for another. */
async function pullOf({ url, sample }: Filled): Promise<(tenant: MadeTenant) => Recorded> {
  let one = hasNews(sample);
  // Neither of its numbers is one that a statement has for another reason.
  while (one.earlier.seq < 20 || one.head.seq > 400) one = sample();
  const other = hasNews(sample);
  const [of, ofOther] = await heard(url, [
    { kind: "ten changes", tenant: one },
    { kind: "ten changes", tenant: other },
  ]);
  const [pull, check] = [of?.at(-1), ofOther?.at(-1)];
  if (pull === undefined || check === undefined) throw new Error("a pull asked its database nothing");
  const known = valuesOf(one);
  const template = (tenant: MadeTenant): Recorded => {
    const now = valuesOf(tenant);
    const statements = pull.statements.map(({ sql, values }) => {
      const own = values.map((value) => now[known.findIndex((each) => isSame(each, value))] ?? value);
      return { sql, values: own, rows: [] };
    });
    return { opening: openingOf("read", tenant.name), statements };
  };
  const asks = ({ opening, statements }: Recorded): unknown => [
    opening,
    statements.map(({ sql, values }) => [sql, values]),
  ];
  assert.deepEqual(asks(template(other)), asks(check));
  return template;
}

function valuesOf({ name, token, store, earlier, head }: MadeTenant): readonly Value[] {
  return [name, createHash("sha256").update(token).digest(), store, earlier.seq, head.seq];
}

async function bareTurn(
  bare: Bare,
  template: (tenant: MadeTenant) => Recorded,
  sample: () => MadeTenant,
): Promise<readonly number[]> {
  const ms: number[] = [];
  for (let at = 0; at < TURN; at++) {
    const recorded = template(hasNews(sample));
    const begun = performance.now();
    await bare.ask(recorded);
    ms.push(performance.now() - begun);
  }
  return ms;
}
