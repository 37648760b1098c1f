// What is known of a memory besides its own words, and so why it waits for a person (REV-3): one owner for every
// entrance that shows, lists or counts it, so that none of them denies what another shows.

import type { Doubts } from "../recall/doubts.ts";
import type { Known } from "../recall/due.ts";
import type { IsOutdated } from "../recall/outdated.ts";
import type { Receipt } from "../recall/receipts.ts";
import type { Usage } from "../recall/usage.ts";
import type { Memory } from "../store/catalogue.ts";
import { type LookAlike, lookAlikes } from "./look-alikes.ts";

export interface Twin {
  readonly kind: LookAlike["kind"];
  readonly memory: Memory;
}

/** What an entrance has at hand. */
export interface Beside {
  /** Absent where nobody looked: then nothing is said to be unused. */
  readonly receipts?: readonly Receipt[] | undefined;
  /** Absent where no project is at hand (CTX-8). */
  readonly isOutdated?: IsOutdated | undefined;
}

export interface Facts {
  readonly alike: readonly LookAlike[];
  readonly doubtAbout: Doubts;
  readonly usageOf?: ((memory: Memory) => Usage) | undefined;
  readonly isOutdated?: IsOutdated | undefined;
}

export interface Standing extends Known {
  /** Says the same, or the opposite; of the same store, so that one can replace the other. */
  readonly twins: readonly Twin[];
}

export function standingIn({ alike, doubtAbout, usageOf, isOutdated }: Facts): (memory: Memory) => Standing {
  const twinsOf = twinsAmong(alike);
  return (memory) => {
    const twins = twinsOf(memory);
    return {
      outdated: isOutdated?.(memory) === true,
      doubt: doubtAbout(memory),
      twins,
      likeness: likenessOf(twins),
      lastShown: usageOf === undefined ? undefined : (usageOf(memory).lastShown ?? "never"),
    };
  };
}

/** Comparing costs about as much as reading: so many are compared where nobody asked what waits. */
const MOST_IN_PASSING = 500;

/** Undefined where the store is too large to be compared in passing: then nothing may be said about look-alikes. */
export function alikeInPassing(memories: readonly Memory[]): readonly LookAlike[] | undefined {
  return memories.length > MOST_IN_PASSING ? undefined : lookAlikes(memories);
}

function likenessOf(twins: readonly Twin[]): Twin["kind"] | undefined {
  return twins.some(({ kind }) => kind === "contradiction") ? "contradiction" : twins[0]?.kind;
}

/** Of two stores neither can replace the other. */
function twinsAmong(alike: readonly LookAlike[]): (memory: Memory) => readonly Twin[] {
  const twins = new Map<Memory, Twin[]>();
  const add = (memory: Memory, twin: Twin): void => {
    twins.set(memory, [...(twins.get(memory) ?? []), twin]);
  };
  for (const { kind, a, b } of alike) {
    if (a.scope !== b.scope) continue;
    add(a, { kind, memory: b });
    add(b, { kind, memory: a });
  }
  return (memory) => twins.get(memory) ?? [];
}
