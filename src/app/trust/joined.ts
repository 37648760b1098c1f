// A device that signs in a shared store is named there by a record of its own (SYN-31): which key speaks for it, and the
// name that its owner chose, if any. Nothing of the machine's own name goes in (STO-1a).
import type { DeviceStatement } from "../../core/attest/devices.ts";
import { dayOf } from "../../core/trust/transitions.ts";
import type { Act, OpenStore } from "../context.ts";

/** Once per device and store; a personal store's devices join by the sync. */
export function joinShared({ store, devices }: OpenStore, act: Act): void {
  const { own } = devices;
  if (store.info.scope !== "shared" || own === undefined) return;
  const isNamed = devices
    .records()
    .some(
      ({ statement, signedWith }) =>
        statement.action === "join" && statement.device === own.device && signedWith === own.key,
    );
  if (!isNamed) devices.write(joining(devices.store, own, "", act));
}

export function joining(
  store: string,
  own: { readonly device: string; readonly key: string },
  name: string,
  act: Act,
): Omit<DeviceStatement, "known"> {
  const { device, key } = own;
  return { kind: "device", version: 1, store, action: "join", device, key, name, date: dayOf(act.now), by: device };
}
