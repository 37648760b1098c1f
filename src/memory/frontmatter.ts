// Where the frontmatter begins and ends. Line 1 is exactly `---` after an optional byte order mark; it ends at
// the next line that is `---`; CRLF counts as a line end (spec 1). Sizes are judged here, before YAML is read
// (STO-12, STO-14).

import type { Finding, Severity } from "./findings.ts";
import type { FormatFailure } from "./model.ts";

export const MAX_FILE_BYTES: number = 256 * 1024;
/** What an author's keys may take. Tool keys come on top, so that a full file can still be demoted. */
export const MAX_HEAD_BYTES: number = 16 * 1024;
export const MAX_HEAD_WITH_TOOL_BYTES: number = 24 * 1024;
const MAX_LINES = 320;

export interface Split {
  readonly kind: "split";
  readonly headStart: number;
  /** Start of the closing `---` line. */
  readonly headEnd: number;
  readonly bodyStart: number;
  readonly newline: "\n" | "\r\n";
}

const OPENING = /^\uFEFF?---(\r?\n)/;

export function splitFrontmatter(text: string): Split | FormatFailure {
  const opening = OPENING.exec(text);
  if (opening === null) {
    return failure(text, struct("no-frontmatter", 0, "line 1", "Line 1 must be exactly `---`."));
  }
  const headStart = opening[0].length;
  const headEnd = closingLine(text, headStart);
  if (headEnd === undefined) {
    const hint = "End the frontmatter with a line that is exactly `---`.";
    return failure(text, struct("unclosed-frontmatter", headStart, "no closing line", hint));
  }
  const tooLarge = sizeProblem(text, headStart, headEnd);
  if (tooLarge !== undefined) return tooLarge;
  const afterMarker = headEnd + 3;
  const lineEnd = text.startsWith("\r\n", afterMarker) ? 2 : Math.min(1, text.length - afterMarker);
  return {
    kind: "split",
    headStart,
    headEnd,
    bodyStart: afterMarker + lineEnd,
    newline: opening[1] === "\r\n" ? "\r\n" : "\n",
  };
}

function closingLine(text: string, headStart: number): number | undefined {
  // The search starts on the newline before the head, so that an empty head is found too.
  for (let at = text.indexOf("\n---", headStart - 1); at !== -1; at = text.indexOf("\n---", at + 1)) {
    const after = at + 4;
    if (after === text.length || text[after] === "\n" || text.startsWith("\r\n", after)) return at + 1;
  }
  return undefined;
}

function sizeProblem(text: string, headStart: number, headEnd: number): FormatFailure | undefined {
  const head = text.slice(headStart, headEnd);
  const tooLong = exceeds(head, MAX_HEAD_WITH_TOOL_BYTES);
  if (!tooLong && countLines(head) <= MAX_LINES) return undefined;
  const excerpt = tooLong ? `${head.length} characters` : `more than ${MAX_LINES} lines`;
  const hint = "Frontmatter is at most 16 KiB; put long text in the body.";
  return failure(text, format("frontmatter-too-large", headStart, excerpt, hint));
}

function countLines(head: string): number {
  let lines = 0;
  for (let at = head.indexOf("\n"); at !== -1 && lines <= MAX_LINES; at = head.indexOf("\n", at + 1)) lines++;
  return lines;
}

const ENCODER = new TextEncoder();

/** Whether a text has more bytes than that; a UTF-16 unit makes one to three, so most texts need no encoding. */
export function exceeds(text: string, bytes: number): boolean {
  return text.length > bytes || (text.length * 3 > bytes && utf8Length(text) > bytes);
}

export function utf8Length(text: string): number {
  return ENCODER.encode(text).length;
}

const MARKS = [/^<{7} /gm, /^={7}\r?$/gm, /^>{7} /gm];

/** All three marks in their order, each at the start of a line: two texts, of which nobody chose one (SYN-11). */
export function conflictIn(text: string, start = 0): readonly [Problem] | undefined {
  let from = start;
  const found: number[] = [];
  for (const mark of MARKS) {
    mark.lastIndex = from;
    const match = mark.exec(text);
    if (match === null) return undefined;
    from = mark.lastIndex;
    found.push(match.index);
  }
  const hint = "git could not merge two texts: keep one of them; indent the marks where a memory is about them.";
  return [struct("conflict-markers", found[0] ?? 0, "<<<<<<<", hint)];
}

// Findings about a memory file. Excerpts carry codes, key names and counts; a value is shown only when it is a
// short word or a date, because a field may hold a secret or hidden characters.

export interface Problem {
  readonly rule: string;
  readonly severity: Severity;
  /** Offset in the whole text. */
  readonly at: number;
  readonly excerpt: string;
  readonly hint: string;
}

export function struct(rule: string, at: number, excerpt: string, hint: string): Problem {
  return { rule, severity: "struct", at, excerpt, hint };
}

export function format(rule: string, at: number, excerpt: string, hint: string): Problem {
  return { rule, severity: "format", at, excerpt, hint };
}

export function toFinding(text: string, problem: Problem): Finding {
  const { rule, severity, excerpt, hint } = problem;
  return { check: "structure", rule, severity, ...positionAt(text, problem.at), excerpt, hint };
}

export function failure(text: string, ...problems: readonly Problem[]): FormatFailure {
  return { kind: "format-failure", findings: problems.map((problem) => toFinding(text, problem)) };
}

/** Both from 1; the column counts UTF-16 units. */
export function positionAt(text: string, offset: number): { line: number; column: number } {
  let line = 1;
  let start = 0;
  for (let next = text.indexOf("\n"); next !== -1 && next < offset; next = text.indexOf("\n", next + 1)) {
    line++;
    start = next + 1;
  }
  return { line, column: offset - start + 1 };
}

const WORD = /^(?:[A-Za-z][A-Za-z_-]{0,19}|[\dTZ: -]{1,20})$/;

/** A word or date as it stands, anything else as its length. */
export function shown(value: string): string {
  return WORD.test(value) ? value : `${codePoints(value)} characters`;
}

const KEY = /^[A-Za-z][\w-]{0,39}$/;

export function shownKey(key: string): string {
  return KEY.test(key) ? key : `a key of ${codePoints(key)} characters`;
}

export function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}
