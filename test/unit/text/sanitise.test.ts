import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  cut,
  forContext,
  forContextBody,
  forFile,
  forHtmlLine,
  forLog,
  forMarkdownLine,
  forPage,
  forPageLine,
  forTerminal,
  forTerminalLine,
  isStripped,
} from "../../../src/text/sanitise.ts";

const segmenter = new Intl.Segmenter("und", { granularity: "grapheme" });
const graphemesOf = (text: string): string[] => [...segmenter.segment(text)].map(({ segment }) => segment);

describe("what is stripped", () => {
  test("CHK-30: variation selectors, tags, bidi, fillers, Braille blank, private use, unassigned go", () => {
    const points = [0xfe00, 0xfe0f, 0xe0100, 0xe01ef, 0xe0001, 0xe0041, 0x202e, 0x2066, 0x061c, 0x115f, 0x3164];
    for (const point of [...points, 0x2800, 0x2028, 0x2029, 0x00ad, 0x034f, 0xe000, 0x10fffd, 0x0378, 0xffff, 0x85])
      expect(isStripped(point), point.toString(16)).toBe(true);
    for (const point of [0x20, 0x41, 0xe9, 0x0301, 0x05b8, 0x0e33, 0x093f, 0xac00, 0x4e00, 0x1f600, 0xfffd])
      expect(isStripped(point), point.toString(16)).toBe(false);
  });
});

describe("forContext", () => {
  test("CHK-30: newlines become spaces before stripping, blanks collapse, entities come last", () => {
    expect(forContext(" a\r\n\tb\u2028c\u00a0\u3000 d ", { max: 50 })).toBe("a b c d");
    expect(forContext(`<a href="x">&'`, { max: 50 })).toBe(`&lt;a href="x"&gt;&amp;'`);
    expect(forContext("a\u200b\u202eb\u{e0041}\ufe0f", { max: 50 })).toBe("ab");
    expect(forContext("\ud800x\udc00", { max: 50 })).toBe("\ufffdx\ufffd");
  });

  test("CHK-30: letters of every script survive, and NFD input is composed", () => {
    const words = "한국어 नमस्ते สวัสดีครับ שָׁלוֹם العربية Ελληνικά 漢字 かな";
    expect(forContext(words, { max: 200 })).toBe(words.normalize("NFC"));
    expect(forContext("Cafe\u0301 ".repeat(2), { max: 50 })).toBe("Café Café");
    expect(forContext("한국어".normalize("NFD"), { max: 50 })).toBe("한국어");
    expect(forContext("Tiếng Việt".normalize("NFD"), { max: 50 })).toBe("Tiếng Việt");
  });

  test("CHK-30: an entity is never cut", () => {
    expect(forContext("&&&&&&", { max: 3 })).toBe("&amp;&amp;…");
    expect(forContext("<<<", { max: 3 })).toBe("&lt;&lt;&lt;");
  });

  test("CHK-31: for any text, no strippable code point, one line, no bare markup", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 80 }), fc.nat(30), (text, max) => {
        const out = forContext(text, { max });
        for (const character of out) expect(isStripped(character.codePointAt(0) ?? 0)).toBe(false);
        expect(out).not.toMatch(/[<>"']|&(?!amp;|lt;|gt;|quot;|#39;)/);
      }),
      { numRuns: 2000 },
    );
  });
});

describe("forContextBody", () => {
  test("CHK-30: newline and tab stay, every other control goes", () => {
    expect(forContextBody("\n\na  \r\n\tb\rc\u0007\n\n\n\nd\u2028e\n ", { max: 99 })).toBe("a\n\tb\nc\n\nd\ne");
    expect(forContextBody("  indented\n    more", { max: 99 })).toBe("  indented\n    more");
  });

  test("CHK-30: ZWJ and VS16 stay inside an RGI emoji sequence and nowhere else", () => {
    const body = (text: string): string => forContextBody(text, { max: 999 });
    const whole =
      "👩\u200d👩\u200d👧\u200d👦 ❤\ufe0f 1\ufe0f\u20e3 🏳\ufe0f\u200d🌈 👍🏽 🧑🏻\u200d❤\ufe0f\u200d💋\u200d🧑🏿 🇰🇷";
    expect(body(whole)).toBe(whole);
    expect(body("1\ufe0f 👩\ufe0f ☀\ufe0e a\u200db 😀\u200d🚀 \u200d👧\u200d ❤\ufe0f\ufe0f")).toBe(
      "1 👩 ☀ ab 😀🚀 👧 ❤\ufe0f",
    );
    expect(body("👩\u200b\u200d👧 می\u200cخواهم")).toBe("👩👧 میخواهم");
    expect(body("🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}")).toBe("🏴");
    for (const out of [forTerminal(whole), forFile(whole)]) expect(out).toBe(whole);
    const bare = "👩👩👧👦 ❤ 1\u20e3 🏳🌈 👍🏽 🧑🏻❤💋🧑🏿 🇰🇷";
    for (const out of [forContext(whole, { max: 99 }), forTerminalLine(whole), forLog(whole)]) expect(out).toBe(bare);
  });

  test("CHK-30: a cut body never splits an emoji sequence", () => {
    const family = "👩\u200d👩\u200d👧\u200d👦";
    expect(forContextBody(family.repeat(4), { max: 1 })).toBe("…");
    expect(forContextBody(family.repeat(4), { max: 3 })).toBe(`${family}…`);
    expect(forContextBody(family.repeat(4), { max: 10 })).toBe(family.repeat(4));
    expect(forContextBody(family.repeat(9), { max: 8 })).toBe(`${family.repeat(4)}…`);
  });
});

describe("cutting", () => {
  test("CHK-30: never splits a grapheme and keeps both limits, for any text", () => {
    const unit = fc.constantFrom(
      "a",
      "é",
      "e\u0301\u0323",
      "\u0301",
      "🇰🇷",
      "👍🏽",
      "각",
      "\u1100\u1161",
      "नि",
      " ",
      "\n",
    );
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 60 }), fc.integer({ min: 1, max: 20 }), (units, max) => {
        const text = units.join("");
        const out = cut(text, max);
        expect(graphemesOf(out).length).toBeLessThanOrEqual(max);
        expect([...out].length).toBeLessThanOrEqual(4 * max);
        if (out === text) return;
        const kept = graphemesOf(out.slice(0, -1));
        expect(out.endsWith("…")).toBe(true);
        expect(graphemesOf(text).slice(0, kept.length)).toEqual(kept);
      }),
      { numRuns: 3000 },
    );
  });

  test("CHK-30: what fits is untouched, one endless grapheme is dropped whole", () => {
    expect(cut("🇰🇷".repeat(5), 5)).toBe("🇰🇷".repeat(5));
    expect(cut(`a${"\u0301".repeat(5001)}`, 10)).toBe("…");
    expect(cut(`ok a${"\u0301".repeat(5001)}`, 10)).toBe("ok…");
    expect(cut("abc", 0)).toBe("");
    expect(cut("abcdef", 3)).toBe("ab…");
  });
});

describe("other destinations", () => {
  test("CHK-31: for the review page controls go, and what a model would see of them stays", () => {
    expect(forPage("\u001b[1;31mred\u202e\r\n\tx\u2028y <b>&amp;")).toBe("[1;31mred\n\tx\ny <b>&amp;");
    expect(forPageLine(" \u001b[1;31mred\u202e\r\n\tx  y \ud800")).toBe("[1;31mred x y \ufffd");
  });

  test("CHK-30: a terminal gets layout and letters, nothing that drives it", () => {
    expect(forTerminal("\u001b[1;31mred\u001b[0m\n\tx\u009b31my")).toBe("red\n\txy");
    expect(forTerminal("\u001b]8;;http://a\u0007b\u001b\\")).toBe("]8;;http://ab\\");
    expect(forTerminal("a\rb\r\nc\bd\u202ee")).toBe("a\nb\ncde");
    expect(forTerminal("\u001b[3\u001b[0m1m")).toBe("[31m");
    expect(forTerminalLine("a\n\u001b[31mb", { max: 9 })).toBe("a b");
    expect(forTerminalLine("abcdef", { max: 4 })).toBe("abc…");
  });

  test("CHK-30: for any text, the terminal gets no control but newline and tab", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 60 }), (text) => {
        for (const character of forTerminal(text).replace(/[\n\t]/g, ""))
          expect(isStripped(character.codePointAt(0) ?? 0)).toBe(false);
      }),
      { numRuns: 2000 },
    );
  });

  test("CHK-31: a log entry is one line of bounded length; a file keeps its lines", () => {
    expect(forLog("one\ntwo\r\u2028three")).toBe("one two three");
    expect(forLog("x".repeat(5000))).toHaveLength(1000);
    expect(forFile("a\r\n\tb\u0000 <c>\n")).toBe("a\n\tb <c>\n");
  });

  test("CHK-31: a line of a page is one line, without markup", () => {
    expect(forHtmlLine('a\n<b title="x">\'&\u202e', { max: 50 })).toBe("a &lt;b title=&quot;x&quot;&gt;&#39;&amp;");
    expect(forHtmlLine("abcdef", { max: 4 })).toBe("abc…");
  });

  test("CHK-31: a line of Markdown is one line of plain signs", () => {
    expect(forMarkdownLine("a|b\n# c *d* _e_ [f](g) <h> `i` ~j~ !k \\ &amp; $l$ @m", { max: 100 })).toBe(
      "a\\|b \\# c \\*d\\* \\_e\\_ \\[f\\](g) \\<h\\> \\`i\\` \\~j\\~ \\!k \\\\ \\&amp; \\$l\\$ \\@m",
    );
    expect(forMarkdownLine("https://example.org www.example.org :tada: note: it's 5 % (so)", { max: 100 })).toBe(
      "https\\://example.org www\\.example.org \\:tada: note: it's 5 % (so)",
    );
    expect(forMarkdownLine("über 한국어 日本", { max: 100 })).toBe("über 한국어 日本");
  });
});
