// What a store has to say at a place without a question: for a session start, and for a file that is about to be touched
// (CTX-2). The filters are those of every other query (SEA-5).
import type { DatabaseSync } from "node:sqlite";
import { KINDS } from "../../../memory/kinds.ts";
import type { Spot } from "../../../store/memory-store.ts";
import type { IndexFilter } from "../../search-index.ts";
import type { Leading } from "../../store-index.ts";
import { documentsIn, scopesFor } from "./query.ts";

const kindRank = `CASE kind ${KINDS.map((kind, at) => `WHEN '${kind}' THEN ${at}`).join(" ")} ELSE ${KINDS.length} END`;

// The inner query reads the small index alone: rows are long. The first ten characters of an id are its time.
const LEADING = `SELECT d.place, d.file FROM (
    SELECT id FROM documents INDEXED BY documents_leading WHERE (id >> 32) IN (SELECT value FROM json_each(?1))
    ORDER BY verified DESC, (id >> 32) IN (SELECT value FROM json_each(?2)) DESC, ${kindRank},
      substr(memory, 1, 10) DESC, memory LIMIT ?3) AS first JOIN documents AS d ON d.id = first.id`;

const INFERRED = "SELECT count(*) AS n FROM documents WHERE inferred != '' AND inferred <= ?";

const BRANCHES =
  "SELECT DISTINCT branch FROM scopes WHERE documents > 0 AND claimed >= 0 AND branch != '' ORDER BY branch";

const GLOBS = `SELECT g.glob, d.place, d.file FROM globs AS g JOIN documents AS d ON d.id = g.document
  WHERE (g.document >> 32) IN (SELECT value FROM json_each(?)) ORDER BY g.glob, d.place, d.file`;

export function leadingFrom(database: DatabaseSync, filter: IndexFilter, limit: number): Leading {
  const scopes = scopesFor(database, filter);
  const here = scopes.filter(({ project }) => project !== "");
  const rows = database.prepare(LEADING).all(idsOf(scopes), idsOf(here), limit) as unknown as readonly Spot[];
  return { spots: rows.map(({ place, file }) => ({ place, file })), total: documentsIn(scopes) };
}

export function inferredBeforeFrom(database: DatabaseSync, moment: string): number {
  return Number(database.prepare(INFERRED).get(moment)?.n);
}

export function branchesFrom(database: DatabaseSync): readonly string[] {
  return database
    .prepare(BRANCHES)
    .all()
    .map(({ branch }) => String(branch));
}

export function globsFrom(database: DatabaseSync, filter: IndexFilter): ReadonlyMap<string, readonly Spot[]> {
  const found = new Map<string, Spot[]>();
  const rows = database.prepare(GLOBS).all(idsOf(scopesFor(database, filter)));
  for (const { glob, place, file } of rows as unknown as readonly (Spot & { readonly glob: string })[]) {
    const spots = found.get(glob);
    if (spots === undefined) found.set(glob, [{ place, file }]);
    else spots.push({ place, file });
  }
  return found;
}

function idsOf(scopes: readonly { readonly id: number }[]): string {
  return JSON.stringify(scopes.map(({ id }) => id));
}
