// Which memories a verified one has replaced (TRU-22b); the rule is core's. Where not every file was read, the index knows
// who claims to replace one, and the claim is judged from the claimant's own bytes (SEA-5).

import { statusOf } from "../memory/fields.ts";
import type { SearchIndex } from "../recall/search-index.ts";
import { Fault } from "../text/errors.ts";
import { type Memory, readMemories } from "./catalogue.ts";
import type { MemoryStore, Spot } from "./memory-store.ts";
import { replacedBy } from "./superseded.ts";

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
  readonly index: Pick<SearchIndex, "claimants"> | undefined;
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
