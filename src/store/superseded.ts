// Which memories are replaced (TRU-22b). Only a verified memory replaces another, and a shared one only shared ones: a
// project can't silence the user's own memories (CFG-1). Where not every file was read, the index knows who claims to
// replace one, and the claim is judged from the claimant's own bytes (SEA-5).
import { statusOf } from "../memory/fields.ts";
import { Fault } from "../text/errors.ts";
import type { EffectiveTier } from "../trust/tiers.ts";
import { type Memory, readMemories } from "./catalogue.ts";
import type { MemoryStore, Scope, Spot } from "./memory-store.ts";

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

export function supersededAmong(memories: readonly Memory[]): ReadonlySet<Memory> {
  const isReplaced = replacedBy(memories);
  return new Set(memories.filter(isReplaced));
}

/** Neither put away nor replaced nor held. */
export function isInForce(memory: Memory, superseded: ReadonlySet<Memory>): boolean {
  return memory.tier !== "quarantined" && statusOf(memory.document) === "active" && !superseded.has(memory);
}

interface Claimed {
  readonly store: MemoryStore;
  /** What the index knows of who claims to replace one. */
  readonly index: { claimants(ids: readonly string[]): ReadonlyMap<string, readonly Spot[]> } | undefined;
}

/** Whether a claim to replace holds is decided from the signature of the one that claims it (TRU-22b). */
export function replacedAmong(found: readonly Memory[], stores: readonly Claimed[]): ReadonlySet<Memory> {
  const ids = found.flatMap(({ id }) => id ?? []);
  const claimants = stores.flatMap(({ store, index }) => {
    const spots = new Map<string, Spot>();
    for (const claimed of claimsIn(index, ids).values()) {
      for (const spot of claimed) spots.set(`${spot.place}/${spot.file}`, spot);
    }
    return readMemories(store, [...spots.values()]);
  });
  const isReplaced = replacedBy([...found, ...claimants]);
  return new Set(found.filter(isReplaced));
}

function claimsIn(index: Claimed["index"], ids: readonly string[]): ReadonlyMap<string, readonly Spot[]> {
  try {
    return index?.claimants(ids) ?? new Map();
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return new Map();
  }
}
