// The structure check (CHK-1, STO-10 to STO-14). `struct`: unreadable, delimiters, a missing required key, an empty
// body. `format`: lengths, enumerations, dates, tier against directory, YAML outside the subset. The rest warns.

import { type MemoryDocument, parseDocument } from "../memory/document.ts";
import { confidenceOf, declaredTier, idOf, listField, textField } from "../memory/fields.ts";
import type { Finding } from "../memory/findings.ts";
import { codePoints, type Problem, shown, shownKey, toFinding } from "../memory/frontmatter.ts";
import { AUTHOR_KEYS, isKnownKey, type KnownKey } from "../memory/keys.ts";
import { KINDS, TYPES } from "../memory/kinds.ts";
import { isRuleProblem, parseRule } from "../memory/rule.ts";
import { FILE_NAME } from "../memory/slug.ts";
import { parseDate } from "../trust/lifecycle.ts";
import { type Place, placeOf, TIERS } from "../trust/tiers.ts";
import { bodyProblems, hardBodyProblems } from "./structure-body.ts";

export interface StructureInput {
  readonly text: string;
  readonly place?: Place | undefined;
  readonly file?: string | undefined;
}

export function checkStructure(input: StructureInput): readonly Finding[] {
  const doc = parseDocument(input.text);
  if (doc.kind === "format-failure") return doc.findings;
  return documentProblems(doc, input.place, input.file).map((problem) => toFinding(input.text, problem));
}

/** The rule that keeps a memory from being used, by its own text (CHK-1): linear, and nothing of what only warns. */
export function malformation(doc: MemoryDocument): string | undefined {
  const failed = (problems: readonly Problem[]): Problem | undefined =>
    problems.find(({ severity }) => severity !== "warn");
  return (failed(keyProblems(doc)) ?? failed(hardBodyProblems(doc)))?.rule;
}

function keyProblems(doc: MemoryDocument): readonly Problem[] {
  return [
    ...REQUIRED.flatMap((key) => missingRequired(doc, key)),
    ...TEXT_KEYS.flatMap((key) => notText(doc, key)),
    ...LENGTHS.flatMap((row) => wrongLength(doc, row)),
    ...ENUMERATIONS.flatMap((row) => wrongWord(doc, row)),
    ...DATES.flatMap((row) => wrongDate(doc, row)),
  ];
}

function documentProblems(doc: MemoryDocument, place?: Place, file?: string): readonly Problem[] {
  return [
    ...keyProblems(doc),
    ...(place === undefined ? [] : wrongPlace(doc, place)),
    ...bodyProblems(doc),
    ...recommended(doc).flatMap((key) => missingRecommended(doc, key)),
    ...listProblems(doc),
    ...doc.entries.filter((entry) => !isKnownKey(entry.key)).map((entry) => unknownKey(entry.key, entry.start)),
    ...(file === undefined || FILE_NAME.test(file) ? [] : [wrongFileName(file)]),
  ];
}

const REQUIRED = ["name", "description", "type"] as const;
const TEXT_KEYS: readonly KnownKey[] = [
  ...AUTHOR_KEYS.filter((key) => !["tags", "asks", "paths", "rule", "confidence"].includes(key)),
  "id",
  "trust-level",
  "created-at",
  "last-verified",
  "status",
  "quarantined-at",
];

interface Length {
  readonly key: KnownKey;
  readonly min: number;
  readonly max: number;
}
const LENGTHS: readonly Length[] = [
  { key: "name", min: 2, max: 100 },
  { key: "description", min: 1, max: 256 },
];

interface Enumeration {
  readonly key: KnownKey;
  readonly words: readonly string[];
  readonly severity: "format" | "warn";
}
const ENUMERATIONS: readonly Enumeration[] = [
  { key: "type", words: TYPES, severity: "format" },
  { key: "kind", words: KINDS, severity: "format" },
  { key: "trust-level", words: TIERS, severity: "format" },
  { key: "status", words: ["active", "retired"], severity: "warn" },
  { key: "source", words: ["user", "agent", "observer", "import", "sync"], severity: "warn" },
];

interface DateRow {
  readonly key: KnownKey;
  readonly form: RegExp;
  readonly example: string;
}
const DAY = /^.{10}$/;
const SECOND = /^.{20}$/;
const DATES: readonly DateRow[] = [
  { key: "created-at", form: SECOND, example: "2026-01-31T09:00:00Z" },
  { key: "last-verified", form: DAY, example: "2026-01-31" },
  { key: "expires", form: DAY, example: "2026-01-31" },
  { key: "quarantined-at", form: /^/, example: "2026-01-31T09:00:00Z" },
];

function at(doc: MemoryDocument, key: string): number {
  return doc.entries.find((entry) => entry.key === key)?.start ?? doc.headEnd;
}

function isMissing(doc: MemoryDocument, key: KnownKey): boolean {
  const value = doc.fields.get(key);
  return value === undefined || value === null || value === "";
}

function missingRequired(doc: MemoryDocument, key: KnownKey): readonly Problem[] {
  if (!isMissing(doc, key)) return [];
  const hint = `Add a line \`${key}: ...\` to the frontmatter.`;
  return [{ rule: "missing-required-key", severity: "struct", at: at(doc, key), excerpt: key, hint }];
}

function notText(doc: MemoryDocument, key: KnownKey): readonly Problem[] {
  if (isMissing(doc, key) || typeof doc.fields.get(key) === "string") return [];
  const hint = `\`${key}\` is one text, not a list.`;
  return [{ rule: "not-a-text", severity: "format", at: at(doc, key), excerpt: key, hint }];
}

function wrongLength(doc: MemoryDocument, { key, min, max }: Length): readonly Problem[] {
  const value = textField(doc, key);
  if (value === undefined) return [];
  const length = codePoints(value);
  const oneLine = !/[\n\r\u0085\u2028\u2029]/.test(value);
  if (oneLine && length >= min && length <= max) return [];
  const excerpt = oneLine ? `${length} characters` : "several lines";
  const hint = `\`${key}\` is one line of ${min} to ${max} characters.`;
  return [{ rule: `invalid-${key}`, severity: "format", at: at(doc, key), excerpt, hint }];
}

function wrongWord(doc: MemoryDocument, { key, words, severity }: Enumeration): readonly Problem[] {
  const value = textField(doc, key);
  if (value === undefined || words.includes(value)) return [];
  const hint = `\`${key}\` is one of ${words.join(", ")}.`;
  return [{ rule: `invalid-${key}`, severity, at: at(doc, key), excerpt: shown(value), hint }];
}

function wrongDate(doc: MemoryDocument, { key, form, example }: DateRow): readonly Problem[] {
  const value = textField(doc, key);
  if (value === undefined || (form.test(value) && parseDate(value) !== undefined)) return [];
  const hint = `\`${key}\` is a real date such as ${example}.`;
  return [{ rule: "invalid-date", severity: "format", at: at(doc, key), excerpt: `${key}: ${shown(value)}`, hint }];
}

function wrongPlace(doc: MemoryDocument, place: Place): readonly Problem[] {
  const tier = declaredTier(doc);
  if (tier === undefined || placeOf(tier) === place) return [];
  const excerpt = `${tier} in ${place}/`;
  const hint = "The tier decides the directory: run `holdfast doctor --fix`.";
  return [{ rule: "tier-and-directory", severity: "format", at: at(doc, "trust-level"), excerpt, hint }];
}

/** An inferred memory has no `last-verified`: nobody verified it. */
function recommended(doc: MemoryDocument): readonly KnownKey[] {
  const keys: readonly KnownKey[] = ["id", "trust-level", "created-at", "source-machine"];
  return declaredTier(doc) === "verified" ? [...keys, "last-verified"] : keys;
}

function missingRecommended(doc: MemoryDocument, key: KnownKey): readonly Problem[] {
  if (!isMissing(doc, key)) return [];
  const hint = `Holdfast sets \`${key}\` when it writes a memory.`;
  return [{ rule: "missing-recommended-key", severity: "warn", at: at(doc, key), excerpt: key, hint }];
}

function unknownKey(key: string, start: number): Problem {
  const hint = "Unknown keys are kept and never shown to an agent.";
  return { rule: "unknown-key", severity: "warn", at: start, excerpt: shownKey(key), hint };
}

function wrongFileName(file: string): Problem {
  const hint = "A memory file is named `<type>_<slug>.md`: lower case letters, digits and `_`, at most 100 characters.";
  return { rule: "file-name", severity: "warn", at: 0, excerpt: `a name of ${codePoints(file)} characters`, hint };
}

// Lists, ids and numbers in frontmatter (spec 1, table of keys). They warn: a reader takes what is valid and leaves
// the rest, so nothing here makes a memory unusable.

interface ListRow {
  readonly key: KnownKey;
  readonly max: number;
  readonly itemMax: number;
  readonly form?: RegExp;
  readonly hint: string;
}

const LISTS: readonly ListRow[] = [
  {
    key: "tags",
    max: 12,
    itemMax: 40,
    form: /^[\p{L}\p{N}\p{M}_.-]+$/u,
    hint: "At most 12 tags of 40 lower-case letters, digits, `_`, `.` or `-`, sorted, each once.",
  },
  { key: "asks", max: 8, itemMax: 120, hint: "At most 8 phrasings of 120 characters." },
  { key: "paths", max: 20, itemMax: 1024, hint: "At most 20 globs." },
];

export function listProblems(doc: MemoryDocument): readonly Problem[] {
  return [
    ...LISTS.filter((row) => isWrong(doc, row)).map((row) => warning(doc, row.key, row.hint)),
    ...(present(doc, "id") && idOf(doc) === undefined ? [warning(doc, "id", "An id is a ULID, set by Holdfast.")] : []),
    ...ruleProblems(doc),
    ...(present(doc, "confidence") && confidenceOf(doc) === undefined
      ? [warning(doc, "confidence", "Confidence is a number from 0 to 1.")]
      : []),
  ];
}

/** A rule that can't be read is none (RUL-7); its memory is served all the same. */
function ruleProblems(doc: MemoryDocument): readonly Problem[] {
  const rule = present(doc, "rule") ? parseRule(listField(doc, "rule")) : undefined;
  return rule !== undefined && isRuleProblem(rule) ? [warning(doc, "rule", rule.hint)] : [];
}

function present(doc: MemoryDocument, key: KnownKey): boolean {
  return (doc.fields.get(key) ?? null) !== null;
}

function isWrong(doc: MemoryDocument, row: ListRow): boolean {
  const value = doc.fields.get(row.key);
  if (value === undefined || value === null) return false;
  const items = listField(doc, row.key);
  if (!Array.isArray(value) || items.length !== value.length || items.length > row.max) return true;
  if (items.some((item) => codePoints(item) > row.itemMax)) return true;
  if (row.form === undefined) return false;
  const { form } = row;
  return items.some(
    (item, index) => !form.test(item) || item !== item.toLowerCase() || !inOrder(items[index - 1], item),
  );
}

function inOrder(before: string | undefined, item: string): boolean {
  return before === undefined || before < item;
}

function warning(doc: MemoryDocument, key: KnownKey, hint: string): Problem {
  const at = doc.entries.find((entry) => entry.key === key)?.start ?? 0;
  return { rule: `invalid-${key}`, severity: "warn", at, excerpt: key, hint };
}
