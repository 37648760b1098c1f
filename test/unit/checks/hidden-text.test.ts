import { describe, expect, test } from "vitest";
import { checkHiddenFields, checkHiddenText } from "../../../src/checks/hidden-text.ts";
import { type MemoryDocument, parseDocument } from "../../../src/core/memory/document.ts";

const rules = (text: string): string[] =>
  checkHiddenText(text).map((finding) => `${finding.severity} ${finding.rule} ${finding.excerpt}`);

describe("CHK-30a: refused on write", () => {
  test.each([
    ["\u202e", "bidi-control U+202E"],
    ["\u2066", "bidi-control U+2066"],
    ["\u200f", "bidi-control U+200F"],
    ["\u061c", "bidi-control U+061C"],
    ["\u{e0041}", "tag-character U+E0041"],
    ["\u{e0100}", "variation-selector U+E0100"],
    ["\u{e01ef}", "variation-selector U+E01EF"],
    ["\0", "control-character U+0000"],
    ["\x1b", "control-character U+001B"],
    ["\x7f", "control-character U+007F"],
    ["\x85", "control-character U+0085"],
    ["\x9b", "control-character U+009B"],
    ["\ud800", "lone-surrogate U+D800"],
    ["\udc00", "lone-surrogate U+DC00"],
    ["\ufeff", "misplaced-bom U+FEFF"],
  ])("%j", (char, expected) => {
    expect(rules(`ab${char}cd`)).toEqual([`format ${expected}`]);
  });

  test("line and column, and never the character itself", () => {
    const [finding] = checkHiddenText("one\r\ntwo \u202e");
    expect(finding).toMatchObject({ check: "hidden-text", line: 2, column: 5 });
    expect(JSON.stringify(finding)).not.toContain("\u202e");
  });

  test("many harmless characters can't push out one that blocks", () => {
    expect(rules(`${"a\u200b".repeat(500)}\u202e`)).toContain("format bidi-control U+202E");
  });
});

describe("CHK-30a: zero-width characters", () => {
  test.each(["a\u200bb", "a\u2060b", "a\u200db", "a\u00adb", "a\ufe0f\ufe0fb", "a\u2800b", "a\u2028b"])(
    "%j warns",
    (text) => {
      expect(checkHiddenText(text).map((finding) => finding.severity)).toEqual(["warn"]);
    },
  );
});

test.each([
  "\uFEFFstart",
  "tab\tnewline\r\n",
  "👩‍👩‍👧‍👦 ❤️ 👍🏽 🏳️‍🌈",
  "नमस्ते क्‍ष",
  "می‌خواهم",
  "שָׁלוֹם",
  "ภาษาไทย",
  "한국어 日本語 中文",
  "e\u0301",
])("CHK-30a: %j is ordinary text", (text) => {
  expect(checkHiddenText(text)).toEqual([]);
});

test("CHK-31: an escape in a quoted value does not hide a character", () => {
  const text = '---\nname: "a\\u202eb"\ntags: ["\\0", x]\nmetadata: {"k\\u200b": "\\U000E0041"}\n---\nbody';
  expect(checkHiddenText(text)).toEqual([]);
  const findings = checkHiddenFields(parseDocument(text) as MemoryDocument);
  expect(findings.map((finding) => `${finding.line} ${finding.excerpt}`)).toEqual([
    "2 U+202E",
    "3 U+0000",
    "4 U+200B",
    "4 U+E0041",
  ]);
});

test("CHK-14: 256 KiB of hidden characters are scanned in bounded time", () => {
  const start = performance.now();
  checkHiddenText("\n\u200b".repeat(64 * 1024));
  expect(performance.now() - start).toBeLessThan(1000);
});
