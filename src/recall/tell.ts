// A few memories inside the fence and the budget (CTX-4), at most half of them unconfirmed (CTX-9), none that the session
// was given already (CTX-2). A pure function of what was found.

import { handleOf, type Memory } from "../store/catalogue.ts";
import { estimateTokens } from "../text/tokens.ts";
import type { Candidate, Selection, Shown, Withheld, WithheldReason } from "./candidate.ts";
import { candidateOf } from "./candidate-of.ts";
import { capped } from "./caps.ts";
import { type ClaimIds, claimed } from "./claim.ts";
import type { IsOutdated } from "./outdated.ts";
import { CEILING, LARGEST_FRAME, renderContext, renderMemory } from "./render.ts";
import { OUTDATED } from "./wording.ts";

export interface Limits {
  /** `max-inject`; 0 says nothing. */
  readonly most: number;
  readonly tokens: number;
  readonly now: Date;
  /** What this session was given already, by id (CTX-2). */
  readonly shown?: ReadonlySet<string>;
  /** Asked of what is about to be told; absent outside a session. */
  readonly claim?: ClaimIds | undefined;
  /** Absent where no project is at hand: then nothing is known to have gone (CTX-8). */
  readonly isOutdated?: IsOutdated | undefined;
}

export interface Told {
  /** Empty when nothing is said. */
  readonly text: string;
  readonly selection: Selection;
}

/** Why a memory is here, for the receipt. */
export interface Reason {
  readonly memory: Memory;
  readonly rule: string;
}

export function isNew(memory: Memory, { shown }: Pick<Limits, "shown">): boolean {
  return shown?.has(handleOf(memory)) !== true;
}

export function tell(fitting: readonly Reason[], missed: readonly Withheld[], limits: Limits): Told {
  const chosen = capped(fitting, limits.most, ({ memory }) => memory);
  const shown = inBudget(chosen, limits);
  if (shown.length === 0) return { text: "", selection: { shown, withheld: missed, tokens: 0 } };
  const kept = new Set(shown.map(({ candidate }) => candidate.id));
  const near = new Set([...fitting.slice(0, limits.most), ...chosen]);
  const cut = [...near].map(({ memory }) => candidateOf(memory, limits.now)).filter(({ id }) => !kept.has(id));
  const withheld = cut.map((candidate) => withhold(candidate, "over-budget"));
  const tokens = shown.reduce((sum, each) => sum + each.tokens, estimateTokens(LARGEST_FRAME));
  const selection = claimed({ shown, withheld: [...withheld, ...missed], tokens }, limits.claim);
  const left = chosen.length - (shown.length - selection.shown.length);
  // What the caps left out is for the receipt, not for the agent to go and fetch.
  return { text: renderContext(selection, { totalApplicable: left }), selection };
}

function inBudget(reasons: readonly Reason[], limits: Limits): readonly Shown[] {
  let tokens = limits.tokens - estimateTokens(LARGEST_FRAME);
  let characters = CEILING - LARGEST_FRAME.length;
  const shown: Shown[] = [];
  for (const { memory, rule } of reasons) {
    const candidate = candidateOf(memory, limits.now);
    const outdated = limits.isOutdated?.(memory) ?? false;
    for (const form of ["full", "line"] as const) {
      const element = renderMemory(candidate, form, outdated);
      const cost = estimateTokens(`${element}\n`);
      if (cost > tokens || element.length + 1 > characters) continue;
      tokens -= cost;
      characters -= element.length + 1;
      shown.push({ candidate, form, outdated, tokens: cost, rule: outdated ? `${rule}, ${OUTDATED}` : rule });
      break;
    }
  }
  return shown;
}

export function withhold({ id, name }: Candidate, reason: WithheldReason): Withheld {
  return { id, name, reason };
}
