// A device that finds itself behind its own mark takes another id (SYN-2): two machines with one key, or a restored backup,
// would otherwise give one number to two acts.

import type { Act } from "../app/context.ts";
import { succeed } from "../app/devices/decide.ts";
import type { Config } from "../core/config.ts";
import type { StoreInfo } from "../core/ports/memory-store.ts";
import type { Places } from "../disk/places.ts";
import { nextKey } from "../store/device-key.ts";
import { sshKeys } from "../store/ssh-signer.ts";
import { openDevices } from "./devices.ts";
import { signingKeys } from "./keys.ts";

export function renewDevice(places: Places, config: Config, info: StoreInfo, act: Act): string {
  const { keys, take } = nextKey(places.data);
  const id = keys.own?.device ?? "";
  const after = config.signing === "ssh" ? sshKeys(id, config["signing-key"]) : keys;
  const before = openDevices(places, signingKeys(places, config), info).devices;
  succeed(before, openDevices(places, after, info).devices, act);
  take();
  return id;
}
