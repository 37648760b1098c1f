// The week is left once in seven days, for the next start, and not before a week is over (SUR-14).
import { afterEach, beforeEach, expect, test } from "vitest";
import { leaveDigest } from "../../../src/compose/digest.ts";
import { bringIndexUp } from "../../../src/compose/worker.ts";
import { takeNotices } from "../../../src/recall/io/notices.ts";
import { appendReceipt } from "../../../src/recall/io/receipts.ts";
import type { Receipt } from "../../../src/recall/receipts.ts";
import { hookEnvironment } from "../../support/hook-run.ts";
import { idOf, plant } from "../../support/memories.ts";
import { makeBox, placesOf, removeBox } from "../../support/store-box.ts";

let base: string;
beforeEach(() => {
  base = makeBox();
  plant(base, "user_a", { tier: "verified", id: idOf(1) });
  bringIndexUp(hookEnvironment(base));
});
afterEach(() => removeBox(base));

const day = (n: number): Date => new Date(Date.UTC(2026, 5, n, 10));

function given(n: number, session: string): void {
  const shown = [{ id: idOf(1), form: "full", rule: "" }];
  const receipt = { at: day(n).toISOString(), session, host: "claude", event: "x", tokens: 1, shown, withheld: [] };
  appendReceipt(placesOf(base).state, receipt as unknown as Receipt);
}

function told(n: number): readonly string[] {
  leaveDigest(hookEnvironment(base), day(n));
  return takeNotices(placesOf(base).state).map(({ text }) => text);
}

test("SUR-14: nothing in the first week, then one line a week, and none for a week without anything", () => {
  expect(told(1)).toEqual([]);
  given(4, "s1");
  given(5, "s2");
  expect(told(6)).toEqual([]);
  expect(told(9)).toEqual(["Holdfast, your last 7 days: 1 memory given in 2 sessions."]);
  expect(told(10)).toEqual([]);
  expect(told(17)).toEqual([]);
});
