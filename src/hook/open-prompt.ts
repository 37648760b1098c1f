// What a prompt needs beside the stores: the index as it is, receipts, and what the session was shown before. The counts
// of developer text stay out of it: whoever fills the index carries them.
import type { SearchedStore } from "../app/search.ts";
import type { Suspects } from "../app/withheld.ts";
import type { Config } from "../core/config.ts";
import type { PromptEvent } from "../core/intent.ts";
import type { MemoryStore } from "../core/ports/memory-store.ts";
import type { Receipt } from "../core/ports/receipts.ts";
import type { Places } from "../disk/places.ts";
import { openSearchIndex } from "../search/open-index.ts";
import { appendReceipt } from "../state/receipts.ts";
import { noteShown, shownIn } from "../state/sessions.ts";
import { isFirst } from "../state/signs.ts";
import { storeKey } from "../store/open-store.ts";
import type { HookCall } from "./call.ts";
import { type OpenedForHook, openForHook } from "./open.ts";

export interface OpenedForPrompt extends OpenedForHook {
  readonly searched: readonly SearchedStore[];
  readonly shown: ReadonlySet<string>;
  /** The scanners are loaded only when they are asked for. */
  suspects(): Promise<Suspects>;
  /** `first` where nothing was ever injected before (AGT-12). */
  keep(receipt: Receipt, given: readonly string[]): "first" | "kept";
}

/** Another process at the index is not waited for. */
const WAIT_MS = 100;

export function openForPrompt(event: PromptEvent, call: HookCall): OpenedForPrompt | undefined {
  const opened = openForHook(event.cwd, call);
  if (opened === undefined) return undefined;
  const { places, config, stores, keys } = opened;
  const served = stores.filter(({ info }) => info.scope === "personal" || config["serve-project-memories"]);
  return {
    ...opened,
    searched: served.map((store) => searchedStore(store, places, config)),
    shown: shownIn(places.state, event.session),
    suspects: async () => (await import("./open-checks.ts")).hookSuspects(config, stores, keys),
    keep: (receipt, given) => {
      appendReceipt(places.state, receipt);
      noteShown(places.state, event.session, given);
      return isFirst(places.state, "injection") ? "first" : "kept";
    },
  };
}

function searchedStore(store: MemoryStore, places: Places, config: Config): SearchedStore {
  if (config["match-strategy"] === "title-tags") return { store, index: undefined };
  const opened = openSearchIndex({
    cacheDir: places.cache,
    storeKey: storeKey(store.info),
    store,
    waitMs: WAIT_MS,
  });
  return { store, index: opened.kind === "index" ? opened.index : undefined };
}
