import { describe, expect, test } from "vitest";
import { labelled } from "../../../../eval/cues/set.ts";
import { CHINESE as CHINESE_SET } from "../../../../eval/cues/sets/chinese.ts";
import { ENGLISH as ENGLISH_SET } from "../../../../eval/cues/sets/english.ts";
import { GERMAN as GERMAN_SET } from "../../../../eval/cues/sets/german.ts";
import { JAPANESE as JAPANESE_SET } from "../../../../eval/cues/sets/japanese.ts";
import { KOREAN as KOREAN_SET } from "../../../../eval/cues/sets/korean.ts";
import { cuesIn } from "../../../../src/listen/cues/find.ts";
import { mayHoldCue } from "../../../../src/listen/cues/hint.ts";
import { CHINESE } from "../../../../src/listen/cues/languages/chinese.ts";
import { ENGLISH } from "../../../../src/listen/cues/languages/english.ts";
import { GERMAN } from "../../../../src/listen/cues/languages/german.ts";
import { JAPANESE } from "../../../../src/listen/cues/languages/japanese.ts";
import { KOREAN } from "../../../../src/listen/cues/languages/korean.ts";

describe("the hint before the rules", () => {
  test("ARR-4: it lets everything through that the rules find", () => {
    const samples = [ENGLISH, GERMAN, KOREAN, CHINESE, JAPANESE].flatMap(({ rules }) =>
      rules.flatMap(({ yes }) => yes),
    );
    const sets = [ENGLISH_SET, GERMAN_SET, KOREAN_SET, CHINESE_SET, JAPANESE_SET].flatMap(labelled);
    const found = [...samples, ...sets.map(({ text }) => text)].filter((text) => cuesIn(text).length > 0);
    expect(found.length).toBeGreaterThan(500);
    expect(found.filter((text) => !mayHoldCue(text))).toEqual([]);
  });

  test("ARR-4: everyday prompts don't load them", () => {
    const plain = [
      "fix the failing test in src/parser.ts",
      "add a button to the settings page",
      "why does the build fail on CI?",
      "rename UserService to AccountService everywhere",
      "write a migration that adds an index on orders.created_at",
    ];
    expect(plain.filter(mayHoldCue)).toEqual([]);
  });

  // A pattern that looks again from every blank took eleven seconds each, more than a test has.
  test("ARR-4: no prompt makes it slow", () => {
    for (const part of ["\n ", " ", ", ", "' ", ".   ", "no ", "a", "lorem ipsum ", "n\u00f6"])
      mayHoldCue(part.repeat(Math.floor(65_000 / part.length)));
    expect(mayHoldCue(`always use tabs ${"x".repeat(70_000)}`)).toBe(false);
  });
});
