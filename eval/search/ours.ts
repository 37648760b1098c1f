// Our engine, as the entrances use it: the port proposes, core ranks. The index behind the port is given.

import { type Ranked, rank } from "../../src/recall/rank.ts";
import type { IndexFilter, SearchIndex, TermFacts } from "../../src/recall/search-index.ts";
import { type Query, queryOf } from "../../src/text/query.ts";
import type { Engine, Opened } from "./engine.ts";
import { MemoryIndex } from "./memory-index.ts";
import type { Doc } from "./read.ts";

/** SEA-7. */
const CANDIDATES = 60;

const FILTER: IndexFilter = { today: "2026-01-01" };

export interface OurStore extends Opened {
  /** With all that silence needs to know. */
  rank(text: string): readonly Ranked[];
  asked(text: string): { readonly query: Query; readonly facts: TermFacts };
}

export interface OurEngine extends Engine {
  open(docs: readonly Doc[]): OurStore;
}

export function ourEngine(name: string, indexOf: (docs: readonly Doc[]) => SearchIndex): OurEngine {
  return {
    name,
    open: (docs) => {
      const index = indexOf(docs);
      const asked: OurStore["asked"] = (text) => {
        const query = queryOf(text);
        return { query, facts: index.facts(termsOf(query), FILTER) };
      };
      const ranked = (text: string): readonly Ranked[] => {
        const { query, facts } = asked(text);
        if (query.terms.length === 0) return [];
        return rank(query, facts, index.candidates(termsOf(query), FILTER, CANDIDATES));
      };
      return {
        asked,
        rank: ranked,
        search: (text, limit) =>
          ranked(text)
            .slice(0, limit)
            .map(({ proposal }) => proposal.id),
        close: () => index.close(),
      };
    },
  };
}

function termsOf({ terms }: Query): readonly string[] {
  return terms.map(({ term }) => term);
}

export const IN_MEMORY: OurEngine = ourEngine("ours, in memory", (docs) => new MemoryIndex(docs));
