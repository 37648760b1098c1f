// What this device says of a device (SYN-20, SYN-22, SYN-31): one record, signed, in the store it is about. A revocation takes
// along the marks of all that was seen of the device until now.
import type { Anchor } from "../../attest/circle.ts";
import type { DeviceAct } from "../../attest/devices.ts";
import { dayOf } from "../../trust/transitions.ts";
import type { Act } from "../context.ts";
import type { Devices } from "./port.ts";

/** `speaker`: this device, as the store knows it. Who has no key says nothing: callers that must tell so ask for it first. */
export function say(speaker: Devices, action: DeviceAct, { device, key }: Anchor, name: string, act: Act): void {
  const { own, store } = speaker;
  if (own === undefined) return;
  const about = { kind: "device", version: 1, store, action, device, key, name } as const;
  const marks = action === "revoke" ? speaker.marksOf(device) : undefined;
  speaker.write({ ...about, date: dayOf(act.now), by: own.device }, marks);
}
