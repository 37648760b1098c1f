// Every way a header is refused, with the place and the words a person reads (STO-14). Places tell which of the
// gates refused: the ones in front of YAML composition must see a bomb before anything is built from it.
import { describe, expect, test } from "vitest";
import { decodeText, parseDocument } from "../../../src/memory/document.ts";
import type { Finding } from "../../../src/memory/findings.ts";

interface Refused {
  readonly rule: string;
  readonly excerpt: string;
  readonly hint: string;
  readonly at: readonly (readonly [head: string, lineAndColumn: string])[];
}

const REFUSED: readonly Refused[] = [
  {
    rule: "yaml-anchor",
    excerpt: "yaml-anchor",
    hint: "Anchors are not allowed; quote a value that begins with `&`.",
    at: [["a: &x b", "2:4"]],
  },
  {
    rule: "yaml-alias",
    excerpt: "yaml-alias",
    hint: "Aliases are not allowed; quote a value that begins with `*`.",
    at: [["a: *x", "2:4"]],
  },
  {
    rule: "yaml-tag",
    excerpt: "yaml-tag",
    hint: "Tags are not allowed; quote a value that begins with `!`.",
    at: [["a: !!str x", "2:4"]],
  },
  {
    rule: "yaml-directive",
    excerpt: "yaml-directive",
    hint: "Directives are not allowed.",
    at: [["%YAML 1.2\na: b", "2:1"]],
  },
  {
    rule: "multi-document",
    excerpt: "multi-document",
    hint: "Frontmatter is one document; the closing line is exactly `---`.",
    at: [["a: b\n--- \nc: d", "3:1"]],
  },
  {
    rule: "multi-document",
    excerpt: "multi-document",
    hint: "Frontmatter is one document; remove the line `...`.",
    at: [["a: b\n...\nc: d", "3:1"]],
  },
  {
    rule: "explicit-key",
    excerpt: "explicit-key",
    hint: "Write keys as `key: value`.",
    at: [
      ["? a\n: b", "2:1"],
      ["? [a]\n: b", "2:1"],
      ["metadata:\n  ? [c]\n  : d", "3:3"],
    ],
  },
  {
    rule: "nested-value",
    excerpt: "nested-value",
    hint: "Values are text, numbers or lists of these; quote a text that holds `: `.",
    at: [
      ["a: b\n  c: d", "3:4"],
      ["a: {b: c}", "2:4"],
      ["a: [[b]]", "2:5"],
      ["a: [{b: c}]", "2:5"],
      ["a: {b: [c]}", "2:8"],
      ["a: [b: c]", "2:4"],
      ["a:\n  b: c", "3:3"],
      ["a:\n- b: c", "3:4"],
      ["a:\n- - b", "3:3"],
      ["a: b: c", "2:5"],
      ["a: - b", "2:4"],
      ["metadata:\n  a: {b: c}", "3:6"],
      ["metadata:\n  a:\n    b: c", "4:5"],
      ["metadata: {a: [b]}", "2:15"],
      ["metadata: {a: {b: c}}", "2:15"],
      ["metadata:\n  a:\n  - b", "4:3"],
      ["a: [b c: d]", "2:4"],
      ["a: [\n  b,\n  c: d\n]", "2:4"],
      ["metadata: {a: b, [c]: d}", "2:18"],
      ["a: |\n  b: c: d\n  'x' y\ne: f: g", "5:5"],
      ["a: 'x': y", "2:7"],
      ["a: >\n  x\nb: [[c]]", "4:5"],
      ["a: [x] # y\nb: {c: d}", "3:4"],
      ["a: [x]\nb: - c", "3:4"],
    ],
  },
  {
    rule: "indented-key",
    excerpt: "indented-key",
    hint: "Keys start at the first column.",
    at: [
      ["  a: b", "2:3"],
      ["a: b\n\tc: d", "3:2"],
      ["a: b # c\n# d\n e", "4:2"],
    ],
  },
  {
    rule: "not-a-block-map",
    excerpt: "not-a-block-map",
    hint: "Write one `key: value` per line.",
    at: [
      ["[a, b]", "2:1"],
      ["{a: b}", "2:1"],
      ["text", "2:1"],
      ["- a", "2:1"],
      ["a\n: b", "2:1"],
      ["|\n  a\n: b", "2:1"],
      ["- a\n- b", "2:1"],
    ],
  },
  {
    rule: "yaml-syntax",
    excerpt: "yaml-syntax",
    hint: "Quote values that hold `: `, ` #` or quotes.",
    at: [
      ["a: 'x' y", "2:8"],
      ["a: 'x' 'y'", "2:8"],
      ['a: "x" "y"', "2:8"],
      ["a: [b] c", "2:8"],
      ["a: [b\n]c: d", "2:4"],
      ["a: [b", "3:1"],
      ["a: [b,", "3:1"],
      ["a: {b", "3:1"],
      ["a: x\nb", "3:1"],
      ["a: x\nb\nc: d", "3:1"],
      [": x", "2:1"],
      ["a: ]", "2:4"],
      ["a: }", "2:4"],
      ["[a]: b", "2:1"],
      ["{a: b}: c", "2:1"],
      ["a: b\n- c", "3:1"],
      ["'a': b\n\"c\": 'd' e", "3:10"],
    ],
  },
  {
    rule: "yaml-syntax",
    excerpt: "missing char",
    hint: "Mend the YAML at this line.",
    at: [
      ["a: 'x", "3:1"],
      ['a: "x', "3:1"],
    ],
  },
  {
    rule: "control-character",
    excerpt: "control character",
    hint: "Remove control characters.",
    at: [
      ["a: b\u0000", "2:5"],
      ["x: y\na: b\u0000", "3:5"],
      ["a: b\rc: d", "2:5"],
      ["a: \ud800", "2:1"],
    ],
  },
  {
    rule: "control-character",
    excerpt: "control-character",
    hint: "A byte order mark may stand only at the start of the file.",
    at: [["\uFEFFa: b", "2:1"]],
  },
  {
    rule: "duplicate-key",
    excerpt: "duplicate key",
    hint: "Mend the YAML at this line.",
    at: [
      ["a: b\na: c", "3:1"],
      ["x: 1\na: b\na: c", "4:1"],
    ],
  },
  {
    rule: "yaml-syntax",
    excerpt: "bad scalar start",
    hint: "Mend the YAML at this line.",
    at: [
      ["a: @b", "2:4"],
      ["a: `b", "2:4"],
      ["a: %b", "2:4"],
      ["a: ,", "2:4"],
    ],
  },
  {
    rule: "yaml-syntax",
    excerpt: "unexpected token",
    hint: "Mend the YAML at this line.",
    at: [
      ["a: |x\n  b", "2:5"],
      ["a: [,b]", "2:5"],
    ],
  },
  {
    rule: "yaml-syntax",
    excerpt: "bad dq escape",
    hint: "Mend the YAML at this line.",
    at: [['a: "\\q"', "2:5"]],
  },
];

function only(read: ReturnType<typeof parseDocument> | string): Finding | string {
  if (typeof read === "string" || read.kind === "document") return "read";
  const [first, ...more] = read.findings;
  return first === undefined || more.length > 0 ? `${read.findings.length} findings` : first;
}

describe("STO-14: what is refused, where, and what to do about it", () => {
  for (const { rule, excerpt, hint, at } of REFUSED)
    test.each(at)(`${rule}: %j at %s`, (head, where) => {
      const [line, column] = where.split(":").map(Number);
      expect(only(parseDocument(`---\n${head}\n---\nbody`))).toEqual({
        check: "structure",
        severity: "format",
        rule,
        line,
        column,
        excerpt,
        hint,
      });
    });

  test("what is refused by its lines or its size says so in structural findings (STO-12)", () => {
    const finding = { check: "structure", severity: "struct", line: 1, column: 1 };
    expect(only(parseDocument("name: x\n"))).toEqual({
      ...finding,
      rule: "no-frontmatter",
      excerpt: "line 1",
      hint: "Line 1 must be exactly `---`.",
    });
    expect(only(parseDocument("---\nname: x\n"))).toEqual({
      ...finding,
      line: 2,
      rule: "unclosed-frontmatter",
      excerpt: "no closing line",
      hint: "End the frontmatter with a line that is exactly `---`.",
    });
    const hint = "A memory file is at most 256 KiB.";
    const large = `---\nname: x\n---\n${"x".repeat(262_144)}`;
    expect(only(parseDocument(large))).toEqual({ ...finding, rule: "too-large", excerpt: "262160 characters", hint });
    const bytes = new Uint8Array(262_145);
    expect(only(decodeText(bytes))).toEqual({ ...finding, rule: "too-large", excerpt: "262145 bytes", hint });
    expect(only(decodeText(Uint8Array.of(0x2d, 0xff)))).toEqual({
      ...finding,
      rule: "not-utf8",
      excerpt: "2 bytes",
      hint: "Save the file as UTF-8.",
    });
  });
});
