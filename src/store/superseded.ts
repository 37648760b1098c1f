// Which memories are replaced (TRU-22b). Only a verified memory replaces another, and a shared one only shared ones: a
// project can't silence the user's own memories (CFG-1).

import type { EffectiveTier } from "../trust/tiers.ts";
import type { Scope } from "./memory-store.ts";

export interface Superseding {
  readonly id: string | undefined;
  readonly scope: Scope;
  readonly tier: EffectiveTier;
  readonly supersedes: readonly string[];
}

/** A test for "is this one replaced by any of these?". */
export function replacedBy(memories: readonly Superseding[]): (memory: Pick<Superseding, "id" | "scope">) => boolean {
  const replaced = new Set<string>();
  for (const { id: own, scope, tier, supersedes } of memories) {
    if (tier !== "verified") continue;
    for (const id of supersedes) {
      if (id === own) continue;
      replaced.add(`shared ${id}`);
      if (scope === "personal") replaced.add(`personal ${id}`);
    }
  }
  return ({ id, scope }) => id !== undefined && replaced.has(`${scope} ${id}`);
}
