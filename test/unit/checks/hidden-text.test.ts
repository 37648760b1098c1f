import { describe, expect, test } from "vitest";
import { checkHiddenFields, checkHiddenText } from "../../../src/checks/hidden-text.ts";
import { type MemoryDocument, parseDocument } from "../../../src/memory/document.ts";
import { blocks, type Finding } from "../../../src/memory/findings.ts";
import {
  forContext,
  forContextBody,
  forFile,
  forLog,
  forTerminal,
  forTerminalLine,
} from "../../../src/text/sanitise.ts";

const rules = (text: string): string[] =>
  checkHiddenText(text).map((finding) => `${finding.severity} ${finding.rule} ${finding.excerpt}`);

function fieldFindings(head: string): readonly Finding[] {
  const doc = parseDocument(`---\n${head}\n---\nbody`);
  return doc.kind === "document" ? checkHiddenFields(doc) : doc.findings;
}

/** As the engine knows them: the tables under test have no say in it. */
const INVISIBLE = Array.from({ length: 0x110000 }, (_, point) => point).filter((point) =>
  /^[\p{Cf}\p{Default_Ignorable_Code_Point}]$/u.test(String.fromCodePoint(point)),
);
const range = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, at) => first + at);
const OTHERS = [...range(0, 0x1f), ...range(0x7f, 0x9f), ...range(0xd800, 0xdfff), 0x2028, 0x2029, 0x2800];
const ALL = [...INVISIBLE, ...OTHERS];
const name = (point: number): string => `U+${point.toString(16).toUpperCase().padStart(4, "0")}`;

describe("CHK-30, CHK-30a, CHK-31: each code point that shows nothing, one by one", () => {
  test.runIf(process.versions.unicode === "17.0")("there are 4,206, and 2,116 more", () => {
    expect([INVISIBLE.length, OTHERS.length, new Set(ALL).size]).toEqual([4206, 2116, 6322]);
  });

  test("goes when it is read, wherever it goes", () => {
    const max = 99;
    for (const point of ALL) {
      const character = String.fromCodePoint(point);
      for (const text of [`a${character}b`, `\u0915${character}\u0937`, `${character}${character}\u{1f680}`]) {
        const lines = [forContext(text, { max }), forTerminalLine(text), forTerminalLine(text, { max }), forLog(text)];
        const bodies = [forContextBody(text, { max }), forTerminal(text), forFile(text)];
        for (const out of lines) expect(Array.from(out).includes(character), name(point)).toBe(false);
        if (character === "\n" || character === "\t") continue;
        for (const out of bodies) expect(Array.from(out).includes(character), name(point)).toBe(false);
      }
    }
  });

  test("is refused when it is written, and named without being carried", () => {
    for (const point of ALL) {
      const character = String.fromCodePoint(point);
      const findings = checkHiddenText(`a${character}b`);
      if (character === "\n" || character === "\t") {
        expect(findings).toEqual([]);
        continue;
      }
      expect(findings, name(point)).toHaveLength(1);
      expect(findings.every(blocks), name(point)).toBe(true);
      expect(findings[0]?.excerpt).toBe(name(point));
      expect(JSON.stringify(findings)).toMatch(/^[ -~]*$/);
    }
  });

  test("is refused in a field, spelled as an escape: newline and tab too", () => {
    for (const point of ALL) {
      const findings = fieldFindings(`name: "a\\U${point.toString(16).padStart(8, "0")}b"`);
      expect(findings.some(blocks), name(point)).toBe(true);
    }
  });
});

describe("CHK-30a: refused on write", () => {
  test.each([
    ["\u202e", "bidi-control U+202E"],
    ["\u2066", "bidi-control U+2066"],
    ["\u200f", "bidi-control U+200F"],
    ["\u061c", "bidi-control U+061C"],
    ["\u{e0041}", "tag-character U+E0041"],
    ["\u{e0100}", "variation-selector U+E0100"],
    ["\u{e01ef}", "variation-selector U+E01EF"],
    ["\ufe0f", "variation-selector U+FE0F"],
    ["\0", "control-character U+0000"],
    ["\r", "control-character U+000D"],
    ["\x1b", "control-character U+001B"],
    ["\x7f", "control-character U+007F"],
    ["\x85", "control-character U+0085"],
    ["\x9b", "control-character U+009B"],
    ["\ud800", "lone-surrogate U+D800"],
    ["\udc00", "lone-surrogate U+DC00"],
    ["\ufeff", "misplaced-bom U+FEFF"],
    ["\u200b", "zero-width U+200B"],
    ["\u200d", "zero-width U+200D"],
    ["\u2060", "zero-width U+2060"],
    ["\u00ad", "invisible-character U+00AD"],
    ["\u034f", "invisible-character U+034F"],
    ["\u2800", "invisible-character U+2800"],
    ["\u2028", "invisible-character U+2028"],
  ])("%j", (char, expected) => {
    expect(rules(`ab${char}cd`)).toEqual([`format ${expected}`]);
  });

  test.each([
    ["a joiner between emoji that are no sequence", "😀\u200d🚀"],
    ["a joiner after an emoji", "👩\u200d x"],
    ["a second selector", "❤\ufe0f\ufe0f"],
    ["a selector after a digit", "1\ufe0f"],
    ["a selector after an emoji that has one form", "😀\ufe0f"],
    ["two joiners between letters", "می\u200c\u200cخواهم"],
    ["a joiner at the end of a word", "می\u200c خواهم"],
    ["a joiner at the start of a word", "می \u200cخواهم"],
    ["a joiner between digits", "١\u200c٢"],
    ["a flag made of tags", "🏴\u{e0067}\u{e0062}\u{e007f}"],
  ])("%s", (_, text) => {
    expect(checkHiddenText(text).some(blocks)).toBe(true);
  });

  test("line and column, and never the character itself", () => {
    const [finding] = checkHiddenText("one\r\ntwo 😀 \u202e");
    expect(finding).toMatchObject({ check: "hidden-text", line: 2, column: 8 });
    expect(JSON.stringify(finding)).not.toContain("\u202e");
  });

  test("a report has an end", () => {
    expect(checkHiddenText("a\u200b".repeat(500))).toHaveLength(20);
  });
});

test.each([
  "\uFEFFstart",
  "tab\tnewline\r\n",
  "👩\u200d👩\u200d👧\u200d👦 ❤️ 👍🏽 🏳️\u200d🌈 1️⃣ ☀\ufe0e ⭐\ufe0f",
  "नमस्ते क्\u200dष",
  "می\u200cخواهم",
  "بِسْمِ\u200cاللَّهِ",
  "ශ්\u200dරී",
  "র\u200c্য",
  "שָׁלוֹם",
  "ภาษาไทย",
  "한국어 日本語 中文",
  "Tiếng Việt".normalize("NFD"),
  "e\u0301",
])("CHK-30a: %j is ordinary text", (text) => {
  expect(checkHiddenText(text)).toEqual([]);
});

describe("CHK-31: decoded fields", () => {
  test("an escape in a quoted value does not hide a character", () => {
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

  test("emoji and joining letters are as good as in the text", () => {
    expect(fieldFindings('name: "a\\\\b ❤️ می\u200cخواهم \\u2764\\ufe0f"')).toEqual([]);
  });
});
