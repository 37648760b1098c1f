// What a signer is called: as the person on this machine named it, else as it calls itself in the store. A name proves
// nothing; the key does.
import type { Anchor } from "../attest/circle.ts";
import type { Memory } from "../store/catalogue.ts";
import type { OpenStores } from "../store/context.ts";
import type { Devices } from "../store/records.ts";

export interface Voucher {
  readonly device: string;
  /** Empty where it has none. */
  readonly name: string;
  /** This device's own word. */
  readonly own: boolean;
}

/** The name of its newest record that has one. */
export function nameIn(devices: Devices, { device, key }: Anchor): string {
  const given = devices.trusted().find((each) => each.device === device && each.key === key)?.name ?? "";
  if (given !== "") return given;
  const names = devices
    .records()
    .filter(({ statement, signedWith }) => statement.device === device && signedWith === key)
    .filter(({ statement }) => statement.action === "join" && statement.key === key && statement.name !== "")
    .map(({ statement, mark }) => ({ ...statement, mark }))
    .sort((a, b) => (`${a.date} ${a.mark}` < `${b.date} ${b.mark}` ? 1 : -1));
  return names[0]?.name ?? "";
}

/** Undefined for what is not verified by others' word: a personal memory, or one that nobody vouches for. */
export function vouchersIn(stores: OpenStores): (memory: Memory) => readonly Voucher[] | undefined {
  const shared = stores.filter(({ store }) => store.info.scope !== "personal").map(({ devices }) => devices);
  const known = new Map<string, Voucher>();
  const called = (device: string): Voucher => {
    const vouchers = shared.map((devices) => voucherIn(devices, device));
    return vouchers.find(({ name }) => name !== "") ?? vouchers[0] ?? { device, name: "", own: false };
  };
  return ({ scope, vouchedBy = [] }) => {
    if (shared.length === 0 || scope === "personal" || vouchedBy.length === 0) return undefined;
    return vouchedBy.map((device) => {
      const voucher = known.get(device) ?? called(device);
      known.set(device, voucher);
      return voucher;
    });
  };
}

/** As one word at a terminal. */
export function voucherWord({ own, name, device }: Voucher): string {
  return own ? "you" : name === "" ? device.slice(0, 8) : name;
}

/** For a device whose word counts here, by whichever of its keys. */
function voucherIn(devices: Devices, device: string): Voucher {
  const keys = [...(devices.circle().keys.get(device) ?? [])];
  const name = keys.map((key) => nameIn(devices, { device, key })).find((each) => each !== "") ?? "";
  return { device, name, own: devices.own?.device === device };
}
