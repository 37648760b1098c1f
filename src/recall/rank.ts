// Scores what the index proposed (SEA-7): BM25 over the fields with an idf that can't collapse in a small store, exact
// forms, neighbours. Pure: the same question, facts and proposals give the same order on every machine (CTX-6).

import type { Query, QueryTerm } from "../text/query.ts";
import { evidence, rarityOf } from "./evidence.ts";
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

export interface Ranked {
  readonly proposal: Proposal;
  readonly score: number;
  readonly matched: readonly MatchedTerm[];
  /** Of matched terms that are rare in developer text (CTX-3). */
  readonly mass: number;
  /** What share of the question was matched, by weight of its terms (CTX-3). */
  readonly coverage: number;
}

/** Best first; what matches nothing is left out. Ties by SEA-5. */
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
  const ranked: Ranked[] = [];
  for (const proposal of proposals) {
    const found = findTerms(proposal.streams, lookup, terms.length);
    const { score, contributions } = scoreOf(asked, found);
    if (score <= 0) continue;
    const matched = terms.flatMap(({ term }, at) => matchedTerm(term, found, at, contributions[at] ?? 0));
    ranked.push({ proposal, score: rounded(score), matched, ...evidence(asked, rarities, found) });
  }
  return ranked.sort(compare);
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

function compare(a: Ranked, b: Ranked): number {
  return (
    b.score - a.score ||
    byKindAndAge(a.proposal, b.proposal) ||
    byText(a.proposal.place, b.proposal.place) ||
    byText(a.proposal.file, b.proposal.file)
  );
}
