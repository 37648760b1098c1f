// Where a grapheme ends (UAX 29, rules GB3 to GB999), from a pinned table: the engine's segmenter changes with its
// Unicode version, and costs some milliseconds to load. Made for text that is already stripped; of the invisible
// characters it knows ZWJ, ZWNJ and the two emoji selectors alone.

import { JOINED_BOTH, JOINED_DIFFER, JOINED_FIRST, JOINED_PLAIN, TEXTUAL } from "./emoji-table.generated.ts";
import { GRAPHEME_RUNS } from "./grapheme-table.generated.ts";

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

// A set of code points out of a generated text: base-36 run lengths, so many outside, then so many inside, ...
// Decoding takes some 0.2 ms, so callers decode when the first text beyond ASCII comes by.

export type PointSet = (point: number) => boolean;

const FIRST_PLANE = 0x10000;

export function pointSet(runs: string): PointSet {
  let at = 0;
  const bounds = Uint32Array.from(runs.split(" "), (run) => (at += Number.parseInt(run, 36)));
  const low = new Uint8Array(FIRST_PLANE);
  for (let index = 0; index < bounds.length; index += 2) low.fill(1, bounds[index], bounds[index + 1]);
  return (point) => (point < FIRST_PLANE ? low[point] === 1 : countUpTo(bounds, point) % 2 === 1);
}

/** How many of the ascending `bounds` lie at or below `point`. */
export function countUpTo(bounds: Uint32Array, point: number): number {
  let low = 0;
  let high = bounds.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((bounds[middle] as number) <= point) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Single code points, each as its distance from the one before. */
export function pointList(distances: string): ReadonlySet<number> {
  let at = 0;
  return new Set(distances.split(" ").map((distance) => (at += Number.parseInt(distance, 36))));
}

// Which ZWJ and VS16 stand inside a recommended emoji sequence (RGI, Unicode 17, CHK-30), from a pinned table. Only
// these may stay in a body; the same characters anywhere else are a channel nobody sees.
// Flags of regions such as Scotland are made of tag characters, which never stay: the black flag is left.

export interface Span {
  readonly start: number;
  readonly end: number;
}

const HIDDEN_PARTS = /[\u200d\ufe0f]/;
// A key cap, or elements with ZWJ between them. Every emoji of a sequence lies in these ranges.
const CANDIDATE =
  /[0-9#*]\ufe0f\u20e3|[\u00a9\u00ae\u203c-\u3299\u{1f000}-\u{1f3fa}\u{1f400}-\u{1faff}](?:\ufe0f|[\u{1f3fb}-\u{1f3ff}])?(?:\u200d[\u203c-\u3299\u{1f000}-\u{1f3fa}\u{1f400}-\u{1faff}](?:\ufe0f|[\u{1f3fb}-\u{1f3ff}])?)*/gu;
const KEY_CAP = /^[0-9#*]/;
const LONGEST = 4;

/** The spans of `text`, in order, that are emoji sequences and hold ZWJ or VS16. */
export function emojiSpans(text: string): readonly Span[] {
  if (!HIDDEN_PARTS.test(text)) return [];
  const spans: Span[] = [];
  for (const { 0: candidate, index } of text.matchAll(CANDIDATE)) {
    if (HIDDEN_PARTS.test(candidate)) addSpans(candidate, index, spans);
  }
  return spans;
}

function addSpans(candidate: string, offset: number, spans: Span[]): void {
  if (KEY_CAP.test(candidate)) {
    spans.push({ start: offset, end: offset + candidate.length });
    return;
  }
  const starts = elementStarts(candidate);
  for (let at = 0; at < starts.length - 1; ) {
    const { count, end } = longestFrom(candidate, starts, at);
    const start = starts[at] as number;
    if (end > start) spans.push({ start: offset + start, end: offset + end });
    at += count;
  }
}

/** Where each element begins, and where one after the last would. */
function elementStarts(candidate: string): readonly number[] {
  const starts = [0];
  for (let at = candidate.indexOf("\u200d"); at !== -1; at = candidate.indexOf("\u200d", at + 1)) starts.push(at + 1);
  return [...starts, candidate.length + 1];
}

interface Found {
  /** How many elements are used up. */
  readonly count: number;
  /** Where the sequence ends; where it would begin when there is none. */
  readonly end: number;
}

function longestFrom(candidate: string, starts: readonly number[], at: number): Found {
  const from = starts[at] as number;
  for (let count = Math.min(LONGEST, starts.length - 1 - at); count > 1; count--) {
    const end = (starts[at + count] as number) - 1;
    if (isJoined(candidate.slice(from, end))) return { count, end };
    // A tone or selector that does not belong to the sequence may still follow it.
    const bareEnd = endOfPoint(candidate, starts[at + count - 1] as number);
    if (bareEnd < end && isJoined(candidate.slice(from, bareEnd))) return { count, end: bareEnd };
  }
  const selector = endOfPoint(candidate, from);
  const isWhole = candidate[selector] === "\ufe0f" && isTextual(candidate.codePointAt(from) as number);
  return { count: 1, end: isWhole ? selector + 1 : from };
}

function endOfPoint(text: string, at: number): number {
  return at + ((text.codePointAt(at) as number) > 0xffff ? 2 : 1);
}

function isJoined(sequence: string): boolean {
  joined ??= joinedSequences();
  return joined.has(sequence);
}

let textual: ReadonlySet<number> | undefined;
let joined: ReadonlySet<string> | undefined;

/** Emoji only with VS16 after it; without, a text symbol. */
export function isTextual(point: number): boolean {
  textual ??= pointList(TEXTUAL);
  return textual.has(point);
}

const TONES: readonly string[] = [0x1f3fb, 0x1f3fc, 0x1f3fd, 0x1f3fe, 0x1f3ff].map((each) =>
  String.fromCodePoint(each),
);

function joinedSequences(): ReadonlySet<string> {
  const all = new Set<string>();
  const add = (points: readonly number[], first: string, last: string): void => {
    const end = points.length - 1;
    all.add(points.map((point, at) => element(point, at === 0 ? first : at === end ? last : "")).join("\u200d"));
  };
  for (const points of sequencesIn(JOINED_PLAIN)) add(points, "", "");
  for (const points of sequencesIn(JOINED_FIRST)) for (const tone of ["", ...TONES]) add(points, tone, "");
  for (const points of sequencesIn(JOINED_BOTH)) {
    add(points, "", "");
    for (const first of TONES) for (const last of TONES) add(points, first, last);
  }
  for (const points of sequencesIn(JOINED_DIFFER)) {
    for (const first of TONES) for (const last of TONES) if (first !== last) add(points, first, last);
  }
  return all;
}

function element(point: number, tone: string): string {
  return String.fromCodePoint(point) + (tone === "" && isTextual(point) ? "\ufe0f" : tone);
}

/** `head,head:tail,tail`: each head with each tail; the points of a tail are joined by "+". */
function sequencesIn(packed: string): readonly (readonly number[])[] {
  return packed.split(" ").flatMap((group) => {
    const [heads = [], tails = []] = group.split(":").map((side) => side.split(","));
    return heads.flatMap((head) =>
      tails.map((tail) => [head, ...tail.split("+")].map((each) => Number.parseInt(each, 36))),
    );
  });
}
