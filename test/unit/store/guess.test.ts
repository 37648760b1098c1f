import { describe, expect, test } from "vitest";
import { checkHiddenText } from "../../../src/checks/hidden-text.ts";
import { descriptionOf, nameOf } from "../../../src/store/guess.ts";

describe("SUR-00, CHK-30a: a name made from a text passes the checks that the text passes", () => {
  test.each([
    ["emoji sequences", "👩\u200d👩\u200d👧\u200d👦".repeat(60)],
    ["emoji with a selector", "❤\ufe0f".repeat(200)],
    ["Persian with ZWNJ", "می\u200cخواهم".repeat(60)],
    ["Hindi with ZWJ", "क्\u200dष".repeat(120)],
    ["flags", "🇰🇷".repeat(200)],
    ["a tab", "use\ttabs in the Makefile"],
  ])("%s", (_, text) => {
    expect(checkHiddenText(text)).toEqual([]);
    for (let before = 0; before < 8; before++) {
      for (const made of [nameOf("x".repeat(before) + text), descriptionOf("x".repeat(before) + text)]) {
        expect(checkHiddenText(made)).toEqual([]);
        expect(made).not.toContain("\t");
        expect(Array.from(made).length).toBeLessThanOrEqual(256);
      }
    }
  });

  test("words stay whole where they can", () => {
    expect(nameOf("# Use pnpm, not npm.\nmore")).toBe("Use pnpm, not npm");
    expect(nameOf("word ".repeat(30))).toBe(`${"word ".repeat(11).trim()}\u2026`);
    expect(Array.from(nameOf("x".repeat(100)))).toHaveLength(60);
  });
});
