// What a person decides about devices (SYN-22). Each is a record that this device signs; it reaches the others with the next
// sync, and counts there if this device does.
import { deviceName } from "../../attest/devices.ts";
import { type Refusal, refuse } from "../../text/errors.ts";
import { forbidden } from "../../trust/authority.ts";
import type { Act, OpenStore } from "../context.ts";
import type { Devices } from "./port.ts";
import { say } from "./say.ts";
import { type KnownDevice, knownDevices } from "./standing.ts";

/** Files a request for this device, once per key. Asking gives nobody a right, so it needs nobody's yes. */
export function askToJoin({ devices }: OpenStore, act: Act): void {
  const { own, store } = devices;
  if (own === undefined) return;
  const isThere = devices
    .records()
    .some(
      ({ statement: { action, device, key, store: where } }) =>
        action === "join" && device === own.device && key === own.key && where === store,
    );
  if (isThere) return;
  const name = store === "personal" ? (deviceName(act.device.nickname) ?? "") : "";
  say(devices, "join", own, name, act);
}

/** What a person named, or the very card that they were shown. */
export type Wanted = string | Pick<KnownDevice, "device" | "key">;

/** From now on its word counts here, and wherever this device's does. A yes is for one key: anybody can ask under an id. */
export function approve(open: OpenStore, wanted: Wanted, act: Act): KnownDevice | Refusal {
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
  if (found.standing !== "asks") return refuse("exists", `${titleOf(found)} counts already.`);
  say(open.devices, "approve", found, found.name, act);
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
