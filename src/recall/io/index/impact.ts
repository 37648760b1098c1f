// How much a term says in one memory, as one byte, known when the memory is indexed: BM25's saturated count over the
// weighted fields (SEA-3). Lengths are judged against usual ones, for the store's own mean moves with every write; the
// first choice of candidates needs no more, and the ranking scores them exactly.

import { lengthOf } from "../../../text/terms.ts";
import { FIELD_NAMES, type FieldName } from "../../search-index.ts";
import { WEIGHTS } from "../../weights.ts";
import type { Streams } from "./entry.ts";
import type { TermNumbers } from "./term-numbers.ts";

const USUAL_LENGTH: Readonly<Record<FieldName, number>> = { name: 6, tags: 4, asks: 20, description: 14, body: 70 };
const TOP = 255;
const FIRST = 1 << 14;

export class Impacts {
  readonly #terms: TermNumbers;
  /** By term; all zero between two memories. */
  #counts = new Float64Array(FIRST);

  constructor(terms: TermNumbers) {
    this.#terms = terms;
  }

  /** For each term of the memory, by its number: 1 to 255. `texts` are the fields' tokens, in the order of FIELD_NAMES. */
  each(streams: Streams, texts: readonly string[], take: (term: number, impact: number) => void): void {
    const met: number[] = [];
    for (const [at, field] of FIELD_NAMES.entries()) {
      const text = texts[at] ?? "";
      if (text === "") continue;
      const { weight, lengthNorm } = WEIGHTS.fields[field];
      const share = weight / (1 - lengthNorm + (lengthNorm * lengthOf(streams[field])) / USUAL_LENGTH[field]);
      this.#count(text, share, met);
    }
    for (const term of met) {
      const count = this.#counts[term] as number;
      this.#counts[term] = 0;
      take(term, Math.max(1, Math.round((TOP * count) / (count + WEIGHTS.saturation))));
    }
  }

  #count(text: string, share: number, met: number[]): void {
    for (let from = 0; from < text.length; ) {
      const blank = text.indexOf(" ", from);
      const end = blank === -1 ? text.length : blank;
      const term = this.#terms.of(text, from, end);
      if (term >= this.#counts.length) this.#grow();
      const count = this.#counts[term] as number;
      if (count === 0) met.push(term);
      this.#counts[term] = count + share;
      from = end + 1;
    }
  }

  #grow(): void {
    const larger = new Float64Array(2 * this.#counts.length);
    larger.set(this.#counts);
    this.#counts = larger;
  }
}
