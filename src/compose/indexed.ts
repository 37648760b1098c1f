// The search index of an open store, or none: whoever searches falls back to names and tags (SEA-6).

import type { Config } from "../config/config.ts";
import type { Places } from "../disk/places.ts";
import { DEVELOPER_TEXT } from "../recall/io/index/developer-text.ts";
import type { NearFrom } from "../recall/io/index/near.ts";
import { openSearchIndex } from "../recall/io/index/open-index.ts";
import type { IndexedStore } from "../recall/judged.ts";
import type { OpenStore, OpenStores } from "../store/context.ts";
import { storeKey } from "../store/io/open-store.ts";
import type { Whereabouts } from "./here.ts";

export function withIndex(
  { store }: Pick<OpenStore, "store">,
  places: Places,
  config: Config,
  near?: NearFrom,
): IndexedStore {
  const opened = openSearchIndex({
    cacheDir: places.cache,
    storeKey: storeKey(store.info),
    store,
    background: DEVELOPER_TEXT,
    near,
  });
  return { store, index: opened.kind === "index" ? opened.index : undefined, strategy: config["match-strategy"] };
}

/** `near` by whoever has the table at hand; the worker and the library do without. */
export function indexed(stores: OpenStores, { places, config }: Whereabouts, near?: NearFrom): readonly IndexedStore[] {
  return stores.map((each) => withIndex(each, places, config, near));
}
