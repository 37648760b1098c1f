// Memories in the order of their nearness in meaning to a text (ARR-5a). The indexes propose; what is shown is read and judged
// from its own bytes by whoever asks.
import type { MemoryStore } from "../store/memory-store.ts";
import { unlessFault } from "../text/errors.ts";
import { tokensOf } from "../text/terms.ts";
import type { SearchedStore } from "./search.ts";
import type { IndexFilter, NearSpot } from "./search-index.ts";

export interface NearMemory extends NearSpot {
  readonly store: MemoryStore;
}

/** A context may be longer; what it is about stands in its beginning. */
const LONGEST_TEXT = 20_000;

/** At most `limit` of each store, the nearest first; none where there is no table of vectors. */
export function nearest(
  stores: readonly SearchedStore[],
  asked: string | readonly string[],
  filter: IndexFilter,
  limit: number,
): readonly NearMemory[] {
  const terms = typeof asked === "string" ? tokensOf(asked.slice(0, LONGEST_TEXT)).map(({ term }) => term) : asked;
  const found = stores.flatMap(({ store, index }) => {
    const spots = unlessFault(
      () => index?.near?.(terms, filter, limit) ?? [],
      () => [],
    );
    return spots.map((spot) => ({ ...spot, store }));
  });
  return found.sort((a, b) => b.nearness - a.nearness);
}
