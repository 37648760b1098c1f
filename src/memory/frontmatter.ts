// Where the frontmatter begins and ends. Line 1 is exactly `---` after an optional byte order mark; it ends at
// the next line that is `---`; CRLF counts as a line end (spec 1). Sizes are judged here, before YAML is read
// (STO-12, STO-14).
import type { FormatFailure } from "./model.ts";
import { failure } from "./report.ts";

export const MAX_FILE_BYTES: number = 256 * 1024;
/** What an author's keys may take. Tool keys come on top, so that a full file can still be demoted. */
export const MAX_HEAD_BYTES: number = 16 * 1024;
export const MAX_HEAD_WITH_TOOL_BYTES: number = 24 * 1024;
export const MAX_KEYS = 64;
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
    return failure(text, {
      rule: "no-frontmatter",
      severity: "struct",
      at: 0,
      excerpt: "line 1",
      hint: "Line 1 must be exactly `---`.",
    });
  }
  const headStart = opening[0].length;
  const headEnd = closingLine(text, headStart);
  if (headEnd === undefined) {
    return failure(text, {
      rule: "unclosed-frontmatter",
      severity: "struct",
      at: headStart,
      excerpt: "no closing line",
      hint: "End the frontmatter with a line that is exactly `---`.",
    });
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
  return failure(text, {
    rule: "frontmatter-too-large",
    severity: "format",
    at: headStart,
    excerpt: tooLong ? `${head.length} characters` : `more than ${MAX_LINES} lines`,
    hint: "Frontmatter is at most 16 KiB; put long text in the body.",
  });
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
