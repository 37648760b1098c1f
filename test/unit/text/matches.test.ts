import fc from "fast-check";
import { expect, test } from "vitest";
import { matchesIn } from "../../../src/text/matches.ts";

const PATTERNS = ["a", "a*", "(a)|b", "\\b", "", "(?<=a)b", "[ab]{2}", ".", "^", "$", "x?"];

test("matches are those of matchAll, wherever the pattern stood", () => {
  const texts = fc.string({ unit: fc.constantFrom("a", "b", " ", "x", "\n", "é") });
  fc.assert(
    fc.property(
      texts,
      fc.constantFrom(...PATTERNS),
      fc.constantFrom("g", "gi", "gm", "gd"),
      fc.nat(9),
      (text, source, flags, at) => {
        const pattern = new RegExp(source, flags);
        pattern.lastIndex = at;
        expect(matchesIn(text, pattern)).toEqual([...text.matchAll(new RegExp(source, flags))]);
      },
    ),
  );
});

test("a pattern that matches nothing between halves of a character comes to an end", () => {
  expect(matchesIn("😀😀", /x*/gu).length).toBeGreaterThan(0);
});
