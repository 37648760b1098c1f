// When to say nothing, and how much else (CTX-3, ARR-5). There is always a best hit, so a relative cut can't keep quiet: the
// best must pass absolute bars first. A strong match brings its text, a middling one a line that may apply. The same numbers
// for a store of three memories and of a thousand.

import type { Query } from "../text/query.ts";
import { conviction, couldBeDense, likeness, mostMass } from "./evidence.ts";
import type { Ranked } from "./rank.ts";
import type { TermFacts } from "./search-index.ts";

export interface Bars {
  /** Rare matched terms and matched share of the question, see recall/evidence.ts. */
  readonly mass: number;
  readonly coverage: number;
  /** For all together (`conviction` of a text, `likeness` of a line): much of one makes up for little of another. */
  readonly both: number;
  /** Of the best score: what comes after it. */
  readonly share: number;
  /** A name brings its text where it stands so far before the next hit. */
  readonly lead: number;
}

/** Of a text. Figures: docs/decisions/0012-search.md. */
export const BARS: Bars = { mass: 0.65, coverage: 0.2, both: 0.27, share: 0.65, lead: 0.3 };
/** Of a line. Figures: docs/decisions/0043-two-levels.md. */
export const LINE_BARS: Omit<Bars, "lead"> = { mass: 0.3, coverage: 0.2, both: 0.045, share: 0.8 };

/** False where no memory could pass, whatever it says: then none need be looked at. */
export function couldPass({ terms }: Query, facts: TermFacts, bars: Pick<Bars, "mass"> = BARS): boolean {
  return mostMass(terms, facts) >= bars.mass;
}

/** The same for a text or a line. */
export function couldTell(query: Query, facts: TermFacts): boolean {
  return couldPass(query, facts) || (couldPass(query, facts, LINE_BARS) && couldBeDense(query.terms, facts));
}

export function passes(best: Ranked, bars: Bars = BARS): boolean {
  return isNamed(best, bars) || convinces(best, bars);
}

/** By the share of the question that was matched, not by one name. */
export function convinces(best: Ranked, bars: Bars = BARS): boolean {
  return best.mass >= bars.mass && best.coverage >= bars.coverage && conviction(best) >= bars.both;
}

/** One rare exact word is strong, whatever share of the question it is. */
export function isNamed({ named, lead }: Ranked, bars: Bars = BARS): boolean {
  return named && lead >= bars.lead;
}

/** What a match brings: its text, or a line that says it may apply. */
export type Level = "text" | "line";

export function levelOf(hit: Ranked): Level | undefined {
  if (passes(hit)) return "text";
  const { mass, coverage, both } = LINE_BARS;
  return hit.mass >= mass && hit.coverage >= coverage && likeness(hit) >= both ? "line" : undefined;
}

/** Nothing, or the best and what comes near it, at most `limit`. */
export function worthSaying<T extends Ranked>(ranked: readonly T[], limit: number, bars: Bars = BARS): readonly T[] {
  const best = ranked[0];
  return best === undefined || !passes(best, bars) ? [] : near(best, ranked, bars.share).slice(0, Math.max(0, limit));
}

/** The same with what may apply, where nothing matches strongly. */
export function worthTelling<T extends Ranked>(ranked: readonly T[], limit: number): readonly T[] {
  const best = ranked[0];
  if (best === undefined || levelOf(best) !== "line") return worthSaying(ranked, limit);
  return near(best, ranked, LINE_BARS.share).slice(0, limit);
}

function near<T extends Ranked>(best: T, ranked: readonly T[], share: number): readonly T[] {
  return ranked.filter(({ score }) => score >= share * best.score);
}
