// Postings of one block on their way to the disk: pairs of term and packed place in one growing array, sorted by term
// when they are written. A list for each term would be tens of thousands of small objects to move about.

const FIRST = 1 << 16;

export class Gathered {
  readonly #numbers = new Map<string, number>();
  #pairs = new Int32Array(FIRST);
  #used = 0;

  add(term: string, packed: number): void {
    let number = this.#numbers.get(term);
    if (number === undefined) {
      number = this.#numbers.size;
      this.#numbers.set(term, number);
    }
    if (this.#used === this.#pairs.length) {
      const larger = new Int32Array(this.#used * 2);
      larger.set(this.#pairs);
      this.#pairs = larger;
    }
    this.#pairs[this.#used] = number;
    this.#pairs[this.#used + 1] = packed;
    this.#used += 2;
  }

  /** Each term with its places in the order they came, terms in order. */
  *sorted(): Iterable<readonly [term: string, packed: Int32Array]> {
    const ends = new Int32Array(this.#numbers.size + 1);
    for (let at = 0; at < this.#used; at += 2) {
      const next = (this.#pairs[at] as number) + 1;
      ends[next] = (ends[next] as number) + 1;
    }
    for (let at = 1; at < ends.length; at++) ends[at] = (ends[at] as number) + (ends[at - 1] as number);
    const starts = ends.slice();
    const places = new Int32Array(this.#used / 2);
    for (let at = 0; at < this.#used; at += 2) {
      const number = this.#pairs[at] as number;
      const to = ends[number] as number;
      places[to] = this.#pairs[at + 1] as number;
      ends[number] = to + 1;
    }
    for (const term of [...this.#numbers.keys()].sort()) {
      const number = this.#numbers.get(term) as number;
      yield [term, places.subarray(starts[number], starts[number + 1])];
    }
  }
}
