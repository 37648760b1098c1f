// Lists, ids and numbers in frontmatter (spec 1, table of keys). They warn: a reader takes what is valid and leaves
// the rest, so nothing here makes a memory unusable.
import type { MemoryDocument } from "../memory/document.ts";
import { confidenceOf, idOf, listField } from "../memory/fields.ts";
import type { KnownKey } from "../memory/keys.ts";
import { codePoints, type Problem } from "../memory/report.ts";

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
    ...(present(doc, "confidence") && confidenceOf(doc) === undefined
      ? [warning(doc, "confidence", "Confidence is a number from 0 to 1.")]
      : []),
  ];
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
