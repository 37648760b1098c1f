// The quick way through frontmatter as our own writer makes it (spec 1): one `key: value` per line, the value a plain
// text, a JSON string or a list of these on the same line. Whatever else stands there, and whatever might mean something
// else to YAML, is left to the full reader (document.ts): undefined says nothing about the file. Where there is an answer it
// is the full reader's, to the byte (STO-10, STO-14); a property test compares the two.
import type { Entry, FieldValue, Scalar } from "./model.ts";

export interface Head {
  readonly fields: ReadonlyMap<string, FieldValue>;
  readonly entries: readonly Entry[];
}

/** Fewer than any limit of the full reader. */
const MOST_KEYS = 32;
const MOST_ITEMS = 40;

const KEY = /[a-z][a-z-]*(?=: )/y;
// Line ends of other readers, spaces that look like none, what YAML calls unprintable.
const ODD = /[\t\u0080-\u00a0\u1680\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff\ufff0-\uffff]/;

/** `text` from `start` to `end`: whole lines, without control characters. `isKnown`: by keys.ts. */
export function readPlainHead(
  text: string,
  start: number,
  end: number,
  isKnown: (key: string) => boolean,
): Head | undefined {
  if (ODD.test(text.slice(start, end))) return undefined;
  const fields = new Map<string, FieldValue>();
  const entries: Entry[] = [];
  for (let at = start; at < end; ) {
    const lineEnd = text.indexOf("\n", at);
    const valueEnd = text.charCodeAt(lineEnd - 1) === CARRIAGE_RETURN ? lineEnd - 1 : lineEnd;
    KEY.lastIndex = at;
    const key = KEY.exec(text)?.[0];
    if (key === undefined || fields.has(key) || entries.length === MOST_KEYS) return undefined;
    const colonEnd = at + key.length + 1;
    const read = readValue(text.slice(colonEnd + 1, valueEnd), isKnown(key) && key !== "confidence");
    if (read === undefined) return undefined;
    fields.set(key, read.value);
    const { canonical } = read;
    entries.push({ key, canonical, start: at, colonEnd, valueStart: colonEnd + 1, valueEnd, headComment: "" });
    at = lineEnd + 1;
  }
  return { fields, entries };
}

const CARRIAGE_RETURN = 0x0d;
const SPACE = 0x20;
const QUOTE = 0x22;
const LIST = 0x5b;

interface Read<T> {
  readonly value: T;
  readonly canonical: string;
}

function readValue(source: string, asText: boolean): Read<FieldValue> | undefined {
  const first = source.charCodeAt(0);
  if (first === LIST) return readList(source, asText);
  if (first === QUOTE) return readQuoted(source);
  return ENDS_TEXT.test(source) ? undefined : readPlain(source, asText);
}

const ENDS_TEXT = /: | #|:$/;
const BEGINS_PLAIN = /^[A-Za-z0-9_(/.$\u00a1-\ufffd]/;

function readPlain(source: string, asText: boolean): Read<Scalar> | undefined {
  if (!BEGINS_PLAIN.test(source) || source.charCodeAt(source.length - 1) === SPACE) return undefined;
  if (!READS_AS_OTHER.test(source)) return { value: source, canonical: JSON.stringify(source) };
  if (DAY.test(source)) return { value: source, canonical: JSON.stringify(source) };
  if (!DECIMAL.test(source)) return undefined;
  if (asText) return { value: source, canonical: JSON.stringify(source) };
  return { value: Number(source), canonical: `plain ${source}` };
}

/** Of what begins as above, more than YAML takes for a number, a boolean or nothing. */
const READS_AS_OTHER = /^(?:[\d.][\da-fox+._-]*|\.inf|\.nan|null|true|false)$/i;
const DAY = /^\d{4}-\d\d-\d\d$/;
const DECIMAL = /^(?:0|[1-9]\d{0,8})(?:\.\d{1,8})?$/;

// No half of a surrogate pair: what becomes of one that stands alone is the full reader's to say.
const JSON_TEXT = /"(?:[^"\\]|\\(?:["\\/bfnrt]|u(?![Dd][89A-Fa-f])[\dA-Fa-f]{4}))*"/y;

function readQuoted(source: string): Read<string> | undefined {
  JSON_TEXT.lastIndex = 0;
  const found = JSON_TEXT.exec(source)?.[0];
  return found === source ? unquoted(source) : undefined;
}

function unquoted(source: string): Read<string> {
  const value = JSON.parse(source) as string;
  return { value, canonical: JSON.stringify(value) };
}

const PLAIN_ITEM = /[^\s,[\]{}"':#&*!|>%@`?-][^,[\]{}":#]*/y;

function readList(source: string, asText: boolean): Read<readonly Scalar[]> | undefined {
  const items: Read<Scalar>[] = [];
  const last = source.length - 1;
  if (source[last] !== "]") return undefined;
  for (let at = 1; at < last; ) {
    const form = source.charCodeAt(at) === QUOTE ? JSON_TEXT : PLAIN_ITEM;
    form.lastIndex = at;
    const found = form.exec(source)?.[0];
    if (found === undefined || items.length === MOST_ITEMS) return undefined;
    const item = form === JSON_TEXT ? unquoted(found) : readPlain(found, asText);
    if (item === undefined) return undefined;
    items.push(item);
    at += found.length;
    if (at === last) break;
    if (!source.startsWith(", ", at) || at + 2 === last) return undefined;
    at += 2;
  }
  return { value: items.map(({ value }) => value), canonical: `[${items.map((item) => item.canonical).join(",")}]` };
}
