// What a million tokens cost, in US dollars, as published by the providers; for estimates and ceilings (OBS-5). A model
// that is not in the table is charged like the dearest one, unless the configuration names its price or it runs here.
import type { Tokens } from "./model.ts";

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
