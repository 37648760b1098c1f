// The devices of a store as a person sees them (SYN-22): this one, those whose word counts, those that ask, those revoked.
import { circleOf, requestsIn } from "../attest/circle.ts";
import { type DeviceRecord, type DeviceStatement, deviceName, fingerprintOf } from "../attest/devices.ts";
import { type Refusal, refuse } from "../text/errors.ts";
import { forbidden } from "../trust/authority.ts";
import { readCatalogue } from "./catalogue.ts";
import type { Act, OpenStore } from "./context.ts";
import { say, sayApproved } from "./device-records.ts";
import type { MemoryStore } from "./memory-store.ts";
import type { Devices } from "./records.ts";

export type DeviceStanding = "this" | "counts" | "asks" | "revoked";

export interface KnownDevice {
  readonly device: string;
  readonly key: string;
  readonly fingerprint: string;
  readonly name: string;
  readonly standing: DeviceStanding;
  readonly date: string;
}

export function knownDevices({ devices }: OpenStore): readonly KnownDevice[] {
  const circle = devices.circle();
  const records = devices.records().filter(({ statement }) => statement.store === devices.store);
  const bound = records.filter(
    ({ statement: { action, device, key }, signedWith }) =>
      // Only what binds an id to a key: its own request, or somebody's approval that counts.
      (action === "join" && signedWith === key) || (action === "approve" && circle.keys.get(device)?.has(key) === true),
  );
  const found = new Map<string, KnownDevice>();
  // A request has the name that the device gave itself, the latest one last: it counts before an approval's copy of it.
  const order = ({ statement: { action, date, name } }: DeviceRecord): string => `${action} ${date} ${name}`;
  for (const { statement } of bound.toSorted((a, b) => (order(a) < order(b) ? -1 : 1)))
    found.set(`${statement.device} ${statement.key}`, described(statement, standing(statement)));
  function standing({ device, key }: DeviceStatement): DeviceStanding {
    if (device === devices.own?.device && key === devices.own.key) return "this";
    if (circle.known.has(device)) return "revoked";
    return circle.keys.get(device)?.has(key) === true ? "counts" : "asks";
  }
  return [...found.values()].sort((a, b) => (a.device < b.device ? -1 : 1));
}

export interface Request extends KnownDevice {
  /** How many memories would be verified here if its word counted, and are not now. */
  readonly memories: number;
}

export function asking({ devices }: OpenStore): readonly DeviceStatement[] {
  const { store, own } = devices;
  const all = requestsIn({ store, own, anchors: devices.trusted(), records: devices.records() }, devices.circle());
  // One that gave itself another name meanwhile asks once.
  return [
    ...new Map(
      all.toSorted((a, b) => (a.date < b.date ? -1 : 1)).map((each) => [`${each.device} ${each.key}`, each]),
    ).values(),
  ];
}

/** Whoever can push may ask as often as they like, and what a yes would do is worked out over the whole store. */
export const MOST_ASKED = 20;

/** Those that would change most come first; of very many only some, and a person names any other by its key. */
export function requests(open: OpenStore): readonly Request[] {
  const { devices, store } = open;
  const asked = asking(open).slice(0, MOST_ASKED);
  if (asked.length === 0) return [];
  const now = verifiedIn(store);
  return asked
    .map((statement) => ({
      ...described(statement, "asks"),
      memories: Math.max(0, verifiedIn(devices.storeWith(statement)) - now),
    }))
    .sort((a, b) => b.memories - a.memories || (a.device < b.device ? -1 : 1));
}

/** How the others of this device's circle see it: by their word alone, not by what it says of itself. */
export type SeenByOthers = "counts" | "waits" | "revoked";

/** The first device of a store has nobody to wait for. */
export function seenByOthers({ devices }: OpenStore): SeenByOthers {
  const { own, store } = devices;
  const others = [...devices.circle().keys].filter(([device]) => device !== own?.device);
  if (own === undefined || others.length === 0) return "counts";
  const said = devices.records().filter(({ statement }) => statement.store === store);
  const asked = said.some(({ statement: { action, device } }) => action === "join" && device === own.device);
  const anchors = others.flatMap(([device, keys]) => [...keys].map((key) => ({ device, key })));
  const records = said.filter(({ statement }) => statement.by !== own.device);
  const theirs = circleOf({ store, own: undefined, anchors, records });
  if (theirs.known.has(own.device)) return "revoked";
  return asked && theirs.keys.get(own.device)?.has(own.key) !== true ? "waits" : "counts";
}

function verifiedIn(store: MemoryStore): number {
  return readCatalogue(store).memories.filter(({ tier }) => tier === "verified").length;
}

function described({ device, key, name, date }: DeviceStatement, standing: DeviceStanding): KnownDevice {
  return { device, key, name, date, standing, fingerprint: fingerprintOf(key) };
}

// What a person decides about devices (SYN-22). Each is a record that this device signs; it reaches the others with the next
// sync, and counts there if this device does.

/** What a person named, or the very card that they were shown. */
export type Wanted = string | Pick<KnownDevice, "device" | "key">;

/** What a yes would be for: one key, for anybody can ask under an id. */
export function approvable(open: OpenStore, wanted: Wanted, act: Act): KnownDevice | Refusal {
  const matching = find(open, wanted, act);
  if ("code" in matching) return matching;
  const { own } = open.devices;
  if (own === undefined) return noKey();
  const asks = matching.filter(({ standing }) => standing === "asks");
  const isSettled = matching.some(({ standing }) => standing === "counts");
  if (asks.length > 1 || (asks.length === 1 && isSettled && typeof wanted === "string"))
    return refuse("ambiguous", "Several keys have this id; compare them, and take one: SHA256:...", LIST);
  const found = asks[0] ?? matching[0];
  if (found.device === own.device) return itself();
  if (found.standing === "revoked")
    return refuse(
      "not-allowed",
      `${titleOf(found)} was revoked, and stays so.`,
      "On that device: move device-key.pem out of the data folder, then holdfast sync",
    );
  return found.standing === "asks" ? found : refuse("exists", `${titleOf(found)} counts already.`);
}

/** From now on its word counts here, and wherever this device's does. */
export function approve(open: OpenStore, wanted: Wanted, act: Act): KnownDevice | Refusal {
  const found = approvable(open, wanted, act);
  if (!("code" in found)) sayApproved(open.devices, found, found.name, act);
  return found;
}

/** It was lost: what was seen of it so far stays, what comes later counts for nothing. */
export function revoke(open: OpenStore, wanted: Wanted, act: Act): KnownDevice | Refusal {
  const matching = find(open, wanted, act);
  if ("code" in matching) return matching;
  const { own } = open.devices;
  if (own === undefined) return noKey();
  const found = matching.find(({ standing }) => standing !== "asks") ?? matching[0];
  if (found.device === own.device) return itself();
  // A revocation is about the device: who asks under the id of one that counts must not take that one out.
  if (found.standing === "asks" && open.devices.circle().keys.has(found.device))
    return refuse("not-allowed", `${titleOf(found)} counts with another key; this one counts for nothing.`, LIST);
  if (found.standing === "revoked") return refuse("exists", `${titleOf(found)} is revoked already.`);
  say(open.devices, "revoke", found, found.name, act);
  return found;
}

/** How the others see this device. */
export function rename({ devices }: OpenStore, wanted: string, act: Act): Refusal | string {
  const stopped = forbidden("sync", act.channel);
  if (stopped !== undefined) return stopped;
  const { own } = devices;
  if (own === undefined) return noKey();
  const name = deviceName(wanted);
  if (name !== wanted || name === "")
    return refuse(
      "usage",
      "A name has up to 40 letters, digits, dots, dashes and blanks.",
      "holdfast sync --name laptop",
    );
  say(devices, "join", own, name, act);
  return name;
}

export function titleOf({ device, name }: Pick<KnownDevice, "device" | "name">): string {
  return name === "" ? device : `${name} (${device})`;
}

/** This device takes another id (SYN-2): the old one approves it, it approves the old one, and both words go on counting. */
export function succeed(before: Devices, after: Devices, act: Act): void {
  const [old, own] = [before.own, after.own];
  if (old === undefined || own === undefined) return;
  const name = deviceName(act.device.nickname) ?? "";
  say(before, "approve", own, name, act);
  say(after, "approve", old, name, act);
  say(after, "join", own, name, act);
}

type Matching = readonly [KnownDevice, ...KnownDevice[]];

const LIST = "holdfast sync --devices";

/** By its id, the beginning of it, its key, or a name that only one has: every key that is known for that device. */
function find(open: OpenStore, wanted: Wanted, act: Act): Matching | Refusal {
  const stopped = forbidden("sync", act.channel);
  if (stopped !== undefined) return stopped;
  const all = knownDevices(open);
  const ways: readonly ((each: KnownDevice) => boolean)[] =
    typeof wanted === "string"
      ? [
          ({ device, fingerprint }) => device === wanted || fingerprint === wanted,
          ({ device }) => wanted.length >= 4 && device.startsWith(wanted),
          ({ name }) => name === wanted,
        ]
      : [({ device, key }) => device === wanted.device && key === wanted.key];
  const [first, ...others] = ways.map((way) => all.filter(way)).find((found) => found.length > 0) ?? [];
  if (first === undefined) return refuse("not-found", "No device has this name, id or key.", LIST);
  if (others.some(({ device }) => device !== first.device))
    return refuse("ambiguous", "Several devices have this name; take the id.", LIST);
  return [first, ...others];
}

function itself(): Refusal {
  return refuse("not-allowed", "This is the device you sit at.", "Run it on another one of yours.");
}

function noKey(): Refusal {
  return refuse("not-found", "This device has no key yet.", "holdfast sync --setup URL");
}
