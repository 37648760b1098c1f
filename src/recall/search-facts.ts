// What the stores know about the asked terms, as one: two stores are ranked together, so their counts are added.

import type { Memory } from "../store/catalogue.ts";
import { analyse, lengthOf, matchText } from "../text/terms.ts";
import { FIELD_NAMES, type FieldName, searchedFields } from "./fields.ts";
import type { IndexFilter, Proposal, SearchIndex, TermFacts } from "./search-index.ts";

export const NO_FACTS: TermFacts = {
  documents: 0,
  averageLength: lengths(() => 0),
  frequency: new Map(),
  background: new Map(),
  backgroundSize: 0,
};

export function added(a: TermFacts, b: TermFacts): TermFacts {
  const documents = a.documents + b.documents;
  const frequency = new Map(a.frequency);
  for (const [term, count] of b.frequency) frequency.set(term, (frequency.get(term) ?? 0) + count);
  const averageLength = lengths((name) => {
    const sum = a.averageLength[name] * a.documents + b.averageLength[name] * b.documents;
    return documents === 0 ? 0 : sum / documents;
  });
  const larger = a.backgroundSize >= b.backgroundSize ? a : b;
  return { documents, averageLength, frequency, background: larger.background, backgroundSize: larger.backgroundSize };
}

export function proposalOf(memory: Memory, fields: readonly FieldName[] = FIELD_NAMES): Proposal {
  const { place, file } = memory.stored;
  const texts = searchedFields(memory.document);
  const streams = Object.fromEntries(
    FIELD_NAMES.map((name) => [name, fields.includes(name) ? analyse(texts[name]) : ""]),
  ) as Record<FieldName, string>;
  const kind = memory.document.fields.get("kind");
  return { place, file, id: memory.id ?? "", kind: typeof kind === "string" ? kind : "", streams };
}

/** By name, tags, asks and description, without an index (SEA-6): for a store that has none, or whose index is lost. */
export function titleTags(memories: readonly Memory[]): Pick<SearchIndex, "facts" | "candidates"> {
  const proposals = memories.map((memory) => proposalOf(memory, ["name", "tags", "asks", "description"]));
  const holding = new Map<string, number>();
  for (const proposal of proposals)
    for (const term of termsOf(proposal)) holding.set(term, (holding.get(term) ?? 0) + 1);
  const average = (name: FieldName): number =>
    proposals.reduce((sum, { streams }) => sum + lengthOf(streams[name]), 0) / Math.max(1, proposals.length);
  return {
    facts: (terms) => ({
      ...NO_FACTS,
      documents: proposals.length,
      averageLength: lengths(average),
      frequency: new Map(terms.flatMap((term) => (holding.has(term) ? [[term, holding.get(term) ?? 0] as const] : []))),
    }),
    candidates: (terms, _filter: IndexFilter, limit) => {
      const wanted = new Set(terms);
      return proposals
        .filter((proposal) => [...termsOf(proposal)].some((term) => wanted.has(term)))
        .slice(0, limit * 20);
    },
  };
}

function termsOf({ streams }: Proposal): ReadonlySet<string> {
  return new Set(FIELD_NAMES.flatMap((name) => matchText(streams[name]).split(" ")).filter((term) => term !== ""));
}

function lengths(of: (name: FieldName) => number): Record<FieldName, number> {
  return Object.fromEntries(FIELD_NAMES.map((name) => [name, of(name)])) as Record<FieldName, number>;
}
