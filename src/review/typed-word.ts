// One short word of what is about to count is typed (TRU-26), on the page as at the terminal: who types it has read there.
// Where other words were signed before, it is one that is new (TRU-27).
import type { MemoryDocument } from "../memory/document.ts";
import type { Raised } from "../store/raise.ts";
import { givenWords } from "./signed-text.ts";

export function wordsOfRaised(raised: readonly Raised[]): readonly string[] {
  return raised.flatMap(({ document, since }) => {
    const fresh = since?.before === undefined ? [] : newWords(document, since.before);
    return fresh.length > 0 ? fresh : wordsToType(givenWords(document));
  });
}

export function isSameWord(typed: string, word: string): boolean {
  return plain(typed) === plain(word);
}

function newWords(document: MemoryDocument, before: MemoryDocument): readonly string[] {
  const known = new Set(wordsToType(givenWords(before)).map(plain));
  return wordsToType(givenWords(document)).filter((word) => !known.has(plain(word)));
}

function plain(word: string): string {
  return word.normalize("NFC").trim().toLowerCase();
}

const KINDS = [/(?<![\p{L}\p{N}])[a-z0-9]{3,12}(?![\p{L}\p{N}])/giu, /[\p{L}\p{N}]{3,12}/gu, /[^\s\p{C}"]{1,3}/gu];

/** Short words of letters and digits, those that any keyboard has first; of a text without them a few characters. */
export function wordsToType(text: string): readonly string[] {
  return KINDS.map((kind) => [...new Set(text.match(kind))]).find((words) => words.length > 0) ?? ["yes"];
}
