// Scores what the index proposed (SEA-7): BM25 over the fields with an idf that can't collapse in a small store, exact
// forms, neighbours. Pure: the same question, facts and proposals give the same order on every machine (CTX-6).

import type { Query, QueryTerm } from "../text/query.ts";
import { type Evidence, evidence, rarityOf } from "./evidence.ts";
import { findTerms, lookupOf, type Matches } from "./matches.ts";
import { byKindAndAge, byText } from "./order.ts";
import { scoreOf, termsBefore } from "./score.ts";
import { FIELD_NAMES, type FieldName, type Proposal, type TermFacts } from "./search-index.ts";
import { WEIGHTS, type Weights } from "./weights.ts";

interface MatchedTerm {
  readonly term: string;
  readonly fields: readonly FieldName[];
  readonly contribution: number;
}

/** `mass`: of matched terms that are rare in developer text; `coverage`: matched share of the question (CTX-3). */
export interface Ranked extends Evidence {
  readonly proposal: Proposal;
  readonly score: number;
  readonly matched: readonly MatchedTerm[];
  /** How far it stands before the next: 0 where that is as good, 1 where there is none. */
  readonly lead: number;
}

/** A word of every third paragraph ("in", "use") is no match by itself. */
const COMMONEST = 0.025;

/** Best first; what matches nothing, or by the commonest words alone, is left out. Ties by SEA-5. */
export function rank(
  query: Query,
  facts: TermFacts,
  proposals: readonly Proposal[],
  weights: Weights = WEIGHTS,
): readonly Ranked[] {
  const { terms } = query;
  const idf = terms.map((term) => idfOf(term, facts));
  const rarities = terms.map(({ term }) => rarityOf(term, facts));
  const weight = idf.map((each, at) => each * (1 - weights.rarity + weights.rarity * (rarities[at] ?? 1)));
  const asked = { terms, idf, weight, before: termsBefore(terms), facts, weights };
  const lookup = lookupOf(terms, facts);
  const telling = new Set(terms.filter((_, at) => (rarities[at] ?? 1) >= COMMONEST).map(({ term }) => term));
  const ranked: Omit<Ranked, "lead">[] = [];
  for (const proposal of proposals) {
    const found = findTerms(proposal.streams, lookup, terms.length);
    const { score, contributions } = scoreOf(asked, found);
    if (score <= 0) continue;
    const matched = terms.flatMap(({ term }, at) => matchedTerm(term, found, at, contributions[at] ?? 0));
    if (telling.size > 0 && !matched.some(({ term }) => telling.has(term))) continue;
    ranked.push({ proposal, score: rounded(score), matched, ...evidence(asked, rarities, found) });
  }
  ranked.sort(compare);
  return ranked.map((each, at) => ({ ...each, lead: 1 - (ranked[at + 1]?.score ?? 0) / each.score }));
}

/** ln(1+(N-n+.5)/(n+.5)): above zero however many memories hold the term. */
export function idfOf({ term }: QueryTerm, { documents, frequency }: TermFacts): number {
  const holding = Math.min(frequency.get(term) ?? 0, documents);
  return Math.log(1 + (documents - holding + 0.5) / (holding + 0.5));
}

function matchedTerm(term: string, found: Matches, at: number, contribution: number): readonly MatchedTerm[] {
  const fields = FIELD_NAMES.filter((name) => found.fields[name].hits[at] !== undefined);
  return fields.length === 0 ? [] : [{ term, fields, contribution: rounded(contribution) }];
}

/** Sums that differ in the last bits only are ties. */
function rounded(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}

function compare(a: Omit<Ranked, "lead">, b: Omit<Ranked, "lead">): number {
  return (
    b.score - a.score ||
    byKindAndAge(a.proposal, b.proposal) ||
    byText(a.proposal.place, b.proposal.place) ||
    byText(a.proposal.file, b.proposal.file)
  );
}
