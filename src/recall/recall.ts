// What an agent is told with a prompt: nothing, unless the store knows something about it (CTX-3); then a few memories
// inside the fence and the budget (CTX-4), none that the session was given already (CTX-2).

import { handleOf, type Memory } from "../store/catalogue.ts";
import { type Candidate, type Selection, type Withheld, withhold } from "./candidate.ts";
import { candidateOf, type Looking } from "./candidate-of.ts";
import { type ClaimIds, claimed } from "./receipt.ts";
import { renderContext } from "./render.ts";
import type { Found } from "./search.ts";
import { selectForMoment } from "./select.ts";
import { couldPass, passes, worthSaying } from "./silence.ts";

export interface Limits extends Looking {
  /** `max-inject`; 0 says nothing. */
  readonly most: number;
  readonly tokens: number;
  /** What this session was given already, by id (CTX-2). */
  readonly shown?: ReadonlySet<string>;
  /** Asked of what is about to be told; absent outside a session. */
  readonly claim?: ClaimIds | undefined;
}

export interface Told {
  /** Empty when nothing is said. */
  readonly text: string;
  readonly selection: Selection;
}

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
  const best = found.hits[0] ?? found.best;
  if (limits.most <= 0) return silent(found, limits, "switched-off");
  // Without the counts of developer text every word looks rare, and everything would pass.
  if (found.facts.backgroundSize === 0 && found.query.terms.length > 0) return silent(found, limits, "no-counts");
  if (!couldPass(found.query, found.facts)) return silent(found, limits, "too-common");
  if (best === undefined) return silent(found, limits, "no-match");
  if (!passes(best)) return silent(found, limits, "not-enough-known");
  const matching = worthSaying(found.hits, found.hits.length);
  const fresh = matching.filter(({ memory }) => isNew(memory, limits));
  if (fresh.length === 0) return silent(found, limits, matching.length === 0 ? "no-match" : "shown-before");
  const candidates = fresh.map(({ memory, score }) => ({
    ...candidateOf(memory, limits),
    rule: `matches the prompt, score ${score.toFixed(1)}`,
  }));
  const told = tell(candidates, missed(found, limits), limits);
  return told.text === "" ? { ...told, silence: "nothing-fits" } : told;
}

export function isNew(memory: Memory, { shown }: Pick<Limits, "shown">): boolean {
  return shown?.has(handleOf(memory)) !== true;
}

/** What of these finds a place, and is not told by somebody else at this very moment. */
export function tell(fitting: readonly Candidate[], misses: readonly Withheld[], limits: Limits): Told {
  const { selection, chosen } = selectForMoment(fitting, limits);
  const whole = { ...selection, withheld: [...selection.withheld, ...misses] };
  if (whole.shown.length === 0) return { text: "", selection: whole };
  const left = claimed(whole, limits.claim);
  const applicable = chosen - (whole.shown.length - left.shown.length);
  return { text: renderContext(left, { totalApplicable: applicable }), selection: left };
}

function silent(found: Found, limits: Limits, silence: Silence): Recalled {
  return { text: "", selection: { shown: [], withheld: missed(found, limits), tokens: 0 }, silence };
}

function missed(found: Found, limits: Limits): readonly Withheld[] {
  return found.misses.map(({ memory, reason }) => withhold(candidateOf(memory, limits), reason));
}
