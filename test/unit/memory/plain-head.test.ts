// What the quick reader of frontmatter takes, to the byte, and what it leaves to the full one (STO-10, STO-14). Leaving
// more than it must would go unseen otherwise: the full reader gives the same answer, only later.
import { describe, expect, test } from "vitest";
import { isKnownKey } from "../../../src/memory/keys.ts";
import { readPlainHead } from "../../../src/memory/plain-head.ts";

const read = (head: string): ReturnType<typeof readPlainHead> => readPlainHead(head, 0, head.length, isKnownKey);
const value = (source: string, key = "extra"): unknown => read(`${key}: ${source}\n`)?.fields.get(key);
const canonical = (source: string, key = "extra"): unknown => read(`${key}: ${source}\n`)?.entries[0]?.canonical;

describe("STO-14: what is taken", () => {
  test.each([
    ["Use pnpm, not npm", "Use pnpm, not npm"],
    ["a", "a"],
    ["(see below)", "(see below)"],
    ["/usr/bin", "/usr/bin"],
    ["$HOME", "$HOME"],
    ["_x", "_x"],
    ["한국어", "한국어"],
    ["¡hola", "¡hola"],
    ["a:b", "a:b"],
    ["a#b", "a#b"],
    ["it's here", "it's here"],
    ["nullable", "nullable"],
    ["a null", "a null"],
    ["2026-06-01", "2026-06-01"],
    ["2026-06-01T10:00:00Z", "2026-06-01T10:00:00Z"],
    ['"quoted"', "quoted"],
    ['""', ""],
    ['"a \\" b \\\\ \\/ \\b\\f\\n\\r\\t"', 'a " b \\ / \b\f\n\r\t'],
    ['"\\u00e9\\uABCD\\u0041"', "é\uabcdA"],
    ['"a: b # c"', "a: b # c"],
  ])("%s is a text", (source, expected) => {
    expect([value(source), canonical(source)]).toEqual([expected, JSON.stringify(expected)]);
  });

  test.each([
    ["0", 0],
    ["7", 7],
    ["42", 42],
    ["123456789", 123456789],
    ["0.5", 0.5],
    ["12.12345678", 12.12345678],
  ])("%s is a number, but a text in a key of ours", (source, expected) => {
    expect([value(source), canonical(source)]).toEqual([expected, `plain ${source}`]);
    expect([value(source, "name"), canonical(source, "name")]).toEqual([source, JSON.stringify(source)]);
    expect(value(source, "confidence")).toBe(expected);
  });

  test.each([
    ["[]", [], "[]"],
    ["[a]", ["a"], '["a"]'],
    ["[a, b c, d]", ["a", "b c", "d"], '["a","b c","d"]'],
    ['["x, y", z]', ["x, y", "z"], '["x, y","z"]'],
    ['[a, "]"]', ["a", "]"], '["a","]"]'],
    ["[1, 2026-06-01]", [1, "2026-06-01"], '[plain 1,"2026-06-01"]'],
  ])("%s is a list", (source, expected, text) => {
    expect([value(source), canonical(source)]).toEqual([expected, text]);
  });

  test("places are counted in the whole text, with either line end", () => {
    const head = "---\nname: A b\r\ntags: [x]\n";
    expect(readPlainHead(head, 4, head.length, isKnownKey)?.entries).toEqual([
      { key: "name", canonical: '"A b"', start: 4, colonEnd: 9, valueStart: 10, valueEnd: 13, headComment: "" },
      { key: "tags", canonical: '["x"]', start: 15, colonEnd: 20, valueStart: 21, valueEnd: 24, headComment: "" },
    ]);
    expect(read("")).toEqual({ fields: new Map(), entries: [] });
    expect(read("last-verified: x\n")?.fields).toEqual(new Map([["last-verified", "x"]]));
  });

  test("32 keys, and 40 items", () => {
    const keys = (count: number): string => Array.from({ length: count }, (_, n) => `k${"a".repeat(n)}: x\n`).join("");
    expect([read(keys(32))?.entries.length, read(keys(33))]).toEqual([32, undefined]);
    const items = (count: number): string => `[${Array.from({ length: count }, () => "a").join(", ")}]`;
    expect([(value(items(40)) as readonly string[]).length, value(items(41))]).toEqual([40, undefined]);
  });
});

describe("STO-10: what is left to the full reader", () => {
  test.each([
    "a: b: c\n",
    "a: b # c\n",
    "a: b:\n",
    "a: \n",
    "a:\n",
    "a: b \n",
    " a: b\n",
    "A: b\n",
    "a1: b\n",
    "a_b: c\n",
    "a: b\na: c\n",
    "- a\n",
    "# c\n",
    "a: &x b\n",
    "a: *b\n",
    "a: !b c\n",
    "a: |\n",
    "a: >\n",
    "a: 'b'\n",
    "a: {b: c}\n",
    "a: -1\n",
    "a: +1\n",
    "a: ~\n",
    "a: null\n",
    "a: TRUE\n",
    "a: false\n",
    "a: .5\n",
    "a: .inf\n",
    "a: .NaN\n",
    "a: 007\n",
    "a: 0x1f\n",
    "a: 0o7\n",
    "a: 1e3\n",
    "a: 1_0\n",
    "a: 1234567890\n",
    "a: 1.123456789\n",
    "a: 1.\n",
    "a: 1.a\n",
    "a: 12026-06-01\n",
    "a: 2026-06-011\n",
    "a: 2026-6-01\n",
    'a: "b\n',
    'a: "b" c\n',
    'a: "\\x41"\n',
    'a: "\\ud800"\n',
    'a: "\\uD83D\\uDE00"\n',
    'a: "\\u00g0"\n',
    'a: "\\u041"\n',
    "a: [\n",
    "a: [b\n",
    "a: [b] c\n",
    "a: [b,c]\n",
    "a: [b, ]\n",
    "a: [b, c, ]\n",
    "a: [b , c]\n",
    "a: [, b]\n",
    "a: [[b]]\n",
    "a: [{b: c}]\n",
    "a: [b: c]\n",
    "a: [b #c]\n",
    "a: [null]\n",
    "a: [-b]\n",
    "a: ['b']\n",
    'a: ["b]\n',
    'a: ["b"c]\n',
    "a: [ b]\n",
    "a: [b; c]x\n",
    "a: b\tc\n",
    "a: b\u00a0c\n",
    "a: b\u2028c\n",
    "a: b\ufeff\n",
    "a: b\u0085c\n",
  ])("%j", (head) => {
    expect(read(head)).toBeUndefined();
  });
});
