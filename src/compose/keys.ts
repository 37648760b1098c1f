// Whose word counts on this machine, by the user's own configuration.
import type { Config } from "../config/config.ts";
import type { Places } from "../disk/places.ts";
import { deviceKeys, deviceOf, knownDevice, knownKeys } from "../store/io/device-key.ts";
import { sshKeys } from "../store/io/ssh-signer.ts";
import { type Keys, NOBODY } from "../store/io/statements.ts";

/** For those who write. */
export function signingKeys(places: Places, config: Config): Keys {
  return config.signing === "ssh" ? sshKeys(deviceOf(places.data).id, config["signing-key"]) : deviceKeys(places.data);
}

/** For those who only read: nothing is made, and without a key nobody's word counts. */
export function readingKeys(places: Places, config: Config): Keys {
  if (config.signing !== "ssh") return knownKeys(places.data);
  const device = knownDevice(places.data);
  if (device === undefined) return NOBODY;
  const { own, circle } = sshKeys(device, config["signing-key"]);
  return { own, circle };
}
