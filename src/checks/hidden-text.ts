// Characters that no reader sees (CHK-30a). On write they are refused with a report; the author's text is never
// altered. Excerpts name the code point and never carry the character itself.
// What they are comes from pinned tables, so every Node gives the same answer. Allowed are newline and tab, a byte
// order mark at the start of a file, ZWJ and the two emoji selectors inside emoji, and ZWJ and ZWNJ between letters of
// scripts that join. Reading drops more of these than writing refuses (core/text/strip.ts).

import type { MemoryDocument } from "../memory/document.ts";
import type { Finding } from "../memory/findings.ts";
import { positionAt } from "../memory/frontmatter.ts";
import { emojiSpans, isTextual, type PointSet, pointList, pointSet, type Span } from "../text/graphemes.ts";
import { HIDDEN_RUNS, JOINING_RUNS, SYMBOLS } from "../text/write-table.generated.ts";

const MAX_FINDINGS = 20;

interface Rule {
  readonly rule: string;
  readonly hint: string;
}

const BIDI: Rule = { rule: "bidi-control", hint: "Remove the direction control." };
const TAG: Rule = { rule: "tag-character", hint: "Remove the tag character." };
const SELECTOR: Rule = { rule: "variation-selector", hint: "Remove the variation selector." };
const CONTROL: Rule = { rule: "control-character", hint: "Remove the control character." };
const SURROGATE: Rule = { rule: "lone-surrogate", hint: "Remove the half character." };
const BOM: Rule = { rule: "misplaced-bom", hint: "Keep the mark at the start of the file only." };
const ZERO_WIDTH: Rule = { rule: "zero-width", hint: "Remove it unless the script needs it." };
const INVISIBLE: Rule = { rule: "invisible-character", hint: "Remove the invisible character." };

type Kind = "file" | "field";

/** `text` is a whole file: a byte order mark is allowed at its start. */
export function checkHiddenText(text: string): readonly Finding[] {
  return scan(text, "file");
}

/** The decoded fields: a quoted YAML value can spell a hidden character as an escape, which the raw text does not show. */
export function checkHiddenFields(doc: MemoryDocument): readonly Finding[] {
  const findings: Finding[] = [];
  for (const entry of doc.entries) {
    const raw = doc.text.slice(entry.start, entry.valueEnd);
    if (!raw.includes("\\")) continue;
    const visible = new Set(scan(raw, "field").map((finding) => finding.excerpt));
    const { line } = positionAt(doc.text, entry.start);
    for (const finding of textsOf(doc, entry.key).flatMap((part) => scan(part, "field"))) {
      if (!visible.has(finding.excerpt)) findings.push({ ...finding, line, column: 1 });
    }
  }
  return findings;
}

function textsOf(doc: MemoryDocument, key: string): readonly string[] {
  const value = doc.fields.get(key);
  const parts = value instanceof Map ? [...value].flat() : [value].flat();
  return [key, ...parts.filter((part) => typeof part === "string")];
}

const PLAIN = /^[\n\t -~]*$/;
const PLAIN_FIELD = /^[ -~]*$/;

function scan(text: string, kind: Kind): readonly Finding[] {
  if ((kind === "file" ? PLAIN : PLAIN_FIELD).test(text)) return [];
  hidden ??= pointSet(HIDDEN_RUNS);
  const findings: Finding[] = [];
  const emoji = emojiSpans(text);
  let line = 1;
  let lineStart = 0;
  for (let at = 0; at < text.length && findings.length < MAX_FINDINGS; at++) {
    const unit = text.charCodeAt(at);
    if (unit >= 0x20 && unit < 0x7f) continue;
    const point = text.codePointAt(at) as number;
    if (hidden(point) && !isAllowed(text, at, kind, emoji)) {
      const column = at - lineStart + 1;
      const excerpt = nameOf(point);
      findings.push({ check: "hidden-text", ...ruleFor(point), severity: "format", line, column, excerpt });
    }
    if (point > 0xffff) at++;
    if (unit === 0x0a) {
      line++;
      lineStart = at + 1;
    }
  }
  return findings;
}

function ruleFor(point: number): Rule {
  if (point < 0x20 || (point >= 0x7f && point <= 0x9f)) return CONTROL;
  if (point >= 0xd800 && point <= 0xdfff) return SURROGATE;
  if (point === 0xfeff) return BOM;
  if (isBidi(point)) return BIDI;
  if (isSelector(point)) return SELECTOR;
  if (point >= 0xe0000) return TAG;
  return (point >= 0x200b && point <= 0x200d) || point === 0x2060 ? ZERO_WIDTH : INVISIBLE;
}

function isBidi(point: number): boolean {
  if (point === 0x61c || point === 0x200e || point === 0x200f) return true;
  return (point >= 0x202a && point <= 0x202e) || (point >= 0x2066 && point <= 0x2069);
}

function isSelector(point: number): boolean {
  return (point >= 0xfe00 && point <= 0xfe0f) || (point >= 0xe0100 && point <= 0xe01ef);
}

function isAllowed(text: string, at: number, kind: Kind, emoji: readonly Span[]): boolean {
  switch (text.charCodeAt(at)) {
    case 0x09:
    case 0x0a:
      return kind === "file";
    case 0x0d:
      return kind === "file" && text[at + 1] === "\n";
    case 0xfeff:
      return kind === "file" && at === 0;
    case 0xfe0e:
      return hasTwoForms(pointBefore(text, at));
    case 0xfe0f:
      return hasTwoForms(pointBefore(text, at)) || isWithin(emoji, at);
    case 0x200c:
      return joinsLetters(text, at);
    case 0x200d:
      return joinsLetters(text, at) || isWithin(emoji, at);
    default:
      return false;
  }
}

/** Keyboards write a selector after old symbols even where it changes nothing. */
function hasTwoForms(point: number): boolean {
  symbols ??= pointList(SYMBOLS);
  return isTextual(point) || symbols.has(point);
}

function joinsLetters(text: string, at: number): boolean {
  joining ??= pointSet(JOINING_RUNS);
  return joining(pointBefore(text, at)) && joining(text.codePointAt(at + 1) ?? 0);
}

function pointBefore(text: string, at: number): number {
  const point = text.codePointAt(at - 2) ?? 0;
  return point > 0xffff ? point : text.charCodeAt(at - 1) || 0;
}

/** The spans are in order and do not meet. */
function isWithin(spans: readonly Span[], at: number): boolean {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((spans[middle] as Span).end <= at) low = middle + 1;
    else high = middle;
  }
  const span = spans[low];
  return span !== undefined && span.start <= at;
}

function nameOf(point: number): string {
  return `U+${point.toString(16).toUpperCase().padStart(4, "0")}`;
}

let hidden: PointSet | undefined;
let joining: PointSet | undefined;
let symbols: ReadonlySet<number> | undefined;
