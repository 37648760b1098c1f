// Acts and repeatable chance for tests. A person's act exists here as a plain value: the product has no way to ask
// for one (TRU-22a).
import { createHash, createPrivateKey, createPublicKey } from "node:crypto";
import type { CheckSettings } from "../../src/checks/settings.ts";
import type { Act, Device } from "../../src/store/context.ts";
import type { Channel } from "../../src/trust/channels.ts";

/** A fixed key, made of counted bytes: the device of every test is the same. */
const KEY = createPrivateKey({
  key: Buffer.from(`302e020100300506032b657004220420${"0123456789abcdef".repeat(4)}`, "hex"),
  format: "der",
  type: "pkcs8",
});
export const DEVICE_KEY: string = KEY.export({ type: "pkcs8", format: "pem" }).toString();

const publicKey = createPublicKey(KEY).export({ type: "spki", format: "der" });
export const DEVICE: Device = {
  id: createHash("sha256").update(publicKey).digest("hex").slice(0, 16),
  nickname: "box",
};

/** Without the second opinion, which only its own tests need to wait for; nothing is allowed, nobody is an owner. */
export const CHECKS: CheckSettings = {
  second: () => [],
  personal: { owners: undefined, off: [] },
  allowances: () => undefined,
};

/** Numbers from 0 to 1, the same for the same seed. */
export type Chance = () => number;

export function chance(seed: number): Chance {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function below(limit: number, next: Chance): number {
  return Math.floor(next() * limit);
}

export function pick<T>(items: readonly T[], next: Chance): T | undefined {
  return items[below(items.length, next)];
}

export function actOf(channel: Channel, now: Date, next: Chance): Act {
  const random = (count: number): Uint8Array => Uint8Array.from({ length: count }, () => below(256, next));
  return { channel, now, random, device: DEVICE, checks: CHECKS };
}
