import { describe, expect, test } from "vitest";
import { decodeText, type MemoryDocument, parseDocument } from "../../../src/memory/document.ts";

function read(head: string, body = "body\n"): MemoryDocument {
  const doc = parseDocument(`---\n${head}\n---\n${body}`);
  if (doc.kind === "format-failure") throw new Error(JSON.stringify(doc.findings));
  return doc;
}

function ruleOf(text: string): string {
  const doc = parseDocument(text);
  return doc.kind === "document" ? "document" : (doc.findings[0]?.rule ?? "no finding");
}

describe("delimiters (spec 1, CHK-1)", () => {
  test.each([
    ["---\nname: x\n---\nbody", "document"],
    ["\uFEFF---\r\nname: x\r\n---\r\nbody", "document"],
    ["---\n---\nbody", "document"],
    ["---\nname: x\n---", "document"],
    ["---js\nname: x\n---\n", "no-frontmatter"],
    ["--- \nname: x\n---\n", "no-frontmatter"],
    [" ---\nname: x\n---\n", "no-frontmatter"],
    ["", "no-frontmatter"],
    ["---\nname: x\n", "unclosed-frontmatter"],
    ["---\nname: x\n----\n", "unclosed-frontmatter"],
    ["---\nname: x\n--- \n", "unclosed-frontmatter"],
  ])("%j is %s", (text, rule) => {
    expect(ruleOf(text)).toBe(rule);
  });

  test("the body begins after the closing line and may hold further `---` lines", () => {
    expect(read("name: x", "\n---\nmore\n").body).toBe("\n---\nmore\n");
  });

  test("CRLF and a byte order mark survive", () => {
    const text = "\uFEFF---\r\nname: x\r\n---\r\nbody\r\n";
    const doc = parseDocument(text) as MemoryDocument;
    expect([doc.text, doc.body, doc.fields.get("name")]).toEqual([text, "body\r\n", "x"]);
  });
});

describe("STO-14: the YAML subset", () => {
  test.each([
    ["{a: b}", "not-a-block-map"],
    ["- a", "not-a-block-map"],
    ["just text", "not-a-block-map"],
    ["  a: b", "indented-key"],
    ["a: b\n...\nc: d", "multi-document"],
    ["--- \na: b", "multi-document"],
    ["? a\n: b", "explicit-key"],
    ["a: &x b", "yaml-anchor"],
    ["a: *b", "yaml-alias"],
    ["a: !!str b", "yaml-tag"],
    ["!a b: c", "yaml-tag"],
    ["%YAML 1.2\na: b", "yaml-directive"],
    ["a: b\na: c", "duplicate-key"],
    ['name: a\n"na\\u006de": b', "duplicate-key"],
    ["metadata:\n  a: b\n  a: c", "duplicate-key"],
    ["a: {b: c}", "nested-value"],
    ["a: [[b]]", "nested-value"],
    ["a: [b: c]", "nested-value"],
    ["a:\n  b: c", "nested-value"],
    ["a:\n- b: c", "nested-value"],
    ["a: b: c", "nested-value"],
    ["metadata:\n  a: {b: c}", "nested-value"],
    ["metadata:\n  a:\n    b: c", "nested-value"],
    ["a: 'x' y", "yaml-syntax"],
    ['a: "x', "yaml-syntax"],
    ["a: x\nb", "yaml-syntax"],
    [": x", "yaml-syntax"],
    ["a: b\0", "control-character"],
    ["a: b\rc: d", "control-character"],
    ["\uFEFFa: b", "control-character"],
    ["a: \ud800", "control-character"],
    [Array.from({ length: 65 }, (_, i) => `k${i}: v`).join("\n"), "too-many-keys"],
    [`a: ${"v".repeat(16 * 1024)}`, "frontmatter-too-large"],
    [`a: ${"한".repeat(5500)}`, "frontmatter-too-large"],
    [`a: b${"\n".repeat(400)}`, "frontmatter-too-large"],
    [`a: [${"x,".repeat(200)}]`, "frontmatter-too-large"],
  ])("%j is refused as %s", (head, rule) => {
    expect(ruleOf(`---\n${head}\n---\nbody`)).toBe(rule);
  });

  test("64 keys of the author pass, and the tool's keys come on top so that a full file can be demoted", () => {
    const full = Array.from({ length: 64 }, (_, i) => `k${i}: v`).join("\n");
    expect(read(`${full}\nid: x\ntrust-level: quarantined`).fields.size).toBe(66);
  });

  test("a finding says where, in lines and columns of the whole file", () => {
    const doc = parseDocument("---\nname: x\ntype: *b\n---\n");
    expect(doc).toMatchObject({ findings: [{ check: "structure", severity: "format", line: 3, column: 7 }] });
  });

  test("hostile key names are plain entries of a Map", () => {
    const doc = read("__proto__: a\nconstructor: b\nmetadata: {__proto__: c}");
    expect(doc.fields.get("__proto__")).toBe("a");
    expect(Object.getPrototypeOf(doc.fields)).toBe(Map.prototype);
    expect(doc.fields.get("metadata")).toEqual(new Map([["__proto__", "c"]]));
  });
});

describe("values", () => {
  test("numbers and booleans of known text keys read as their source text", () => {
    const doc = read("name: 0x1F\ndescription: true\ntags: [2026, 1.0, yes]\nconfidence: 0.5\nother: 0x1F");
    expect(Object.fromEntries(doc.fields)).toEqual({
      name: "0x1F",
      description: "true",
      tags: ["2026", "1.0", "yes"],
      confidence: 0.5,
      other: 31,
    });
  });

  test("dates stay text, empty values are null", () => {
    const doc = read("created-at: 2026-01-31T09:00:00Z\nkind:\nbranch: ~");
    expect([...doc.fields.values()]).toEqual(["2026-01-31T09:00:00Z", null, null]);
  });
});

describe("decodeText (STO-12)", () => {
  test("256 KiB are read, one byte more is refused before it is decoded", () => {
    const limit = 256 * 1024;
    expect(typeof decodeText(new Uint8Array(limit).fill(0x61))).toBe("string");
    // Invalid bytes: were it decoded first, the rule would be not-utf8.
    expect(decodeText(new Uint8Array(limit + 1).fill(0xff))).toMatchObject({ findings: [{ rule: "too-large" }] });
  });

  test("a text over the limit is refused by parseDocument as well, counted in bytes", () => {
    expect(ruleOf(`---\nname: x\n---\n${"한".repeat(90_000)}`)).toBe("too-large");
    expect(ruleOf(`---\nname: x\n---\n${"한".repeat(80_000)}`)).toBe("document");
  });

  test("bytes that are no UTF-8 are a structural finding", () => {
    expect(decodeText(Uint8Array.of(0x2d, 0xff))).toMatchObject({
      kind: "format-failure",
      findings: [{ rule: "not-utf8", severity: "struct" }],
    });
  });

  test("a byte order mark is kept", () => {
    expect(decodeText(Uint8Array.of(0xef, 0xbb, 0xbf, 0x61))).toBe("\uFEFFa");
  });
});

test.each([
  [
    "in the frontmatter",
    "---\nname: A\n<<<<<<< HEAD\ndescription: One\n=======\ndescription: Two\n>>>>>>> other\ntype: project\n---\nText.\n",
  ],
  ["around all of it", "<<<<<<< HEAD\n---\nname: A\n---\nOne.\n=======\n---\nname: B\n---\nTwo.\n>>>>>>> other\n"],
])("SYN-11: the marks that git leaves %s are called what they are", (_, text) => {
  expect(parseDocument(text)).toMatchObject({ kind: "format-failure", findings: [{ rule: "conflict-markers" }] });
});
