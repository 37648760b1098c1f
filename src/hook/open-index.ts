// The stores with their indexes, and who judges what nobody has confirmed.
import type { IndexedStore, Judge } from "../app/judged.ts";
import type { MemoryStore } from "../core/ports/memory-store.ts";
import type { Background } from "../search/background.ts";
import { openSearchIndex } from "../search/open-index.ts";
import { storeKey } from "../store/open-store.ts";
import { judgeName } from "../wiring/judge.ts";
import type { OpenedForHook } from "./open.ts";

export interface WithIndexes extends OpenedForHook {
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
      name: judgeName(config),
      // The scanners are loaded only when they are asked for.
      suspects: async () => (await import("./open-checks.ts")).hookSuspects(config, stores, keys),
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
