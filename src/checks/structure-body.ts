// What the structure check says about a body (CHK-1, STO-12, STO-13). Everything but an empty
// body and what a merge of git left behind only warns.
import type { MemoryDocument } from "../memory/document.ts";
import { kindField, typeField } from "../memory/fields.ts";
import { codePoints, conflictIn, type Problem } from "../memory/frontmatter.ts";
import { KIND_TABLE } from "../memory/kinds.ts";

const MIN_BODY = 30;
const MAX_BODY = 5000;

export function bodyProblems(doc: MemoryDocument): readonly Problem[] {
  const start = doc.text.length - doc.body.length;
  const body = doc.body.trim();
  if (body === "") return hardBodyProblems(doc);
  return [
    ...hardBodyProblems(doc),
    ...lengthProblems(body, start),
    ...sectionProblems(doc, start),
    ...absoluteProblems(doc.body, start),
  ];
}

/** What makes a body unusable. */
export function hardBodyProblems({ text, body }: MemoryDocument): readonly Problem[] {
  const start = text.length - body.length;
  if (body.trim() !== "") return conflictIn(text, start) ?? [];
  const hint = "Write what is to be remembered below the frontmatter.";
  return [{ rule: "empty-body", severity: "struct", at: start, excerpt: "0 characters", hint }];
}

function lengthProblems(body: string, at: number): readonly Problem[] {
  const length = codePoints(body);
  const excerpt = `${length} characters`;
  if (length < MIN_BODY) {
    return [{ rule: "short-body", severity: "warn", at, excerpt, hint: "Say enough to be useful later." }];
  }
  if (length <= MAX_BODY) return [];
  return [{ rule: "long-body", severity: "warn", at, excerpt, hint: "Split it: a memory is about one thing." }];
}

/** A kind's own sections stand in for the Why and How to apply that feedback and project memories want. */
function sectionProblems(doc: MemoryDocument, at: number): readonly Problem[] {
  const kind = kindField(doc);
  const type = typeField(doc);
  const wanted =
    kind !== undefined ? KIND_TABLE[kind].sections : type === "feedback" || type === "project" ? REASONS : [];
  const rule = kind === undefined ? "missing-reason-line" : "missing-section";
  return wanted
    .filter((section) => !hasSection(doc.body, section))
    .map((section) => ({ rule, severity: "warn", at, excerpt: section, hint: `Add a line or heading "${section}".` }));
}

const REASONS = ["Why", "How to apply"];

/** As a heading, a bold label, a list label or a plain `Label:` at the start of a line. */
function hasSection(body: string, section: string): boolean {
  const name = section.replaceAll(" ", "[ \\t]+");
  return new RegExp(
    `^[ \\t]*(?:[-*][ \\t]+)?(?:#{1,6}[ \\t]+${name}\\b|(?:\\*\\*|__)${name}\\b|${name}(?:\\*\\*|__)?[ \\t]*:)`,
    "im",
  ).test(body);
}

const ABSOLUTE = /\b(?:always|never|from now on)\b/i;
const REASON = /\b(?:because|reasons?|why|due to|incidents?)\b/i;

function absoluteProblems(body: string, start: number): readonly Problem[] {
  const match = ABSOLUTE.exec(body);
  if (match === null || REASON.test(body)) return [];
  const hint = "Say why (because, reason, due to, incident), so that a reader can judge when it applies.";
  const excerpt = match[0].toLowerCase();
  return [{ rule: "absolute-without-reason", severity: "warn", at: start + match.index, excerpt, hint }];
}
