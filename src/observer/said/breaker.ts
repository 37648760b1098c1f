// When the observer stops asking (OBS-11): three failures in a row, for an hour; a key or an address that is refused, until
// a person changes the settings or asks again. Pure; observer/io/state.ts keeps it.

import type { OverBudget } from "../budget.ts";

export interface Breaker {
  /** In a row. */
  readonly failures: number;
  readonly until?: string;
  /** What a person must look at, and with which settings it happened. */
  readonly stopped?: { readonly why: string; readonly settings: string };
  /** The last budget that was told, with its day: once is enough. */
  readonly told?: string;
}

export const CLOSED: Breaker = { failures: 0 };

const MOST_FAILURES = 3;
const OPEN_MS = 3_600_000;

/** Why no call may be made now; undefined: one may. */
export function heldBack({ until, stopped }: Breaker, settings: string, now: Date): string | undefined {
  if (stopped?.settings === settings) return stopped.why;
  if (until === undefined || Date.parse(until) <= now.getTime()) return undefined;
  return `${MOST_FAILURES} calls in a row failed; the next one is made after ${until}.`;
}

export function afterSuccess({ told }: Breaker): Breaker {
  return told === undefined ? CLOSED : { failures: 0, told };
}

/** A failure after the hour opens it again at once: whatever it was is still there. */
export function afterFailure(before: Breaker, now: Date): Breaker {
  const { told } = before;
  const failures = before.failures + 1;
  const open = failures >= MOST_FAILURES ? { until: new Date(now.getTime() + OPEN_MS).toISOString() } : {};
  return { failures, ...open, ...(told === undefined ? {} : { told }) };
}

export function afterStop(before: Breaker, why: string, settings: string): Breaker {
  return { ...before, failures: before.failures + 1, stopped: { why, settings } };
}

// What the observer says of itself then, at session start and at a terminal.
const BUDGETS: Readonly<Record<OverBudget["budget"], string>> = {
  call: "observer-call-tokens",
  session: "observer-session-tokens",
  day: "observer-day-tokens",
  month: "observer-month-tokens",
  "day-money": "observer-day-cents",
  "month-money": "observer-month-cents",
};

/** OBS-5: which budget, what it would have come to, and its limit. */
export function overBudgetNotice({ budget, value, limit }: OverBudget): string {
  const shown = (amount: number): string =>
    budget.endsWith("money") ? `${round(amount * 100)} cents` : `${Math.round(amount).toLocaleString("en")} tokens`;
  return `WARN token_budget_exceeded: the observer made no call. ${BUDGETS[budget]} would have come to ${shown(value)}, its limit is ${shown(limit)}. What you told your agents to remember is kept without it.`;
}

/** OBS-11: a person must look. */
export function stoppedNotice(why: string): string {
  return `The observer has stopped: ${why} Look: holdfast observe status`;
}

function round(amount: number): string {
  return amount.toLocaleString("en", { maximumFractionDigits: 2 });
}
