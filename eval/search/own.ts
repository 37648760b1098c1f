// Our own corpus (EVA-2): found or not by language and by kind of question, with and without `asks` (SEA-10), and how
// often its unanswerable questions open the bar.
import { passes } from "../../src/recall/silence.ts";
import { meanOf } from "./metrics.ts";
import type { OurEngine } from "./ours.ts";
import type { Group } from "./read.ts";
import { type Answered, ask } from "./run.ts";

export interface OwnRow {
  readonly name: string;
  readonly questions: number;
  readonly hit1: number;
  readonly hit5: number;
  readonly hit10: number;
}

export interface OwnFigures {
  readonly development: OwnRow;
  readonly heldOut: OwnRow;
  readonly languages: readonly OwnRow[];
  readonly kinds: readonly OwnRow[];
  readonly withoutAsks: OwnRow;
  /** Held-out unanswerable questions, and per cent of them on which something is injected. */
  readonly negatives: number;
  readonly wrong: number;
}

export function ownFigures(engine: OurEngine, groups: readonly Group[]): OwnFigures {
  const answered = ask(engine, groups);
  const heldOut = answered.filter(({ question }) => !question.development);
  const bare = groups.map((group) => ({ ...group, docs: group.docs.map((doc) => ({ ...doc, asks: [] })) }));
  const by = (key: (each: Answered) => string): readonly OwnRow[] =>
    [...Map.groupBy(heldOut, key)].map(([name, own]) => rowOf(name, own)).sort((a, b) => (a.name < b.name ? -1 : 1));
  return {
    development: rowOf(
      "development",
      answered.filter(({ question }) => question.development),
    ),
    heldOut: rowOf("held-out", heldOut),
    languages: by(({ question }) => question.lang),
    kinds: by(({ question }) => question.cat),
    withoutAsks: rowOf(
      "held-out without asks",
      ask(engine, bare).filter(({ question }) => !question.development),
    ),
    ...negativesOf(engine, groups),
  };
}

export function rowOf(name: string, answered: readonly Answered[]): OwnRow {
  const { hit1, hit5, hit10 } = meanOf(answered.map(({ figures }) => figures));
  return { name, questions: answered.length, hit1: 100 * hit1, hit5: 100 * hit5, hit10: 100 * hit10 };
}

function negativesOf(engine: OurEngine, groups: readonly Group[]): { negatives: number; wrong: number } {
  let [negatives, spoken] = [0, 0];
  for (const { docs, questions } of groups) {
    const store = engine.open(docs);
    for (const { text } of questions.filter(({ rel, development }) => rel.length === 0 && !development)) {
      const best = store.rank(text)[0];
      negatives++;
      if (best !== undefined && passes(best)) spoken++;
    }
    store.close();
  }
  return { negatives, wrong: (100 * spoken) / Math.max(1, negatives) };
}
