// What the worker plugs in. It acts for the hook that started it, an agent's channel, or as the observer: what it writes is
// inferred at most (TRU-20). It opens the person's own store and no other.

import type { Environment } from "../hosts/setup.ts";
import type { Drainer } from "../listen/drain.ts";
import { inboxWaiting } from "../listen/io/inbox.ts";
import type { Distiller } from "../observer/distil.ts";
import { observerWaiting } from "../observer/io/queue.ts";
import { takeRun } from "../observer/io/state.ts";
import { sweepUnused } from "../recall/io/index/database.ts";
import { versionKey } from "../recall/io/index/meta.ts";
import { knownAnchor } from "../store/io/device-key.ts";
import { openStore, storeKey } from "../store/io/open-store.ts";
import { openDrainer, tellDrainFault } from "./drain.ts";
import { hereFrom, NO_DEVICE } from "./here.ts";
import { withIndex } from "./indexed.ts";
import { keptIn } from "./kept.ts";
import { openDistiller } from "./observer.ts";
import { actsOf } from "./stores.ts";

/** Well under the lease of the inbox, and nobody waits for it. */
const MILLISECONDS = 30_000;

/** The index of the person's own store, with everything that a session start leaves out for want of time. */
export function bringIndexUp(env: Environment): void {
  const { places, config } = hereFrom({ env });
  const store = openStore(places.store, { scope: "personal" });
  const { index } = withIndex({ store }, places, config);
  index?.refresh({ depth: "files" });
  index?.close();
  sweepUnused({ cacheDir: places.cache, storeKey: storeKey(store.info), version: versionKey() }, new Date());
  keptIn(places.state, store.info, knownAnchor(places.data)?.device ?? NO_DEVICE.id).takeAll();
}

/** Undefined: there is nothing to do, or silence was asked for. */
export async function openForWorker(env: Environment): Promise<Drainer | undefined> {
  const here = hereFrom({ env });
  const { places } = here;
  const now = new Date();
  if (!inboxWaiting(places.state, now) || here.isSilent(now)) return undefined;
  const { open, act } = await actsOf(here, "hook");
  return openDrainer(places, { open, act: { ...act(), now }, milliseconds: MILLISECONDS });
}

/** May a session be looked at? What it needs beyond this is looked at by the observer's own process. */
export function observerIsDue(env: Environment): boolean {
  const here = hereFrom({ env });
  return here.config.observer && observerWaiting(here.places.state) > 0 && !here.isSilent(new Date());
}

/** Undefined: another process distils, or there is nothing to do. */
export async function openForObserver(
  env: Environment,
  signal: AbortSignal,
): Promise<{ readonly distiller: Distiller; close(): void } | undefined> {
  if (!observerIsDue(env)) return undefined;
  const here = hereFrom({ env });
  const { places } = here;
  const release = await takeRun(places.state);
  if (release === undefined) return undefined;
  const { open, act } = await actsOf(here, "observer");
  return { distiller: await openDistiller(places, { open, act, env, signal }), close: release };
}

export function leaveNotice(error: unknown): void {
  tellDrainFault(hereFrom({ env: process.env }).places.state, error);
}
