// The devices of one store: the records in it and the person's own list on this machine. Read when somebody's word is asked
// for, not before: most prompts show nothing.
import { type Anchor, type Circle, circleOf, type RequiredPresence } from "../attest/circle.ts";
import type { DeviceRecord } from "../attest/devices.ts";
import { storeName } from "../attest/statement.ts";
import { nameOf } from "../disk/paths.ts";
import type { Places } from "../disk/places.ts";
import { marksIn, readAcknowledgements, readDevices, writeAcknowledgement, writeDevice } from "../people/io/devices.ts";
import { openTrustedSigners } from "../people/io/known-signers.ts";
import { requiredPresence } from "../people/io/passkey.ts";
import { readPolicies, writePolicy } from "../people/io/policies.ts";
import { hasPresenceFile } from "../people/io/presence-file.ts";
import { inStore } from "../store/io/file-names.ts";
import { openStore } from "../store/io/open-store.ts";
import { type Keys, lastSignedWith, pastIn } from "../store/io/statements.ts";
import type { StoreInfo } from "../store/memory-store.ts";
import type { Devices } from "../store/records.ts";
import type { Outer } from "./around.ts";

export interface OpenedDevices {
  readonly devices: Devices;
  /** The same keys, with everybody whose word counts in this store. */
  readonly keys: Keys;
}

/** `outer`: of the store around it, and `inner`: the stores inside it (SYN-32). */
export interface Neighbours {
  readonly outer?: Outer | undefined;
  readonly inner?: () => readonly StoreInfo[];
}

export function openDevices(
  places: Places,
  keys: Keys,
  info: StoreInfo,
  { outer, inner }: Neighbours = {},
): OpenedDevices {
  const store = storeName(info);
  const list = listName(info, store);
  const signers = openTrustedSigners(places.data, keys);
  let known: Circle | undefined;
  /** Each signature is checked once, however many ask. */
  let read: readonly DeviceRecord[] | undefined;
  const records = (): readonly DeviceRecord[] => {
    read ??= readDevices(info);
    return read;
  };
  const leftOut = (): readonly string[] => [...signers.excluded(list), ...(outer?.excluded() ?? [])];
  const circleWith = (more: readonly Anchor[]): Circle => {
    const excluded = leftOut().filter((device) => !more.some((each) => each.device === device));
    const anchors = [...signers.of(list), ...more];
    return circleOf({
      store,
      own: keys.own,
      anchors,
      excluded,
      records: records(),
      presence: presenceIn(places, keys),
      outer: outer?.circle(),
    });
  };
  const circle = (): Circle => {
    known ??= circleWith([]);
    return known;
  };
  /** A policy is signed with a first key, or one that these approved: whom else a reviewer approves under whose id, binds nobody (HUB-10). */
  const policyCircle = (): Circle => {
    const first = signers.of(list).filter((each) => each.first === true);
    const said = records().filter(({ statement: { by } }) => first.some(({ device }) => device === by));
    return {
      ...circle(),
      keys: circleOf({ store, own: undefined, anchors: first, excluded: leftOut(), records: said }).keys,
    };
  };
  const refresh = (): void => {
    known = undefined;
    read = undefined;
  };
  const devices: Devices = {
    store,
    get own() {
      return keys.own;
    },
    records,
    trusted: () => signers.of(list),
    circle,
    refresh,
    write: (statement, marks) => {
      writeDevice(info, statement, keys, marks);
      refresh();
    },
    storeWith: (anchor) =>
      openStore(info.root, { scope: info.scope, keys: { own: keys.own, circle: circleWith([anchor]) } }),
    isSaid: (id, name, bytes) =>
      pastIn({
        folder: { names: () => [name], bytes: () => bytes },
        store: info.scope,
        id,
        keys: { circle: circle() },
      }).length > 0,
    signedWith: (id) => inStore(info, (root) => lastSignedWith(root, id, keys.own?.device ?? "")),
    // Who is revoked here is revoked in the stores inside as well: what is there of it by now stays.
    marksOf: (device) => [...new Set([info, ...(inner?.() ?? [])].flatMap((each) => marksIn(each, device)))],
    trust: (signer) => {
      signers.add(list, signer);
      refresh();
    },
    distrust: (device) => {
      const there = signers.remove(list, device);
      refresh();
      return there;
    },
    exclude: (device, at) => {
      signers.exclude(list, device, at);
      refresh();
    },
    excluded: leftOut,
    acknowledged: () => readAcknowledgements(info, store, { circle: circle() }),
    acknowledge: (said) => writeAcknowledgement(info, said, keys),
    policies: () => readPolicies(info, store, { circle: policyCircle() }),
    declare: (said) => writePolicy(info, said, { ...keys, circle: policyCircle() }),
  };
  const { sign, line } = keys;
  const counted: Keys = {
    get own() {
      return keys.own;
    },
    get circle() {
      return circle();
    },
    ...(sign && { sign }),
    ...(line !== undefined && { line }),
  };
  return { devices, keys: counted };
}

/**
 * Whom a person trusts in an organisation's store they trust in that mirror alone, under the id that it had then: the hub writes the
 * marker, and could give it the id of any other store (HUB-2).
 */
export function listName({ scope, root }: Pick<StoreInfo, "scope" | "root">, store: string): string {
  return scope === "org" || scope === "team" ? `${store} ${nameOf(root)}` : store;
}

/** The configuration asks for it, or what was kept when a person switched it on (SYN-20b): one of them is enough. */
function presenceIn({ data }: Places, { own, presence }: Keys): RequiredPresence | undefined {
  if (own === undefined || (presence === undefined && !hasPresenceFile(data))) return undefined;
  return requiredPresence(data, own.device, presence === "required");
}

/** For those who open a store without its records. */
export function keysIn(places: Places, keys: Keys): (info: StoreInfo) => Keys {
  return (info) => openDevices(places, keys, info).keys;
}
