// One engine over one corpus: every question that has an answer, asked of its own store.
import { estimateTokens } from "../../src/text/tokens.ts";
import type { Engine } from "./engine.ts";
import { type Figures, figuresOf, interval, meanOf, percentile } from "./metrics.ts";
import type { Doc, Group, Question } from "./read.ts";

export interface Answered {
  readonly question: Question;
  readonly ranked: readonly string[];
  readonly figures: Figures;
  readonly ms: number;
  /** Of the texts of the first five, about what a session is given. */
  readonly tokens: number;
}

export interface Summary {
  readonly engine: string;
  readonly questions: number;
  readonly all: Figures;
  readonly development: Figures;
  readonly report: Figures;
  /** Half the width of a 95 % interval of R@5. */
  readonly r5Within: number;
  readonly tokens: number;
  readonly p50: number;
  readonly p99: number;
}

export interface Asking {
  readonly isAsked?: (question: Question) => boolean;
  readonly prompt?: (question: Question) => string;
}

const DEPTH = 10;
const DELIVERED = 5;

export function ask(engine: Engine, groups: readonly Group[], asking: Asking = {}): readonly Answered[] {
  return groups.flatMap(({ docs, questions }) => {
    const asked = questions.filter((question) => asking.isAsked?.(question) ?? question.rel.length > 0);
    if (asked.length === 0) return [];
    const byId = new Map(docs.map((doc) => [doc.id, doc]));
    const opened = engine.open(docs);
    const answers = asked.map((question) => {
      const prompt = asking.prompt?.(question) ?? question.text;
      const from = performance.now();
      const ranked = opened.search(prompt, DEPTH);
      const ms = performance.now() - from;
      return { question, ranked, ms, figures: figuresOf(ranked, question.rel), tokens: tokensOf(ranked, byId) };
    });
    opened.close();
    return answers;
  });
}

function tokensOf(ranked: readonly string[], byId: ReadonlyMap<string, Doc>): number {
  return ranked.slice(0, DELIVERED).reduce((sum, id) => {
    const doc = byId.get(id);
    return doc === undefined ? sum : sum + estimateTokens(`${doc.name} ${doc.description} ${doc.body}`);
  }, 0);
}

export function summaryOf(engine: string, answered: readonly Answered[]): Summary {
  const times = answered.map(({ ms }) => ms).sort((a, b) => a - b);
  const part = (development: boolean): Figures =>
    meanOf(answered.filter(({ question }) => question.development === development).map(({ figures }) => figures));
  return {
    engine,
    questions: answered.length,
    all: meanOf(answered.map(({ figures }) => figures)),
    development: part(true),
    report: part(false),
    r5Within: interval(answered.map(({ figures }) => figures.r5)),
    tokens: answered.reduce((sum, { tokens }) => sum + tokens, 0) / Math.max(1, answered.length),
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
  };
}
