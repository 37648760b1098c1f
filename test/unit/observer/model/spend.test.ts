// The record of what models cost, on real files (OBS-5).
import { mkdtempSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { BudgetLimits, Reservation, Spend } from "../../../../src/observer/budget.ts";
import { openSpend, readSpent } from "../../../../src/observer/io/model/spend.ts";
import type { Cost } from "../../../../src/observer/model.ts";

const LIMITS: BudgetLimits = {
  call: 1000,
  session: 3000,
  day: 5000,
  month: 8000,
  "day-money": 1,
  "month-money": 2,
};
const cost = (input: number, money = 0): Cost => ({ tokens: { input, output: 0 }, money });
let state: string;
let now: Date;

beforeEach(() => {
  state = realpathSync(mkdtempSync(`${tmpdir()}/holdfast-spend-`));
  now = new Date("2026-06-15T10:00:00Z");
});
afterEach(() => rmSync(state, { recursive: true, force: true }));

const open = (limits: Partial<BudgetLimits> = {}, fullBytes?: number): Spend =>
  openSpend(state, {
    limits: { ...LIMITS, ...limits },
    now: () => now,
    ...(fullBytes === undefined ? {} : { fullBytes }),
  });

async function reserved(spend: Spend, session: string, bound: Cost): Promise<Reservation> {
  const answer = await spend.reserve(session, bound);
  if (answer.kind !== "reserved") throw new Error(JSON.stringify(answer));
  return answer;
}

describe("what models cost", () => {
  test("OBS-5: a promise counts at its bound until it is settled, then at what it came to", async () => {
    const spend = open();
    const first = await reserved(spend, "a", cost(900, 0.5));
    expect(readSpent(state, "a", now)).toEqual({
      session: 900,
      day: 900,
      month: 900,
      "day-money": 0.5,
      "month-money": 0.5,
    });
    await spend.settle(first, { tokens: { input: 100, output: 20 }, money: 0.01 });
    expect(readSpent(state, "a", now)).toMatchObject({ session: 120, day: 120, month: 120, "day-money": 0.01 });
    expect(readSpent(state, "b", now)).toMatchObject({ session: 0, day: 120 });
    expect(statSync(`${state}/observer-spend.jsonl`).mode & 0o777).toBe(0o600);
  });

  test("OBS-5: another process sees the promise, and which budget is too small is said", async () => {
    await reserved(open(), "a", cost(1000));
    await reserved(open(), "a", cost(1000));
    expect(await open().reserve("a", cost(1001))).toMatchObject({ budget: "call", value: 1001, limit: 1000 });
    expect(await open({ session: 2500 }).reserve("a", cost(600))).toMatchObject({ budget: "session", value: 2600 });
    expect(await open({ day: 2500 }).reserve("b", cost(600))).toMatchObject({ budget: "day", value: 2600 });
    expect(await open({ month: 2500 }).reserve("b", cost(600))).toMatchObject({ budget: "month", value: 2600 });
    expect(await open().reserve("b", cost(1, 1.5))).toMatchObject({ budget: "day-money", value: 1.5, limit: 1 });
    expect(readSpent(state, "a", now).day).toBe(2000);
  });

  test("OBS-5: a new day and a new month begin at nothing, the session goes on", async () => {
    await reserved(open(), "a", cost(1000));
    now = new Date("2026-06-16T00:00:00Z");
    expect(readSpent(state, "a", now)).toMatchObject({ session: 1000, day: 0, month: 1000 });
    now = new Date("2026-07-01T00:00:00Z");
    expect(readSpent(state, "a", now)).toMatchObject({ session: 1000, day: 0, month: 0 });
  });

  test("OBS-5: a call that began before midnight is the day's on which it was promised", async () => {
    const spend = open();
    const late = await reserved(spend, "a", cost(1000));
    now = new Date("2026-06-16T00:00:10Z");
    await spend.settle(late, cost(500));
    expect(readSpent(state, "a", now)).toMatchObject({ day: 0, month: 500 });
  });

  test("OBS-5: a torn line is no promise, and what stands after it counts", async () => {
    await reserved(open(), "a", cost(100));
    const file = `${state}/observer-spend.jsonl`;
    writeFileSync(file, `${readFileSync(file, "utf8")}{"id":"x","at":"2026-06-15T`);
    await reserved(open(), "a", cost(50));
    expect(readSpent(state, "a", now).day).toBe(150);
  });

  test("OBS-5: a large file loses old months and no token of this one", async () => {
    now = new Date("2026-05-01T10:00:00Z");
    await reserved(open(), "old", cost(1000));
    now = new Date("2026-06-15T10:00:00Z");
    const many = open({ session: 1e6, day: 1e6, month: 1e6 }, 2000);
    const killed = await reserved(many, "killed", cost(7));
    for (let n = 0; n < 40; n++) await many.settle(await reserved(many, "a", cost(100)), cost(10, 0.01));
    const { day, month, ...rest } = readSpent(state, "a", now);
    expect([day, month, rest.session]).toEqual([407, 407, 400]);
    expect(rest["month-money"]).toBeCloseTo(0.4);
    expect(statSync(`${state}/observer-spend.jsonl`).size).toBeLessThan(2600);
    expect(readSpent(state, "old", now).session).toBe(0);
    await many.settle(killed, cost(1));
    expect(readSpent(state, "a", now).day).toBe(401);
  });
});
