// Bytes to text to document. Whatever the content, the answer is a document or findings, never an exception
// (STO-12, STO-14). A document's `text` is exactly what was parsed or edited.

import { Composer, type CST, type Document, isMap, isScalar, isSeq, type Scalar as YamlScalar } from "yaml";
import { sha256Hex } from "../text/digest.ts";
import {
  conflictIn,
  exceeds,
  failure,
  format,
  MAX_FILE_BYTES,
  MAX_HEAD_BYTES,
  type Problem,
  type Split,
  splitFrontmatter,
  struct,
  utf8Length,
} from "./frontmatter.ts";
import { isKnownKey, isToolKey, MAX_KEYS, TOOL_KEYS } from "./keys.ts";
import type { Entry, FieldValue, FormatFailure, MemoryDocument, Scalar } from "./model.ts";
import { type Head, readPlainHead } from "./plain-head.ts";
import { type Shape, type ShapedItem, shapeOf } from "./yaml-shape.ts";

export type { MemoryDocument } from "./model.ts";

const DECODER = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Strict UTF-8; a byte order mark stays. Size is judged on the bytes, before anything is decoded. */
export function decodeText(bytes: Uint8Array): string | FormatFailure {
  if (bytes.length > MAX_FILE_BYTES) return tooLarge(`${bytes.length} bytes`);
  try {
    return DECODER.decode(bytes);
  } catch {
    // The decoder throws on the first invalid sequence and says nothing more about it.
    return failure("", struct("not-utf8", 0, `${bytes.length} bytes`, "Save the file as UTF-8."));
  }
}

/**
 * Quick where the head is plain; without `quick` the full reader gives the same answers, more slowly. What can't be read because
 * git left two texts in it is called that: any other finding is about what the marks did to it.
 */
export function parseDocument(
  text: string,
  quick: typeof readPlainHead = readPlainHead,
): MemoryDocument | FormatFailure {
  const read = readDocument(text, quick);
  const conflict = read.kind === "document" || exceeds(text, MAX_FILE_BYTES) ? undefined : conflictIn(text);
  return conflict === undefined ? read : failure(text, ...conflict);
}

function readDocument(text: string, quick: typeof readPlainHead): MemoryDocument | FormatFailure {
  // Counted in characters: encoding a huge text only to report its size is work for nothing.
  if (exceeds(text, MAX_FILE_BYTES)) return tooLarge(`${text.length} characters`);
  const split = splitFrontmatter(text);
  if (split.kind === "format-failure") return split;
  try {
    return readHead(text, split, quick);
  } catch {
    // A content fault inside the YAML library is a finding about the file like any other, never a crash.
    return failure(text, format("yaml-syntax", split.headStart, "unreadable YAML", "Simplify the frontmatter."));
  }
}

function readHead(text: string, split: Split, quick: typeof readPlainHead): MemoryDocument | FormatFailure {
  const head = text.slice(split.headStart, split.headEnd);
  const control = CONTROL.exec(text.isWellFormed() ? head : "\0");
  if (control !== null) {
    return failure(
      text,
      format("control-character", split.headStart + control.index, "control character", "Remove control characters."),
    );
  }
  const plain = quick(text, split.headStart, split.headEnd, isKnownKey);
  if (plain !== undefined) return documentOf(text, split, plain);
  const shape = shapeOf(head, MAX_KEYS + TOOL_KEYS.length);
  if (shape.kind === "shape-problem") {
    return failure(text, format(shape.rule, split.headStart + shape.at, shape.rule, shape.hint));
  }
  const document = compose(shape, head.length);
  const error = document?.errors[0] ?? document?.warnings[0];
  if (error !== undefined) {
    const rule = error.code === "DUPLICATE_KEY" ? "duplicate-key" : "yaml-syntax";
    const excerpt = error.code.toLowerCase().replaceAll("_", " ");
    return failure(text, format(rule, split.headStart + error.pos[0], excerpt, "Mend the YAML at this line."));
  }
  return documentOf(text, split, headOf(text, split, shape, document));
}

function documentOf(text: string, split: Split, { fields, entries }: Head): MemoryDocument | FormatFailure {
  const over = limitProblem(text, split, entries);
  if (over !== undefined) return failure(text, over);
  const { headEnd, newline, bodyStart } = split;
  return { kind: "document", text, fields, body: text.slice(bodyStart), entries, headEnd, newline };
}

// YAML's own rule: these may not stand in a document. A lone carriage return would be a line end to some readers.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const CONTROL = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]|\r(?!\n)/;

const OPTIONS = {
  version: "1.2",
  schema: "core",
  strict: true,
  uniqueKeys: true,
  stringKeys: true,
  merge: false,
  prettyErrors: false,
  logLevel: "silent",
} as const;

function compose(shape: Shape, length: number): Document.Parsed | undefined {
  for (const document of new Composer(OPTIONS).compose(shape.tokens, true, length)) return document as Document.Parsed;
  return undefined;
}

function headOf(text: string, split: Split, shape: Shape, document: Document.Parsed | undefined): Head {
  const pairs = isMap(document?.contents) ? document.contents.items : [];
  const fields = new Map<string, FieldValue>();
  const entries: Entry[] = [];
  for (const [index, item] of shape.items.entries()) {
    const pair = pairs[index];
    const key = String((pair?.key as YamlScalar | undefined)?.value);
    const read = readValue(pair?.value, isKnownKey(key) && key !== "confidence");
    fields.set(key, read.value);
    entries.push({ key, canonical: read.canonical, ...spansOf(text, split.headStart, item) });
  }
  return { fields, entries };
}

/** Known text keys read numbers and booleans as their source text: `name: 2026` is the name "2026". */
function readValue(node: unknown, asText: boolean): { value: FieldValue; canonical: string } {
  if (isSeq(node)) {
    const items = node.items.map((item) => readScalar(item, asText));
    return { value: items.map((item) => item.value), canonical: `[${items.map((item) => item.canonical).join(",")}]` };
  }
  if (isMap(node)) {
    const value = new Map<string, Scalar>();
    const parts: string[] = [];
    for (const pair of node.items) {
      const key = String((pair.key as YamlScalar).value);
      const read = readScalar(pair.value, false);
      value.set(key, read.value);
      parts.push(`${JSON.stringify(key)}:${read.canonical}`);
    }
    return { value, canonical: `{${parts.sort().join(",")}}` };
  }
  return readScalar(node, asText);
}

function readScalar(node: unknown, asText: boolean): { value: Scalar; canonical: string } {
  const value = isScalar(node) ? node.value : null;
  if (typeof value === "string") return { value, canonical: JSON.stringify(value) };
  if (typeof value !== "number" && typeof value !== "boolean") return { value: null, canonical: "null" };
  // By source, not by value: two long numbers can round to the same double.
  const source = isScalar(node) && typeof node.source === "string" ? node.source : String(value);
  return asText ? { value: source, canonical: JSON.stringify(source) } : { value, canonical: `plain ${source}` };
}

function spansOf(text: string, base: number, item: ShapedItem): Omit<Entry, "key" | "canonical"> {
  const start = base + item.key.offset;
  const colon = item.sep.find((token) => token.type === "map-value-ind");
  const colonEnd = base + (colon === undefined ? item.key.offset + item.key.source.length : colon.offset + 1);
  if (item.value === undefined || (item.value.type === "scalar" && item.value.source === "")) {
    return { start, colonEnd, valueStart: colonEnd, valueEnd: colonEnd, headComment: "" };
  }
  let valueEnd = base + endOf(item.value);
  while (valueEnd > colonEnd && /\s/.test(text.charAt(valueEnd - 1))) valueEnd--;
  return { start, colonEnd, valueStart: base + item.value.offset, valueEnd, headComment: headComment(item) };
}

function headComment(item: ShapedItem): string {
  const props = item.value?.type === "block-scalar" ? item.value.props : [];
  let space = "";
  for (const token of [...item.sep, ...props]) {
    if (token.type === "newline") return "";
    if (token.type === "comment") return space + token.source;
    space = token.type === "space" ? token.source : "";
  }
  return "";
}

function endOf(token: CST.Token): number {
  switch (token.type) {
    case "block-scalar":
      return token.props.reduce((end, prop) => end + sourceLength(prop), token.offset) + token.source.length;
    case "flow-collection": {
      const closing = token.end.find((end) => end.type === "flow-seq-end" || end.type === "flow-map-end");
      return (closing?.offset ?? token.offset) + 1;
    }
    case "block-seq":
    case "block-map":
      return token.items.reduce((end, item) => Math.max(end, endOfItem(item)), token.offset);
    default:
      return token.offset + sourceLength(token);
  }
}

function endOfItem(item: CST.CollectionItem): number {
  if (item.value !== undefined) return endOf(item.value);
  const marks = [...item.start, ...(item.sep ?? [])].filter((token) => MARKS.has(token.type));
  const last = marks.at(-1);
  return last === undefined ? 0 : last.offset + 1;
}

const MARKS: ReadonlySet<string> = new Set(["seq-item-ind", "map-value-ind"]);

function sourceLength(token: CST.Token): number {
  return "source" in token ? token.source.length : 0;
}

/** The tool's own keys count neither as keys nor as bytes: a memory at the limit must still be demotable. */
function limitProblem(text: string, split: Split, entries: readonly Entry[]): Problem | undefined {
  const authored = entries.filter((entry) => !isToolKey(entry.key));
  if (authored.length > MAX_KEYS) {
    const at = authored[MAX_KEYS]?.start ?? split.headStart;
    return format("too-many-keys", at, `${authored.length} keys`, `Frontmatter has at most ${MAX_KEYS} keys.`);
  }
  if ((split.headEnd - split.headStart) * 3 <= MAX_HEAD_BYTES) return undefined;
  const toolBytes = entries
    .filter((entry) => isToolKey(entry.key))
    .reduce((sum, entry) => sum + utf8Length(text.slice(entry.start, entry.valueEnd)), 0);
  const bytes = utf8Length(text.slice(split.headStart, split.headEnd)) - toolBytes;
  if (bytes <= MAX_HEAD_BYTES) return undefined;
  return format("frontmatter-too-large", split.headStart, `${bytes} bytes`, "Frontmatter is at most 16 KiB.");
}

function tooLarge(excerpt: string): FormatFailure {
  return failure("", struct("too-large", 0, excerpt, "A memory file is at most 256 KiB."));
}

// The content hash (STO-32): what an attestation vouches for. It covers every key that is not the tool's, unknown
// ones and `confidence` included, and the body's bytes. The order of keys, their spacing and quoting don't matter.

const DOMAIN = "holdfast content 1";

/** Keys and values are JSON strings in one JSON array before the body, so no two contents share an input. */
export function contentHash(doc: MemoryDocument): string {
  const pairs = doc.entries
    .filter((entry) => !isToolKey(entry.key))
    .map((entry): [string, string] => [entry.key, entry.canonical])
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return sha256Hex(`${DOMAIN}\n${JSON.stringify(pairs)}\n${doc.body}`);
}
