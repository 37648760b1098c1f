// Every figure about silence (CTX-3): generic prompts, other stores' questions, other projects of the same domain, the
// whole curve over the two bars, and small stores.
import { BARS, type Bars } from "../../src/recall/silence.ts";
import { codingChats, isFactual } from "./beam.ts";
import { genericPrompts } from "./generic-prompts.ts";
import type { OurEngine } from "./ours.ts";
import { pastedErrors } from "./pasted-errors.ts";
import { loadOnce, scoredIn } from "./ranking.ts";
import type { Group } from "./read.ts";
import {
  foreignProbes,
  half,
  type Probe,
  type Probes,
  probe,
  type Rates,
  ratesOf,
  sizedProbes,
  ungated,
} from "./silence.ts";

export interface SilenceRow {
  readonly name: string;
  readonly rates: Rates;
  readonly development: Rates;
  readonly report: Rates;
  readonly ungated: { readonly wrong: number; readonly useful: number };
}

export interface CurvePoint {
  readonly bars: Bars;
  /** Wrong and kept, by the name of the set. */
  readonly sets: Readonly<Record<string, readonly [wrong: number, kept: number]>>;
}

export interface SilenceFigures {
  readonly foreign: readonly SilenceRow[];
  readonly sameDomain: SilenceRow;
  /** Speakers' names taken out of all prompts: names give foreign questions away. */
  readonly stripped: SilenceRow;
  /** Useful only: what must remain although the words of programs count less. */
  readonly errors: SilenceRow;
  readonly generic: readonly SilenceRow[];
  readonly sizes: readonly { readonly size: number; readonly rates: Rates }[];
  readonly curve: readonly CurvePoint[];
}

export interface Amount {
  readonly perStore: number;
  readonly perLargeStore: number;
  readonly generic: number;
  readonly stores: number;
}

export const FULL: Amount = { perStore: 300, perLargeStore: 100, generic: 120, stores: 100 };
export const QUICK: Amount = { perStore: 100, perLargeStore: 30, generic: 40, stores: 40 };

/** The bar on the two together moved, the others as they are; then pairs of two bars without it. */
const CURVE: readonly Bars[] = [
  ...[0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.8].map((both) => ({ ...BARS, both })),
  ...[0.5, 0.7, 1, 1.5].flatMap((mass) =>
    [0.35, 0.4, 0.45, 0.5].map((coverage) => ({ ...BARS, mass, coverage, both: 0 })),
  ),
];

/** Undefined where the corpora are not on this machine. */
export function silenceFigures(engine: OurEngine, own: readonly Group[], amount: Amount): SilenceFigures | undefined {
  const [obs, turn, beam] = [loadOnce("locomo-obs"), loadOnce("locomo-turn"), loadOnce("beam-user")];
  if (obs === undefined || turn === undefined || beam === undefined) return undefined;
  const isAsked = scoredIn("locomo-obs");
  const coding = codingChats(beam);
  const sets: readonly (readonly [string, Probes])[] = [
    ["locomo-obs", foreignProbes(engine, obs, { perStore: amount.perStore, isAsked })],
    ["locomo-turn", foreignProbes(engine, turn, { perStore: amount.perStore, isAsked })],
    ["beam-user", foreignProbes(engine, beam, { perStore: amount.perLargeStore, isAsked: isFactual })],
    ["coding, other projects", foreignProbes(engine, coding, { perStore: 300, isAsked: isFactual })],
  ];
  const rows = sets.map(([name, probes]) => rowOf(name, probes));
  const stripped = foreignProbes(engine, obs, { perStore: amount.perStore, isAsked, rewrite: withoutNames(obs) });
  return {
    foreign: rows.slice(0, 3),
    sameDomain: rows[3] as SilenceRow,
    stripped: rowOf("locomo-obs without names", stripped),
    errors: rowOf("pasted errors, beam-user", pastedErrors(engine, beam)),
    generic: [
      ...genericRows("locomo-obs", engine, obs, amount.generic),
      ...genericRows("coding chats", engine, coding, amount.generic),
      ...(own.length === 0 ? [] : genericRows("own corpus", engine, own, amount.generic)),
    ],
    sizes: [3, 10, 30, 100, 1000].map((size) => ({
      size,
      rates: ratesOf(sizedProbes(engine, obs, size, storesOf(size, amount.stores))),
    })),
    curve: curveOf(sets),
  };
}

/** As many as give a few hundred answerable questions. */
function storesOf(size: number, most: number): number {
  if (size < 50) return most;
  return size < 500 ? Math.ceil(most / 4) : Math.ceil(most / 12);
}

export function rowOf(name: string, probes: Probes): SilenceRow {
  return {
    name,
    rates: ratesOf(probes),
    development: ratesOf(half(probes, true)),
    report: ratesOf(half(probes, false)),
    ungated: ungated(probes),
  };
}

function genericRows(name: string, engine: OurEngine, groups: readonly Group[], count: number): readonly SilenceRow[] {
  const prompts = genericPrompts(count);
  const probes = groups.flatMap(({ docs }) => {
    const store = engine.open(docs);
    const asked = prompts.map(({ kind, text }, at) => probe(store, text, [], at % 2 === 0, kind));
    store.close();
    return asked;
  });
  const row = (title: string, unanswerable: readonly Probe[]): SilenceRow =>
    rowOf(title, { answerable: [], unanswerable });
  return [
    row(`all, ${name}`, probes),
    ...[...Map.groupBy(probes, ({ kind }) => kind)].map(([kind, own]) => row(`${kind}, ${name}`, own)),
  ];
}

function curveOf(sets: readonly (readonly [string, Probes])[]): readonly CurvePoint[] {
  return CURVE.map((bars) => ({
    bars,
    sets: Object.fromEntries(
      sets.map(([name, probes]) => {
        const { wrong, kept } = ratesOf(probes, bars);
        return [name, [wrong, kept] as const];
      }),
    ),
  }));
}

function withoutNames(groups: readonly Group[]): (text: string) => string {
  const names = new Set(groups.flatMap(({ docs }) => docs.flatMap(({ tags }) => tags)));
  const pattern = new RegExp(`\\b(?:${[...names].join("|")})(?:'s)?\\b`, "gu");
  return (text) => text.replaceAll(pattern, "").replaceAll(/\s+/gu, " ");
}
