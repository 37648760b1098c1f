// Every number of the ranking (SEA-3, SEA-7, SEA-10) in one table. What each one brings: docs/decisions/0012-search.md.
import type { FieldName } from "./search-index.ts";

interface FieldWeight {
  readonly weight: number;
  /** How far a longer text counts less: 0 not at all, 1 in full proportion. */
  readonly lengthNorm: number;
}

export interface Weights {
  readonly fields: Readonly<Record<FieldName, FieldWeight>>;
  /** Where texts are shorter than this on average, their length says less, and the norm of the body shrinks with it. */
  readonly shortBody: number;
  /** How soon a repeated term stops counting more (k1 of BM25). */
  readonly saturation: number;
  /** What of a term's weight depends on how rare it is in developer text, and not in this store alone. */
  readonly rarity: number;
  /** For a term that stands there in the very form asked. */
  readonly exactForm: number;
  /** For a word that begins with the term, beside 1 for the term itself. */
  readonly beginning: number;
  /** For neighbours in the question that are neighbours in the text; turned round, half of it. */
  readonly adjacent: number;
  /** For terms of the best run (`window`) that stand within one passage of so many words. */
  readonly passage: number;
  readonly passageWords: number;
  /** Where an identifier stands there as a whole, what its parts count (or it beside them, whichever is less). */
  readonly besideWhole: number;
  /** A long question counts with its best run of so many terms, and the rest with a share. */
  readonly window: number;
  readonly outsideWindow: number;
  /** What `asks` may add at most, as a share of the weights of all terms asked (SEA-10). */
  readonly asksMost: number;
}

export const WEIGHTS: Weights = {
  fields: {
    name: { weight: 5, lengthNorm: 0.5 },
    tags: { weight: 3, lengthNorm: 0.5 },
    asks: { weight: 1.5, lengthNorm: 0.75 },
    description: { weight: 1.5, lengthNorm: 0.5 },
    body: { weight: 1, lengthNorm: 0.85 },
  },
  shortBody: 40,
  saturation: 1.2,
  rarity: 0.45,
  exactForm: 0.15,
  beginning: 0.4,
  adjacent: 0.5,
  passage: 0.3,
  passageWords: 16,
  besideWhole: 0.2,
  window: 12,
  outsideWindow: 0.05,
  asksMost: 0.6,
};
