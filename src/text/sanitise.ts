// The only sanitiser: one function per destination (CHK-30, CHK-31). The order is fixed: well-formed UTF-16, NFC,
// newlines to spaces in fields, strip, collapse white space, cut, escape. Cutting comes before escaping, so that
// an entity is never cut, and never splits a grapheme.
// What is stripped, which emoji sequences there are and where a grapheme ends come from generated tables, not from the
// engine, so that every Node gives the same bytes. In fields a family becomes three faces; bodies keep it whole.
// These functions are for reading. A writer refuses such text instead (CHK-30a): an author's words are not altered.
import { codePointsBetween, emojiSpans, graphemeEnd, type PointSet, pointSet } from "./graphemes.ts";
import { normalise } from "./normalise.ts";
import { STRIP_RUNS } from "./strip-table.generated.ts";

export interface Limit {
  /** In graphemes; four times as many code points at most. */
  readonly max: number;
}

/** A field inside the fence: one line, escaped for element text; no attribute ever holds content. */
export function forContext(text: string, limit: Limit): string {
  return escapeText(cut(oneLine(text), limit.max));
}

/** A body inside the fence: newline and tab stay. */
export function forContextBody(text: string, limit: Limit): string {
  return escapeText(cut(cleanBody(text), limit.max));
}

/** Text of several lines on a terminal. Layout is kept; nothing in it can drive the terminal. */
export function forTerminal(text: string): string {
  return stripBody(unifyNewlines(withoutColours(readable(text))));
}

export function forTerminalLine(text: string, limit?: { readonly max?: number }): string {
  const line = oneLine(withoutColours(text.toWellFormed()));
  return limit?.max === undefined ? line : cut(line, limit.max);
}

/** A line of a page; escaped for element text and quoted attribute values alike. */
export function forHtmlLine(text: string, limit: Limit): string {
  return escapeXml(forTerminalLine(text, limit));
}

/**
 * A line of Markdown, in a table as well: what could be markup, HTML, a link or an entity is a plain sign. Every ASCII
 * punctuation mark may be escaped; those that never begin anything are left, to keep names readable.
 */
export function forMarkdownLine(text: string, limit: Limit): string {
  return forTerminalLine(text, limit)
    .replace(/[^\p{L}\p{N}\p{M} ,.;'"?()/%=:-]|:(?=\S)/gu, (sign) => (sign <= "\u007f" ? `\\${sign}` : sign))
    .replace(/\bwww\./gi, (found) => `${found.slice(0, 3)}\\.`);
}

/**
 * Text of several lines in the review page, which shows it as text and nothing else. What a model would see of an escape
 * sequence stays visible.
 */
export function forPage(text: string): string {
  return stripBody(unifyNewlines(readable(text)));
}

export function forPageLine(text: string): string {
  return oneLine(text.toWellFormed());
}

const LOG_MAX = 1000;

/** One line, so that content can't forge a second log entry. */
export function forLog(text: string): string {
  return cut(oneLine(text), LOG_MAX);
}

/** Text that the tool itself derives from foreign text and stores: a title, a quote. Never an author's own text. */
export function forFile(text: string): string {
  return stripBody(unifyNewlines(readable(text)));
}

/** At most `max` graphemes and 4 * `max` code points; the last grapheme becomes an ellipsis when something is cut. */
export function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  if (max < 1) return "";
  if (PLAIN.test(text)) return `${text.slice(0, max - 1).trimEnd()}…`;
  let end = 0;
  let points = 0;
  // What still fits when the ellipsis takes one grapheme and one code point of its own.
  let endWithEllipsis = 0;
  for (let count = 1; end < text.length; count++) {
    const next = graphemeEnd(text, end, 4 * max - points);
    points += codePointsBetween(text, end, next);
    if (count > max || points > 4 * max) return `${text.slice(0, endWithEllipsis).trimEnd()}…`;
    end = next;
    if (count < max && points < 4 * max) endWithEllipsis = end;
  }
  return text;
}

const PRINTABLE = /^[ -~]*$/;
/** Each character is a grapheme. */
const PLAIN = /^[\n\t -~]*$/;

function readable(text: string): string {
  return normalise(text.toWellFormed(), "NFC");
}

function oneLine(text: string): string {
  if (PRINTABLE.test(text)) return (text.includes("  ") ? text.replace(/ +/g, " ") : text).trim();
  const flat = readable(text).replace(/[\t\n\v\f\r\u0085\u2028\u2029]+/g, " ");
  return stripLine(flat).replace(ODD_BLANKS, " ").replace(/ {2,}/g, " ").trim();
}

/** Indentation carries meaning in a body; blanks at the end of a line and runs of empty lines do not. */
function cleanBody(text: string): string {
  const lines = stripBody(unifyNewlines(readable(text))).split("\n");
  const tidy = lines.map((line) => line.replace(ODD_BLANKS, " ").trimEnd()).join("\n");
  return tidy
    .replace(/\n{3,}/g, "\n\n")
    .replace(/^\n+/, "")
    .trimEnd();
}

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

const MARKUP = /[&<>]/;

/** For element text: quotes stay, so that "don't" is read as it was written. */
export function escapeText(text: string): string {
  if (!MARKUP.test(text)) return text;
  let out = "";
  let from = 0;
  // In a loop of its own: a replacement by function costs several times as much where there is much to replace.
  for (let at = 0; at < text.length; at++) {
    const entity = entityFor(text.charCodeAt(at));
    if (entity === undefined) continue;
    out += text.slice(from, at) + entity;
    from = at + 1;
  }
  return out + text.slice(from);
}

/** For quoted attribute values as well. */
export function escapeXml(text: string): string {
  return escapeText(text).replaceAll('"', "&quot;").replaceAll("'", "&#39;");
}

function entityFor(unit: number): string | undefined {
  switch (unit) {
    case 0x26:
      return "&amp;";
    case 0x3c:
      return "&lt;";
    case 0x3e:
      return "&gt;";
    default:
      return undefined;
  }
}

// What never reaches a reader (CHK-30): controls, format characters, private use, unassigned and default-ignorable code
// points, from a generated table that is decoded when the first text beyond ASCII comes by.

/** Whether a reader-facing function drops this code point; layout and emoji in bodies are its callers' exceptions. */
export function isStripped(point: number): boolean {
  if (point < 0x7f) return point < 0x20;
  stripped ??= pointSet(STRIP_RUNS);
  return stripped(point);
}

let stripped: PointSet | undefined;

/** A field: not one of them stays. */
function stripLine(text: string): string {
  return PRINTABLE.test(text) ? text : stripRange(text, 0, text.length, false);
}

/** A body: newline and tab stay, and what an emoji sequence is made of. */
export function stripBody(text: string): string {
  if (PRINTABLE_LINES.test(text)) return text;
  let out = "";
  let from = 0;
  for (const { start, end } of emojiSpans(text)) {
    out += stripRange(text, from, start, true) + text.slice(start, end);
    from = end;
  }
  return out + stripRange(text, from, text.length, true);
}

const PRINTABLE_LINES = /^[\n\t -~]*$/;

function stripRange(text: string, start: number, end: number, keepLayout: boolean): string {
  let out = "";
  let from = start;
  for (let at = start; at < end; ) {
    const unit = text.charCodeAt(at);
    if ((unit >= 0x20 && unit < 0x7f) || (keepLayout && (unit === 0x0a || unit === 0x09))) {
      at++;
      continue;
    }
    const point = text.codePointAt(at) as number;
    const width = point > 0xffff ? 2 : 1;
    if (isStripped(point)) {
      out += text.slice(from, at);
      from = at + width;
    }
    at += width;
  }
  return out + text.slice(from, end);
}
