// Everything that writes the text of a memory: a new file from an author's draft and the tool's keys, in the order of
// AUTHOR_KEYS and TOOL_KEYS; a changed key; another body.
import { Fault } from "../text/errors.ts";
import { parseDocument } from "./document.ts";
import { AUTHOR_KEYS, type AuthorKey, TOOL_KEYS, type ToolKey } from "./keys.ts";
import type { Kind, MemoryType } from "./kinds.ts";
import type { Entry, FieldValue, FormatFailure, MemoryDocument } from "./model.ts";

/** The author's part. */
export interface Draft {
  readonly name: string;
  readonly description: string;
  readonly type: MemoryType;
  readonly kind?: Kind | undefined;
  readonly project?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly asks?: readonly string[] | undefined;
  readonly paths?: readonly string[] | undefined;
  readonly rule?: readonly string[] | undefined;
  readonly branch?: string | undefined;
  readonly expires?: string | undefined;
  readonly confidence?: number | undefined;
  readonly body: string;
}

type ToolValues = Readonly<Partial<Record<ToolKey, string | readonly string[] | undefined>>>;

/** The body is written as given, with a final newline added where it has none. Empty lists are left out. */
export function composeDocument(draft: Draft, toolKeys: ToolValues): MemoryDocument {
  const author: Readonly<Record<AuthorKey, WritableValue | undefined>> = draftValues(draft);
  const lines = [
    ...AUTHOR_KEYS.map((key) => line(key, author[key])),
    ...TOOL_KEYS.map((key) => line(key, toolKeys[key])),
  ];
  const body = draft.body === "" || draft.body.endsWith("\n") ? draft.body : `${draft.body}\n`;
  const doc = parseDocument(`---\n${lines.join("")}---\n${body}`);
  if (doc.kind === "document") return doc;
  const first = doc.findings[0];
  throw new Fault("too-large", `The draft does not fit a memory file: ${first?.rule}, ${first?.excerpt}.`, first?.hint);
}

function draftValues(draft: Draft): Record<AuthorKey, WritableValue | undefined> {
  const { body: _, ...keys } = draft;
  return {
    kind: undefined,
    project: undefined,
    tags: undefined,
    asks: undefined,
    paths: undefined,
    rule: undefined,
    branch: undefined,
    expires: undefined,
    confidence: undefined,
    ...keys,
  };
}

function line(key: string, value: WritableValue | undefined): string {
  const empty = value === undefined || (Array.isArray(value) && value.length === 0);
  return empty ? "" : `${key}: ${yamlValue(value)}\n`;
}

// Values written as one line of YAML, quoted only where YAML needs it: also where an older reader would take the
// text for a number or a boolean. Reading it back with document.ts gives the same text.

export type WritableValue = string | number | readonly string[];

export function yamlValue(value: WritableValue): string {
  if (typeof value === "number") return String(value);
  if (typeof value === "string") return yamlText(value, false);
  return `[${value.map((item) => yamlText(item, true)).join(", ")}]`;
}

function yamlText(text: string, inList: boolean): string {
  return isPlain(text) && !(inList && /[,[\]{}:]/.test(text)) ? text : quoted(text);
}

/** The patterns stand here, because one of letters is costly to make and a reader writes nothing. */
function isPlain(text: string): boolean {
  const beginsPlain = /^[\p{L}\p{N}_(/.<$^+=;]/u;
  const unsafe = /[\p{Cc}\p{Cs}\u2028\u2029\uFEFF\uFFFE\uFFFF]|:\s|\s#|:$/u;
  const readsAsOther =
    /^(?:null|true|false|yes|no|on|off|y|n|~|=|<<|\.{3}|[-+]?\.(?:inf|nan)|\.nan|[-+]?(?:[\d_]+\.?[\d_]*|\.[\d_]+)(?:e[-+]?\d+)?|0x[\da-f_]+|0o[0-7_]+|0b[01_]+|[-+]?\d+(?::\d+)+(?:\.\d*)?)$/i;
  return beginsPlain.test(text) && text === text.trim() && !unsafe.test(text) && !readsAsOther.test(text);
}

/** JSON's string syntax is valid in YAML; the characters YAML calls unprintable are escaped on top. */
function quoted(text: string): string {
  return JSON.stringify(text).replace(
    /[\u007F-\u009F\u2028\u2029\uFEFF\uFFFE\uFFFF]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

// Changing keys in place (spec 1: "a transition changes managed keys only"). Edits are by offset in the text, never
// by writing YAML anew: comments, blank lines, other keys and the body stay byte-identical. Every result is
// parsed again and compared, so a change that would alter another key's value is never returned.

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

/** As a person's editor shows it: without the lines that only machines read. The stored file's own come back with what is saved. */
export function textForEditor(doc: MemoryDocument): string {
  return setToolKeys(doc, { sync: null, holds: null }).text;
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

/** A memory with another body: the frontmatter stays byte-identical. */
export function withBody(doc: MemoryDocument, body: string): MemoryDocument | FormatFailure {
  const head = doc.text.slice(0, doc.text.length - doc.body.length);
  return parseDocument(head + (head.endsWith("\n") ? "" : doc.newline) + body);
}
