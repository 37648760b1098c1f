// The devices of a store as a person sees them (SYN-22): this one, those whose word counts, those that ask, those revoked.
import { circleOf, requestsIn } from "../../attest/circle.ts";
import { type DeviceRecord, type DeviceStatement, fingerprintOf } from "../../attest/devices.ts";
import { readCatalogue } from "../catalogue.ts";
import type { OpenStore } from "../context.ts";
import type { MemoryStore } from "../memory-store.ts";

export type Standing = "this" | "counts" | "asks" | "revoked";

export interface KnownDevice {
  readonly device: string;
  readonly key: string;
  readonly fingerprint: string;
  readonly name: string;
  readonly standing: Standing;
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
  function standing({ device, key }: DeviceStatement): Standing {
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

function described({ device, key, name, date }: DeviceStatement, standing: Standing): KnownDevice {
  return { device, key, name, date, standing, fingerprint: fingerprintOf(key) };
}
