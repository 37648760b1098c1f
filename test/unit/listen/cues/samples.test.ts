import { describe, expect, test } from "vitest";
import { cuesIn } from "../../../../src/listen/cues/find.ts";
import { CHINESE } from "../../../../src/listen/cues/languages/chinese.ts";
import { ENGLISH } from "../../../../src/listen/cues/languages/english.ts";
import { GERMAN } from "../../../../src/listen/cues/languages/german.ts";
import { JAPANESE } from "../../../../src/listen/cues/languages/japanese.ts";
import { KOREAN } from "../../../../src/listen/cues/languages/korean.ts";

describe("the samples of every cue rule", () => {
  for (const { lang, rules } of [ENGLISH, GERMAN, KOREAN, CHINESE, JAPANESE]) {
    test(`${lang}: each rule finds its own samples and leaves the others alone`, () => {
      const wrong: string[] = [];
      for (const { kind, yes, no } of rules) {
        for (const text of yes) if (cuesIn(text)[0]?.kind !== kind) wrong.push(`${kind} missed: ${text}`);
        for (const text of no) for (const cue of cuesIn(text)) wrong.push(`${cue.kind} wrongly: ${text}`);
        expect(yes.length).toBeGreaterThan(0);
        expect(no.length).toBeGreaterThan(0);
      }
      expect(wrong).toEqual([]);
    });
  }
});
