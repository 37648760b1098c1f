// Ceilings on what a model may cost (OBS-5), decided before a call on an upper bound: no tokenizer makes more tokens of a
// text than it has bytes, and the output is capped by the request. Pure; observer/io/model/spend.ts keeps the record under a lock.
import type { BudgetName, Cost, Tokens } from "./model.ts";

export interface Limits {
  readonly call: number;
  readonly session: number;
  readonly day: number;
  readonly month: number;
  readonly "day-money": number;
  readonly "month-money": number;
}

/** What was spent or promised already, in the session, on this day, in this month (UTC). */
export interface Spent {
  readonly session: number;
  readonly day: number;
  readonly month: number;
  readonly "day-money": number;
  readonly "month-money": number;
}

export interface OverBudget {
  readonly kind: "over-budget";
  readonly budget: BudgetName;
  readonly value: number;
  readonly limit: number;
}

const ORDER: readonly BudgetName[] = ["call", "session", "day", "month", "day-money", "month-money"];

/** Undefined: it may be made. */
export function overBudget(spent: Spent, bound: Cost, limits: Limits): OverBudget | undefined {
  const tokens = totalOf(bound.tokens);
  for (const budget of ORDER) {
    const added = budget.endsWith("money") ? bound.money : tokens;
    const value = (budget === "call" ? 0 : spent[budget]) + added;
    if (value > limits[budget]) return { kind: "over-budget", budget, value, limit: limits[budget] };
  }
  return undefined;
}

export function totalOf({ input, output }: Tokens): number {
  return input + output;
}

/** At most what a text of so many bytes can come to. `overhead`: what a provider adds by itself. */
export function boundFor(bytes: number, maxOutput: number, overhead: number): Tokens {
  return { input: bytes + overhead, output: maxOutput };
}
