// A set in two halves: one that is looked at while rules are made, one that is only ever a figure.
import { sha256Hex } from "../src/text/digest.ts";

export interface Halves<T> {
  readonly development: readonly T[];
  readonly heldOut: readonly T[];
}

/** Within a kind in the order of a digest, every other one: both halves have as many of each, and nobody chose. */
export function halved<T>(all: readonly T[], by: (each: T) => { kind: string; text: string }): Halves<T> {
  const keyed = all.map((each) => ({ each, key: `${by(each).kind} ${sha256Hex(by(each).text)}` }));
  const ordered = keyed.toSorted((a, b) => (a.key < b.key ? -1 : 1)).map(({ each }) => each);
  return {
    development: ordered.filter((_, index) => index % 2 === 0),
    heldOut: ordered.filter((_, index) => index % 2 === 1),
  };
}
