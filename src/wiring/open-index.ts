// The search index of an open store, or none: whoever searches falls back to names and tags (SEA-6).
import type { OpenStore } from "../app/context.ts";
import type { IndexedStore } from "../app/judged.ts";
import type { Config } from "../core/config.ts";
import type { Places } from "../disk/places.ts";
import { DEVELOPER_TEXT } from "../search/developer-text.ts";
import { openSearchIndex } from "../search/open-index.ts";
import { storeKey } from "../store/open-store.ts";

export function withIndex({ store }: Pick<OpenStore, "store">, places: Places, config: Config): IndexedStore {
  if (config["match-strategy"] === "title-tags") return { store, index: undefined };
  const opened = openSearchIndex({
    cacheDir: places.cache,
    storeKey: storeKey(store.info),
    store,
    background: DEVELOPER_TEXT,
  });
  return { store, index: opened.kind === "index" ? opened.index : undefined };
}
