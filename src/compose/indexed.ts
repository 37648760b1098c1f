// The search index of an open store, or none: whoever searches falls back to names and tags (SEA-6).

import type { Config } from "../config/config.ts";
import type { Places } from "../disk/places.ts";
import { DEVELOPER_TEXT } from "../recall/io/index/developer-text.ts";
import { openSearchIndex, type SearchIndexOptions } from "../recall/io/index/open-index.ts";
import type { IndexedStore } from "../recall/judged.ts";
import type { OpenStore, OpenStores } from "../store/context.ts";
import { storeKey } from "../store/io/open-store.ts";
import type { Whereabouts } from "./here.ts";

/** What knows what is near in meaning. */
export type Meanings = Pick<SearchIndexOptions, "near" | "encodings">;

export function withIndex(
  { store }: Pick<OpenStore, "store">,
  places: Places,
  config: Config,
  meanings: Meanings = {},
): IndexedStore {
  const opened = openSearchIndex({
    cacheDir: places.cache,
    storeKey: storeKey(store.info),
    store,
    background: DEVELOPER_TEXT,
    ...meanings,
  });
  return { store, index: opened.kind === "index" ? opened.index : undefined, strategy: config["match-strategy"] };
}

/** `meanings` by whoever has the table at hand; the worker and the library do without. */
export function indexed(
  stores: OpenStores,
  { places, config }: Whereabouts,
  meanings?: Meanings,
): readonly IndexedStore[] {
  return stores.map((each) => withIndex(each, places, config, meanings));
}
