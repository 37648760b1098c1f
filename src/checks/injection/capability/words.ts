// Lexicons of words between blanks (CHK-23): all entries in one pass, looked up by their first word. Linear in the text,
// and no index is built before a text of the language comes.
import type { Lexicon, Mark } from "./concepts.ts";
import { add, type Entry, entriesOf, type Found, noteLongest } from "./marks.ts";

const GAP_WORDS = 5;

export interface Word extends Mark {
  readonly text: string;
  /** Words of different sentences never belong to one entry. */
  readonly sentence: number;
}

// Letters, digits, and the signs inside names; a leading dot belongs to a file such as .env.
const WORD = /\.?[\p{L}\p{N}_]+(?:[.'/][\p{L}\p{N}_]+)*/gu;

export function wordsOf(text: string, ends: readonly number[]): readonly Word[] {
  const words: Word[] = [];
  let sentence = 0;
  for (const match of text.matchAll(WORD)) {
    const start = match.index;
    while (sentence < ends.length && (ends[sentence] as number) < start) sentence++;
    const word = match[0].endsWith("'s") ? match[0].slice(0, -2) : match[0];
    words.push({ text: word, start, end: start + word.length, sentence });
  }
  return words;
}

interface WordIndex {
  readonly exact: ReadonlyMap<string, readonly Entry[]>;
  readonly prefix: ReadonlyMap<string, readonly Entry[]>;
  readonly infix: readonly Entry[];
}

const WORD_INDEXES = new Map<Lexicon, WordIndex>();

function wordIndex(lexicon: Lexicon): WordIndex {
  const known = WORD_INDEXES.get(lexicon);
  if (known !== undefined) return known;
  const [exact, prefix, infix] = [new Map<string, Entry[]>(), new Map<string, Entry[]>(), [] as Entry[]];
  for (const [concept, text] of entriesOf(lexicon)) {
    const entry = { concept, parts: text.split(" ") };
    const head = entry.parts[0] as string;
    if (head.startsWith("*")) infix.push(entry);
    else if (head.endsWith("*")) add(prefix, head.slice(0, -1), entry);
    else add(exact, head, entry);
  }
  const index = { exact, prefix, infix };
  WORD_INDEXES.set(lexicon, index);
  return index;
}

export function scanWords(words: readonly Word[], lexicon: Lexicon, found: Found): void {
  const index = wordIndex(lexicon);
  const known = new Map<string, readonly Entry[]>();
  words.forEach((word, at) => {
    let heads = known.get(word.text);
    if (heads === undefined) {
      heads = headed(index, word.text);
      known.set(word.text, heads);
    }
    noteLongest(found, lexicon, word.start, heads, (parts) => lastWord(words, at, parts)?.end);
  });
}

const LONGEST_WORD = 40;

/** Entries whose first part fits the word. */
function headed({ exact, prefix, infix }: WordIndex, word: string): readonly Entry[] {
  if (word.length > LONGEST_WORD) return [];
  const found = [...(exact.get(word) ?? [])];
  for (let length = 2; length <= word.length; length++) {
    for (const entry of prefix.get(word.slice(0, length)) ?? []) {
      if (!word.includes("/", length)) found.push(entry);
    }
  }
  for (const entry of infix) if (fits(entry.parts[0] as string, word)) found.push(entry);
  return found;
}

function fits(part: string, word: string): boolean {
  if (!part.includes("*")) return part === word;
  if (!part.startsWith("*")) return word.startsWith(part.slice(0, -1)) && !word.includes("/");
  return part.endsWith("*") ? word.includes(part.slice(1, -1)) : word.endsWith(part.slice(1));
}

function lastWord(words: readonly Word[], at: number, parts: readonly string[]): Word | undefined {
  const { sentence } = words[at] as Word;
  let here = at;
  for (let part = 1; part < parts.length; part++) {
    let wanted = parts[part] as string;
    let room = 0;
    if (wanted === "_") {
      room = GAP_WORDS;
      wanted = parts[++part] as string;
    }
    let next = here + 1;
    while (next <= here + 1 + room && !fitsAt(words[next], wanted, sentence)) next++;
    if (next > here + 1 + room) return undefined;
    here = next;
  }
  return words[here];
}

function fitsAt(word: Word | undefined, part: string, sentence: number): boolean {
  return word !== undefined && word.sentence === sentence && fits(part, word.text);
}
