// What the worker plugs in. It acts for the hook that started it, an agent's channel: what it writes is inferred at most
// (TRU-20). It opens the person's own store and no other.
import { randomBytes } from "node:crypto";
import { homedir } from "node:os";
import type { Act } from "../app/context.ts";
import type { Drainer } from "../app/drain.ts";
import { effectiveConfig, parseConfig } from "../core/config.ts";
import { activePause } from "../core/pause.ts";
import { placesFrom } from "../disk/places.ts";
import { TRANSCRIPTS } from "../hosts/transcripts.ts";
import { readUserConfig } from "../state/config-files.ts";
import { inboxWaiting } from "../state/inbox.ts";
import { readPauses } from "../state/pause.ts";
import { deviceOf } from "../store/device-key.ts";
import { openStore } from "../store/open-store.ts";
import { checkSettings } from "../wiring/checks.ts";
import { openDrainer, tellDrainFault } from "../wiring/drain.ts";
import { signingKeys } from "../wiring/keys.ts";
import { withIndex } from "../wiring/open-index.ts";
import { openStoreWith } from "../wiring/open-store.ts";
import { loadedOrNot } from "../wiring/second-opinion.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** Well under the lease of the inbox, and nobody waits for it. */
const MILLISECONDS = 30_000;

/** The index of the person's own store, with everything that a session start leaves out for want of time. */
export function bringIndexUp(env: Environment): void {
  const places = placesFrom(env, homedir());
  const { config } = effectiveConfig(parseConfig(readUserConfig(places.config), "user"));
  const { index } = withIndex({ store: openStore(places.store, { scope: "personal" }) }, places, config);
  index?.refresh({ depth: "files" });
  index?.close();
}

/** Undefined: there is nothing to do, or silence was asked for. */
export async function openForWorker(env: Environment): Promise<Drainer | undefined> {
  const places = placesFrom(env, homedir());
  const now = new Date();
  if (env["HOLDFAST_OFF"] === "1" || !inboxWaiting(places.state, now)) return undefined;
  if (activePause(readPauses(places.state), undefined, now) !== undefined) return undefined;
  const { config } = effectiveConfig(parseConfig(readUserConfig(places.config), "user"));
  const device = deviceOf(places.data);
  const open = openStoreWith(places, {
    root: places.store,
    scope: "personal",
    lock: config.lock,
    device: device.id,
    keys: signingKeys(places, config),
    now: () => now,
  });
  const checks = checkSettings(config, await loadedOrNot(), () => open.allowances);
  const act: Act = { channel: "hook", now, random: (bytes) => randomBytes(bytes), device, checks };
  return openDrainer(places, { open, act, readers: TRANSCRIPTS, milliseconds: MILLISECONDS });
}

export function leaveNotice(error: unknown): void {
  tellDrainFault(placesFrom(process.env, homedir()).state, error);
}
