// The ranking on the public corpora: ours beside the baselines, the sessions of LoCoMo by another project's rule, and
// what pasted output costs (EVA-1).
import { isFactual } from "./beam.ts";
import { padded, paddedFlat } from "./command-output.ts";
import type { Engine } from "./engine.ts";
import { recallOrOne } from "./metrics.ts";
import { type Group, publicCorpus, type Question } from "./read.ts";
import { type Answered, ask, type Summary, summaryOf } from "./run.ts";

export const CORPORA = [
  "locomo-turn",
  "locomo-obs",
  "beam-user",
  "cosqa",
  "tldr",
  "codinglife",
  "agentmemory-quality",
] as const;

const loaded = new Map<string, readonly Group[] | undefined>();

/** Read once, so that what was made of its documents can be kept with them. */
export function loadOnce(name: string): readonly Group[] | undefined {
  if (!loaded.has(name)) loaded.set(name, publicCorpus(name));
  return loaded.get(name);
}

export function scoredIn(name: string): (question: Question) => boolean {
  return name === "beam-user" ? isFactual : ({ rel }) => rel.length > 0;
}

export interface Ranking {
  readonly corpus: string;
  readonly ours: Summary;
  readonly baselines: readonly Summary[];
  /** Per cent of the questions to which the two indexes gave the same first ten; undefined where only one was asked. */
  readonly agreement: number | undefined;
}

export interface Engines {
  readonly ours: Engine;
  readonly other: Engine | undefined;
  readonly baselines: readonly Engine[];
}

export function rankingOf(name: string, groups: readonly Group[], { ours, other, baselines }: Engines): Ranking {
  const isAsked = scoredIn(name);
  const answered = ask(ours, groups, { isAsked });
  return {
    corpus: name,
    ours: summaryOf(ours.name, answered),
    baselines: baselines.map((engine) => summaryOf(engine.name, ask(engine, groups, { isAsked }))),
    agreement: other === undefined ? undefined : agreementOf(answered, ask(other, groups, { isAsked })),
  };
}

function agreementOf(a: readonly Answered[], b: readonly Answered[]): number {
  const same = a.filter(({ ranked }, at) => ranked.join("\n") === b[at]?.ranked.join("\n"));
  return (100 * same.length) / Math.max(1, a.length);
}

export interface Sessions {
  readonly engine: string;
  readonly questions: number;
  readonly r1: number;
  readonly r5: number;
  readonly r10: number;
}

export function sessionsOf(engine: Engine, groups: readonly Group[]): Sessions {
  const answered = ask(engine, groups, { isAsked: () => true });
  const recall = (k: number): number => {
    const sum = answered.reduce((total, { ranked, question }) => total + recallOrOne(ranked, question.rel, k), 0);
    return (100 * sum) / Math.max(1, answered.length);
  };
  return { engine: engine.name, questions: answered.length, r1: recall(1), r5: recall(5), r10: recall(10) };
}

export interface Padding {
  readonly corpus: string;
  readonly words: number;
  /** R@5 in per cent: the question alone, with output around it, with the same words in one line behind it. */
  readonly bare: number;
  readonly padded: number;
  readonly flat: number;
}

export function paddingOf(name: string, engine: Engine, groups: readonly Group[], words: number): Padding {
  const isAsked = scoredIn(name);
  const r5 = (prompt: (question: Question) => string): number =>
    100 * summaryOf("", ask(engine, groups, { isAsked, prompt })).all.r5;
  return {
    corpus: name,
    words,
    bare: r5(({ text }) => text),
    padded: r5(({ id, text }) => padded(id, text, words)),
    flat: r5(({ id, text }) => paddedFlat(id, text, words)),
  };
}
