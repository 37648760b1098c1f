// Memories in the order of their nearness in meaning to words that are asked for (ARR-5a). The indexes propose; what is shown is read and judged
// from its own bytes by whoever asks.
import type { MemoryStore } from "../store/memory-store.ts";
import { unlessFault } from "../text/errors.ts";
import type { SearchedStore } from "./search.ts";
import type { IndexFilter, NearSpot } from "./search-index.ts";

export interface NearMemory extends NearSpot {
  readonly store: MemoryStore;
}

/** At most `limit` of each store, the nearest first; none where there is no table of vectors. */
export function nearestByMeaning(
  stores: readonly SearchedStore[],
  terms: readonly string[],
  filter: IndexFilter,
  limit: number,
): readonly NearMemory[] {
  const found = stores.flatMap(({ store, index }) => {
    const spots = unlessFault(
      () => index?.near?.(terms, filter, limit) ?? [],
      () => [],
    );
    return spots.map((spot) => ({ ...spot, store }));
  });
  return found.sort((a, b) => b.nearness - a.nearness);
}
