// What an agent is told with a prompt: nothing, unless the store knows something about it (CTX-3); then a few memories
// inside the fence and the budget (CTX-4), at most half of them unconfirmed (CTX-9). A pure function of what was found.
import type { Candidate, Selection, Shown, Withheld, WithheldReason } from "../core/recall/candidate.ts";
import { CEILING, LARGEST_FRAME, renderContext, renderMemory } from "../core/recall/render.ts";
import { passes, worthSaying } from "../core/recall/silence.ts";
import { OUTDATED } from "../core/recall/wording.ts";
import { estimateTokens } from "../core/text/tokens.ts";
import { candidateOf } from "./candidate.ts";
import { type Memory, stemOf } from "./catalogue.ts";
import type { IsOutdated } from "./outdated.ts";
import type { Found, Hit } from "./search.ts";

export interface RecallLimits {
  /** `max-inject`; 0 says nothing. */
  readonly most: number;
  readonly tokens: number;
  readonly now: Date;
  /** What this session was given already, by id (CTX-2). */
  readonly shown?: ReadonlySet<string>;
  /** Absent where no project is at hand: then nothing is known to have gone (CTX-8). */
  readonly isOutdated?: IsOutdated | undefined;
}

export type Silence = "no-match" | "not-enough-known" | "switched-off" | "no-counts" | "shown-before" | "nothing-fits";

export interface Recalled {
  /** Empty when nothing is said. */
  readonly text: string;
  readonly selection: Selection;
  readonly silence?: Silence;
}

export function recall(found: Found, limits: RecallLimits): Recalled {
  const ranked = found.hits.map((hit) => hit.ranked);
  const best = ranked[0] ?? found.best;
  if (limits.most <= 0) return silent(found, limits, "switched-off");
  if (best === undefined) return silent(found, limits, "no-match");
  // Without the counts of developer text every word looks rare, and everything would pass.
  if (found.facts.backgroundSize === 0) return silent(found, limits, "no-counts");
  if (!passes(best)) return silent(found, limits, "not-enough-known");
  const worth = new Set(worthSaying(ranked, limits.most));
  const matching = found.hits.filter((hit) => worth.has(hit.ranked));
  const chosen = matching.filter(({ memory }) => !isShown(memory, limits));
  if (chosen.length === 0) return silent(found, limits, matching.length === 0 ? "no-match" : "shown-before");
  const shown = fitting(capped(chosen, limits.most), limits);
  if (shown.length === 0) return silent(found, limits, "nothing-fits");
  const kept = new Set(shown.map(({ candidate }) => candidate.id));
  const cut = chosen.map((hit) => candidateOf(hit.memory, limits.now)).filter(({ id }) => !kept.has(id));
  const withheld = cut.map((candidate) => withhold(candidate, "over-budget"));
  const tokens = shown.reduce((sum, each) => sum + each.tokens, estimateTokens(LARGEST_FRAME));
  const selection = { shown, withheld: [...withheld, ...missed(found, limits)], tokens };
  return { text: renderContext(selection), selection };
}

function isShown(memory: Memory, { shown }: RecallLimits): boolean {
  return shown?.has(memory.id ?? stemOf(memory)) === true;
}

function silent(found: Found, limits: RecallLimits, silence: Silence): Recalled {
  return { text: "", selection: { shown: [], withheld: missed(found, limits), tokens: 0 }, silence };
}

/** At most half of the slots for what nobody has confirmed, and one of them for each origin. */
function capped(hits: readonly Hit[], most: number): readonly Hit[] {
  const slots = Math.max(1, Math.floor(most / 2));
  const origins = new Set<string>();
  let unconfirmed = 0;
  return hits.filter(({ memory }) => {
    if (memory.tier === "verified") return true;
    const origin = originOf(memory.document.fields.get("session"));
    if (unconfirmed >= slots || (origin !== undefined && origins.has(origin))) return false;
    if (origin !== undefined) origins.add(origin);
    unconfirmed++;
    return true;
  });
}

function originOf(session: unknown): string | undefined {
  return typeof session === "string" && session !== "" ? session : undefined;
}

function fitting(hits: readonly Hit[], limits: RecallLimits): readonly Shown[] {
  let tokens = limits.tokens - estimateTokens(LARGEST_FRAME);
  let characters = CEILING - LARGEST_FRAME.length;
  const shown: Shown[] = [];
  for (const { memory, ranked } of hits) {
    const candidate = candidateOf(memory, limits.now);
    const outdated = limits.isOutdated?.(memory) ?? false;
    const rule = `matches the prompt, score ${ranked.score.toFixed(1)}${outdated ? `, ${OUTDATED}` : ""}`;
    for (const form of ["full", "line"] as const) {
      const element = renderMemory(candidate, form, outdated);
      const cost = estimateTokens(`${element}\n`);
      if (cost > tokens || element.length + 1 > characters) continue;
      tokens -= cost;
      characters -= element.length + 1;
      shown.push({ candidate, form, outdated, tokens: cost, rule });
      break;
    }
  }
  return shown;
}

function missed(found: Found, { now }: RecallLimits): readonly Withheld[] {
  return found.misses.map(({ memory, reason }) => withhold(candidateOf(memory, now), reason));
}

function withhold({ id, name }: Candidate, reason: WithheldReason): Withheld {
  return { id, name, reason };
}
