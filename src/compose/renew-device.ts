// A device that finds itself behind its own mark takes another id (SYN-2): two machines with one key, or a restored backup,
// would otherwise give one number to two acts.

import type { Config } from "../config/config.ts";
import type { Places } from "../disk/places.ts";
import type { Act } from "../store/context.ts";
import { succeed } from "../store/devices/decide.ts";
import { nextKey } from "../store/io/device-key.ts";
import { sshKeys } from "../store/io/ssh-signer.ts";
import type { StoreInfo } from "../store/memory-store.ts";
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
