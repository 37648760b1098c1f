// A store in a test: memories in, facts and proposals out, as the index gives them.

import { FIELD_NAMES, type FieldName, type Proposal, type TermFacts } from "../../../src/recall/search-index.ts";
import { analyse, lengthOf, matchText } from "../../../src/text/terms.ts";

export type Written = Partial<Record<FieldName, string>> & { readonly id: string; readonly kind?: string };

export function proposalOf({ id, kind = "fact", ...fields }: Written): Proposal {
  const streams = Object.fromEntries(FIELD_NAMES.map((name) => [name, analyse(fields[name] ?? "")]));
  return { place: "memories", file: `${id}.md`, id, kind, streams: streams as Proposal["streams"] };
}

export function factsOf(
  proposals: readonly Proposal[],
  background: ReadonlyMap<string, number> = new Map(),
  backgroundSize = 100_000,
): TermFacts {
  const frequency = new Map<string, number>();
  for (const { streams } of proposals) {
    const terms = new Set(FIELD_NAMES.flatMap((name) => matchText(streams[name]).split(" ")));
    for (const term of terms) frequency.set(term, (frequency.get(term) ?? 0) + 1);
  }
  const mean = (name: FieldName): number =>
    proposals.reduce((sum, { streams }) => sum + lengthOf(streams[name]), 0) / Math.max(1, proposals.length);
  return {
    documents: proposals.length,
    averageLength: Object.fromEntries(FIELD_NAMES.map((name) => [name, mean(name)])) as TermFacts["averageLength"],
    frequency,
    background,
    backgroundSize,
  };
}
