// Further hits of a search, near in meaning (ARR-5a), where words find little: below the lexical ones, whose order they never
// change. Meaning can find and can't tell whether anything answers, so it opens no gate and no prompt asks for it. What may
// not be shown stays away here too, and the caps on what nobody has confirmed hold (CTX-9).
import { textField } from "../memory/fields.ts";
import { type Memory, readMemory, replacedAmong } from "../store/catalogue.ts";
import { dayOf } from "../trust/transitions.ts";
import { type NearMemory, nearestByMeaning } from "./nearest.ts";
import type { Hit, SearchedStore, SearchRequest, SearchResult } from "./search.ts";
import { spotKey } from "./search-index.ts";
import { capped, whyNot } from "./serve.ts";
import { convinces } from "./silence.ts";

export interface NearHit {
  readonly memory: Memory;
  /** The cosine of the two vectors. */
  readonly nearness: number;
}

const MOST = 5;
/** Read and judged one by one until there are enough; as many as words propose. */
const MOST_READ = 60;
/** Chosen on development questions: decision 0042. */
const FLOOR = 0.1;

/** `shown` are the hits that are shown already. */
export function nearInMeaning(
  found: SearchResult,
  shown: readonly Hit[],
  stores: readonly SearchedStore[],
  request: SearchRequest,
): readonly NearHit[] {
  if (!findsLittle(found)) return [];
  const { project, branches, now } = request;
  // Words that a search completed are the index's guess, not the question's.
  const terms = found.query.terms.flatMap(({ term, forms }) => (forms.length === 0 ? [] : [term]));
  const near = nearestByMeaning(stores, terms, { today: dayOf(now), project, branches }, MOST_READ);
  const known = new Set(shown.map(({ memory }) => spotKey({ scope: memory.scope, ...memory.stored })));
  return [...capped(servable(near.slice(0, MOST_READ), known, stores, request), MOST)];
}

/** No hit passes the bars of a prompt; who chose names and tags gets no meaning. */
export function findsLittle({ hits: [best], strategy }: SearchResult): boolean {
  return strategy === "fts5-bm25" && (best === undefined || !convinces(best));
}

function* servable(
  near: readonly NearMemory[],
  known: ReadonlySet<string>,
  stores: readonly SearchedStore[],
  request: SearchRequest,
): Iterable<NearHit & Pick<Memory, "tier" | "scope"> & { readonly madeOn: string }> {
  for (const spot of near) {
    if (spot.nearness < FLOOR) return;
    const memory = readMemory(spot.store, spot);
    if (memory?.kind !== "memory" || known.has(spotKey({ scope: memory.scope, ...memory.stored }))) continue;
    if (whyNot(memory, request, replacedAmong([memory], stores)) !== undefined) continue;
    const { tier, scope, document } = memory;
    const madeOn = textField(document, "created-at")?.slice(0, 10) ?? "";
    yield { memory, nearness: spot.nearness, tier, scope, madeOn };
  }
}
