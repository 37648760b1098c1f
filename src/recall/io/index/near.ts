// What a store has that is near a question in meaning (ARR-5a). A memory's vector is derived from its words in the index,
// without `asks`, which may be stuffed; it is made when somebody first asks, so that no build pays for it and a session start
// for a few, and it goes with its memory. The filters are those of every other query (SEA-5).
import type { DatabaseSync } from "node:sqlite";
import type { Spot } from "../../../store/memory-store.ts";
import { matchText } from "../../../text/terms.ts";
import type { IndexFilter, NearSpot } from "../../search-index.ts";
import { cosine, DIMENSIONS, type Meaning } from "../../vectors.ts";
import type { Streams } from "./entry.ts";
import { readMeta } from "./meta.ts";
import { scopesFor } from "./query.ts";
import { SCOPE_SIZE } from "./schema.ts";
import { inTransaction, isPassing, writer } from "./sqlite.ts";

export type NearFrom = (
  database: DatabaseSync,
  terms: readonly string[],
  filter: IndexFilter,
  limit: number,
) => readonly NearSpot[];

const FIELDS = ["name", "tags", "description", "body"] as const;
/** Of one field: a long text is about what it begins with. */
const MOST_TERMS = 400;

/** Of a memory that has no known word: its nearness to anything is 0. */
const NOTHING = new Int8Array(DIMENSIONS);

const FILLED = "SELECT value FROM meta WHERE key = 'meaning'";
const KEEP_FILLED = "INSERT INTO meta VALUES ('meaning', ?) ON CONFLICT DO UPDATE SET value = excluded.value";
const MISSING = `SELECT id, ${FIELDS.join(", ")} FROM documents
  WHERE id >= ${SCOPE_SIZE} AND id NOT IN (SELECT document FROM vectors) LIMIT ?`;
const VECTORS = "SELECT document, data FROM vectors WHERE (document >> 32) IN (SELECT value FROM json_each(?))";
const SPOT = "SELECT place, file FROM documents WHERE id = ?";

/** Vectors that one asking makes at most; what is left is made by the next ones, and is not near until then. */
interface Patience {
  readonly most: number;
}

/** The table is read when something is first asked; without one nothing is near. */
export function nearBy(
  table: () => Meaning | undefined,
  patience: Patience = { most: Number.MAX_SAFE_INTEGER },
): NearFrom {
  return (database, terms, filter, limit) => {
    const meaning = table();
    const asked = meaning?.vectorOf(terms);
    if (meaning === undefined || asked === undefined) return [];
    fill(database, meaning, patience);
    return closest(database, asked, database.prepare(VECTORS).iterate(scopesIn(database, filter)), limit);
  };
}

/** For a query that takes them as its parameter. */
export function scopesIn(database: DatabaseSync, filter: IndexFilter): string {
  return JSON.stringify(scopesFor(database, filter).map(({ id }) => id));
}

/** Of rows of a document and its vector. */
export function closest(
  database: DatabaseSync,
  asked: Int8Array,
  rows: Iterable<unknown>,
  limit: number,
): readonly NearSpot[] {
  const found: { readonly document: number; readonly nearness: number }[] = [];
  for (const row of rows) {
    const { document, data } = row as { readonly document: number; readonly data: Uint8Array };
    if (data.length !== asked.length) continue;
    found.push({ document, nearness: cosine(asked, new Int8Array(data.buffer, data.byteOffset, data.length)) });
  }
  const best = found.sort((a, b) => b.nearness - a.nearness || a.document - b.document).slice(0, limit);
  const spot = database.prepare(SPOT);
  return best.flatMap(({ document, nearness }) => {
    const at = spot.get(document) as unknown as Spot | undefined;
    return at === undefined ? [] : [{ place: at.place, file: at.file, nearness }];
  });
}

/** By this table, and of the index as it stands. Where nothing can be written, what is there is asked. */
function fill(database: DatabaseSync, meaning: Meaning, { most }: Patience): void {
  if (database.prepare(FILLED).get()?.value === filledOf(database, meaning)) return;
  try {
    inTransaction(database, () => {
      const before = String(database.prepare(FILLED).get()?.value ?? "");
      if (!before.startsWith(`${meaning.version} `)) database.exec("DELETE FROM vectors");
      const put = writer(database, "INSERT INTO vectors VALUES (?, ?)");
      const missing = database.prepare(MISSING).all(most) as unknown as readonly (Streams & { readonly id: number })[];
      for (const row of missing) put(row.id, new Uint8Array((meaning.vectorOf(termsOf(row)) ?? NOTHING).buffer));
      const filled = missing.length < most ? filledOf(database, meaning) : `${meaning.version} -`;
      writer(database, KEEP_FILLED)(filled);
    });
  } catch (error) {
    if (!isPassing(error)) throw error;
  }
}

function filledOf(database: DatabaseSync, { version }: Meaning): string {
  return `${version} ${readMeta(database).generation}`;
}

function* termsOf(streams: Streams): Iterable<string> {
  for (const field of FIELDS) yield* matchText(streams[field]).split(" ").slice(0, MOST_TERMS);
}
