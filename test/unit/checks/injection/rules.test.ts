import { describe, expect, test } from "vitest";
import { INJECTION_RULES } from "../../../../src/checks/injection/check.ts";
import { detectionCopy } from "../../../../src/checks/injection/detection-copy.ts";
import { type InjectionRule, spansOf } from "../../../../src/checks/injection/rule.ts";

/** One rule alone, as the check would run it. */
function matches(rule: InjectionRule, text: string): boolean {
  const { text: copy, lower } = detectionCopy(text);
  const read = rule.on === undefined ? lower : { raw: text, copy }[rule.on];
  return [...spansOf(rule, read)].length > 0;
}

describe("injection rules (CHK-20, CHK-21, CHK-23)", () => {
  test("CHK-21 every rule has an id of its own, says what it is about and has samples of both kinds", () => {
    expect(new Set(INJECTION_RULES.map(({ id }) => id)).size).toBe(INJECTION_RULES.length);
    for (const { id, about, yes, no } of INJECTION_RULES) {
      expect(about, id).toMatch(/^[a-z].*[a-z]$/);
      expect(yes.length, id).toBeGreaterThan(0);
      expect(no.length, id).toBeGreaterThan(0);
    }
  });

  for (const rule of INJECTION_RULES) {
    test(`CHK-21 ${rule.id} (${rule.about}) finds its true samples and leaves its false ones`, () => {
      for (const sample of rule.yes) expect(matches(rule, sample), sample).toBe(true);
      for (const sample of rule.no) expect(matches(rule, sample), sample).toBe(false);
    });
  }

  test("CHK-21 each pattern of a rule with several finds a sample of its own", () => {
    for (const rule of INJECTION_RULES) {
      if (!Array.isArray(rule.find)) continue;
      for (const find of rule.find as readonly RegExp[]) {
        expect(
          rule.yes.some((sample) => matches({ ...rule, find }, sample)),
          `${rule.id} ${find.source}`,
        ).toBe(true);
      }
    }
  });

  test("CHK-20 the families that carry words have all six languages", () => {
    const ids = new Set(INJECTION_RULES.map(({ id }) => id));
    for (const family of ["override", "persona", "imperatives", "hide"]) {
      for (const language of ["en", "ko", "zh", "ja", "de", "es"]) expect(ids.has(`${family}.${language}`)).toBe(true);
    }
  });
});
