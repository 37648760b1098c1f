// Which of some memories another one replaces, where not every file was read: the index knows who claims it, and the claim is
// judged from the claimant's own bytes (TRU-22b, SEA-5).

import { type Memory, readMemories } from "../store/catalogue.ts";
import type { MemoryStore, Spot } from "../store/memory-store.ts";
import { replacedBy } from "../store/superseded.ts";
import { Fault } from "../text/errors.ts";
import type { SearchIndex } from "./search-index.ts";

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
