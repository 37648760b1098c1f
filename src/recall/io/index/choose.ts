// The first choice in a large store (SEA-7). FTS5 scores every row it finds, a microsecond each, and the common terms of
// a question find most of the store. Here each posting costs a few nanoseconds, so that no term has to be left out: all
// memories are scored by all terms, with an idf that can't collapse, and the best go to the ranking.
import type { DatabaseSync } from "node:sqlite";
import { BLOCK_SIZE, BYTES } from "./schema.ts";

const ROWS = "SELECT term, data FROM postings WHERE block = ? AND term IN (SELECT value FROM json_each(?))";

interface Row {
  readonly term: string;
  readonly data: Uint8Array;
}

interface AskedPostings {
  readonly blocks: readonly { readonly block: number; readonly rows: readonly Row[] }[];
  readonly frequency: ReadonlyMap<string, number>;
  /** Of all terms together. */
  readonly found: number;
}

export function postingsOf(database: DatabaseSync, blocks: readonly number[], terms: readonly string[]): AskedPostings {
  const statement = database.prepare(ROWS);
  const asked = JSON.stringify(terms);
  const frequency = new Map<string, number>();
  let found = 0;
  const filled = blocks.map((block) => {
    const rows = statement.all(block, asked) as unknown as readonly Row[];
    for (const { term, data } of rows) {
      const n = data.length / BYTES;
      frequency.set(term, (frequency.get(term) ?? 0) + n);
      found += n;
    }
    return { block, rows };
  });
  return { blocks: filled, frequency, found };
}

/** Numbers of the best, best first; equal ones by number. */
export function choose({ blocks, frequency }: AskedPostings, documents: number, limit: number): readonly number[] {
  const scores = new Float64Array(BLOCK_SIZE);
  const best = new Best(limit);
  for (const { block, rows } of blocks) {
    scores.fill(0);
    for (const { term, data } of rows) {
      const holding = frequency.get(term) ?? 0;
      add(scores, data, Math.log(1 + (documents - holding + 0.5) / (holding + 0.5)));
    }
    for (let place = 0; place < BLOCK_SIZE; place++) {
      const score = scores[place] as number;
      if (score > best.least) best.put(block * BLOCK_SIZE + place, score);
    }
  }
  return best.numbers();
}

/** A damaged row may name any place: one beyond the block is an element that no array has, and counts for nothing. */
function add(scores: Float64Array, data: Uint8Array, idf: number): void {
  for (let at = 0; at + 2 < data.length; at += BYTES) {
    const place = (data[at] as number) | ((data[at + 1] as number) << 8);
    scores[place] = (scores[place] as number) + idf * (data[at + 2] as number);
  }
}

/** The `limit` best so far. Kept with room for twice as many, and cut when that is full. */
class Best {
  readonly #limit: number;
  #found: { readonly number: number; readonly score: number }[] = [];
  /** Nothing with this score or less gets in. */
  least = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  put(number: number, score: number): void {
    this.#found.push({ number, score });
    if (this.#found.length >= 2 * this.#limit) this.#cut();
  }

  numbers(): readonly number[] {
    this.#cut();
    return this.#found.map(({ number }) => number);
  }

  #cut(): void {
    this.#found.sort((a, b) => b.score - a.score || a.number - b.number);
    if (this.#found.length < this.#limit) return;
    this.#found = this.#found.slice(0, this.#limit);
    this.least = this.#found.at(-1)?.score ?? 0;
  }
}
