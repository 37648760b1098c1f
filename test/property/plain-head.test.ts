// The quick reader of frontmatter answers as the full one does, or not at all (STO-10, STO-14). Compared on what our
// writer makes, on lines near it with one thing wrong, and on odd text. HOLDFAST_RUNS sets the count, HOLDFAST_SEED
// repeats a run; a failure prints its seed.
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { composeDocument } from "../../src/memory/compose.ts";
import { parseDocument } from "../../src/memory/document.ts";
import { AUTHOR_KEYS, isKnownKey, TOOL_KEYS } from "../../src/memory/keys.ts";
import { readPlainHead } from "../../src/memory/plain-head.ts";

const numRuns = Number(process.env.HOLDFAST_RUNS ?? 20_000);
const seed = Number(process.env.HOLDFAST_SEED ?? Date.now() % 2 ** 31);

function sameByBoth(text: string): void {
  const quick = parseDocument(text);
  const full = parseDocument(text, () => undefined);
  if (isDeepStrictEqual(quick, full)) return;
  expect(quick, JSON.stringify(text)).toEqual(full);
  throw new Error(`differs in kind: ${JSON.stringify(text)}`);
}

function isQuick(head: string): boolean {
  return readPlainHead(head, 0, head.length, isKnownKey) !== undefined;
}

const SIGNS = [..." :#,[]{}\"'&*!|>%@`?-_()/.<$^+=;~\\0x1e9aZ\t\n\r"];
const ODD = [
  "\u0000",
  "\u0085",
  "\u00a0",
  "\u2028",
  "\u3000",
  "\ufeff",
  "\uffff",
  "\ud800",
  "é",
  "e\u0301",
  "한",
  "🎉",
];
const WORDS = [
  "pnpm",
  "don't",
  "user_id",
  "C#",
  "a:b",
  "https://example.org/x?y=1#z",
  "null",
  "True",
  "FALSE",
  "~",
  "yes",
  "cafe",
  "0x1F",
  "0o17",
  "1e3",
  "1_000",
  ".5",
  "5.",
  "-3",
  "+3",
  "0.75",
  "007",
  "12345678901234567890",
  "2026-01-31",
  "2026-01-31T10:00:00Z",
  "12:30:45",
  "01JCQ0Z8M4X5T6V7W8Y9ZABCDE",
  "01234567890123456789012345",
  ".inf",
  ".NaN",
  "---",
  "...",
  "<<",
];
const atom = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...WORDS) },
  { weight: 2, arbitrary: fc.constantFrom(...SIGNS) },
  { weight: 1, arbitrary: fc.constantFrom(...ODD) },
);
const tokens = fc.array(atom, { minLength: 1, maxLength: 5 });
const loose = fc.oneof(
  tokens.map((parts) => parts.join(" ")),
  tokens.map((parts) => parts.join("")),
  fc.string({ unit: "grapheme", maxLength: 12 }),
);
const word = fc.constantFrom(...WORDS);
const ESCAPES = [
  "\\n",
  "\\u0041",
  "\\ud83d",
  "\\ude00",
  "\\x41",
  "\\/",
  "\\ ",
  "\\",
  "\\0",
  "\\e",
  "\\u12",
  "\\U0001F600",
];
const quoted = fc.oneof(
  loose.map((text) => JSON.stringify(text)),
  loose.map((text) => `"${text}"`),
  loose.map((text) => `'${text}'`),
  fc.array(fc.oneof(fc.constantFrom(...ESCAPES), atom), { maxLength: 4 }).map((parts) => `"${parts.join("")}"`),
);
const item = fc.oneof(word, quoted, loose);
const comma = fc.constantFrom(", ", ", ", ", ", ",", " , ", ",  ");
const list = fc
  .tuple(
    fc.array(item, { maxLength: 4 }),
    comma,
    fc.constantFrom("[", "[", "[ ", "{"),
    fc.constantFrom("]", "]", " ]", ",]"),
  )
  .map(([items, between, open, close]) => open + items.join(between) + close);
const value = fc.oneof(word, loose, quoted, list);
const KEYS = [
  ...AUTHOR_KEYS,
  ...TOOL_KEYS,
  "metadata",
  "note",
  "null",
  "true",
  "y",
  "x-own",
  "on",
  "-a",
  "a-",
  "Name",
  "a b",
  "1",
  "<<",
  '"q"',
];
const end = fc.constantFrom("\n", "\n", "\n", "\r\n", " \n", " # note\n", "\n\n", "\n  more\n", "\n# c\n");
const line = fc
  .tuple(fc.constantFrom(...KEYS), fc.constantFrom(": ", ": ", ": ", ": ", ":", ":  ", " : "), value, end)
  .map((parts) => parts.join(""));
const opening = fc.constantFrom("---\n", "---\n", "---\r\n", "\ufeff---\n");
const near = fc
  .tuple(opening, fc.array(line, { maxLength: 4 }), fc.constantFrom("", "body\n", "\ud800"))
  .map(([start, lines, body]) => `${start}${lines.join("")}---\n${body}`);

const text = fc.oneof(
  word,
  fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(" ")),
  loose,
);
const texts = fc.option(fc.array(text, { maxLength: 6 }), { nil: undefined });
const drafts = fc.record({
  name: text,
  description: text,
  type: fc.constantFrom("project" as const, "feedback" as const),
  project: fc.option(text, { nil: undefined }),
  tags: texts,
  asks: texts,
  confidence: fc.option(fc.constantFrom(0, 1, 0.5, 0.123, 1e-7), { nil: undefined }),
  body: word,
});

describe("STO-14: the quick reader of frontmatter", () => {
  test("agrees with the full one on what our writer makes, and answers for much of it", { timeout: 900_000 }, () => {
    let answered = 0;
    fc.assert(
      fc.property(drafts, text, texts, (draft, source, supersedes) => {
        const { text: made, headEnd } = composeDocument(draft, {
          id: "01JCQ0Z8M4X5T6V7W8Y9ZABCDE",
          source,
          supersedes,
        });
        sameByBoth(made);
        if (isQuick(made.slice("---\n".length, headEnd))) answered++;
      }),
      { numRuns, seed },
    );
    expect(answered / numRuns).toBeGreaterThan(0.2);
  });

  test("agrees with it on lines near those, each with something odd", { timeout: 900_000 }, () => {
    fc.assert(fc.property(near, sameByBoth), { numRuns: 3 * numRuns, seed });
  });

  test("agrees with it on single values of few signs", { timeout: 900_000 }, () => {
    const signs = [...SIGNS, ...ODD];
    for (const a of signs)
      for (const b of signs)
        for (const c of ["", "x", " x"]) {
          for (const [before, after] of [
            ["", ""],
            ["[", "]"],
            ["[a, ", "]"],
            ["x", ""],
            ["1", ""],
          ]) {
            sameByBoth(`---\nname: ${before}${a}${b}${c}${after}\n---\n`);
          }
        }
  });

  test("leaves to it what it does not know", () => {
    for (const head of [
      "name: a: b\n",
      "name: a #b\n",
      "name: null\n",
      "name: 'a'\n",
      "name: a\nname: b\n",
      "name: &a b\n",
      "name: |\n  a\n",
      "name:\n",
      "name: a\n  b\n",
      "# c\n",
      "\n",
      "tags: [a, [b]]\n",
      "tags: [a: b]\n",
      'name: "\\ud83d"\n',
      "metadata:\n  a: b\n",
    ])
      expect(isQuick(head), head).toBe(false);
  });

  test("answers for the plain shapes", () => {
    for (const head of [
      "",
      "name: code\n",
      "name: .env\n",
      "name: 데이터 für C#\r\n",
      "created-at: 2026-01-31\n",
      "confidence: 0.8\n",
      'name: "a: b # c"\n',
      "tags: []\n",
      'tags: [a, "b, c", d-e, it\'s]\n',
    ])
      expect(isQuick(head), head).toBe(true);
  });
});
