// The record of what models cost, as lines (OBS-5): a call is promised at its upper bound and settled at what it came to.
// A promise that was never settled belongs to a killed process and counts whole. Pure; observer/io/model/spend.ts keeps the file.
import { parseLine } from "../hosts/json-line.ts";
import { type Spent, totalOf } from "./budget.ts";
import type { Cost } from "./model.ts";

export interface SpendEntry extends Cost {
  readonly id: string;
  readonly at: string;
  readonly session: string;
  readonly isSettled: boolean;
}

/** Longer than any session waits for its turn: what it cost last month still counts for the session. */
const KEPT_MS = 14 * 86_400_000;

export function lineOf({ id, at, session, tokens, money, isSettled }: SpendEntry): string {
  return JSON.stringify({ id, at, session, ...tokens, money, settled: isSettled });
}

/** By call: the last line about it counts. Lines that a crash tore, or that nobody of ours wrote, are left out. */
export function readSpending(lines: readonly string[]): readonly SpendEntry[] {
  const calls = new Map<string, SpendEntry>();
  for (const line of lines) {
    const entry = entryOf(line);
    if (entry !== undefined) calls.set(entry.id, entry);
  }
  return [...calls.values()];
}

/** Days and months as UTC has them. */
export function spentBy(entries: readonly SpendEntry[], session: string, now: Date): Spent {
  const day = now.toISOString().slice(0, 10);
  const month = day.slice(0, 7);
  const today = entries.filter(({ at }) => at.startsWith(day));
  const thisMonth = entries.filter(({ at }) => at.startsWith(month));
  const ofSession = entries.filter((entry) => entry.session === session);
  return {
    session: tokensOf(ofSession),
    day: tokensOf(today),
    month: tokensOf(thisMonth),
    "day-money": moneyOf(today),
    "month-money": moneyOf(thisMonth),
  };
}

/** What still counts, in as few lines: settled calls of one session on one day become one. */
export function compacted(entries: readonly SpendEntry[], now: Date): readonly SpendEntry[] {
  const month = now.toISOString().slice(0, 7);
  const oldest = now.getTime() - KEPT_MS;
  const counting = entries.filter(({ at }) => at.startsWith(month) || Date.parse(at) >= oldest);
  const groups = Map.groupBy(counting, ({ id, at, session, isSettled }) =>
    isSettled ? `${at.slice(0, 10)} ${session}` : id,
  );
  return [...groups.values()].flatMap(([first, ...more]) => (first === undefined ? [] : more.reduce(joined, first)));
}

function joined(one: SpendEntry, other: SpendEntry): SpendEntry {
  const tokens = { input: one.tokens.input + other.tokens.input, output: one.tokens.output + other.tokens.output };
  return { ...one, tokens, money: one.money + other.money };
}

function tokensOf(entries: readonly SpendEntry[]): number {
  return entries.reduce((sum, { tokens }) => sum + totalOf(tokens), 0);
}

function moneyOf(entries: readonly SpendEntry[]): number {
  return entries.reduce((sum, { money }) => sum + money, 0);
}

/** Undefined for the empty end of the file, or a line torn by a crash: its call was never made. */
function entryOf(line: string): SpendEntry | undefined {
  const { id, at, session, input, output, money, settled } = parseLine(line) ?? {};
  if (typeof id !== "string" || typeof at !== "string" || typeof session !== "string") return undefined;
  if (!isAmount(input) || !isAmount(output) || !isAmount(money) || Number.isNaN(Date.parse(at))) return undefined;
  return { id, at, session, tokens: { input, output }, money, isSettled: settled === true };
}

function isAmount(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value) && value >= 0;
}
