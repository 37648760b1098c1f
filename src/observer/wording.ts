// What the observer says of itself, at session start and at a terminal.
import type { OverBudget } from "./budget.ts";

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
