// What this device says of a device (SYN-20, SYN-22, SYN-31): one record, signed, in the store it is about. A revocation takes
// along the marks of all that was seen of the device until now.
import type { Anchor } from "../attest/circle.ts";
import { type DeviceAct, deviceName } from "../attest/devices.ts";
import { dayOf, secondOf } from "../trust/transitions.ts";
import type { Act, OpenStore } from "./context.ts";
import type { Devices } from "./records.ts";

/** `speaker`: this device, as the store knows it. Who has no key says nothing: callers that must tell so ask for it first. */
export function say(speaker: Devices, action: DeviceAct, { device, key }: Anchor, name: string, act: Act): void {
  const { own, store } = speaker;
  if (own === undefined) return;
  const about = { kind: "device", version: 1, store, action, device, key, name } as const;
  const marks = action === "revoke" ? speaker.marksOf(device) : undefined;
  speaker.write({ ...about, date: dayOf(act.now), by: own.device }, marks);
}

/**
 * For everybody who counts this device's word. Where presence is required, that word alone counts for nothing here: whom a
 * person approved is kept beside the key as well.
 */
export function sayApproved(speaker: Devices, anchor: Anchor, name: string, act: Act): void {
  say(speaker, "approve", anchor, name, act);
  const { device, key } = anchor;
  if (speaker.circle().presence !== undefined) speaker.trust({ device, key, name, at: secondOf(act.now) });
}

/** Files a request for this device, once per key. Asking gives nobody a right, so it needs nobody's yes. */
export function askToJoin({ devices, mirrored }: OpenStore, act: Act): void {
  const { own, store } = devices;
  if (own === undefined) return;
  const isThere = devices
    .records()
    .some(
      ({ statement: { action, device, key, store: where } }) =>
        action === "join" && device === own.device && key === own.key && where === store,
    );
  if (isThere) return;
  const name = deviceName(mirrored?.you ?? (store === "personal" ? act.device.nickname : "")) ?? "";
  say(devices, "join", own, name, act);
}

// A device that signs in a shared store is named there by a record of its own (SYN-31): which key speaks for it, and the
// name that its owner chose, if any. Nothing of the machine's own name goes in (STO-1a);
// to an organisation its members are known by theirs.

/** Once per device and store; a personal store's devices join by the sync. */
export function joinShared(open: OpenStore, act: Act): void {
  if (open.store.info.scope !== "personal") askToJoin(open, act);
}
