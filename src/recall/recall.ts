// What an agent is told with a prompt: nothing, unless the store knows something about it (CTX-3).
import type { Withheld } from "./candidate.ts";
import { candidateOf } from "./candidate-of.ts";
import type { Found } from "./search.ts";
import { couldPass, passes, worthSaying } from "./silence.ts";
import { isNew, type Limits, type Told, tell, withhold } from "./tell.ts";

export type Silence =
  | "no-match"
  | "not-enough-known"
  | "switched-off"
  | "no-counts"
  | "too-common"
  | "shown-before"
  | "nothing-fits";

export interface Recalled extends Told {
  readonly silence?: Silence;
}

export function recall(found: Found, limits: Limits): Recalled {
  const ranked = found.hits.map((hit) => hit.ranked);
  const best = ranked[0] ?? found.best;
  if (limits.most <= 0) return silent(found, limits, "switched-off");
  // Without the counts of developer text every word looks rare, and everything would pass.
  if (found.facts.backgroundSize === 0 && found.query.terms.length > 0) return silent(found, limits, "no-counts");
  if (!couldPass(found.query, found.facts)) return silent(found, limits, "too-common");
  if (best === undefined) return silent(found, limits, "no-match");
  if (!passes(best)) return silent(found, limits, "not-enough-known");
  const worth = new Set(worthSaying(ranked, ranked.length));
  const matching = found.hits.filter((hit) => worth.has(hit.ranked));
  const fresh = matching.filter(({ memory }) => isNew(memory, limits));
  if (fresh.length === 0) return silent(found, limits, matching.length === 0 ? "no-match" : "shown-before");
  const reasons = fresh.map(({ memory, ranked: { score } }) => ({
    memory,
    rule: `matches the prompt, score ${score.toFixed(1)}`,
  }));
  const told = tell(reasons, missed(found, limits), limits);
  return told.text === "" ? { ...told, silence: "nothing-fits" } : told;
}

function silent(found: Found, limits: Limits, silence: Silence): Recalled {
  return { text: "", selection: { shown: [], withheld: missed(found, limits), tokens: 0 }, silence };
}

function missed(found: Found, { now }: Limits): readonly Withheld[] {
  return found.misses.map(({ memory, reason }) => withhold(candidateOf(memory, now), reason));
}
