// Terms are made here for memories and questions alike (SEA-2), so that the two can't differ, and hold nothing but
// letters, digits and private-use code points (SEA-4). A field is packed into a stream: its length, then its tokens,
// each `term` or `term/form` where the exact form is another; a leading `+` says that a token stands where the one
// before it stands (the whole of an identifier beside its parts, a character beside its pair).

import { normalise } from "./normalise.ts";
import { CLASS, classOf, isUnspaced, isWord, partsOf, wholeOf } from "./segments.ts";
import { fold, stem, umlautSpelling } from "./stem.ts";

type TokenKind = "word" | "part" | "whole" | "spelling" | "pair" | "single";

export interface Token {
  readonly term: string;
  readonly form: string;
  readonly kind: TokenKind;
  /** Stands where the token before it stands. */
  readonly same: boolean;
}

/** Longer runs of letters are no words; what identifies them stands at their beginning. */
const TOKEN_MAX = 64;

/** One stretch of text, cut: an identifier, a word, a run of signs without blanks. */
interface Cut {
  readonly tokens: readonly Token[];
  /** Tokens that have a place of their own. */
  readonly places: number;
  readonly packed: string;
}

/** Packs the text of one field. */
export function analyse(text: string): string {
  let length = 0;
  let stream = "";
  eachCut(text, ({ places, packed }) => {
    length += places;
    stream += packed;
  });
  return length === 0 ? "" : length + stream;
}

/** The tokens for a plain full-text tokenizer, separated by blanks. */
export function matchText(stream: string): string {
  const from = stream.indexOf(" ");
  return from === -1 ? "" : stream.slice(from + 1).replace(/\+|\/[^ ]*/g, "");
}

/** How many words stand in it. */
export function lengthOf(stream: string): number {
  return stream === "" ? 0 : Number.parseInt(stream, 10);
}

export function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  eachCut(text, (cut) => {
    for (const token of cut.tokens) tokens.push(token);
  });
  return tokens;
}

function eachCut(text: string, take: (cut: Cut) => void): void {
  const clean = normalise(text, "NFKC");
  for (let at = 0; at < clean.length; ) {
    const point = clean.codePointAt(at) as number;
    const value = classOf(point);
    if (value === CLASS.separator) {
      at += point > 0xffff ? 2 : 1;
    } else if (isWord(value) && value !== CLASS.mark) {
      const end = endOfChunk(clean, at);
      take(cutChunk(clean, at, end));
      at = end;
    } else if (isUnspaced(value)) {
      const tokens: Token[] = [];
      at = pushUnspaced(clean, at, tokens);
      take(cutOf(tokens));
    } else at += point > 0xffff ? 2 : 1;
  }
}

function cutOf(tokens: readonly Token[]): Cut {
  let places = 0;
  let packed = "";
  for (const { term, form, same } of tokens) {
    if (!same) places++;
    packed += `${same ? " +" : " "}${form === term ? term : `${term}/${form}`}`;
  }
  return { tokens, places, packed };
}

const FEW = 2 ** 9;
const MANY = 2 ** 15;
/** A longer slice may keep the whole text it was cut from. */
const LONGEST = 12;

/**
 * Remembers what was worked out for short pieces of text. A fixed number of slots, chosen by a hash of the piece: a later
 * piece takes the slot of an earlier one, so that no text, however long or odd, makes it grow. Looking something up cuts
 * nothing out of the text. A process that reads one prompt fills a few slots and should not make room for thousands.
 */
class Memo<T> {
  #pieces: string[] = new Array(FEW).fill("");
  #values: (T | undefined)[] = new Array(FEW).fill(undefined);
  /** How many were worked out; after this many the rest of the room is made. */
  #left = FEW;

  /** What `make` says of text[from, end), which may depend on nothing else. The piece is not empty. */
  of(text: string, from: number, end: number, make: (piece: string) => T): T {
    if (end - from > LONGEST) return make(text.slice(from, end));
    let hash = 0x811c9dc5;
    for (let at = from; at < end; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
    const slot = (hash ^ (hash >>> 15)) & (this.#pieces.length - 1);
    const known = this.#pieces[slot] as string;
    if (known.length === end - from && text.startsWith(known, from)) return this.#values[slot] as T;
    const piece = text.slice(from, end);
    const value = make(piece);
    this.#pieces[slot] = piece;
    this.#values[slot] = value;
    this.#left -= 1;
    if (this.#left === 0) this.#makeRoom();
    return value;
  }

  #makeRoom(): void {
    this.#pieces = new Array(MANY).fill("");
    this.#values = new Array(MANY).fill(undefined);
  }
}

const cuts = new Memo<Cut>();

function cutChunk(text: string, from: number, end: number): Cut {
  const sign = text.charCodeAt(end);
  if (sign === PLUS || sign === HASH) return cutOf(tokensOfChunk(text.slice(from, end), text, end));
  return cuts.of(text, from, end, cutPlain);
}

/** With nothing behind it that belongs to its name. */
function cutPlain(chunk: string): Cut {
  return cutOf(tokensOfChunk(chunk, "", 0));
}

/** Letters and digits, and joining signs with a letter or digit on either side. */
function endOfChunk(text: string, from: number): number {
  let at = from;
  for (;;) {
    at = endOfWord(text, at);
    const sign = text.charCodeAt(at);
    let next = at;
    if (sign === UNDERSCORE) while (text.charCodeAt(next) === UNDERSCORE) next++;
    else if (sign === HYPHEN || sign === DOT || sign === APOSTROPHE || sign === QUOTE) next++;
    if (next === at || next >= text.length) return at;
    const follows = classOf(text.codePointAt(next) as number);
    if (!isWord(follows) || follows === CLASS.mark) return at;
    at = next;
  }
}

const UNDERSCORE = 0x5f;
const HYPHEN = 0x2d;
const DOT = 0x2e;
const APOSTROPHE = 0x27;
const QUOTE = 0x2019;
const PLUS = 0x2b;
const HASH = 0x23;

function endOfWord(text: string, from: number): number {
  let at = from;
  while (at < text.length) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) {
      if (!isAsciiWord(unit)) break;
      at++;
      continue;
    }
    const point = text.codePointAt(at) as number;
    if (!isWord(classOf(point))) break;
    at += point > 0xffff ? 2 : 1;
  }
  return at;
}

/** Most of a text, without a look into the table of all scripts. */
function isAsciiWord(unit: number): boolean {
  return (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x41 && unit <= 0x5a) || (unit >= 0x30 && unit <= 0x39);
}

/** The endings of "it's", "we'll", "don't": no words of their own. */
const CONTRACTED = /['’](?:s|ll|re|ve|d|m)$/i;
const NEGATED = /n['’]t$/i;

function tokensOfChunk(chunk: string, text: string, end: number): readonly Token[] {
  const tokens: Token[] = [];
  const bare = chunk.replace(CONTRACTED, "").replace(NEGATED, "nt");
  const parts = partsOf(bare.length > 4 * TOKEN_MAX ? bare.slice(0, 4 * TOKEN_MAX) : bare);
  const last = parts.length - 1;
  if (last === 0) {
    pushWord(named(parts[0] as string, text, end), "word", tokens);
    return tokens;
  }
  const folded = parts.map((part) => bounded(fold(part)));
  const whole = bounded(wholeOf(folded));
  for (let index = 0; index <= last; index++) {
    pushWord(parts[index] as string, "part", tokens);
    if (index === 0) tokens.push({ term: stem(whole), form: whole, kind: "whole", same: true });
  }
  return tokens;
}

/** C++, C# and F# are names. */
function named(word: string, text: string, end: number): string {
  if (text.charCodeAt(end) === PLUS && text.charCodeAt(end + 1) === PLUS) return `${word}plusplus`;
  return word.length === 1 && text.charCodeAt(end) === HASH ? `${word}sharp` : word;
}

function pushWord(word: string, kind: TokenKind, tokens: Token[]): void {
  const form = bounded(fold(word));
  if (form === "") return;
  tokens.push({ term: stem(form), form, kind, same: false });
  const spelling = umlautSpelling(word);
  if (spelling !== undefined) {
    const other = bounded(spelling);
    tokens.push({ term: stem(other), form: other, kind: "spelling", same: true });
  }
}

function bounded(form: string): string {
  if (form.length <= TOKEN_MAX) return form;
  const splits = (form.charCodeAt(TOKEN_MAX) & 0xfc00) === 0xdc00;
  return form.slice(0, splits ? TOKEN_MAX - 1 : TOKEN_MAX);
}

/** Pairs of neighbours, and each ideograph by itself: a question may be one character. */
function pushUnspaced(text: string, from: number, tokens: Token[]): number {
  const units: string[] = [];
  const family = familyOf(classOf(text.codePointAt(from) as number));
  let at = from;
  while (at < text.length) {
    const point = text.codePointAt(at) as number;
    const value = classOf(point);
    if (familyOf(value) !== family) break;
    const sign = String.fromCodePoint(point);
    if (value === CLASS.unspacedMark && units.length > 0) units[units.length - 1] += sign;
    else units.push(sign);
    at += sign.length;
  }
  const forms = units.map((unit) => bounded(fold(unit)));
  for (let index = 0; index < forms.length; index++) {
    const form = forms[index] as string;
    const next = forms[index + 1];
    if (next !== undefined) tokens.push({ term: form + next, form: form + next, kind: "pair", same: false });
    const isHan = classOf((units[index] as string).codePointAt(0) as number) === CLASS.han;
    if (isHan || forms.length === 1) tokens.push({ term: form, form, kind: "single", same: forms.length > 1 });
  }
  return at;
}

/** Chinese and Japanese signs form one run; Hangul and the scripts of South-East Asia each their own. */
function familyOf(value: number): number {
  if (value === CLASS.han || value === CLASS.hiragana || value === CLASS.katakana) return CLASS.han;
  return value === CLASS.unspacedMark ? CLASS.unspaced : value;
}
