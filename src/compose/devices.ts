// The devices of one store: the records in it and the person's own list on this machine. Read when somebody's word is asked
// for, not before: most prompts show nothing.
import { type Anchor, type Circle, circleOf } from "../attest/circle.ts";
import type { DeviceRecord } from "../attest/devices.ts";
import { storeName } from "../attest/statement.ts";
import type { Places } from "../disk/places.ts";
import { marksIn, readDevices, writeDevice } from "../people/io/devices.ts";
import { openTrustedSigners } from "../people/io/known-signers.ts";
import { openStore } from "../store/io/open-store.ts";
import { type Keys, pastIn } from "../store/io/statements.ts";
import type { StoreInfo } from "../store/memory-store.ts";
import type { Devices } from "../store/records.ts";

export interface OpenedDevices {
  readonly devices: Devices;
  /** The same keys, with everybody whose word counts in this store. */
  readonly keys: Keys;
}

export function openDevices(places: Places, keys: Keys, info: StoreInfo): OpenedDevices {
  const store = storeName(info);
  const signers = openTrustedSigners(places.data);
  let known: Circle | undefined;
  /** Each signature is checked once, however many ask. */
  let read: readonly DeviceRecord[] | undefined;
  const records = (): readonly DeviceRecord[] => {
    read ??= readDevices(info);
    return read;
  };
  const circleWith = (more: readonly Anchor[]): Circle => {
    const excluded = signers.excluded(store).filter((device) => !more.some((each) => each.device === device));
    return circleOf({ store, own: keys.own, anchors: [...signers.of(store), ...more], excluded, records: records() });
  };
  const circle = (): Circle => {
    known ??= circleWith([]);
    return known;
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
    trusted: () => signers.of(store),
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
    marksOf: (device) => marksIn(info, device),
    trust: (signer) => {
      signers.add(store, signer);
      refresh();
    },
    distrust: (device) => {
      const there = signers.remove(store, device);
      refresh();
      return there;
    },
    exclude: (device, at) => {
      signers.exclude(store, device, at);
      refresh();
    },
    excluded: () => signers.excluded(store),
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

/** For those who open a store without its records. */
export function keysIn(places: Places, keys: Keys): (info: StoreInfo) => Keys {
  return (info) => openDevices(places, keys, info).keys;
}
