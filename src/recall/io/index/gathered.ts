// Postings of one block on their way to the disk: pairs of term and packed place in one growing array, sorted by term
// when they are written. A list for each term would be tens of thousands of small objects to move about.

const FIRST = 1 << 16;

export class Gathered {
  #pairs = new Int32Array(FIRST);
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
