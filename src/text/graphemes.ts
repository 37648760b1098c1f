// Where a grapheme ends (UAX 29, rules GB3 to GB999), from a pinned table: the engine's segmenter changes with its
// Unicode version, and costs some milliseconds to load. Made for text that is already stripped; of the invisible
// characters it knows ZWJ, ZWNJ and the two emoji selectors alone.
import { GRAPHEME_RUNS } from "./grapheme-table.generated.ts";
import { countUpTo } from "./point-set.ts";

export const GRAPHEME = {
  other: 0,
  extend: 1,
  linker: 2,
  spacing: 3,
  prepend: 4,
  regional: 5,
  picture: 6,
  consonant: 7,
  lead: 8,
  vowel: 9,
  trail: 10,
  joiner: 11,
  syllable: 12,
  closedSyllable: 13,
  control: 14,
} as const;

/** Of all that extends a grapheme, this alone keeps two consonants apart. */
const ZWNJ = 0x200c;

/** Where the grapheme that begins at `from` ends; after `patience` code points it is not followed further. */
export function graphemeEnd(text: string, from: number, patience: number): number {
  let point = text.codePointAt(from);
  if (point === undefined) return from;
  let at = from + widthOf(point);
  let before = classOf(point);
  const first = before;
  // What of the rules looks back further than one character.
  let afterPicture = first === GRAPHEME.picture;
  let consonant = first === GRAPHEME.consonant;
  let linked = false;
  let regionals = first === GRAPHEME.regional ? 1 : 0;
  for (let left = patience; at < text.length && left > 0; left--) {
    point = text.codePointAt(at) as number;
    const next = classOf(point);
    const goesOn =
      joins(before, next) ||
      (next === GRAPHEME.picture && before === GRAPHEME.joiner && afterPicture) ||
      (next === GRAPHEME.consonant && consonant && linked) ||
      (next === GRAPHEME.regional && before === GRAPHEME.regional && regionals % 2 === 1);
    if (!goesOn) return at;
    const extends_ = next === GRAPHEME.extend || next === GRAPHEME.linker || next === GRAPHEME.joiner;
    linked = extends_ && consonant && (linked || next === GRAPHEME.linker);
    consonant = next === GRAPHEME.consonant || (consonant && extends_ && point !== ZWNJ);
    afterPicture = next === GRAPHEME.picture || (afterPicture && extends_ && before !== GRAPHEME.joiner);
    if (next === GRAPHEME.regional) regionals++;
    before = next;
    at += widthOf(point);
  }
  return at;
}

/** As many whole graphemes from the start as `max` code points hold. */
export function wholeGraphemes(text: string, max: number): string {
  let end = 0;
  for (let left = max; end < text.length; ) {
    const next = graphemeEnd(text, end, left);
    left -= codePointsBetween(text, end, next);
    if (left < 0) break;
    end = next;
  }
  return text.slice(0, end);
}

export function codePointsBetween(text: string, start: number, end: number): number {
  let count = 0;
  for (let at = start; at < end; count++) at += (text.codePointAt(at) as number) > 0xffff ? 2 : 1;
  return count;
}

/** The rules that look at two neighbours only. */
function joins(before: number, next: number): boolean {
  if (before === GRAPHEME.control || next === GRAPHEME.control) return false;
  switch (next) {
    case GRAPHEME.extend:
    case GRAPHEME.linker:
    case GRAPHEME.joiner:
    case GRAPHEME.spacing:
      return true;
    case GRAPHEME.lead:
    case GRAPHEME.syllable:
    case GRAPHEME.closedSyllable:
      return before === GRAPHEME.lead || before === GRAPHEME.prepend;
    case GRAPHEME.vowel:
      return [GRAPHEME.lead, GRAPHEME.vowel, GRAPHEME.syllable, GRAPHEME.prepend].includes(before as 8);
    case GRAPHEME.trail:
      return (
        before === GRAPHEME.vowel ||
        before === GRAPHEME.trail ||
        before === GRAPHEME.syllable ||
        before === GRAPHEME.closedSyllable ||
        before === GRAPHEME.prepend
      );
    default:
      return before === GRAPHEME.prepend;
  }
}

function classOf(point: number): number {
  if (point < 0x300) return lowClassOf(point);
  if (point === 0x200d) return GRAPHEME.joiner;
  if (point >= 0xac00 && point <= 0xd7a3) {
    return (point - 0xac00) % 28 === 0 ? GRAPHEME.syllable : GRAPHEME.closedSyllable;
  }
  table ??= decode();
  const { starts, classes } = table;
  return classes[countUpTo(starts, point) - 1] as number;
}

function lowClassOf(point: number): number {
  if (point < 0x20) return GRAPHEME.control;
  return point === 0xa9 || point === 0xae ? GRAPHEME.picture : GRAPHEME.other;
}

function widthOf(point: number): number {
  return point > 0xffff ? 2 : 1;
}

interface Table {
  readonly starts: Uint32Array;
  readonly classes: Uint8Array;
}
let table: Table | undefined;

/** Each word: how far from the start before, then one digit of base 36 for the class. */
function decode(): Table {
  const words = GRAPHEME_RUNS.split(" ");
  let at = 0;
  return {
    starts: Uint32Array.from(words, (word) => (at += Number.parseInt(word.slice(0, -1), 36))),
    classes: Uint8Array.from(words, (word) => Number.parseInt(word.slice(-1), 36)),
  };
}
