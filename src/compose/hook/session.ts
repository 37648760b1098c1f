// The stores with their indexes and who judges what nobody has confirmed; and what every moment of a session but its start
// needs beside them: what it was shown before, and where to note more.
import type { HostEvent } from "../../hosts/event.ts";
import type { Background } from "../../recall/io/index/developer-text.ts";
import type { NearFrom } from "../../recall/io/index/near.ts";
import { openSearchIndex } from "../../recall/io/index/open-index.ts";
import { appendReceipt } from "../../recall/io/receipts.ts";
import { claimShown, shownIn, type Telling } from "../../recall/io/sessions.ts";
import type { IndexedStore, Judge } from "../../recall/judged.ts";
import type { InSession } from "../../recall/recall.ts";
import type { Receipt } from "../../recall/receipts.ts";
import { storeKey } from "../../store/io/open-store.ts";
import type { MemoryStore } from "../../store/memory-store.ts";
import { knownBranches } from "../branches.ts";
import { readAlreadyBy } from "../read-already.ts";
import type { HookCall } from "./call.ts";
import type { OpenedForHook } from "./stores.ts";

/** Another process at the index is not waited for. */
const WAIT_MS = 100;
/** Of a file of local state, without its ending. */
const LONGEST_NAME = 200;

/** The counts of developer text for an index that lacks them, and what a session start has time for: nearness in meaning. */
interface Brought {
  readonly background: Background;
  readonly near?: NearFrom;
}

export function withIndexes(
  opened: OpenedForHook,
  more?: Brought,
): { readonly indexed: readonly IndexedStore[]; readonly judge: Judge } {
  const { config, stores, keys, judge: name } = opened;
  return {
    indexed: stores.map((store) => indexedStore(store, opened, more)),
    // The scanners are loaded only when they are asked for.
    judge: { name, suspects: async () => (await import("./checks.ts")).hookSuspects(config, stores, keys) },
  };
}

function indexedStore(store: MemoryStore, { places, config }: OpenedForHook, more?: Brought): IndexedStore {
  const opened = openSearchIndex({
    cacheDir: places.cache,
    storeKey: storeKey(store.info),
    store,
    waitMs: WAIT_MS,
    ...more,
  });
  return { store, index: opened.kind === "index" ? opened.index : undefined, strategy: config["match-strategy"] };
}

export interface Moment {
  readonly indexed: readonly IndexedStore[];
  readonly about: InSession;
  keep(receipt: Receipt): void;
}

export function inSession(opened: OpenedForHook, event: HostEvent, call: HookCall, more?: Brought): Moment {
  const { config, places, project, stores, isOutdated } = opened;
  const { state } = places;
  const told = toldTo(event);
  const served = stores.filter(({ info }) => info.scope !== "shared" || config["serve-project-memories"]);
  const { indexed, judge } = withIndexes({ ...opened, stores: served }, more);
  return {
    indexed,
    about: {
      session: event.session,
      host: call.host,
      ...(project && { project: project.id }),
      branches: knownBranches(state, project?.root),
      now: call.now,
      config,
      shown: shownIn(state, told),
      claim: (ids) => claimShown(state, told, { ...claimOf(event, call), moment: "later", ids }),
      judge,
      isOutdated,
      readAlready: readAlreadyBy(call, { env: call.env, settings: call.settings, cwd: event.cwd, project }),
    },
    keep: (receipt) => appendReceipt(state, receipt),
  };
}

/** A helper has a context of its own, in which nothing is that the session was told. */
function toldTo(event: HostEvent): string {
  return "agent" in event ? `${event.session}-${event.agent}`.slice(0, LONGEST_NAME) : event.session;
}

/** Whose claim it is, and since when: as the host says, else since this process began. */
export function claimOf({ at }: HostEvent, { began }: HookCall): Pick<Telling, "by" | "at"> {
  return { by: `${process.pid}-${began}`, at: at ?? began };
}
