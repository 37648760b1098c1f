// Every number of the ranking (SEA-3, SEA-7, SEA-10) in one table. What each one brings: docs/decisions/0012-search.md.

export const WEIGHTS = {
  /** `lengthNorm`: how far a longer text counts less; 0 not at all, 1 in full proportion. */
  fields: {
    name: { weight: 5, lengthNorm: 0.5 },
    tags: { weight: 3, lengthNorm: 0.5 },
    asks: { weight: 1.5, lengthNorm: 0.75 },
    description: { weight: 1.5, lengthNorm: 0.5 },
    body: { weight: 1, lengthNorm: 0.85 },
  },
  /** Where texts are shorter than this on average, their length says less, and the norm of the body shrinks with it. */
  shortBody: 40,
  /** How soon a repeated term stops counting more (k1 of BM25). */
  saturation: 1.2,
  /** What of a term's weight depends on how rare it is in developer text, and not in this store alone. */
  rarity: 0.45,
  /** For a term that stands there in the very form asked. */
  exactForm: 0.15,
  /** For a word that begins with the term, beside 1 for the term itself. */
  beginning: 0.4,
  /** For neighbours in the question that are neighbours in the text; turned round, half of it. */
  adjacent: 0.5,
  /** For terms of the best run (`window`) that stand within one passage of so many words. */
  passage: 0.3,
  passageWords: 16,
  /** Where an identifier stands there as a whole, what its parts count (or it beside them, whichever is less). */
  besideWhole: 0.2,
  /** A long question counts with its best run of so many terms, and the rest with a share. */
  window: 12,
  outsideWindow: 0.05,
  /** What `asks` may add at most, as a share of the weights of all terms asked (SEA-10). */
  asksMost: 0.6,
};

export type Weights = Readonly<typeof WEIGHTS>;
