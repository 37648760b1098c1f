// Which half a question of a public corpus belongs to, by a hash of its id: the same on every machine and in every year.
import { createHash } from "node:crypto";

/** The first 32 bits of SHA-256, for splits and for samples that must not depend on a random source. */
export function hashOf(text: string): number {
  return createHash("sha256").update(text).digest().readUInt32BE(0);
}

export function isDevelopment(id: string): boolean {
  return hashOf(id) % 2 === 0;
}

/** Every time the same `count` of them, in their own order. */
export function sampleOf<T>(all: readonly T[], count: number, key: (each: T) => string): readonly T[] {
  if (all.length <= count) return all;
  const chosen = all
    .map((each, at) => ({ at, hash: hashOf(key(each)) }))
    .sort((a, b) => a.hash - b.hash || a.at - b.at)
    .slice(0, count)
    .map(({ at }) => at);
  return chosen.sort((a, b) => a - b).flatMap((at) => all[at] ?? []);
}
