// The stores with their indexes, and who judges what nobody has confirmed.

import type { Background } from "../../recall/io/index/developer-text.ts";
import { openSearchIndex } from "../../recall/io/index/open-index.ts";
import type { IndexedStore, Judge } from "../../recall/judged.ts";
import { storeKey } from "../../store/io/open-store.ts";
import type { MemoryStore } from "../../store/memory-store.ts";
import type { OpenedForHook } from "./stores.ts";

export interface WithIndexes extends Omit<OpenedForHook, "judge"> {
  readonly indexed: readonly IndexedStore[];
  readonly judge: Judge;
}

/** Another process at the index is not waited for. */
const WAIT_MS = 100;

/** The counts of developer text are given where there is time to put them into an index that lacks them. */
export function withIndexes(opened: OpenedForHook, background?: Background): WithIndexes {
  const { config, stores, keys } = opened;
  return {
    ...opened,
    indexed: stores.map((store) => indexedStore(store, opened, background)),
    judge: {
      name: opened.judge,
      // The scanners are loaded only when they are asked for.
      suspects: async () => (await import("./checks.ts")).hookSuspects(config, stores, keys),
    },
  };
}

function indexedStore(store: MemoryStore, { places, config }: OpenedForHook, background?: Background): IndexedStore {
  if (config["match-strategy"] === "title-tags") return { store, index: undefined };
  const opened = openSearchIndex({
    cacheDir: places.cache,
    storeKey: storeKey(store.info),
    store,
    waitMs: WAIT_MS,
    ...(background === undefined ? {} : { background }),
  });
  return { store, index: opened.kind === "index" ? opened.index : undefined };
}
