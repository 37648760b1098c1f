// The only sanitiser: one function per destination (CHK-30, CHK-31). The order is fixed: well-formed UTF-16, NFC,
// newlines to spaces in fields, strip, collapse white space, cut, escape. Cutting comes before escaping, so that
// an entity is never cut, and never splits a grapheme.
// What is stripped comes from a generated table, not from the engine. Zero-width joiners and variation selectors
// go in bodies too, even inside emoji: a family becomes three faces, and no hidden channel is left to reason about.
// These functions are for reading. A writer refuses such text instead (CHK-30a): an author's words are not altered.
import { normalise } from "./normalise.ts";
import { STRIP_RUNS } from "./strip-table.generated.ts";

export interface Limit {
  /** In graphemes; four times as many code points at most. */
  readonly max: number;
}

/** A field inside the fence: one line, escaped for element text and quoted attribute values alike. */
export function forContext(text: string, limit: Limit): string {
  return escapeXml(cut(oneLine(text), limit.max));
}

/** A body inside the fence: newline and tab stay. */
export function forContextBody(text: string, limit: Limit): string {
  return escapeXml(cut(cleanBody(text), limit.max));
}

/** Text of several lines on a terminal. Layout is kept; nothing in it can drive the terminal. */
export function forTerminal(text: string): string {
  return strip(unifyNewlines(withoutColours(readable(text))), true);
}

export function forTerminalLine(text: string, limit?: { readonly max?: number }): string {
  const line = oneLine(withoutColours(text.toWellFormed()));
  return limit?.max === undefined ? line : cut(line, limit.max);
}

const LOG_MAX = 1000;

/** One line, so that content can't forge a second log entry. */
export function forLog(text: string): string {
  return cut(oneLine(text), LOG_MAX);
}

/** Text that the tool itself derives from foreign text and stores: a title, a quote. Never an author's own text. */
export function forFile(text: string): string {
  return strip(unifyNewlines(readable(text)), true);
}

/** Whether any reader-facing function above would drop this code point. */
export function isStripped(codePoint: number): boolean {
  if (codePoint < 0x7f) return codePoint < 0x20;
  table ??= decode(STRIP_RUNS);
  let low = 0;
  let high = table.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((table[middle] as number) <= codePoint) low = middle + 1;
    else high = middle;
  }
  return low % 2 === 1;
}

/** At most `max` graphemes and 4 * `max` code points; the last grapheme becomes an ellipsis when something is cut. */
export function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  if (max < 1) return "";
  // Each character is a grapheme here, and the segmenter costs some milliseconds to load.
  if (/^[\n\t -~]*$/.test(text)) return `${text.slice(0, max - 1).trimEnd()}…`;
  const window = firstCodePoints(text, 4 * max + 1);
  const ends: number[] = [0];
  let points = 0;
  let whole = window.length === text.length;
  for (const { segment, index } of graphemes().segment(window)) {
    points += codePointsIn(segment);
    if (points > 4 * max || ends.length > max) {
      whole = false;
      break;
    }
    ends.push(index + segment.length);
  }
  if (whole) return text;
  // The ellipsis takes one grapheme and one code point, and both limits must still hold with it.
  const full = ends.length > max || codePointsIn(window.slice(0, ends.at(-1))) >= 4 * max;
  return `${window.slice(0, ends.at(full ? -2 : -1)).trimEnd()}…`;
}

function readable(text: string): string {
  return normalise(text.toWellFormed(), "NFC");
}

function oneLine(text: string): string {
  const flat = readable(text).replace(/[\t\n\v\f\r\u0085\u2028\u2029]+/g, " ");
  return strip(flat, false).replace(BLANKS, " ").trim();
}

/** Indentation carries meaning in a body; blanks at the end of a line and runs of empty lines do not. */
function cleanBody(text: string): string {
  const lines = strip(unifyNewlines(readable(text)), true).split("\n");
  const tidy = lines.map((line) => line.replace(ODD_BLANKS, " ").trimEnd()).join("\n");
  return tidy
    .replace(/\n{3,}/g, "\n\n")
    .replace(/^\n+/, "")
    .trimEnd();
}

const BLANKS = /[ \u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+/g;
const ODD_BLANKS = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g;

function unifyNewlines(text: string): string {
  return text.replace(/\r\n|[\v\f\r\u0085\u2028\u2029]/g, "\n");
}

/**
 * Colour codes go as a whole. Of any other escape sequence only the control characters go and the rest stays
 * visible: a person who reviews a memory must see what a model would see.
 */
function withoutColours(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with one
  return text.replace(/(?:\u001b\[|\u009b)[\d;:]*m/g, "");
}

function strip(text: string, keepLayout: boolean): string {
  if (/^[ -~]*$/.test(text)) return text;
  let out = "";
  let from = 0;
  for (let at = 0; at < text.length; ) {
    const point = text.codePointAt(at) as number;
    const width = point > 0xffff ? 2 : 1;
    const layout = keepLayout && (point === 0x0a || point === 0x09);
    if (!layout && isStripped(point)) {
      out += text.slice(from, at);
      from = at + width;
    }
    at += width;
  }
  return out + text.slice(from);
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] as string);
}

let table: Uint32Array | undefined;

/** The boundaries between staying and going, ascending: a code point goes when an odd number lies at or below it. */
function decode(runs: string): Uint32Array {
  let at = 0;
  return Uint32Array.from(runs.split(" "), (run) => (at += Number.parseInt(run, 36)));
}

let segmenter: Intl.Segmenter | undefined;

function graphemes(): Intl.Segmenter {
  segmenter ??= new Intl.Segmenter("und", { granularity: "grapheme" });
  return segmenter;
}

function firstCodePoints(text: string, count: number): string {
  let at = 0;
  for (let seen = 0; seen < count && at < text.length; seen++) at += (text.codePointAt(at) as number) > 0xffff ? 2 : 1;
  return text.slice(0, at);
}

function codePointsIn(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}
