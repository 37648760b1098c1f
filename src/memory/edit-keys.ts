// Changing keys in place (spec 1: "a transition changes managed keys only"). Edits are by offset in the text, never
// by writing YAML anew: comments, blank lines, other keys and the body stay byte-identical. Every result is
// parsed again and compared, so a change that would alter another key's value is never returned.
import { Fault } from "../text/errors.ts";
import { type AuthorKey, TOOL_KEYS, type ToolKey } from "./keys.ts";
import type { Entry, FieldValue, MemoryDocument } from "./model.ts";
import { parseDocument } from "./parse.ts";
import { type WritableValue, yamlValue } from "./yaml-text.ts";

type Changes = ReadonlyMap<string, WritableValue | null>;

/** `null` removes the key. Keys that are missing are added before the closing line, in the order of TOOL_KEYS. */
export function setToolKeys(
  doc: MemoryDocument,
  changes: Readonly<Partial<Record<ToolKey, string | readonly string[] | null | undefined>>>,
): MemoryDocument {
  const wanted = new Map<string, WritableValue | null>();
  for (const key of TOOL_KEYS) {
    const value = changes[key];
    if (value !== undefined) wanted.set(key, value);
  }
  return editKeys(doc, wanted);
}

export function setAuthorKey(doc: MemoryDocument, key: AuthorKey, value: WritableValue | null): MemoryDocument {
  return editKeys(doc, new Map([[key, value]]));
}

function editKeys(doc: MemoryDocument, wanted: Changes): MemoryDocument {
  const changes = new Map([...wanted].filter(([key, value]) => !alreadyHolds(doc, key, value)));
  if (changes.size === 0) return doc;
  // Without a line in between, blank or indented comment lines after a removed key could become part of a block
  // text above it. Then a bare `#` keeps the place.
  for (const placeholder of ["", `#${doc.newline}`]) {
    const next = parseDocument(rewrite(doc, changes, placeholder));
    if (next.kind === "document" && holdsExactly(doc, next, changes)) return next;
  }
  const keys = [...changes.keys()].join(", ");
  throw new Fault("too-large", `The frontmatter can't take ${keys}: it would not read back as written.`);
}

function rewrite(doc: MemoryDocument, changes: Changes, placeholder: string): string {
  const { text } = doc;
  const missing = new Map(changes);
  let out = "";
  let at = 0;
  for (const entry of doc.entries) {
    const value = changes.get(entry.key);
    if (value === undefined) continue;
    missing.delete(entry.key);
    if (value === null) {
      out += text.slice(at, entry.start) + placeholder;
      at = nextLine(text, entry.valueEnd);
    } else {
      out += text.slice(at, entry.colonEnd) + replacement(text, entry, yamlValue(value));
      at = entry.valueEnd;
    }
  }
  out += text.slice(at, doc.headEnd);
  for (const [key, value] of missing) if (value !== null) out += `${key}: ${yamlValue(value)}${doc.newline}`;
  return out + text.slice(doc.headEnd);
}

/** What stands between the colon and the old value's end: the author's spacing, if the value stood on one line. */
function replacement(text: string, entry: Entry, value: string): string {
  const gap = text.slice(entry.colonEnd, entry.valueStart);
  const oneLine = !text.slice(entry.colonEnd, entry.valueEnd).includes("\n");
  return `${oneLine && gap !== "" ? gap : " "}${value}${entry.headComment}`;
}

function nextLine(text: string, from: number): number {
  return text.indexOf("\n", from) + 1;
}

function alreadyHolds(doc: MemoryDocument, key: string, value: WritableValue | null): boolean {
  return value === null ? !doc.fields.has(key) : same(doc.fields.get(key), value);
}

function same(field: FieldValue | undefined, value: WritableValue): boolean {
  if (!Array.isArray(value)) return field === value;
  return Array.isArray(field) && field.length === value.length && value.every((item, index) => item === field[index]);
}

function holdsExactly(before: MemoryDocument, after: MemoryDocument, changes: Changes): boolean {
  for (const [key, value] of changes) if (!alreadyHolds(after, key, value)) return false;
  const kept = before.entries.filter((entry) => !changes.has(entry.key));
  const found = after.entries.filter((entry) => !changes.has(entry.key));
  return kept.length === found.length && kept.every((entry, index) => sameEntry(entry, found[index]));
}

function sameEntry(a: Entry, b: Entry | undefined): boolean {
  return a.key === b?.key && a.canonical === b.canonical;
}
