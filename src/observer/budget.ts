// Ceilings on what a model may cost (OBS-5), decided before a call on an upper bound: no tokenizer makes more tokens of a
// text than it has bytes, and the output is capped by the request. Pure; observer/io/model/spend.ts keeps the record under a lock.
import type { BudgetName, Cost, ModelAnswer, Tokens } from "./model.ts";

export type BudgetLimits = Readonly<Record<BudgetName, number>>;

/** What was spent or promised already, in the session, on this day, in this month (UTC). */
export type Spent = Omit<BudgetLimits, "call">;

export type OverBudget = Extract<ModelAnswer, { kind: "over-budget" }>;

const ORDER: readonly BudgetName[] = ["call", "session", "day", "month", "day-money", "month-money"];

/** Undefined: it may be made. */
export function overBudget(spent: Spent, bound: Cost, limits: BudgetLimits): OverBudget | undefined {
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

/** No tokenizer in use makes fewer tokens of ordinary text; what was sent and heard came to so many at least. */
const BYTES_PER_TOKEN = 4;

/** An endpoint counts as it likes, and one that counts nothing would switch the ceilings off: never less than the floor. */
export function atLeast(told: Tokens, sentBytes: number, heardBytes: number): Tokens {
  const floor = (bytes: number): number => Math.ceil(bytes / BYTES_PER_TOKEN);
  return { input: Math.max(told.input, floor(sentBytes)), output: Math.max(told.output, floor(heardBytes)) };
}

// What may still be spent on a model (OBS-5). A call is paid for before it is made, by its upper bound, and the difference
// is given back after it: two that run at once can't overspend together, and one that is killed has spent its bound.
export interface Reservation {
  readonly kind: "reserved";
  readonly id: string;
  readonly session: string;
  readonly bound: Cost;
}

export interface Spend {
  reserve(session: string, bound: Cost): Promise<Reservation | OverBudget>;
  /** What it really came to, once. */
  settle(reservation: Reservation, cost: Cost): Promise<void>;
}

// What a million tokens cost, in US dollars, as published by the providers; for estimates and ceilings (OBS-5). A model
// that is not in the table is charged like the dearest one, unless the configuration names its price or it runs here.

export interface Price {
  readonly input: number;
  readonly output: number;
}

/** When somebody last looked; providers change them. */
export const PRICES_AS_OF = "2025-11";

/** By how a model's name begins; the longest that fits counts. */
const PRICES: Readonly<Record<string, Price>> = {
  "claude-haiku": { input: 1, output: 5 },
  "claude-sonnet": { input: 3, output: 15 },
  "claude-opus": { input: 15, output: 75 },
  "gpt-5-nano": { input: 0.05, output: 0.4 },
  "gpt-5-mini": { input: 0.25, output: 2 },
  "gpt-5": { input: 1.25, output: 10 },
};

const DEAREST: Price = { input: 15, output: 75 };

/** Of a model that runs on the user's own machine. */
export const FREE: Price = { input: 0, output: 0 };

export function priceOf(model: string, own?: Price): Price {
  return own ?? publishedPrice(model) ?? DEAREST;
}

/** Undefined for a model that no provider sells under this name, as far as we know. */
export function publishedPrice(model: string): Price | undefined {
  const names = Object.keys(PRICES).filter((name) => model.startsWith(name));
  const longest = names.toSorted((a, b) => b.length - a.length)[0];
  return longest === undefined ? undefined : PRICES[longest];
}

export function moneyFor(tokens: Tokens, { input, output }: Price): number {
  return (tokens.input * input + tokens.output * output) / 1_000_000;
}
