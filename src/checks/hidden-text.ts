// Characters that no reader sees (CHK-30a). On write they are refused with a report; the author's text is never
// altered. Excerpts name the code point and never carry the character itself.
import type { Finding, Severity } from "../core/findings.ts";
import type { MemoryDocument } from "../core/memory/document.ts";
import { positionAt } from "../core/memory/report.ts";

const MAX_FINDINGS = 20;

interface Rule {
  readonly rule: string;
  readonly severity: Severity;
  readonly hint: string;
}

const BIDI: Rule = { rule: "bidi-control", severity: "format", hint: "Remove the direction control." };
const TAG: Rule = { rule: "tag-character", severity: "format", hint: "Remove the tag character." };
const SELECTOR: Rule = { rule: "variation-selector", severity: "format", hint: "Remove the variation selector." };
const CONTROL: Rule = { rule: "control-character", severity: "format", hint: "Remove the control character." };
const SURROGATE: Rule = { rule: "lone-surrogate", severity: "format", hint: "Remove the half character." };
const BOM: Rule = { rule: "misplaced-bom", severity: "format", hint: "Keep the mark at the start of the file only." };
const ZERO_WIDTH: Rule = { rule: "zero-width", severity: "warn", hint: "Remove it unless the script needs it." };

// Ranges, not engine properties, for all that block: every Node version gives the same answer.
const SUSPECT =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  /\u034f|\u17b4|\u17b5|[\ufe00-\ufe0f]|[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\xad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff9-\ufffb\p{Cs}\u{e0000}-\u{e0fff}]/gu;

/** `text` is a whole file: a byte order mark is allowed at its start. */
export function checkHiddenText(text: string): readonly Finding[] {
  return scan(text, true);
}

/** The decoded fields: a quoted YAML value can spell a hidden character as an escape, which the raw text does not show. */
export function checkHiddenFields(doc: MemoryDocument): readonly Finding[] {
  const findings: Finding[] = [];
  for (const entry of doc.entries) {
    const raw = doc.text.slice(entry.start, entry.valueEnd);
    if (!raw.includes("\\")) continue;
    const visible = new Set(scan(raw, false).map((finding) => finding.excerpt));
    const { line } = positionAt(doc.text, entry.start);
    for (const finding of textsOf(doc, entry.key).flatMap((part) => scan(part, false))) {
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

/** Warnings are capped apart from the rest, so that many harmless characters can't push out one that blocks. */
function scan(text: string, wholeFile: boolean): readonly Finding[] {
  const findings: Finding[] = [];
  const left = { struct: 0, format: MAX_FINDINGS, warn: MAX_FINDINGS };
  let line = 1;
  let lineStart = 0;
  for (const { index, 0: char } of text.matchAll(SUSPECT)) {
    const rule = ruleFor(text, index, char, wholeFile);
    if (rule === undefined || left[rule.severity]-- <= 0) continue;
    for (let next = text.indexOf("\n", lineStart); next !== -1 && next < index; ) {
      line++;
      lineStart = next + 1;
      next = text.indexOf("\n", lineStart);
    }
    findings.push({ check: "hidden-text", ...rule, line, column: index - lineStart + 1, excerpt: named(char) });
    if (left.format === 0) break;
  }
  return findings;
}

function ruleFor(text: string, at: number, char: string, wholeFile: boolean): Rule | undefined {
  const code = char.codePointAt(0) ?? 0;
  if (code < 0x20 || (code >= 0x7f && code <= 0x9f)) return CONTROL;
  if (code >= 0xd800 && code <= 0xdfff) return SURROGATE;
  if (code === 0xfeff) return wholeFile && at === 0 ? undefined : BOM;
  if (isBidi(code)) return BIDI;
  if (code >= 0xe0100 && code <= 0xe01ef) return SELECTOR;
  if (code >= 0xe0000) return TAG;
  if (code >= 0xfe00 && code <= 0xfe0f) return selectsSomething(text, at) ? undefined : ZERO_WIDTH;
  if (code === 0x200c || code === 0x200d) return joinsSomething(text, at) ? undefined : ZERO_WIDTH;
  return ZERO_WIDTH;
}

function isBidi(code: number): boolean {
  if (code === 0x61c || code === 0x200e || code === 0x200f) return true;
  return (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
}

// VS15 and VS16 choose text or emoji form, the others a glyph of a symbol or ideograph: one, after a visible base.
// Both patterns are anchored at their start: Node 26.10 misses characters beyond U+FFFF in `/[\p{S}]$/u`.
const SELECTABLE = /^[\p{Extended_Pictographic}\p{Emoji}\p{L}\p{S}\p{M}]$/u;
// ZWJ and ZWNJ shape words in joining scripts; ZWJ also builds emoji sequences.
const JOINABLE =
  /^[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Inherited}]$/u;

function selectsSomething(text: string, at: number): boolean {
  const before = characterBefore(text, at);
  return SELECTABLE.test(before) && !/^[\ufe00-\ufe0f]$/.test(before);
}

/** An emoji's VS16 is of the script Inherited, as are the marks of other scripts; the joiners themselves are too. */
function joinsSomething(text: string, at: number): boolean {
  const before = characterBefore(text, at);
  return JOINABLE.test(before) && !/^[\u200b-\u200f]$/.test(before);
}

function characterBefore(text: string, at: number): string {
  const pair = text.slice(Math.max(0, at - 2), at);
  return [...pair].at(-1) ?? "";
}

function named(char: string): string {
  return `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}
