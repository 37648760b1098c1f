// How much a term says in one memory, as one byte, known when the memory is indexed: BM25's saturated count over the
// weighted fields (SEA-3). Lengths are judged against usual ones, for the store's own mean moves with every write; the
// first choice of candidates needs no more, and the ranking scores them exactly.
import { FIELD_NAMES, type FieldName } from "../core/recall/fields.ts";
import { WEIGHTS } from "../core/recall/weights.ts";
import { lengthOf } from "../core/text/terms.ts";
import type { Streams } from "./entry.ts";

const USUAL_LENGTH: Readonly<Record<FieldName, number>> = { name: 6, tags: 4, asks: 20, description: 14, body: 70 };
const TOP = 255;

/** For each term of the memory, 1 to 255. `texts` are the fields' tokens, in the order of FIELD_NAMES. */
export function impactsOf(streams: Streams, texts: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const [at, field] of FIELD_NAMES.entries()) {
    const text = texts[at] ?? "";
    if (text === "") continue;
    const { weight, lengthNorm } = WEIGHTS.fields[field];
    const share = weight / (1 - lengthNorm + (lengthNorm * lengthOf(streams[field])) / USUAL_LENGTH[field]);
    for (const term of text.split(" ")) counts.set(term, (counts.get(term) ?? 0) + share);
  }
  for (const [term, count] of counts) {
    counts.set(term, Math.max(1, Math.round((TOP * count) / (count + WEIGHTS.saturation))));
  }
  return counts;
}
