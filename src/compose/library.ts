// What the library plugs in. The channel is fixed here and can't be chosen by a caller (TRU-22a).
import type { SecondOpinion } from "../checks/secrets/find.ts";
import type { SearchedStore } from "../recall/search.ts";
import type { Act, OpenStore, OpenStores } from "../store/context.ts";
import { loadedOrNot } from "./checks.ts";
import { hereFrom } from "./here.ts";
import { storesAt } from "./stores.ts";

export interface OpenedLibrary {
  readonly personal: OpenStore;
  readonly stores: OpenStores;
  readonly project: string | undefined;
  searched(): Promise<readonly SearchedStore[]>;
  /** For reading. */
  act(): Act;
  /** For writing, with every layer of the checks. */
  writeAct(): Promise<Act>;
}

const CHANNEL = "library";

export function openLibrary(options: { readonly store?: string; readonly cwd?: string }): OpenedLibrary {
  const here = hereFrom({ env: process.env, cwd: options.cwd ?? process.cwd(), store: options.store });
  const now = (): Date => new Date();
  const opened = storesAt(here, "writer", now);
  const { personal } = opened;
  const stores = opened.shownTo(CHANNEL);
  let second: SecondOpinion | undefined;
  return {
    personal,
    stores,
    project: here.project?.id,
    searched: async () => (await import("./indexed.ts")).indexed(stores, here),
    act: () => opened.act(CHANNEL, now(), "quick"),
    writeAct: async () => {
      second ??= await loadedOrNot();
      return opened.act(CHANNEL, now(), second);
    },
  };
}
