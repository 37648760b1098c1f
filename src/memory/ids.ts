// ULIDs. Time and randomness are arguments (TRU-8).

declare const brand: unique symbol;
export type MemoryId = string & { readonly [brand]: "MemoryId" };

const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const PATTERN = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;

export function isMemoryId(value: unknown): value is MemoryId {
  return typeof value === "string" && PATTERN.test(value);
}

/** When it was made, which is when its memory came into a store; `created-at` may be older. */
export function madeAt(id: MemoryId): Date {
  return new Date(timeOfId(id));
}

/** `random` gives 10 bytes. */
export function makeId(nowMs: number, random: Uint8Array): MemoryId {
  if (random.length < 10) throw new RangeError("an id needs 10 random bytes");
  let time = "";
  for (let rest = Math.max(0, Math.trunc(nowMs)), i = 0; i < 10; i++) {
    time = ALPHABET.charAt(rest % 32) + time;
    rest = Math.floor(rest / 32);
  }
  let bits = 0n;
  for (const byte of random.subarray(0, 10)) bits = (bits << 8n) | BigInt(byte);
  let tail = "";
  for (let i = 0; i < 16; i++) {
    tail = ALPHABET.charAt(Number(bits & 31n)) + tail;
    bits >>= 5n;
  }
  return (time + tail) as MemoryId;
}

/** When it was made, in milliseconds: also where `created-at` tells of a day long before the store had it. */
export function timeOfId(id: MemoryId): number {
  return Array.from(id.slice(0, 10)).reduce((time, digit) => time * 32 + ALPHABET.indexOf(digit), 0);
}
