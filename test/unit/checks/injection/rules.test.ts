import { describe, expect, test } from "vitest";
import { detectionCopy } from "../../../../src/checks/injection/detection-copy.ts";
import { spansOf } from "../../../../src/checks/injection/rule.ts";
import { INJECTION_RULES } from "../../../../src/checks/injection/rules.ts";

/** One rule alone, as the check would run it. */
function matches(rule: (typeof INJECTION_RULES)[number], text: string): boolean {
  const copy = detectionCopy(text);
  const read = { raw: text, copy: copy.text, lower: copy.lower }[rule.on];
  return [...spansOf(rule, read)].length > 0;
}

describe("injection rules (CHK-20, CHK-21)", () => {
  test("CHK-21 every rule has an id of its own and samples of both kinds", () => {
    expect(new Set(INJECTION_RULES.map(({ id }) => id)).size).toBe(INJECTION_RULES.length);
    for (const { id, yes, no } of INJECTION_RULES) {
      expect(yes.length, id).toBeGreaterThan(0);
      expect(no.length, id).toBeGreaterThan(0);
    }
  });

  for (const rule of INJECTION_RULES) {
    test(`CHK-21 ${rule.id} finds its true samples and leaves its false ones`, () => {
      for (const sample of rule.yes) expect(matches(rule, sample), sample).toBe(true);
      for (const sample of rule.no) expect(matches(rule, sample), sample).toBe(false);
    });
  }

  test("CHK-20 the families that carry words have all six languages", () => {
    const ids = new Set(INJECTION_RULES.map(({ id }) => id));
    for (const family of ["override", "persona", "imperatives", "hide"]) {
      for (const language of ["en", "ko", "zh", "ja", "de", "es"]) expect(ids.has(`${family}.${language}`)).toBe(true);
    }
  });
});
