// How many memories a scope holds and how long their fields are, summed up while an update runs (SEA-7).
import type { DatabaseSync } from "node:sqlite";
import { lengthOf } from "../../../text/terms.ts";
import { FIELD_NAMES, type FieldName } from "../../search-index.ts";
import type { Streams } from "./entry.ts";
import { type Writer, writer } from "./sqlite.ts";

interface Sums {
  documents: number;
  readonly lengths: Record<FieldName, number>;
}

export class Tally {
  readonly #sums = new Map<number, Sums>();
  readonly #add: Writer;

  constructor(database: DatabaseSync) {
    const lengths = FIELD_NAMES.map((field) => `${field} = ${field} + ?`).join(", ");
    this.#add = writer(database, `UPDATE scopes SET documents = documents + ?, ${lengths} WHERE id = ?`);
  }

  /** `by` is 1 for a memory that comes and -1 for one that goes. */
  count(scope: number, streams: Streams, by: 1 | -1): void {
    const sums = this.#sums.get(scope) ?? {
      documents: 0,
      lengths: { name: 0, tags: 0, asks: 0, description: 0, body: 0 },
    };
    this.#sums.set(scope, sums);
    sums.documents += by;
    for (const field of FIELD_NAMES) sums.lengths[field] += by * lengthOf(streams[field]);
  }

  write(): void {
    for (const [scope, { documents, lengths }] of this.#sums) {
      this.#add(documents, ...FIELD_NAMES.map((field) => lengths[field]), scope);
    }
    this.#sums.clear();
  }
}
