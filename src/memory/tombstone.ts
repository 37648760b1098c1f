// What is left of a forgotten text (STO-33): salted digests, no text. The content is normalised first (NFKC, case
// folded, white space collapsed), so that the same words in other clothes are still known. Each salt is used once,
// so two tombstones never show that they stand for the same words. The body has a digest of its own since version 2:
// an import that derives another name from the same text brings back the same words. `words` came later and beside them:
// the letters alone. A tombstone without it knows what it knew.
import { sha256Hex } from "../text/digest.ts";
import { given } from "../text/values.ts";
import { textField } from "./fields.ts";
import { isMemoryId, type MemoryId } from "./ids.ts";
import type { MemoryDocument } from "./model.ts";
import { folded, memoryPrint, ownPrint } from "./same-words.ts";

export interface Tombstone {
  readonly v: 1 | 2;
  readonly id: MemoryId;
  /** 32 hexadecimal digits. */
  readonly salt: string;
  /** Of the normalised name, description and body. */
  readonly digest: string;
  /** Of the body alone; absent where it is too short to be anybody's own words, and in version 1. */
  readonly body?: string;
  /** Of the letters and digits of the words, whatever their spelling. */
  readonly words?: string;
  /** Of the file name, which is not to be taken again for a day (STO-24). */
  readonly file?: string;
  /** When it was forgotten, to the second. */
  readonly date: string;
}

/** What tombstones are compared with, worked out once however many there are. */
export interface Fingerprint {
  readonly content: string;
  readonly body?: string;
  /** Absent in a forget that an older version began. */
  readonly words?: string;
  readonly file: string;
}

/** In bytes, for a sentence takes fewer characters in Chinese than in English. */
const OWN_WORDS = 12;

export function normalisedContent(doc: MemoryDocument): string {
  const parts = [textField(doc, "name") ?? "", textField(doc, "description") ?? "", doc.body];
  return JSON.stringify(parts.map(folded));
}

/** A long text is digested once; a tombstone then costs the same for a sentence and for a book. */
export function fingerprintOf(doc: MemoryDocument, file: string): Fingerprint {
  const body = bodyPrint(doc.body);
  return {
    content: sha256Hex(normalisedContent(doc)),
    words: memoryPrint(doc),
    file: sha256Hex(file),
    ...given({ body }),
  };
}

/** Without what a capturing tool adds or leaves off at the ends: a list's mark, a full stop. */
function bareBody(body: string): string {
  return folded(body)
    .replace(/^[-*+>] /, "")
    .replace(/[.!?\u3002\uff01\uff1f]+$/u, "")
    .trim();
}

export function tombstoneFor(
  id: MemoryId,
  print: Fingerprint,
  made: { readonly salt: Uint8Array; readonly date: string },
): Tombstone {
  const salt = Array.from(made.salt, (byte) => byte.toString(16).padStart(2, "0")).join("");
  const digest = salted("content", salt, print.content);
  const body = print.body && salted("body", salt, print.body);
  const words = print.words && salted("words", salt, print.words);
  return { v: 2, id, salt, digest, ...given({ body, words }), file: salted("file", salt, print.file), date: made.date };
}

/** Which of the two the tombstone knows: the words, or the name that they had. */
export function matches(stone: Tombstone, print: Fingerprint): "content" | "file" | undefined {
  if (stone.digest === salted("content", stone.salt, print.content)) return "content";
  if (knowsWords(stone, print)) return "content";
  return stone.file !== undefined && stone.file === salted("file", stone.salt, print.file) ? "file" : undefined;
}

function bodyPrint(text: string): string | undefined {
  const body = bareBody(text);
  return new TextEncoder().encode(body).length >= OWN_WORDS ? sha256Hex(body) : undefined;
}

/** A sentence on its own, for words that come back inside others; nothing where it is too short to be anybody's own. */
export interface SentencePrint {
  readonly body?: string;
  readonly words?: string;
}

export function sentencePrint(text: string): SentencePrint {
  return given({ body: bodyPrint(text), words: ownPrint(text) });
}

export function knowsWords({ salt, ...stone }: Tombstone, { body, words }: SentencePrint): boolean {
  if (body !== undefined && stone.body === salted("body", salt, body)) return true;
  return words !== undefined && stone.words === salted("words", salt, words);
}

function salted(part: "content" | "body" | "words" | "file", salt: string, digest: string): string {
  return sha256Hex(`holdfast tombstone 1 ${part}\n${salt}\n${digest}`);
}

/** What the records of every device say together. */
export interface Forgotten {
  readonly stones: readonly Tombstone[];
  /** Memories that hold forgotten words by a person's choice: they were shown it, and wanted them all the same. */
  readonly wanted: ReadonlySet<string>;
}

/** A line torn by a crash was never acknowledged and is passed over. */
export function readTombstones(text: string): Forgotten {
  const records = text.split("\n").flatMap(recordIn);
  return {
    stones: records.filter(isTombstone),
    wanted: new Set(records.flatMap((record) => (isWanted(record) ? [record.wanted] : []))),
  };
}

export function allForgotten(parts: readonly Forgotten[]): Forgotten {
  return {
    stones: parts.flatMap(({ stones }) => stones),
    wanted: new Set(parts.flatMap(({ wanted }) => [...wanted])),
  };
}

/** Whether this memory would bring back forgotten words that nobody wanted again. */
export function bringsBack({ stones, wanted }: Forgotten, id: MemoryId, doc: MemoryDocument, file: string): boolean {
  if (stones.length === 0 || wanted.has(id)) return false;
  const print = fingerprintOf(doc, file);
  return stones.some((stone) => matches(stone, print) === "content");
}

function recordIn(line: string): readonly unknown[] {
  try {
    return [JSON.parse(line)];
  } catch {
    return []; // torn, or the empty end of the file
  }
}

function isWanted(value: unknown): value is { readonly wanted: MemoryId } {
  return typeof value === "object" && value !== null && isMemoryId((value as { readonly wanted?: unknown }).wanted);
}

const HEX_64 = /^[0-9a-f]{64}$/;

export function isTombstone(value: unknown): value is Tombstone {
  if (typeof value !== "object" || value === null) return false;
  const { v, id, salt, digest, body, words, file, date } = value as Partial<Record<keyof Tombstone, unknown>>;
  const hex = (text: unknown): boolean => typeof text === "string" && HEX_64.test(text);
  return (
    (v === 1 || v === 2) &&
    isMemoryId(id) &&
    typeof salt === "string" &&
    /^[0-9a-f]{32}$/.test(salt) &&
    hex(digest) &&
    (body === undefined || (v === 2 && hex(body))) &&
    (words === undefined || hex(words)) &&
    (file === undefined || hex(file)) &&
    typeof date === "string" &&
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(date)
  );
}
