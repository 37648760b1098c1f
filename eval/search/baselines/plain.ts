// FTS5 used the plain way: an OR of exact terms without function words; unstemmed, stemmed by porter, or as trigrams.
import type { Engine } from "../engine.ts";
import { ftsEngine, quoted } from "./fts.ts";
import { contentWords } from "./stop-words.ts";

const terms = (text: string): readonly string[] => contentWords(text).map(quoted);

export const UNICODE61: Engine = ftsEngine({ name: "unicode61", tokenize: "unicode61", terms });

export const PORTER: Engine = ftsEngine({
  name: "porter",
  tokenize: "porter unicode61 remove_diacritics 2",
  terms,
});

/** A term of fewer than three characters can't match anything here. */
export const TRIGRAM: Engine = ftsEngine({
  name: "trigram",
  tokenize: "trigram",
  terms: (text) =>
    contentWords(text)
      .filter((word) => [...word].length >= 3)
      .map(quoted),
});
