// What is counted of a run, and how much of it arrived.
import { estimateTokens } from "../../src/text/tokens.ts";
import type { Asked, World } from "./notes.ts";

/** Of a text so many characters are looked for: a longer one is shown in part. */
const LOOKED_FOR = 60;

export interface Tally {
  asked: number;
  /** In the context when the agent acts, in a folder that says nothing about the work. */
  arrived: number;
  atStart: number;
  /** The same in a repository at work on the matter. */
  arrivedAtWork: number;
  atStartAtWork: number;
  /** In a session of its own, without what the start had shown. */
  byPrompt: number;
  tokens: number;
}

export type Tallies = Map<string, Tally>;
export type Rows = readonly (readonly [World, Tallies])[];

export function tallyIn(tallies: Tallies, key: string): Tally {
  const found = tallies.get(key) ?? {
    asked: 0,
    arrived: 0,
    atStart: 0,
    arrivedAtWork: 0,
    atStartAtWork: 0,
    byPrompt: 0,
    tokens: 0,
  };
  tallies.set(key, found);
  return found;
}

export function holds(context: string, wants: readonly string[]): boolean {
  const bare = (text: string): string =>
    text
      .toLowerCase()
      .replaceAll(/&#?\w+;/g, " ")
      .replaceAll(/[^\p{L}\p{N}]+/gu, "");
  const seen = bare(context);
  return wants.some((text) => seen.includes(bare(text).slice(0, LOOKED_FOR)));
}

interface Given {
  readonly start: string;
  readonly atWork: string;
  readonly prompt: string;
}

export function count(tally: Tally, asked: Asked, given: Given): void {
  const atStart = holds(given.start, asked.wants);
  const atWork = holds(given.atWork, asked.wants);
  const byPrompt = holds(given.prompt, asked.wants);
  tally.asked++;
  tally.atStart += Number(atStart);
  tally.atStartAtWork += Number(atWork);
  tally.arrivedAtWork += Number(atWork || byPrompt);
  tally.byPrompt += Number(byPrompt);
  tally.arrived += Number(atStart || byPrompt);
  tally.tokens += estimateTokens(given.prompt);
}

/** By the act alone; of an ordinary one anything that it brings counts. */
export function countAct(tally: Tally, brought: string, wants?: readonly string[]): void {
  tally.asked++;
  tally.arrived += Number(wants === undefined ? brought !== "" : holds(brought, wants));
  tally.tokens += estimateTokens(brought);
}

/** Of a size: all its stores together, all questions of a kind. */
export function sumOf(rows: Rows, size: number, key: string): Tally {
  const total = tallyIn(new Map(), key);
  for (const [world, tallies] of rows) {
    const of = tallies.get(key);
    if (world.notes.length !== size || of === undefined || !world.name.startsWith("paraphrase-")) continue;
    for (const field of Object.keys(total) as (keyof Tally)[]) total[field] += of[field];
  }
  return total;
}
