// The port over plain arrays: what the index on SQLite must answer, said in the simplest way. The figures of the two
// are compared, so that neither can be wrong alone.

import { DEVELOPER_TEXT } from "../../src/recall/io/index/developer-text.ts";
import {
  FIELD_NAMES,
  type FieldName,
  type IndexFilter,
  type Proposal,
  type SearchIndex,
  type TermFacts,
} from "../../src/recall/search-index.ts";
import type { Spot } from "../../src/store/memory-store.ts";
import { analyse, lengthOf, matchText } from "../../src/text/terms.ts";
import type { Doc } from "./read.ts";

/** Candidate selection only; ranking is core's. */
const WEIGHT: Readonly<Record<FieldName, number>> = { name: 5, tags: 3, asks: 1, description: 1, body: 1 };

const { size: SIZE, counts: COUNTS } = DEVELOPER_TEXT.load();
const BACKGROUND: ReadonlyMap<string, number> = new Map(COUNTS);

interface Posting {
  readonly at: number;
  readonly weight: number;
}

const analysed = new WeakMap<Doc, Proposal>();

/** Kept as long as the document is: analysing a corpus costs more than asking it. */
export function proposalOf(doc: Doc): Proposal {
  const known = analysed.get(doc);
  if (known !== undefined) return known;
  const made: Proposal = {
    place: "memories",
    file: `${doc.id}.md`,
    id: doc.id,
    kind: doc.kind,
    streams: {
      name: analyse(doc.name),
      tags: analyse(doc.tags.join("\n")),
      asks: analyse(doc.asks.join("\n")),
      description: analyse(doc.description),
      body: analyse(doc.body),
    },
  };
  analysed.set(doc, made);
  return made;
}

export class MemoryIndex implements SearchIndex {
  readonly #proposals: readonly Proposal[];
  readonly #postings = new Map<string, Posting[]>();
  readonly #averageLength: Record<FieldName, number>;
  readonly #lengths: readonly number[];

  constructor(docs: readonly Doc[]) {
    this.#proposals = docs.map(proposalOf);
    for (const [at, proposal] of this.#proposals.entries()) this.#add(proposal, at);
    const mean = (field: FieldName): number => {
      const total = this.#proposals.reduce((sum, { streams }) => sum + lengthOf(streams[field]), 0);
      return total / Math.max(1, docs.length);
    };
    this.#averageLength = Object.fromEntries(FIELD_NAMES.map((field) => [field, mean(field)])) as Record<
      FieldName,
      number
    >;
    this.#lengths = this.#proposals.map(({ streams }) =>
      FIELD_NAMES.reduce((sum, field) => sum + lengthOf(streams[field]), 0),
    );
  }

  #add({ streams }: Proposal, at: number): void {
    const weights = new Map<string, number>();
    for (const field of FIELD_NAMES)
      for (const term of matchText(streams[field]).split(" "))
        if (term !== "") weights.set(term, (weights.get(term) ?? 0) + WEIGHT[field]);
    for (const [term, weight] of weights) {
      const list = this.#postings.get(term);
      if (list === undefined) this.#postings.set(term, [{ at, weight }]);
      else list.push({ at, weight });
    }
  }

  refresh(): "current" {
    return "current";
  }

  facts(terms: readonly string[], _filter: IndexFilter): TermFacts {
    return {
      documents: this.#proposals.length,
      averageLength: this.#averageLength,
      frequency: new Map(
        terms.flatMap((term) => {
          const count = this.#postings.get(term)?.length ?? 0;
          return count === 0 ? [] : [[term, count] as const];
        }),
      ),
      background: new Map(
        terms.flatMap((term) => {
          const count = BACKGROUND.get(term);
          return count === undefined ? [] : [[term, count] as const];
        }),
      ),
      backgroundSize: SIZE,
    };
  }

  candidates(terms: readonly string[], _filter: IndexFilter, limit: number): readonly Proposal[] {
    const scores = new Map<number, number>();
    const size = this.#proposals.length;
    const average = this.#lengths.reduce((sum, each) => sum + each, 0) / Math.max(1, size);
    for (const term of new Set(terms)) {
      const postings = this.#postings.get(term) ?? [];
      const idf = Math.log(1 + (size - postings.length + 0.5) / (postings.length + 0.5));
      for (const { at, weight } of postings) {
        const norm = 1.2 * (0.25 + (0.75 * (this.#lengths[at] ?? 0)) / Math.max(1, average));
        scores.set(at, (scores.get(at) ?? 0) + (idf * weight * 2.2) / (weight + norm));
      }
    }
    const best = [...scores].sort(([a, x], [b, y]) => y - x || a - b).slice(0, limit);
    return best.flatMap(([at]) => this.#proposals[at] ?? []);
  }

  claimants(): ReadonlyMap<string, readonly Spot[]> {
    return new Map();
  }

  completions(prefix: string, _filter: IndexFilter, limit: number): readonly string[] {
    const found = [...this.#postings].filter(([term]) => term.startsWith(prefix));
    found.sort(([a, x], [b, y]) => y.length - x.length || (a < b ? -1 : 1));
    return found.slice(0, limit).map(([term]) => term);
  }

  close(): void {}
}
