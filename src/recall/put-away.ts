// What matches a search and was put away: expired, quarantined, retired, proposed. No index holds it and no agent is told
// of it (SEA-5, TRU-30); a person who asks must not hear that nothing is known about what they have.

import { type Memory, readCatalogue } from "../store/catalogue.ts";
import type { WithheldReason } from "./candidate.ts";
import { whyNot } from "./candidate-of.ts";
import { rank } from "./rank.ts";
import type { Found, Miss, SearchedStore, SearchRequest } from "./search.ts";
import { proposalOf } from "./search-facts.ts";

/** What belongs to another project or branch was not put away: it is found there. */
const PUT_AWAY: ReadonlySet<WithheldReason> = new Set(["quarantined", "retired", "expired", "proposal"]);

/** The same, with these among the misses; for a person only. */
export function withPutAway(found: Found, stores: readonly SearchedStore[], request: SearchRequest): Found {
  const known = new Set(found.misses.map(({ memory }) => placeOf(memory)));
  const away = new Map(
    stores
      .flatMap(({ store }) => readCatalogue(store).memories)
      .flatMap((memory) => {
        const reason = whyNot(memory, { ...request, suspects: undefined });
        if (reason === undefined || !PUT_AWAY.has(reason) || known.has(placeOf(memory))) return [];
        return [[proposalOf(memory), { memory, reason }] as const];
      }),
  );
  const more = rank(found.query, found.facts, [...away.keys()]).flatMap((ranked): readonly Miss[] => {
    const each = away.get(ranked.proposal);
    return each === undefined || ranked.matched.length === 0 ? [] : [{ ...ranked, ...each }];
  });
  return { ...found, misses: [...found.misses, ...more] };
}

function placeOf({ scope, stored }: Memory): string {
  return `${scope} ${stored.place}/${stored.file}`;
}
