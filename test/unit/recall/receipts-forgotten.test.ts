// Forgetting takes what a memory's rule said out of the receipts as well (FOR-1, RUL-6).
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { appendReceipt, blankInReceipts, readReceipts } from "../../../src/recall/io/receipts.ts";
import { firingsIn, ruleWord } from "../../../src/rules/told.ts";
import { scratch } from "../../support/disk.ts";
import { receiptOf } from "../../support/receipts.ts";

test("that a rule fired stays, what it said goes", () => {
  const state = scratch();
  const receipt = receiptOf("2026-05-01T10:00:00Z", ["a", "b"]);
  const rule = ruleWord("deny command pelican");
  appendReceipt(state, { ...receipt, shown: receipt.shown.map((item) => ({ ...item, form: "deny", rule })) });
  expect(blankInReceipts(state, new Set(["a"]))).toBe(1);
  const firings = firingsIn(readReceipts(state));
  expect(firings.map(({ id, line }) => [id, line])).toEqual([
    ["a", "(forgotten)"],
    ["b", "deny command pelican"],
  ]);
  blankInReceipts(state, new Set(["b"]));
  expect(readFileSync(`${state}/receipts/2026-05-01.jsonl`, "utf8")).not.toContain("pelican");
});
