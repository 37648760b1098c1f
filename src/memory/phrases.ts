// What is looked for when a memory is forgotten (FOR-1): the pieces of its text that other files could hold. A piece is
// a line of the body or a value of the frontmatter, long enough not to stand in anybody's text by chance.
import { escapeText, escapeXml } from "../text/sanitise.ts";
import { textField } from "./fields.ts";
import { isToolKey } from "./keys.ts";
import type { FieldValue, MemoryDocument } from "./model.ts";

/** In bytes: a sentence takes fewer characters in Chinese than in English. */
const SHORTEST = 10;
/** A larger text is found by as many of its lines; the longest say most. */
const MOST = 300;
/** Words of closed lists, globs and dates: others have the same. */
const COMMON: ReadonlySet<string> = new Set(["type", "kind", "project", "tags", "paths", "branch", "expires"]);

/** `file` is the name the memory has on disk, which is made of its words too. */
export function phrasesOf(document: MemoryDocument, file: string): readonly string[] {
  return distinct([...valuesOf(document), ...document.body.split(/\r\n|[\n\r]/), file.replace(/\.md$/, "")]);
}

/** Of bytes that can't be read as a memory. */
export function phrasesOfText(text: string, file: string): readonly string[] {
  return distinct([...text.split(/\r\n|[\n\r]/), file.replace(/\.md$/, "")]);
}

/** Everything of a memory that a phrase can stand in, as a reader of the values sees it. */
export function wordsOf(document: MemoryDocument, file: string): string {
  return [...valuesOf(document), document.body, file].join("\n");
}

/** A phrase that ends in a word ends where the word does: `gate 7` does not stand in `gate 77`. */
export function standsIn(phrase: string, words: string): boolean {
  return inBothCases(phrase).some((each) => stands(each, words));
}

function stands(phrase: string, words: string): boolean {
  const open = /\w$/.test(phrase);
  for (let at = words.indexOf(phrase); at >= 0; at = words.indexOf(phrase, at + 1)) {
    if (!open || !/^\w/.test(words.slice(at + phrase.length, at + phrase.length + 1))) return true;
  }
  return false;
}

function valuesOf(document: MemoryDocument): readonly string[] {
  const own = [...document.fields].filter(([key]) => !isToolKey(key) && !COMMON.has(key));
  // Behind the time it was said at; other evidence names files, and those are no words of anybody.
  const quote = /\dT[\d:.]+Z: (.+)$/s.exec(textField(document, "evidence") ?? "")?.[1] ?? "";
  const reason = textField(document, "quarantine-reason") ?? "";
  return [...own.flatMap(([, value]) => textsIn(value)), quote, reason];
}

function textsIn(value: FieldValue): readonly string[] {
  if (value instanceof Map) return [...value.values()].flatMap(textsIn);
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return typeof value === "string" ? value.split(/\r\n|[\n\r]/) : [];
}

function distinct(pieces: readonly string[]): readonly string[] {
  const bytes = (piece: string): number => new TextEncoder().encode(piece).length;
  const long = new Set(pieces.map(bare).filter((piece) => bytes(piece) >= SHORTEST));
  return [...long].sort((a, b) => b.length - a.length).slice(0, MOST);
}

/** Marks of lists and headings come and go with the place a line stands in, and so does a full stop. */
function bare(piece: string): string {
  return piece
    .trim()
    .replace(/^(?:[-*+>]|#{1,6}|\d{1,3}[.)])\s+/, "")
    .replace(/[.…]+$/u, "")
    .trim();
}

/** A sentence that was cut out of another one gets a capital, or loses it. */
function inBothCases(phrase: string): readonly string[] {
  const [first = "", ...rest] = phrase;
  const other = first === first.toLowerCase() ? first.toUpperCase() : first.toLowerCase();
  return [phrase, other + rest.join("")];
}

/** The same phrase as our own formats and the hosts' write it: plain, in JSON, escaped for the fence, in an address. */
export function formsOf(phrase: string): readonly string[] {
  return [...new Set(inBothCases(phrase).flatMap(spelled))];
}

function spelled(phrase: string): readonly string[] {
  // Blocks of earlier versions had quotes escaped too.
  const escaped = [...new Set([phrase, escapeText(phrase), escapeXml(phrase)])];
  const quoted = escaped.flatMap((text) => [inJson(text), onlyAscii(inJson(text))]);
  // A record may hold a record: a tool's output that is JSON stands in JSON.
  const twice = quoted.map(inJson);
  return [...escaped, ...quoted, ...twice, encodeURIComponent(phrase.toWellFormed())];
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function onlyAscii(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
