// Any memory file, however it is spaced: reading changes nothing, and an edit of tool keys changes their lines only.
// HOLDFAST_RUNS sets the count (100000 in the long form), HOLDFAST_SEED repeats a run; a failure prints its seed.
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { expect, test } from "vitest";
import { setAuthorKey, setToolKeys } from "../../src/memory/compose.ts";
import { contentHash, type MemoryDocument, parseDocument } from "../../src/memory/document.ts";
import { TOOL_KEYS, type ToolKey } from "../../src/memory/keys.ts";

const numRuns = Number(process.env.HOLDFAST_RUNS ?? 20_000);
const seed = Number(process.env.HOLDFAST_SEED ?? Date.now() % 2 ** 31);

interface Block {
  readonly key?: string;
  /** Without line ends. */
  readonly lines: readonly string[];
  /** The comment that ends the block, to be kept by an edit. */
  readonly comment?: string;
}

const WORDS = [
  "a",
  "pnpm",
  "한국어",
  "日本語の名前",
  "שלום",
  "नमस्ते",
  "ไทย",
  "Ünïcödé",
  "🎉",
  "e\u0301",
  "2026",
  "x:y",
  "C#",
];
const words = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 4 }).map((list) => list.join(" "));
const comment = fc.constantFrom("", "", "", " # note", "   # 注: 'x' \"y\"", "\t#");
const gap = fc.constantFrom(" ", " ", "  ", "\t", "      ");

const AUTHOR = ["name", "description", "type", "kind", "tags", "project", "asks", "paths"];
const UNKNOWN = ["metadata", "x-own", "Name", "node_type", "__proto__", "constructor", "0", "ключ", "with space"];

/** Ways to write a value, all of them YAML that the subset allows. */
function entry(key: string): fc.Arbitrary<Block> {
  const one = (value: fc.Arbitrary<string>): fc.Arbitrary<Block> =>
    fc.tuple(gap, value, comment).map(([space, text, end]) => ({
      key,
      lines: [`${key}:${space}${text}${end}`],
      comment: end,
    }));
  const many = (make: (text: string, end: string) => readonly string[]): fc.Arbitrary<Block> =>
    fc.tuple(words, comment).map(([text, end]) => ({ key, lines: make(text, end) }));
  return fc.oneof(
    { weight: 4, arbitrary: one(words) },
    one(words.map((text) => JSON.stringify(`${text}: "q" # \\ \u202e`))),
    one(words.map((text) => `'${text} ''x'' # y'`)),
    one(fc.constantFrom("12", "true", "null", "~", "0x1F", "12345678901234567890", "[]", "1e3")),
    one(fc.array(words, { maxLength: 3 }).map((list) => `[ ${list.map((text) => JSON.stringify(text)).join(" ,")} ]`)),
    comment.map((end) => ({ key, lines: [`${key}:${end}`], comment: end })),
    many((text, end) => [`${key}:${end}`, `  ${text}`]),
    many((text, end) => [`${key}: ${text}`, "", `   ${text}${end}`]),
    many((text, end) => [`${key}: "${text}`, `  ${text}"${end}`]),
    many((text, end) => [`${key}: [${JSON.stringify(text)},${end}`, `  ${JSON.stringify(text)}]${end}`]),
    many((text, end) => [`${key}: |${end}`, `  ${text} # kept`, "", `    ${text}`]),
    many((text, end) => [`${key}: >-${end}`, `  ${text}`, `  ${text}`]),
    many((text) => [`${key}: |+`, `  ${text}`]),
    many((text, end) => [`${key}:${end}`, `  - ${text}${end}`, "  # between", `  - "${text}"`]),
    many((text, end) => [`${key}:`, `- ${text}`, `-${end}`]),
    many((text) => [`"${key}" : '${text}'`]),
  );
}

const filler: fc.Arbitrary<Block> = fc.constantFrom(
  { lines: [""] },
  { lines: ["# a comment: with [signs] & more"] },
  { lines: [" # one space"] },
  { lines: ["   "] },
);

interface Made {
  readonly blocks: readonly Block[];
  readonly eol: string;
  readonly bom: string;
  readonly body: string;
}

const body = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 40 }),
  fc
    .array(fc.constantFrom("---\n", "text\r\n", "\n", "name: x\n", "# 제목\n", "\t", "```\n", "\r"), { maxLength: 6 })
    .map((parts) => parts.join("")),
);

const made: fc.Arbitrary<Made> = fc.record({
  blocks: fc
    .tuple(
      fc.uniqueArray(fc.constantFrom(...AUTHOR, ...UNKNOWN, ...TOOL_KEYS), { maxLength: 9 }),
      fc.array(fc.tuple(fc.nat(20), filler), { maxLength: 5 }),
    )
    .chain(([keys, fillers]) => fc.tuple(...keys.map(entry)).map((entries) => mix(entries, fillers))),
  eol: fc.constantFrom("\n", "\r\n"),
  bom: fc.constantFrom("", "", "\uFEFF"),
  body,
});

function mix(entries: readonly Block[], fillers: readonly (readonly [number, Block])[]): readonly Block[] {
  const blocks = [...entries];
  for (const [at, block] of fillers) blocks.splice(at % (blocks.length + 1), 0, block);
  return blocks;
}

function textOf({ blocks, eol, bom, body }: Made): string {
  const head = blocks.flatMap((block) => block.lines.map((line) => line + eol)).join("");
  return `${bom}---${eol}${head}---${eol}${body}`;
}

const value = fc.oneof(
  words,
  fc.constantFrom(
    "verified",
    "2026-01-31",
    "01ARZ3NDEKTSV4RRFFQ69G5FAV",
    "",
    " ",
    "yes",
    "0x10",
    "a: b # c",
    "- x",
    "'",
    "\\",
    "[x]",
    "a\nb\t\u0085",
    "…",
  ),
  fc.string({ unit: "grapheme", maxLength: 20 }),
);
const change: fc.Arbitrary<string | readonly string[] | null> = fc.oneof(
  { weight: 3, arbitrary: value },
  { weight: 1, arbitrary: fc.array(value, { maxLength: 3 }) },
  { weight: 2, arbitrary: fc.constant(null) },
);
const changes = fc.dictionary(fc.constantFrom(...TOOL_KEYS), change, { minKeys: 1, maxKeys: 5, noNullPrototype: true });

function read(text: string): MemoryDocument {
  const doc = parseDocument(text);
  if (doc.kind === "format-failure") throw new Error(`${JSON.stringify(doc.findings)}\n${JSON.stringify(text)}`);
  return doc;
}

/** Every line that is no changed key's must stand in the result, in order and byte for byte; what is left over is one line per set key. */
function checkLines(from: Made, doc: MemoryDocument, wanted: Record<string, unknown>): void {
  const lines = from.blocks
    .filter((block) => block.key === undefined || !Object.hasOwn(wanted, block.key))
    .flatMap((block) => block.lines.map((line) => line + from.eol));
  const head = doc.text.slice(from.bom.length + 3 + from.eol.length, doc.headEnd);
  let at = 0;
  for (const line of head.match(/[^\n]*\n/g) ?? []) {
    if (line === lines[at]) at++;
    else expect(isSetLine(line, from, wanted), JSON.stringify([doc.text, line])).toBe(true);
  }
  expect(at, JSON.stringify(doc.text)).toBe(lines.length);
}

/** A key that holds the value already is not touched, however it is written. */
function changing(doc: MemoryDocument, wanted: Record<string, unknown>): Record<string, unknown> {
  const differs = ([key, set]: [string, unknown]): boolean =>
    set === null ? doc.fields.has(key) : !isDeepStrictEqual(doc.fields.get(key), set);
  return Object.fromEntries(Object.entries(wanted).filter(differs));
}

function isSetLine(line: string, from: Made, wanted: Record<string, unknown>): boolean {
  if (!line.endsWith(from.eol)) return false;
  // The place of a removed key, where the lines after it would otherwise join a block text above.
  if (line === `#${from.eol}`) return Object.values(wanted).includes(null);
  const key = Object.keys(wanted).find((each) => line.startsWith(`${each}:`) || line.startsWith(`"${each}" :`));
  if (key === undefined) return false;
  const old = from.blocks.find((block) => block.key === key);
  return old?.comment === undefined || line.endsWith(old.comment + from.eol);
}

test("spec 1: parse and serialise is the identity, and a change of tool keys touches their lines only (STO-10, STO-32, TRU-9)", {
  timeout: 900_000,
}, () => {
  fc.assert(
    fc.property(made, changes, value, (from, wanted, text) => {
      const source = textOf(from);
      const doc = read(source);
      expect(doc.text).toBe(source);
      expect(doc.body).toBe(from.body);
      const edited = setToolKeys(doc, wanted as Partial<Record<ToolKey, string | readonly string[] | null>>);
      expect(edited.text.startsWith(`${from.bom}---${from.eol}`)).toBe(true);
      expect(edited.body).toBe(from.body);
      checkLines(from, edited, changing(doc, wanted));
      const again = read(edited.text);
      for (const [key, set] of Object.entries(wanted)) {
        if (set === null) expect(again.fields.has(key)).toBe(false);
        else expect(again.fields.get(key)).toEqual(set);
      }
      const hash = contentHash(doc);
      expect(contentHash(again)).toBe(hash);
      expect(contentHash(setAuthorKey(doc, "branch", `${text}!`))).not.toBe(hash);
      const name = doc.fields.get("name");
      if (name !== text) expect(contentHash(setAuthorKey(doc, "name", text))).not.toBe(hash);
      expect(contentHash(read(`${source}.`))).not.toBe(hash);
    }),
    { numRuns, seed },
  );
});
