// Our engine, as the entrances use it: the port proposes, core ranks. The index behind the port is given.
import type { IndexFilter, SearchIndex } from "../../src/core/ports/search-index.ts";
import { type Ranked, rank } from "../../src/core/recall/rank.ts";
import { queryOf } from "../../src/core/text/query.ts";
import type { Engine, Opened } from "./engine.ts";
import { MemoryIndex } from "./memory-index.ts";
import type { Doc } from "./read.ts";

/** SEA-7. */
const CANDIDATES = 60;

const FILTER: IndexFilter = { today: "2026-01-01" };

export interface OurStore extends Opened {
  /** With all that silence needs to know. */
  rank(text: string): readonly Ranked[];
}

export interface OurEngine extends Engine {
  open(docs: readonly Doc[]): OurStore;
}

export function ourEngine(name: string, indexOf: (docs: readonly Doc[]) => SearchIndex): OurEngine {
  return {
    name,
    open: (docs) => {
      const index = indexOf(docs);
      const ranked = (text: string): readonly Ranked[] => {
        const query = queryOf(text);
        const terms = query.terms.map(({ term }) => term);
        if (terms.length === 0) return [];
        return rank(query, index.facts(terms, FILTER), index.candidates(terms, FILTER, CANDIDATES));
      };
      return {
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

export const IN_MEMORY: OurEngine = ourEngine("ours, in memory", (docs) => new MemoryIndex(docs));
