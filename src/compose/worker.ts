// What the worker plugs in. It acts for the hook that started it, an agent's channel, or as the observer: what it writes is
// inferred at most (TRU-20). It opens the person's own store and no other.
import { randomBytes } from "node:crypto";
import { homedir } from "node:os";
import { type Config, effectiveConfig, parseConfig } from "../config/config.ts";
import { readUserConfig } from "../config/io/files.ts";
import { readPauses } from "../config/io/pause.ts";
import { activePause } from "../config/pause.ts";
import { type Places, placesFrom } from "../disk/places.ts";
import { readers } from "../hosts/index.ts";
import type { Drainer } from "../listen/drain.ts";
import { inboxWaiting } from "../listen/io/inbox.ts";
import type { Distiller } from "../observer/distil.ts";
import { observerWaiting } from "../observer/io/queue.ts";
import { takeRun } from "../observer/io/state.ts";
import type { Act, OpenStore } from "../store/context.ts";
import { deviceOf } from "../store/io/device-key.ts";
import { openStore } from "../store/io/open-store.ts";
import type { Channel } from "../trust/channels.ts";
import { checkSettings } from "./checks.ts";
import { openDrainer, tellDrainFault } from "./drain.ts";
import { withIndex } from "./index-of.ts";
import { signingKeys } from "./keys.ts";
import { openDistiller } from "./observer.ts";
import { loadedOrNot } from "./second-opinion.ts";
import { openStoreWith } from "./store.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/** Well under the lease of the inbox, and nobody waits for it. */
const MILLISECONDS = 30_000;

/** The index of the person's own store, with everything that a session start leaves out for want of time. */
export function bringIndexUp(env: Environment): void {
  const places = placesFrom(env, homedir());
  const config = userConfig(places);
  const { index } = withIndex({ store: openStore(places.store, { scope: "personal" }) }, places, config);
  index?.refresh({ depth: "files" });
  index?.close();
}

/** Undefined: there is nothing to do, or silence was asked for. */
export async function openForWorker(env: Environment): Promise<Drainer | undefined> {
  const places = placesFrom(env, homedir());
  const now = new Date();
  if (!inboxWaiting(places.state, now) || isSilent(env, places)) return undefined;
  const { open, act } = await openActs(places, "hook");
  const { turns } = await readers();
  return openDrainer(places, { open, act: { ...act(), now }, readers: turns, milliseconds: MILLISECONDS });
}

/** May a session be looked at? What it needs beyond this is looked at by the observer's own process. */
export function observerIsDue(env: Environment): boolean {
  const places = placesFrom(env, homedir());
  return userConfig(places).observer && observerWaiting(places.state) > 0 && !isSilent(env, places);
}

/** Undefined: another process distils, or there is nothing to do. */
export async function openForObserver(
  env: Environment,
  signal: AbortSignal,
): Promise<{ readonly distiller: Distiller; close(): void } | undefined> {
  if (!observerIsDue(env)) return undefined;
  const places = placesFrom(env, homedir());
  const release = await takeRun(places.state);
  if (release === undefined) return undefined;
  const { open, act } = await openActs(places, "observer");
  const { turns, works } = await readers();
  const distiller = openDistiller(places, { open, act, env, signal, readers: turns, works });
  return { distiller, close: release };
}

export function leaveNotice(error: unknown): void {
  tellDrainFault(placesFrom(process.env, homedir()).state, error);
}

export async function openActs(
  places: Places,
  channel: Channel,
): Promise<{ readonly open: OpenStore; readonly act: () => Act }> {
  const config = userConfig(places);
  const device = deviceOf(places.data);
  const open = openStoreWith(places, {
    root: places.store,
    scope: "personal",
    lock: config.lock,
    device: device.id,
    keys: signingKeys(places, config),
    now: () => new Date(),
  });
  const checks = checkSettings(config, await loadedOrNot(), () => open.allowances);
  return { open, act: () => ({ channel, now: new Date(), random: (bytes) => randomBytes(bytes), device, checks }) };
}

export function isSilent(env: Environment, places: Places): boolean {
  return env["HOLDFAST_OFF"] === "1" || activePause(readPauses(places.state), undefined, new Date()) !== undefined;
}

export function userConfig(places: Places): Config {
  return effectiveConfig(parseConfig(readUserConfig(places.config), "user")).config;
}
