// The copy that the rules read (CHK-20): NFKC, invisible characters removed, fillers and odd blanks as spaces,
// typographic quotes as plain ones. Every unit of the copy knows the raw characters it came from, so that a hit is
// reported where the author's text has it. Text is never rewritten with this copy.

import type { Span } from "../../text/graphemes.ts";
import { normalise } from "../../text/normalise.ts";
import { isStripped } from "../../text/sanitise.ts";

export interface DetectionCopy {
  readonly text: string;
  /** The same, unit by unit, in lower case. */
  readonly lower: string;
  readonly toRaw: (span: Span) => Span;
}

export function detectionCopy(raw: string): DetectionCopy {
  if (PLAIN.test(raw)) return { text: raw, lower: raw.toLowerCase(), toRaw: (span) => span };
  const starts: number[] = [];
  const ends: number[] = [];
  let text = "";
  for (let at = 0; at < raw.length; ) {
    const to = endOfCluster(raw, at);
    const piece = to === at + 1 && isStable(raw.charCodeAt(at)) ? (raw[at] as string) : fold(raw.slice(at, to));
    text += piece;
    for (let unit = 0; unit < piece.length; unit++) {
      starts.push(at);
      ends.push(to);
    }
    at = to;
  }
  const toRaw = ({ start, end }: Span): Span => ({
    start: starts[start] ?? raw.length,
    end: ends[end - 1] ?? raw.length,
  });
  return { text, lower: lowered(text), toRaw };
}

/** A few letters become two in lower case; those stay as they are, so that offsets hold. */
function lowered(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text.replace(/[^\u0130]+/g, (part) => part.toLowerCase());
}

const PLAIN = /^[\t\n -~]*$/;

/** Printable ASCII and layout, Hangul syllables, common ideographs and kana: each is its own folded form. */
function isStable(unit: number): boolean {
  if (unit < 0x7f) return unit >= 0x20 || unit === 0x0a || unit === 0x09;
  return (
    (unit >= 0xac00 && unit <= 0xd7a3) ||
    (unit >= 0x4e00 && unit <= 0x9fff) ||
    (unit >= 0x3041 && unit <= 0x3096) ||
    (unit >= 0x30a1 && unit <= 0x30fa)
  );
}

/** A character and the marks and conjoining letters after it, which may compose with it. */
function endOfCluster(raw: string, at: number): number {
  let to = at + widthAt(raw, at);
  while (to < raw.length && joinsBack(raw, to)) to += widthAt(raw, to);
  return to;
}

function joinsBack(raw: string, at: number): boolean {
  const unit = raw.charCodeAt(at);
  if (unit < 0x300 || isStable(unit)) return false;
  if (unit <= 0x36f) return true;
  return MARK.test(String.fromCodePoint(raw.codePointAt(at) as number));
}

// Marks, Hangul vowels and finals, the half-width sound marks.
const MARK = /^[\p{M}\u1160-\u11ff\uff9e\uff9f]$/u;

function widthAt(raw: string, at: number): number {
  return (raw.codePointAt(at) as number) > 0xffff ? 2 : 1;
}

/** The same cluster comes again and again, also in hostile text. */
function fold(cluster: string): string {
  if (cluster.length > 4) return folded(cluster);
  let known = FOLDED.get(cluster);
  if (known === undefined) {
    known = folded(cluster);
    if (FOLDED.size < 2000) FOLDED.set(cluster, known);
  }
  return known;
}

const FOLDED = new Map<string, string>();

function folded(cluster: string): string {
  let kept = "";
  for (const char of cluster) {
    const point = char.codePointAt(0) as number;
    if (NEWLINES.has(point)) kept += "\n";
    else if (FILLERS.has(point)) kept += " ";
    else if (point === 0x0a || point === 0x09 || !isStripped(point)) kept += QUOTES.get(char) ?? char;
  }
  return normalise(kept, "NFKC");
}

const NEWLINES = new Set([0x0b, 0x0c, 0x85, 0x2028, 0x2029]);
const FILLERS = new Set([0x115f, 0x1160, 0x2800, 0x3164, 0xffa0]);
const QUOTES = new Map([
  ["\u2018", "'"],
  ["\u2019", "'"],
  ["\u02bc", "'"],
  ["\u201c", '"'],
  ["\u201d", '"'],
  ["\u2010", "-"],
  ["\u2011", "-"],
]);
