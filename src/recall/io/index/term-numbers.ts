// Numbers for the terms of one update, found by their letters where they stand in a text: an update meets each term of a
// store thousands of times, and neither cuts it out nor hashes it as a string again.

import { lengthOf } from "../../../text/terms.ts";
import { FIELD_NAMES, type FieldName } from "../../search-index.ts";
import { WEIGHTS } from "../../weights.ts";
import type { Streams } from "./entry.ts";

const FIRST = 1 << 14;
const EMPTY = -1;

export class TermNumbers {
  /** By number, in the order they were first met. */
  readonly names: string[] = [];
  readonly #hashes: number[] = [];
  #slots = new Int32Array(FIRST).fill(EMPTY);

  /** Of text[from, end). */
  of(text: string, from: number, end: number): number {
    let hash = 0x811c9dc5;
    for (let at = from; at < end; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
    hash ^= hash >>> 15;
    const mask = this.#slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const number = this.#slots[slot] as number;
      if (number === EMPTY) return this.#put(slot, hash, text.slice(from, end));
      if (this.#hashes[number] !== hash) continue;
      const name = this.names[number] as string;
      if (name.length === end - from && text.startsWith(name, from)) return number;
    }
  }

  /** All numbers, by name. */
  inOrder(): Int32Array {
    const { names } = this;
    return Int32Array.from(names.keys()).sort((a, b) => ((names[a] as string) < (names[b] as string) ? -1 : 1));
  }

  #put(slot: number, hash: number, name: string): number {
    const number = this.names.length;
    this.names.push(name);
    this.#hashes.push(hash);
    this.#slots[slot] = number;
    if (2 * number > this.#slots.length) this.#grow();
    return number;
  }

  #grow(): void {
    const slots = new Int32Array(2 * this.#slots.length).fill(EMPTY);
    const mask = slots.length - 1;
    for (let number = 0; number < this.#hashes.length; number++) {
      let slot = (this.#hashes[number] as number) & mask;
      while (slots[slot] !== EMPTY) slot = (slot + 1) & mask;
      slots[slot] = number;
    }
    this.#slots = slots;
  }
}

// Postings of one block on their way to the disk: pairs of term and packed place in one growing array, sorted by term
// when they are written. A list for each term would be tens of thousands of small objects to move about.

const FIRST_PAIRS = 1 << 16;

export class Gathered {
  #pairs = new Int32Array(FIRST_PAIRS);
  #used = 0;

  /** `term` by its number. */
  add(term: number, packed: number): void {
    if (this.#used === this.#pairs.length) {
      const larger = new Int32Array(this.#used * 2);
      larger.set(this.#pairs);
      this.#pairs = larger;
    }
    this.#pairs[this.#used] = term;
    this.#pairs[this.#used + 1] = packed;
    this.#used += 2;
  }

  /** Each term with its places in the order they came; terms in the order given, which names every one once. */
  *sorted(terms: Int32Array): Iterable<readonly [term: number, packed: Int32Array]> {
    const ends = new Int32Array(terms.length + 1);
    for (let at = 0; at < this.#used; at += 2) {
      const next = (this.#pairs[at] as number) + 1;
      ends[next] = (ends[next] as number) + 1;
    }
    for (let at = 1; at < ends.length; at++) ends[at] = (ends[at] as number) + (ends[at - 1] as number);
    const starts = ends.slice();
    const places = new Int32Array(this.#used / 2);
    for (let at = 0; at < this.#used; at += 2) {
      const term = this.#pairs[at] as number;
      const to = ends[term] as number;
      places[to] = this.#pairs[at + 1] as number;
      ends[term] = to + 1;
    }
    for (const term of terms) {
      const from = starts[term] as number;
      const to = starts[term + 1] as number;
      if (from < to) yield [term, places.subarray(from, to)];
    }
  }
}

// How much a term says in one memory, as one byte, known when the memory is indexed: BM25's saturated count over the
// weighted fields (SEA-3). Lengths are judged against usual ones, for the store's own mean moves with every write; the
// first choice of candidates needs no more, and the ranking scores them exactly.

const USUAL_LENGTH: Readonly<Record<FieldName, number>> = { name: 6, tags: 4, asks: 20, description: 14, body: 70 };
const TOP = 255;

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
