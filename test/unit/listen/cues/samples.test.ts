import { describe, expect, test } from "vitest";
import { cuesIn, LANGUAGES } from "../../../../src/listen/cues/find.ts";

describe("the samples of every cue rule", () => {
  for (const { lang, rules } of LANGUAGES) {
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
