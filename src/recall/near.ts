// Which memories are near what a session is about (ARR-2). The index proposes, the ranking of every search orders by words, the
// table of vectors by meaning, what was useful lately stands beside them, and the orders count alike; nothing is read here.
import type { Scope } from "../memory/kinds.ts";
import type { Spot } from "../store/memory-store.ts";
import { unlessFault } from "../text/errors.ts";
import type { IndexedStore } from "./judged.ts";
import { nearestByMeaning } from "./nearest.ts";
import { type Ranked, rank } from "./rank.ts";
import { added, type IndexFilter, NO_FACTS, type Proposal, spotKey, type TermFacts } from "./search-index.ts";
import type { Topic } from "./topic.ts";
import { WEIGHTS } from "./weights.ts";

export interface Near extends Spot {
  readonly scope: Scope;
  /** For the receipt. */
  readonly rule: string;
}

/** Of each store so many are ranked: more than a start has room for. */
const PROPOSED = 100;
/** Below this share of the best a memory shares a word with the project, and no more. */
const SHARE_OF_BEST = 0.2;
/** A start does not wait for more than this many changed files. */
const MOST_CHANGES = 200;
/** How little the first places count above the next. Decision 0044. */
const FIRST_PLACES = 10;

/** Nearest first, among what was useful lately. Where a store has no index that can be used, nothing of it is near. */
export function nearWork(
  stores: readonly IndexedStore[],
  topic: Topic,
  filter: IndexFilter,
  useful: readonly Near[],
): readonly Near[] {
  const found = nearestByMeaning(stores, topic.said, filter, PROPOSED).filter(({ nearness }) => nearness > 0);
  const byMeaning = found.slice(0, PROPOSED).map(({ place, file, store }) => {
    return { place, file, scope: store.info.scope, rule: "near in meaning to this session's branch and commits" };
  });
  return fused(nearByWords(stores, topic, filter), byMeaning, useful);
}

/** By the sum of what a place in each order is worth; of several rules that of the first order is told. */
function fused(...orders: readonly (readonly Near[])[]): readonly Near[] {
  const worth = new Map<string, { readonly near: Near; readonly sum: number }>();
  for (const order of orders) {
    for (const [at, near] of order.entries()) {
      const before = worth.get(spotKey(near)) ?? { near, sum: 0 };
      worth.set(spotKey(near), { ...before, sum: before.sum + 1 / (FIRST_PLACES + at) });
    }
  }
  return [...worth.values()].sort((a, b) => b.sum - a.sum).map(({ near }) => near);
}

function nearByWords(stores: readonly IndexedStore[], topic: Topic, filter: IndexFilter): readonly Near[] {
  const terms = topic.query.terms.map(({ term }) => term);
  if (terms.length === 0) return [];
  const asked = stores.flatMap((each) =>
    unlessFault(
      () => proposedBy(each, terms, filter),
      () => [],
    ),
  );
  const facts = asked.map((each) => each.facts).reduce(added, NO_FACTS);
  const scopes = new Map(asked.flatMap(({ proposals, scope }) => proposals.map((each) => [each, scope] as const)));
  // What no memory says would only be looked for in slips of the fingers. Of a prompt one run of words is the question; here
  // every line is.
  const known = { terms: topic.query.terms.filter(({ term }) => facts.frequency.has(term)) };
  const ranked = rank(known, facts, [...scopes.keys()], { ...WEIGHTS, outsideWindow: 1 });
  const least = SHARE_OF_BEST * (ranked[0]?.score ?? 0);
  return ranked
    .filter(({ score }) => score >= least)
    .map(({ proposal, matched }) => {
      const { place, file } = proposal;
      return { place, file, scope: scopes.get(proposal) ?? "personal", rule: ruleFor(matched, topic) };
    });
}

interface Asked {
  readonly scope: Near["scope"];
  readonly facts: TermFacts;
  readonly proposals: readonly Proposal[];
}

function proposedBy({ store, index }: IndexedStore, terms: readonly string[], filter: IndexFilter): readonly Asked[] {
  if (index === undefined || index.refresh({ depth: "places", most: MOST_CHANGES }) === "empty") return [];
  const facts = index.facts(terms, filter);
  return [{ scope: store.info.scope, facts, proposals: index.candidates(terms, filter, PROPOSED) }];
}

/** By its strongest words. */
function ruleFor(matched: Ranked["matched"], { sources }: Topic): string {
  const strongest = [...matched].sort((a, b) => b.contribution - a.contribution).slice(0, 2);
  const names = [...new Set(strongest.map(({ term }) => sources.get(term) ?? "project"))];
  return `near this session's ${names.join(" and ")}`;
}
