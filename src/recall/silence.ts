// When to say nothing (CTX-3). There is always a best hit, so a relative cut can't keep quiet: the best must pass
// absolute bars first. The same numbers for a store of three memories and of a thousand.

import type { Query } from "../text/query.ts";
import { conviction, mostMass } from "./evidence.ts";
import type { Ranked } from "./rank.ts";
import type { TermFacts } from "./search-index.ts";

export interface Bars {
  /** Rare matched terms and matched share of the question, see recall/evidence.ts. */
  readonly mass: number;
  readonly coverage: number;
  /** For the two together (`conviction`): much of one makes up for little of the other, within the bars. */
  readonly both: number;
  /** Of the best score: what comes after it. */
  readonly share: number;
}

/** One table. Figures: docs/decisions/0012-search.md. */
export const BARS: Bars = { mass: 0.65, coverage: 0.2, both: 0.27, share: 0.65 };

/** False where no memory could pass, whatever it says: then none need be looked at. */
export function couldPass({ terms }: Query, facts: TermFacts, bars: Bars = BARS): boolean {
  return mostMass(terms, facts) >= bars.mass;
}

export function passes(best: Ranked, bars: Bars = BARS): boolean {
  return best.mass >= bars.mass && best.coverage >= bars.coverage && conviction(best) >= bars.both;
}

/** Nothing, or the best and what comes near it, at most `limit`. */
export function worthSaying<T extends Ranked>(ranked: readonly T[], limit: number, bars: Bars = BARS): readonly T[] {
  const best = ranked[0];
  if (best === undefined || !passes(best, bars)) return [];
  return ranked.filter(({ score }) => score >= bars.share * best.score).slice(0, Math.max(0, limit));
}
