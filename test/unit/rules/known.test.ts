// Which rules hold here and which are text, with the reason (RUL-1, RUL-6).
import { afterEach, beforeEach, expect, test } from "vitest";
import { rulesAmong } from "../../../src/rules/known.ts";
import { readCatalogue, stemOf } from "../../../src/store/catalogue.ts";
import { idOf, type Planted, plant } from "../../support/memories.ts";
import { makeBox, openBox, removeBox } from "../../support/store-box.ts";

let base: string;
beforeEach(() => {
  base = makeBox("memory");
});
afterEach(() => removeBox(base));

test("each has its reason", () => {
  const more = "rule: [deny command npm install]";
  const cases: readonly (readonly [stem: string, planted: Planted, reason: string | undefined])[] = [
    ["feedback_holds", {}, undefined],
    ["feedback_here", { more: ["project: example.org/team/shop"] }, undefined],
    ["feedback_branch_here", { more: ["branch: main"] }, undefined],
    ["feedback_inferred", { tier: "inferred" }, "inferred"],
    ["feedback_unattested", { attested: false }, "unattested"],
    ["feedback_quarantined", { place: "quarantine", tier: "quarantined" }, "quarantined"],
    ["feedback_retired", { more: ["status: retired"] }, "retired"],
    ["feedback_expired", { more: ["expires: 2026-01-01"] }, "expired"],
    ["feedback_other", { more: ["project: example.org/team/other"] }, "other-project"],
    ["feedback_branch", { more: ["branch: next"] }, "branch"],
    ["feedback_damaged", { more: ["rule: [deny command npm, sometimes]"] }, "unreadable"],
    ["feedback_one_line", { more: ["rule: deny command npm"] }, undefined],
  ];
  cases.forEach(([stem, planted], n) => {
    const lines = planted.more?.some((line) => line.startsWith("rule:"))
      ? planted.more
      : [more, ...(planted.more ?? [])];
    plant(base, stem, { tier: "verified", id: idOf(n + 1), ...planted, more: lines });
  });
  plant(base, "feedback_plain", { tier: "verified", id: idOf(90) });
  const here = { now: new Date("2026-06-01T10:00:00Z"), project: "example.org/team/shop", branches: ["main"] };
  const found = rulesAmong(readCatalogue(openBox(base).store).memories, here);
  const reasons = Object.fromEntries(found.map(({ memory, textOnly }) => [stemOf(memory), textOnly]));
  expect(reasons).toEqual(Object.fromEntries(cases.map(([stem, , reason]) => [stem, reason])));
});
