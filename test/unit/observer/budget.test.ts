// Ceilings on what a model may cost (OBS-5).
import { describe, expect, test } from "vitest";
import { boundFor, moneyFor, overBudget, priceOf } from "../../../src/observer/budget.ts";

const LIMITS = { call: 100, session: 500, day: 1000, month: 5000, "day-money": 1, "month-money": 10 };
const NONE = { session: 0, day: 0, month: 0, "day-money": 0, "month-money": 0 };
const cost = (input: number, output: number, money = 0): Parameters<typeof overBudget>[1] => ({
  tokens: { input, output },
  money,
});

describe("budgets", () => {
  test("OBS-5: exactly the limit is within it, one more is over, and the first that is passed is named", () => {
    expect(overBudget(NONE, cost(60, 40), LIMITS)).toBeUndefined();
    expect(overBudget(NONE, cost(60, 41), LIMITS)).toEqual({
      kind: "over-budget",
      budget: "call",
      value: 101,
      limit: 100,
    });
    for (const [budget, spent] of [
      ["session", 401],
      ["day", 901],
      ["month", 4901],
    ] as const) {
      const full = { ...NONE, [budget]: spent };
      expect(overBudget(full, cost(99, 0), LIMITS)).toBeUndefined();
      expect(overBudget(full, cost(99, 1), LIMITS)).toMatchObject({ budget, value: LIMITS[budget] + 1 });
    }
  });

  test("OBS-5: money is a ceiling of its own, by day and by month", () => {
    expect(overBudget({ ...NONE, "day-money": 0.75 }, cost(1, 1, 0.25), LIMITS)).toBeUndefined();
    expect(overBudget({ ...NONE, "day-money": 0.75 }, cost(1, 1, 0.5), LIMITS)).toMatchObject({ budget: "day-money" });
    expect(overBudget({ ...NONE, "month-money": 10 }, cost(1, 1, 0.5), LIMITS)).toMatchObject({
      budget: "month-money",
    });
  });

  test("OBS-5: the bound is a token per byte, what the provider adds, and the whole output", () => {
    expect(boundFor(1200, 300, 50)).toEqual({ input: 1250, output: 300 });
  });

  test("OBS-5: a model that nobody knows costs as much as the dearest; the longest name counts; an own price wins", () => {
    expect(priceOf("something-new")).toEqual(priceOf("claude-opus-9"));
    expect(priceOf("gpt-5-mini-2099").input).toBeLessThan(priceOf("gpt-5-2099").input);
    expect(moneyFor({ input: 1_000_000, output: 500_000 }, priceOf("x", { input: 2, output: 4 }))).toBe(4);
  });
});
