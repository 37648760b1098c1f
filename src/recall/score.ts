// What one memory scores for one question (SEA-7), term by term: BM25 over the fields, exact forms, neighbours, and the
// best passage.

import type { QueryTerm } from "../text/query.ts";
import type { FieldHits, Matches, TermHit } from "./matches.ts";
import { bestPassage, nearestAfter } from "./proximity.ts";
import { FIELD_NAMES, type FieldName, type TermFacts } from "./search-index.ts";
import type { Weights } from "./weights.ts";

/** A question with all that does not depend on the memory. */
export interface Question {
  readonly terms: readonly QueryTerm[];
  /** By term, how rare it is in this store; and the same with how rare it is elsewhere. */
  readonly idf: readonly number[];
  readonly weight: readonly number[];
  /** By term: the one asked before it, or -1. */
  readonly before: readonly number[];
  readonly facts: TermFacts;
  readonly weights: Weights;
}

interface Score {
  readonly score: number;
  /** By term. */
  readonly contributions: readonly number[];
}

export function scoreOf(asked: Question, found: Matches): Score {
  const { terms, idf, weight, weights } = asked;
  const own = terms.map((_, at) => (weight[at] ?? 0) * saturated(asked, found, at, OWN));
  const hasAsks = found.fields.asks.length > 0;
  const withAsks = hasAsks ? terms.map((_, at) => (weight[at] ?? 0) * saturated(asked, found, at, FIELD_NAMES)) : own;
  const share = shareOfAsks(asked, own, withAsks);
  const contributions = own.map((part, at) => part + share * ((withAsks[at] ?? 0) - part));
  countWholesOnce(terms, contributions, weights.besideWhole);
  for (let at = 0; at < terms.length; at++) {
    const bonus = neighbours(asked, found, at);
    if (bonus > 0) contributions[at] = (contributions[at] ?? 0) + bonus;
  }
  const run = bestRun(contributions, weights);
  const inRun = bodyHits(terms, found).map((hit, at) =>
    at > run.end - weights.window && at <= run.end ? hit : undefined,
  );
  const passage = weights.passage * bestPassage(inRun, idf, weights.passageWords).weight;
  return { score: run.score + passage, contributions };
}

/** Without the wholes of identifiers, whose parts stand at the same place. */
function bodyHits(terms: readonly QueryTerm[], found: Matches): readonly (TermHit | undefined)[] {
  return terms.map(({ whole }, at) => (whole === undefined ? found.fields.body.hits[at] : undefined));
}

const OWN: readonly FieldName[] = FIELD_NAMES.filter((name) => name !== "asks");

/** Questions that a writer adds help a memory to be found; they can't carry it past those that hold the answer. */
function shareOfAsks({ weight, weights }: Question, own: readonly number[], withAsks: readonly number[]): number {
  const added = sum(withAsks) - sum(own);
  const most = weights.asksMost * sum(weight);
  return added > most ? most / added : 1;
}

function saturated(asked: Question, found: Matches, at: number, fields: readonly FieldName[]): number {
  const { saturation, exactForm, beginning } = asked.weights;
  let count = 0;
  let exact = 0;
  for (const name of fields) {
    const hit = found.fields[name].hits[at];
    if (hit === undefined) continue;
    const each = asked.weights.fields[name].weight / lengthNorm(asked, name, found.fields[name]);
    count += (hit.count + beginning * hit.beginnings) * each;
    exact += hit.exact * each;
  }
  if (count === 0) return 0;
  const full = saturation + 1;
  return (count * full) / (count + saturation) + (exactForm * exact * full) / (exact + saturation);
}

function lengthNorm({ facts, weights }: Question, name: FieldName, { length }: FieldHits): number {
  const average = Math.max(facts.averageLength[name], 1);
  const most = weights.fields[name].lengthNorm;
  const norm = name === "body" ? most * Math.min(1, average / weights.shortBody) : most;
  return 1 - norm + (norm * length) / average;
}

/** user_id, user and id are one match, not three. */
function countWholesOnce(terms: readonly QueryTerm[], contributions: number[], share: number): void {
  terms.forEach(({ whole, position }, at) => {
    const own = contributions[at] ?? 0;
    if (whole === undefined || own === 0) return;
    const parts = partsOf(terms, at, position, whole);
    if (sum(parts.map((part) => contributions[part] ?? 0)) > own) contributions[at] = own * share;
    else for (const part of parts) contributions[part] = (contributions[part] ?? 0) * share;
  });
}

/** The whole stands right after its first part, unless a part was asked before. */
function partsOf(terms: readonly QueryTerm[], at: number, position: number, whole: number): readonly number[] {
  const parts: number[] = [];
  for (let index = Math.max(0, at - 1); index < Math.min(terms.length, at + whole); index++) {
    const term = terms[index] as QueryTerm;
    if (term.whole === undefined && term.position >= position && term.position < position + whole) parts.push(index);
  }
  return parts;
}

/** Further apart in the question, two terms are no neighbours. */
const GAP_MOST = 4;

/** By term, the one asked before it and near it. */
export function termsBefore(terms: readonly QueryTerm[]): readonly number[] {
  let last = -1;
  return terms.map(({ whole, position }, at) => {
    if (whole !== undefined) return -1;
    const gap = position - (terms[last]?.position ?? Number.NEGATIVE_INFINITY);
    const before = gap >= 1 && gap <= GAP_MOST ? last : -1;
    last = at;
    return before;
  });
}

function neighbours({ terms, idf, before, weights }: Question, found: Matches, at: number): number {
  const previous = before[at] ?? -1;
  if (previous < 0) return 0;
  const gap = (terms[at]?.position ?? 0) - (terms[previous]?.position ?? 0);
  let best = 0;
  for (const name of OWN) {
    const first = found.fields[name].hits[previous];
    const second = found.fields[name].hits[at];
    if (first === undefined || second === undefined) continue;
    const distance = nearestAfter(first.positions, second.positions);
    if (distance <= gap) best = 1;
    else if (distance <= gap + 1) best = Math.max(best, 0.5);
  }
  return best * weights.adjacent * Math.min(idf[previous] ?? 0, idf[at] ?? 0);
}

interface Run {
  readonly score: number;
  /** Its last term. */
  readonly end: number;
}

/** Of a long prompt most words are not the question: the best run of its terms counts in full, the rest a little. */
function bestRun(contributions: readonly number[], { window, outsideWindow }: Weights): Run {
  let all = 0;
  let inside = 0;
  let best = 0;
  let end = contributions.length - 1;
  for (let at = 0; at < contributions.length; at++) {
    const part = contributions[at] ?? 0;
    all += part;
    inside += part - (contributions[at - window] ?? 0);
    if (inside <= best) continue;
    best = inside;
    end = at;
  }
  return { score: best + outsideWindow * Math.max(0, all - best), end };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
