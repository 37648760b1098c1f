// Acts and repeatable chance for tests. A person's act exists here as a plain value: the product has no way to ask
// for one (TRU-22a).
import type { Act, Device } from "../../src/app/context.ts";
import type { Channel } from "../../src/core/trust/channels.ts";

export const DEVICE: Device = { id: "0123456789abcdef", nickname: "box" };

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
  return { channel, now, random, device: DEVICE };
}
