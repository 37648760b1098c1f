// Which memories hold a term, and how much it says there: three bytes each, in rows of one term and one block of numbers
// (schema.ts). Blocks are written one after the other, so that a build is sequential and a change touches small rows.
import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { Streams } from "./entry.ts";
import { BLOCK_SIZE, BYTES, blockOf } from "./schema.ts";
import { type Write, writer } from "./sqlite.ts";
import { Gathered, Impacts, TermNumbers } from "./term-numbers.ts";

/** Postings kept in memory before they are written. */
const KEPT_MAX = 3_000_000;
const GONE = 0;

export class Postings {
  /** By block: places and impacts, packed; impact 0 takes a memory out. */
  readonly #changes = new Map<number, Gathered>();
  #terms = new TermNumbers();
  #impacts = new Impacts(this.#terms);
  readonly #get: StatementSync;
  readonly #put: Write;
  readonly #drop: Write;
  readonly #any: StatementSync;
  #kept = 0;

  constructor(database: DatabaseSync) {
    this.#get = database.prepare("SELECT data FROM postings WHERE block = ? AND term = ?");
    this.#put = writer(database, "INSERT OR REPLACE INTO postings(block, term, n, data) VALUES (?, ?, ?, ?)");
    this.#drop = writer(database, "DELETE FROM postings WHERE block = ? AND term = ?");
    this.#any = database.prepare("SELECT 1 FROM postings WHERE block = ? LIMIT 1");
  }

  /** `texts`: the tokens of the fields, in the order of FIELD_NAMES. */
  add(document: number, streams: Streams, texts: readonly string[]): void {
    this.#change(document, streams, texts, (impact) => impact);
  }

  remove(document: number, streams: Streams, texts: readonly string[]): void {
    this.#change(document, streams, texts, () => GONE);
  }

  write(): void {
    const terms = this.#terms.inOrder();
    const blocks = [...this.#changes].sort(([a], [b]) => a - b);
    for (const [block, changes] of blocks) this.#writeBlock(block, changes, terms);
    this.#changes.clear();
    this.#terms = new TermNumbers();
    this.#impacts = new Impacts(this.#terms);
    this.#kept = 0;
  }

  #change(document: number, streams: Streams, texts: readonly string[], to: (impact: number) => number): void {
    const changes = this.#changesIn(blockOf(document));
    const place = (document % BLOCK_SIZE) * 256;
    this.#impacts.each(streams, texts, (term, impact) => {
      changes.add(term, place + to(impact));
      this.#kept++;
    });
    if (this.#kept > KEPT_MAX) this.write();
  }

  #writeBlock(block: number, changes: Gathered, terms: Int32Array): void {
    const isNew = this.#any.get(block) === undefined;
    for (const [number, places] of changes.sorted(terms)) {
      const term = this.#terms.names[number] as string;
      const before = isNew ? undefined : (this.#get.get(block, term)?.data as Uint8Array | undefined);
      const data = merged(before, places);
      if (data.length > 0) this.#put(block, term, data.length / BYTES, data);
      else if (before !== undefined) this.#drop(block, term);
    }
  }

  #changesIn(block: number): Gathered {
    const known = this.#changes.get(block);
    if (known !== undefined) return known;
    const changes = new Gathered();
    this.#changes.set(block, changes);
    return changes;
  }
}

function merged(before: Uint8Array | undefined, changes: Int32Array): Uint8Array {
  const isPlain = changes.every((packed) => (packed & 0xff) !== GONE);
  // A number is given out once, so that what only comes is new everywhere.
  if (isPlain) return packedAfter(before ?? new Uint8Array(0), changes);
  const latest = new Map(Array.from(changes, (packed) => [packed >>> 8, packed]));
  const kept: number[] = [];
  for (let at = 0; before !== undefined && at < before.length; at += BYTES) {
    const place = (before[at] as number) | ((before[at + 1] as number) << 8);
    if (!latest.has(place)) kept.push(place * 256 + (before[at + 2] as number));
  }
  for (const packed of latest.values()) if ((packed & 0xff) !== GONE) kept.push(packed);
  return packedAfter(new Uint8Array(0), kept);
}

function packedAfter(before: Uint8Array, changes: Int32Array | readonly number[]): Uint8Array {
  const data = new Uint8Array(before.length + changes.length * BYTES);
  data.set(before);
  let to = before.length;
  for (const packed of changes) {
    data[to] = (packed >>> 8) & 0xff;
    data[to + 1] = packed >>> 16;
    data[to + 2] = packed & 0xff;
    to += BYTES;
  }
  return data;
}
