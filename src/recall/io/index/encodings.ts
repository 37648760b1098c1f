// Vectors of an encoder beside those of the table (ARR-5a, decision 0046): one to a document, made where nobody waits, gone with
// their document and with every index that a forgetting discards.
import type { Encodings, Waiting } from "../../search-index.ts";
import { closest, scopesIn } from "./near.ts";
import type { Asking } from "./open-index.ts";
import { SCOPE_SIZE } from "./schema.ts";
import { isPassing, writer } from "./sqlite.ts";

const SEARCHED = `documents WHERE id >= ${SCOPE_SIZE}`;
const MISSING = `${SEARCHED} AND id NOT IN (SELECT document FROM encodings WHERE encoder = ?)`;
const COUNTS = `SELECT (SELECT count(*) FROM ${SEARCHED}) AS total, (SELECT count(*) FROM ${MISSING}) AS missing`;
const WAITING = `SELECT id AS document, place, file FROM ${MISSING} LIMIT ?`;
const KEEP = "INSERT OR REPLACE INTO encodings SELECT id, ?, ? FROM documents WHERE id = ?";
const AGAIN = "DELETE FROM encodings WHERE length(data) = 0";
const VECTORS = `SELECT document, data FROM encodings
  WHERE encoder = ? AND (document >> 32) IN (SELECT value FROM json_each(?))`;
/** Of ten memories one may be without: it is new, and words find it. */
const SPARE = 10;

/** `encoder` names who made them: what another one made does not count. */
export function encodingsBy(encoder: string): (asking: Asking) => Encodings {
  return (asking) => ({
    suffice: asking((database) => {
      const { total, missing } = database.prepare(COUNTS).get(encoder) as unknown as Counts;
      return total > 0 && missing * SPARE <= total;
    }),
    near: asking((database, asked, filter, limit) =>
      closest(database, asked, database.prepare(VECTORS).iterate(encoder, scopesIn(database, filter)), limit),
    ),
    waiting: asking(
      (database, limit: number) => database.prepare(WAITING).all(encoder, limit) as unknown as readonly Waiting[],
    ),
    keep: asking((database, document, { buffer, byteOffset, length }) =>
      unlessPassing(() => writer(database, KEEP)(encoder, new Uint8Array(buffer, byteOffset, length), document)),
    ),
    again: asking((database) => unlessPassing(() => database.exec(AGAIN))),
  });
}

interface Counts {
  readonly total: number;
  readonly missing: number;
}

/** False: another process writes, or nothing can be written. */
function unlessPassing(act: () => void): boolean {
  try {
    act();
    return true;
  } catch (error) {
    if (!isPassing(error)) throw error;
    return false;
  }
}
