// What `holdfast observe` tells of cost and of what became of sessions.
import { describe, expect, test } from "vitest";
import { effectiveConfig, parseConfig } from "../../../src/config/config.ts";
import type { ObservedRun } from "../../../src/observer/observing.ts";
import { expectedCost, type ObserverFacts, observerReport } from "../../../src/observer/report.ts";
import { overBudgetNotice } from "../../../src/observer/said/breaker.ts";
import { observerSettings, settingsName } from "../../../src/observer/said/settings.ts";

const NOW = new Date("2026-06-15T10:00:00Z");
const settings = observerSettings(effectiveConfig(parseConfig(undefined, "user")).config);
const run = (more: Partial<ObservedRun>): ObservedRun => ({
  at: "2026-06-14T10:00:00Z",
  session: "s",
  host: "claude",
  outcome: "observed",
  added: 0,
  proposed: 0,
  dropped: {},
  ...more,
});
const FACTS: ObserverFacts = {
  on: true,
  settings,
  lacks: undefined,
  breaker: { failures: 0 },
  spent: { session: 0, day: 100, month: 2000, "day-money": 0.1, "month-money": 0.6 },
  runs: [],
  waiting: 2,
  now: NOW,
};

describe("how the observer stands", () => {
  test("OBS-9: what was kept, what was dropped and why, and what each kept memory cost this month", () => {
    const runs = [
      run({ at: "2026-05-31T23:00:00Z", added: 5 }),
      run({ added: 2, dropped: { "no-quote": 1, same: 2 } }),
      run({ proposed: 1, dropped: { same: 1 } }),
      run({ outcome: "failed", why: "no" }),
    ];
    expect(observerReport({ ...FACTS, runs })).toMatchObject({
      added: 7,
      proposed: 1,
      dropped: { "no-quote": 1, same: 3 },
      sessions: { observed: 3, failed: 1 },
      month: { kept: 3, money: 0.6, each: 0.6 / 3 },
      waiting: 2,
      held: undefined,
    });
    expect(observerReport(FACTS).month).toEqual({ kept: 0, money: 0.6, each: null });
  });

  test("OBS-5: each budget with what is spent of it", () => {
    expect(observerReport(FACTS).budgets).toEqual([
      { budget: "day", spent: 100, limit: 500_000 },
      { budget: "month", spent: 2000, limit: 5_000_000 },
      { budget: "day-money", spent: 0.1, limit: 0.5 },
      { budget: "month-money", spent: 0.6, limit: 5 },
    ]);
  });

  test("OBS-11: why it does not ask: the breaker first, then what is missing", () => {
    const until = "2026-06-15T10:30:00.000Z";
    expect(observerReport({ ...FACTS, breaker: { failures: 3, until } }).held).toContain(until);
    const stopped = { why: "The provider answered 401.", settings: settingsName(settings) };
    expect(observerReport({ ...FACTS, lacks: "No key.", breaker: { failures: 1, stopped } }).held).toBe(stopped.why);
    expect(observerReport({ ...FACTS, lacks: "No key." }).held).toBe("No key.");
    const another = { ...stopped, settings: "another" };
    expect(observerReport({ ...FACTS, breaker: { failures: 1, stopped: another } }).held).toBeUndefined();
  });

  test("OBS-5: the most that a call can cost fits the default budget of a call, and is more than is expected", () => {
    const { money, mostMoney, calls } = expectedCost(settings);
    expect(calls).toBe(3);
    expect(money).toBeGreaterThan(0.005);
    expect(mostMoney).toBeGreaterThan(3 * money);
    expect(mostMoney).toBeLessThan(settings.limits["day-money"]);
    expect(expectedCost({ ...settings, price: { input: 0, output: 0 } })).toMatchObject({ money: 0, mostMoney: 0 });
  });

  test("OBS-5: the warning names the budget by its key, the value and the limit", () => {
    expect(overBudgetNotice({ kind: "over-budget", budget: "call", value: 50_321, limit: 50_000 })).toMatch(
      /observer-call-tokens would have come to 50,321 tokens, its limit is 50,000 tokens/,
    );
    expect(overBudgetNotice({ kind: "over-budget", budget: "day-money", value: 0.512, limit: 0.5 })).toMatch(
      /observer-day-cents would have come to 51.2 cents, its limit is 50 cents/,
    );
  });
});
