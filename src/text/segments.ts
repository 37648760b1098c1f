// Where words are (SEA-2), from fixed tables and not from the engine's dictionary: `Intl.Segmenter` answers differently
// from one ICU to the next, and then an index and a query made by two Nodes would not meet.
// What is not listed here separates words. Beyond the blocks below (old scripts, symbols) every letter is searched as
// a letter of no known script.

export const CLASS = {
  separator: 0,
  lower: 1,
  upper: 2,
  digit: 3,
  /** Letters without case, marks among them. */
  letter: 4,
  /** A mark that is dropped: accents, vowel points. */
  mark: 5,
  han: 6,
  hiragana: 7,
  katakana: 8,
  hangul: 9,
  /** Scripts of South-East Asia that are written without blanks. */
  unspaced: 10,
  unspacedMark: 11,
} as const;

type Row = readonly [from: number, to: number, value: number];

const { separator, letter, mark, han, hiragana, katakana, hangul, unspaced, unspacedMark } = CLASS;

/** In order: a later row overwrites an earlier one. Latin, Greek and Cyrillic letters get their case by comparison. */
const rows = (): readonly Row[] => [
  [0x30, 0x39, CLASS.digit],
  [0xaa, 0xaa, letter],
  [0xb5, 0xb5, letter],
  [0xba, 0xba, letter],
  [0x300, 0x36f, mark],
  [0x531, 0x556, letter],
  [0x561, 0x587, letter],
  [0x591, 0x5bd, mark],
  [0x5d0, 0x5f2, letter],
  [0x610, 0x61a, mark],
  [0x620, 0x63f, letter],
  [0x640, 0x640, mark],
  [0x641, 0x64a, letter],
  [0x64b, 0x65f, mark],
  [0x660, 0x669, letter],
  [0x66e, 0x6d3, letter],
  [0x670, 0x670, mark],
  [0x6d5, 0x6d5, letter],
  [0x6d6, 0x6ed, mark],
  [0x6ee, 0x6ff, letter],
  [0x6d4, 0x6d4, separator],
  [0x710, 0x7f5, letter],
  [0x800, 0x82d, letter],
  [0x840, 0x85b, letter],
  [0x860, 0x8ff, letter],
  [0x900, 0xdf3, letter],
  [0x964, 0x965, separator],
  [0x970, 0x970, separator],
  [0xe01, 0xe2e, unspaced],
  [0xe30, 0xe3a, unspacedMark],
  [0xe40, 0xe44, unspaced],
  [0xe45, 0xe4e, unspacedMark],
  [0xe50, 0xe59, letter],
  [0xe81, 0xeae, unspaced],
  [0xeb0, 0xebd, unspacedMark],
  [0xec0, 0xec4, unspaced],
  [0xec6, 0xecd, unspacedMark],
  [0xed0, 0xed9, letter],
  [0xedc, 0xedf, unspaced],
  [0xf00, 0xfbc, letter],
  [0xf0b, 0xf14, separator],
  [0x1000, 0x102a, unspaced],
  [0x102b, 0x103e, unspacedMark],
  [0x1040, 0x1049, letter],
  [0x1050, 0x1055, unspaced],
  [0x1056, 0x109d, unspacedMark],
  [0x10a0, 0x10fa, letter],
  [0x10fc, 0x10ff, letter],
  [0x1200, 0x135a, letter],
  [0x1380, 0x138f, letter],
  [0x13a0, 0x13fd, letter],
  [0x1401, 0x166c, letter],
  [0x166f, 0x167f, letter],
  [0x1780, 0x17b3, unspaced],
  [0x17b4, 0x17d3, unspacedMark],
  [0x17e0, 0x17e9, letter],
  [0x1810, 0x18aa, letter],
  [0x1c90, 0x1cbf, letter],
  [0x2d00, 0x2d2d, letter],
  [0x2d80, 0x2dde, letter],
  [0x3005, 0x3007, han],
  [0x3041, 0x3096, hiragana],
  [0x309d, 0x309f, hiragana],
  [0x30a1, 0x30fa, katakana],
  [0x30fc, 0x30ff, katakana],
  [0x31f0, 0x31ff, katakana],
  [0x3400, 0x4dbf, han],
  [0x4e00, 0x9fff, han],
  [0xa000, 0xa48c, letter],
  [0xa500, 0xa60c, letter],
  [0xa8e0, 0xa8f7, letter],
  [0xa960, 0xa97c, letter],
  [0xaa60, 0xaa7f, letter],
  [0xac00, 0xd7a3, hangul],
  [0xe000, 0xf8ff, separator],
  [0xf900, 0xfaff, han],
];

const cased = (): readonly (readonly [number, number])[] => [
  [0x41, 0x5a],
  [0x61, 0x7a],
  [0xc0, 0xd6],
  [0xd8, 0xf6],
  [0xf8, 0x2af],
  [0x370, 0x373],
  [0x376, 0x377],
  [0x37b, 0x37d],
  [0x37f, 0x37f],
  [0x386, 0x386],
  [0x388, 0x3ff],
  [0x400, 0x481],
  [0x48a, 0x52f],
  [0x1e00, 0x1fbc],
  [0x1fc2, 0x1fcc],
  [0x1fd0, 0x1fdb],
  [0x1fe0, 0x1fec],
  [0x1ff2, 0x1ffc],
];

const FIRST_PLANE = 0x10000;

let table: Uint8Array | undefined;

function classes(): Uint8Array {
  table ??= filled();
  return table;
}

function filled(): Uint8Array {
  const made = new Uint8Array(FIRST_PLANE);
  for (const [from, to, value] of rows()) made.fill(value, from, to + 1);
  for (const [from, to] of cased()) {
    for (let point = from; point <= to; point++) made[point] = caseOf(point);
  }
  return made;
}

function caseOf(point: number): number {
  const text = String.fromCharCode(point);
  return text.toLowerCase() === text ? CLASS.lower : CLASS.upper;
}

export function classOf(point: number): number {
  if (point < 0x80) return asciiClass(point);
  if (point < FIRST_PLANE) return classes()[point] as number;
  if (point >= 0x20000 && point < 0x34000) return han;
  const isOldScript = point < 0x1d000 || (point >= 0x1e000 && point < 0x1f000);
  return isOldScript ? letter : separator;
}

/** Most text is ASCII, and a process that lives for one prompt should not fill 64 kB for it. */
function asciiClass(point: number): number {
  if (point >= 0x61 && point <= 0x7a) return CLASS.lower;
  if (point >= 0x41 && point <= 0x5a) return CLASS.upper;
  return point >= 0x30 && point <= 0x39 ? CLASS.digit : separator;
}

export function isWord(value: number): boolean {
  return value >= CLASS.lower && value <= CLASS.mark;
}

export function isUnspaced(value: number): boolean {
  return value >= CLASS.han;
}

// Sentences with their place in the text. A full stop ends one only before a blank or an end of line, so that
// "v1.2", "config.json" and "e.g. this" stay whole.

export interface Sentence {
  readonly start: number;
  readonly end: number;
}

const END = /[.!?]+(?=["')\]]*(?:\s|$))|[。！？]+|\n/g;
const ABBREVIATION = /\b(?:e\.g|i\.e|etc|vs|cf|approx|z\.\s?b|d\.\s?h|bzw|ca|usw|u\.\s?a|nr|bspw)\.$/i;
const LIST_MARK = /^[ \t]*(?:[-*•]|\d{1,2}[.)])[ \t]+/;

export function sentencesOf(prose: string): readonly Sentence[] {
  const found: Sentence[] = [];
  let start = 0;
  const close = (end: number): void => {
    const piece = prose.slice(start, end);
    const head = LIST_MARK.exec(piece)?.[0].length ?? piece.length - piece.trimStart().length;
    const from = start + head;
    const to = start + piece.trimEnd().length;
    if (to > from) found.push({ start: from, end: to });
    start = end;
  };
  for (const match of prose.matchAll(END)) {
    const end = match.index + match[0].length;
    const so = prose.slice(start, end);
    if (match[0] === "." && (ABBREVIATION.test(so) || /^\s*\d{1,2}\.$/.test(so))) continue;
    close(end);
  }
  close(prose.length);
  return found;
}

// The parts of an identifier (SEA-2): user_id, auth-service, React.FC, getHTTPResponse, python3. Signs between two
// letters or digits join; case and digits divide. The whole is searched as well, without its signs, so that user_id,
// userId and user-id are one name.

const PARTS_MAX = 12;

/** Divides two numbers within a whole: 1.23 is not 12.3. */
const BETWEEN_DIGITS = "\ue000";

const JOINED = /[_.'’-]+/;

/** One part for a simple word. `chunk`: letters, digits, and joining signs between them. */
export function partsOf(chunk: string): readonly string[] {
  const pieces = JOINED.test(chunk) ? chunk.split(JOINED) : [chunk];
  const parts: string[] = [];
  for (const piece of pieces) divide(piece, parts);
  return parts.length > PARTS_MAX ? parts.slice(0, PARTS_MAX) : parts;
}

/** `parts`: folded. */
export function wholeOf(parts: readonly string[]): string {
  let whole = parts[0] ?? "";
  for (const part of parts.slice(1)) {
    whole += isDigitAt(whole, whole.length - 1) && isDigitAt(part, 0) ? BETWEEN_DIGITS + part : part;
  }
  return whole;
}

function isDigitAt(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= 0x30 && unit <= 0x39;
}

const DIVIDES = /[^a-z]/;

function divide(piece: string, parts: string[]): void {
  if (piece === "") return;
  if (!DIVIDES.test(piece)) {
    parts.push(piece);
    return;
  }
  let from = 0;
  for (let at = 1; at < piece.length; at++) {
    if (!isBoundary(piece, at, from)) continue;
    parts.push(piece.slice(from, at));
    from = at;
  }
  parts.push(piece.slice(from));
}

function isBoundary(piece: string, at: number, from: number): boolean {
  const before = classOf(piece.charCodeAt(at - 1));
  const here = classOf(piece.charCodeAt(at));
  if (here === CLASS.upper) {
    if (before === CLASS.lower) return true;
    return before === CLASS.upper && isLower(piece, at + 1) && !isPluralEnd(piece, at + 1);
  }
  // Short names with digits are names of their own: s3, k8s, v2.
  if (here === CLASS.digit) return before !== CLASS.digit && at - from >= 3;
  return before === CLASS.digit && here === CLASS.upper;
}

function isLower(piece: string, at: number): boolean {
  return at < piece.length && classOf(piece.charCodeAt(at)) === CLASS.lower;
}

/** The s of URLs, IDs, PRs. */
function isPluralEnd(piece: string, at: number): boolean {
  return piece[at] === "s" && (at + 1 === piece.length || classOf(piece.charCodeAt(at + 1)) === CLASS.upper);
}
