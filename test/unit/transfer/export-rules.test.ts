// Which memories become rules of an instruction file, and which are named instead (IMP-3).
import { afterEach, beforeEach, expect, test } from "vitest";
import { RULE_MAX, rulesFor } from "../../../src/transfer/export-rules.ts";
import { actOf, chance } from "../../support/acts.ts";
import { idOf, plant } from "../../support/memories.ts";
import { makeBox, openBox, removeBox } from "../../support/store-box.ts";

const person = actOf("terminal", new Date("2026-06-01T10:00:00Z"), chance(7));
let base: string;

beforeEach(() => {
  base = makeBox("memory");
});
afterEach(() => removeBox(base));

test("IMP-3: a text that is too long is named, never cut: a part of it could say something else", () => {
  const verified = { tier: "verified", verified: "2026-05-30" } as const;
  const words = "The tests run on every commit. ".repeat(RULE_MAX / 40);
  plant(base, "feedback_fits", { id: idOf(1), ...verified, body: `${words}Why: it fits.` });
  plant(base, "feedback_long", { id: idOf(2), ...verified, body: `${words}They don't before a release. ${words}` });
  const { rules, leftOut } = rulesFor([openBox(base)], undefined, person);
  expect(rules.map(({ name }) => name)).toEqual(["feedback fits"]);
  expect(leftOut).toEqual([{ stem: "feedback_long", why: "longer than 4000 characters" }]);
});

test("IMP-3: neither inferred, unattested nor quarantined words become a rule", () => {
  plant(base, "feedback_inferred", { id: idOf(1), tier: "inferred" });
  plant(base, "feedback_forged", { id: idOf(2), tier: "verified", verified: "2026-05-30", attested: false });
  plant(base, "feedback_out", { id: idOf(3), tier: "quarantined", place: "quarantine" });
  expect(rulesFor([openBox(base)], undefined, person)).toEqual({ rules: [], leftOut: [] });
});
