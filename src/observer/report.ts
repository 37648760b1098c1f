// How the observer stands: what it may cost and did, what became of the sessions it read, and why it does not ask. Pure.
import { type BudgetLimits, boundFor, moneyFor, PRICES_AS_OF, priceOf, type Spent } from "./budget.ts";
import type { BudgetName } from "./model.ts";
import { MOST_BYTES, MOST_OUTPUT } from "./observe.ts";
import type { ObservedRun } from "./observing.ts";
import { type Breaker, heldBack } from "./said/breaker.ts";
import { OBSERVER_SCHEMA, OBSERVER_SYSTEM } from "./said/prompt.ts";
import { MAX_CALLS, type ObserverSettings, settingsName } from "./said/settings.ts";

export interface Expected {
  readonly calls: number;
  readonly bytes: number;
  /** US dollars for one call with a full record: as a rule, and at the very most. */
  readonly money: number;
  readonly mostMoney: number;
  readonly pricesAsOf: string;
}

/** A token is about four bytes of English or code, and an answer is short. */
const BYTES_PER_TOKEN = 4;
const USUAL_ANSWER = 600;
/** What a provider adds by itself, generously. */
const AROUND = 6000;

export function expectedCost({ model, price }: ObserverSettings): Expected {
  const ours = OBSERVER_SYSTEM.length + JSON.stringify(OBSERVER_SCHEMA).length;
  const tokens = { input: Math.ceil((MOST_BYTES + ours) / BYTES_PER_TOKEN), output: USUAL_ANSWER };
  const most = boundFor(MOST_BYTES + ours, MOST_OUTPUT, AROUND);
  return {
    calls: MAX_CALLS,
    bytes: MOST_BYTES,
    money: moneyFor(tokens, priceOf(model, price)),
    mostMoney: moneyFor(most, priceOf(model, price)),
    pricesAsOf: PRICES_AS_OF,
  };
}

export interface BudgetUse {
  readonly budget: Exclude<BudgetName, "call" | "session">;
  readonly spent: number;
  readonly limit: number;
}

const SHOWN: readonly BudgetUse["budget"][] = ["day", "month", "day-money", "month-money"];

function budgets(spent: Spent, limits: BudgetLimits): readonly BudgetUse[] {
  return SHOWN.map((budget) => ({ budget, spent: spent[budget], limit: limits[budget] }));
}

export interface Became {
  /** Sessions, by what became of them. */
  readonly sessions: Readonly<Record<string, number>>;
  readonly added: number;
  readonly proposed: number;
  /** Candidates, by why they were dropped. */
  readonly dropped: Readonly<Record<string, number>>;
}

function became(runs: readonly ObservedRun[]): Became {
  const sessions = new Map<string, number>();
  const dropped = new Map<string, number>();
  for (const run of runs) {
    sessions.set(run.outcome, (sessions.get(run.outcome) ?? 0) + 1);
    for (const [why, by] of Object.entries(run.dropped)) dropped.set(why, (dropped.get(why) ?? 0) + by);
  }
  return {
    sessions: Object.fromEntries(sessions),
    added: runs.reduce((sum, run) => sum + run.added, 0),
    proposed: runs.reduce((sum, run) => sum + run.proposed, 0),
    dropped: Object.fromEntries(dropped),
  };
}

/** This month (UTC): memories that were added or proposed, and what they cost in US dollars (OBS-9). */
export interface ObservedMonth {
  readonly kept: number;
  readonly money: number;
  /** Null while there is none. */
  readonly each: number | null;
}

function observedMonth(runs: readonly ObservedRun[], spent: Spent, now: Date): ObservedMonth {
  const month = now.toISOString().slice(0, 7);
  const { added, proposed } = became(runs.filter(({ at }) => at.startsWith(month)));
  const kept = added + proposed;
  const money = spent["month-money"];
  return { kept, money, each: kept === 0 ? null : money / kept };
}

export interface ObserverReport extends Became {
  readonly on: boolean;
  readonly provider: string;
  readonly model: string;
  readonly url: string | undefined;
  /** Why it does not ask; undefined: it would. */
  readonly held: string | undefined;
  readonly waiting: number;
  readonly budgets: readonly BudgetUse[];
  readonly month: ObservedMonth;
  readonly last: readonly ObservedRun[];
}

export interface ObserverFacts {
  readonly on: boolean;
  readonly settings: ObserverSettings;
  /** What this environment lacks. */
  readonly lacks: string | undefined;
  readonly breaker: Breaker;
  readonly spent: Spent;
  readonly runs: readonly ObservedRun[];
  readonly waiting: number;
  readonly now: Date;
}

const LAST = 5;

export function observerReport({
  on,
  settings,
  lacks,
  breaker,
  spent,
  runs,
  waiting,
  now,
}: ObserverFacts): ObserverReport {
  const { provider, model, url, limits } = settings;
  return {
    on,
    provider,
    model,
    url,
    held: heldBack(breaker, settingsName(settings), now) ?? lacks,
    waiting,
    budgets: budgets(spent, limits),
    month: observedMonth(runs, spent, now),
    last: runs.slice(-LAST),
    ...became(runs),
  };
}
