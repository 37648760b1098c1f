import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { normalise } from "../../../src/text/normalise.ts";

describe("bounded normalisation", () => {
  test("CHK-30: text in pieces gives what the whole gives, in every script", () => {
    const unit = fc.constantFrom(
      "e\u0301",
      "a",
      " ",
      "한글".normalize("NFD"),
      "漢",
      "か\u3099",
      "नि\u093c",
      "\u{1d15e}",
      "ﬁ",
      "¨",
    );
    fc.assert(
      fc.property(fc.array(unit, { minLength: 1000, maxLength: 2500 }), (units) => {
        const text = units.join("");
        expect(normalise(text, "NFC")).toBe(text.normalize("NFC"));
        expect(normalise(text, "NFKC")).toBe(text.normalize("NFKC"));
      }),
      { numRuns: 60 },
    );
  });

  test("CHK-30: a piece never splits a surrogate pair", () => {
    const text = `x${"\u{1d165}".repeat(3000)}`;
    expect(normalise(text, "NFC").isWellFormed()).toBe(true);
  });
});
