// Rows of the full-text table on their way to the disk. FTS5 gathers what it is given in memory for as long as row
// numbers rise, and writes all of it out when one falls. Scopes are far apart in the numbers (schema.ts), so rows wait
// here and go in by number: one piece on the disk instead of one for every change of scope.

import type { DatabaseSync } from "node:sqlite";
import { lengthOf } from "../../../text/terms.ts";
import { byField, FIELD_NAMES, type FieldName } from "../../search-index.ts";
import type { Streams } from "./entry.ts";
import { type Write, writer } from "./sqlite.ts";

/** Characters kept in memory before they are written. */
const KEPT_MAX = 32_000_000;

export class Words {
  readonly #waiting = new Map<number, readonly string[]>();
  readonly #insert: Write;
  readonly #delete: Write;
  #kept = 0;

  constructor(database: DatabaseSync) {
    const marks = FIELD_NAMES.map(() => "?").join(", ");
    this.#insert = writer(database, `INSERT INTO words(rowid, ${FIELD_NAMES.join(", ")}) VALUES (?, ${marks})`);
    this.#delete = writer(database, "DELETE FROM words WHERE rowid = ?");
  }

  /** `texts`: the tokens of the fields, in the order of FIELD_NAMES. */
  add(document: number, texts: readonly string[]): void {
    this.#waiting.set(document, texts);
    for (const text of texts) this.#kept += text.length;
    if (this.#kept > KEPT_MAX) this.write();
  }

  remove(document: number): void {
    if (!this.#waiting.delete(document)) this.#delete(document);
  }

  write(): void {
    const rows = [...this.#waiting].sort(([a], [b]) => a - b);
    for (const [document, texts] of rows) this.#insert(document, ...texts);
    this.#waiting.clear();
    this.#kept = 0;
  }
}

// How many memories a scope holds and how long their fields are, summed up while an update runs (SEA-7).

interface Sums {
  documents: number;
  readonly lengths: Record<FieldName, number>;
}

export class Tally {
  readonly #sums = new Map<number, Sums>();
  readonly #add: Write;

  constructor(database: DatabaseSync) {
    const lengths = FIELD_NAMES.map((field) => `${field} = ${field} + ?`).join(", ");
    this.#add = writer(database, `UPDATE scopes SET documents = documents + ?, ${lengths} WHERE id = ?`);
  }

  /** `by` is 1 for a memory that comes and -1 for one that goes. */
  count(scope: number, streams: Streams, by: 1 | -1): void {
    const sums = this.#sums.get(scope) ?? { documents: 0, lengths: byField(() => 0) };
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
