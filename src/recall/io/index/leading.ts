// What a store has to say at a place without a question: for a session start, and for a file that is about to be touched
// (CTX-2). The filters are those of every other query (SEA-5).
import type { DatabaseSync } from "node:sqlite";
import type { Spot } from "../../../store/memory-store.ts";
import { byKindAndAge, type Ordered } from "../../order.ts";
import type { IndexFilter, Leading, SaidRule } from "../../search-index.ts";
import { documentsIn, scopesFor } from "./query.ts";
import { LEADING_ORDER } from "./schema.ts";

// Of each scope the index has the first ones in order, so that no more rows are read than wanted, however large it is.
const LEADING = `SELECT place, file, verified, rule, kind, memory AS id FROM documents
  INDEXED BY documents_leading WHERE id >> 32 = ? ORDER BY ${LEADING_ORDER} LIMIT ?`;

interface Row extends Spot, Ordered {
  readonly verified: number;
  readonly rule: number;
  readonly here: boolean;
}

const INFERRED = "SELECT count(*) AS n FROM documents WHERE inferred != '' AND inferred <= ?";

const STALE =
  "SELECT count(*) AS n FROM documents WHERE served = 1 AND verified = 1 AND (affirmed < ? OR affirmed > ?)";

const BRANCHES =
  "SELECT DISTINCT branch FROM scopes WHERE documents > 0 AND claimed >= 0 AND branch != '' ORDER BY branch";

const GLOBS = `SELECT g.glob, d.place, d.file FROM globs AS g JOIN documents AS d ON d.id = g.document
  WHERE (g.document >> 32) IN (SELECT value FROM json_each(?)) ORDER BY g.glob, d.place, d.file`;

const RULES = `SELECT DISTINCT r.document, r.lines, d.place, d.file FROM rules AS r
  JOIN documents AS d ON d.id = r.document WHERE (r.document >> 32) IN (SELECT value FROM json_each(?))`;
const OF_WORDS = " AND r.key IN (SELECT value FROM json_each(?))";
const IN_ORDER = " ORDER BY r.document";

export function leadingFrom(database: DatabaseSync, filter: IndexFilter, limit: number): Leading {
  const scopes = scopesFor(database, filter);
  const statement = database.prepare(LEADING);
  const rows = scopes.flatMap(({ id, project }) =>
    statement.all(id, limit).map((row) => ({ ...(row as unknown as Row), here: project !== "" })),
  );
  const spots = rows.sort(inOrder).slice(0, limit);
  return {
    spots: spots.map(({ place, file, rule }) => ({ place, file, isRule: rule === 1 })),
    total: documentsIn(scopes),
  };
}

function inOrder(a: Row, b: Row): number {
  return b.verified - a.verified || b.rule - a.rule || Number(b.here) - Number(a.here) || byKindAndAge(a, b);
}

export function inferredBeforeFrom(database: DatabaseSync, moment: string): number {
  return Number(database.prepare(INFERRED).get(moment)?.n);
}

export function verifiedOutsideFrom(database: DatabaseSync, first: string, last: string): number {
  return Number(database.prepare(STALE).get(first, last)?.n);
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

/** As their files say it; whose word that is, is asked of each that would stop something. */
export function rulesFrom(
  database: DatabaseSync,
  filter: IndexFilter,
  words?: ReadonlySet<string>,
): readonly SaidRule[] {
  const scopes = idsOf(scopesFor(database, filter));
  const rows =
    words === undefined
      ? database.prepare(`${RULES}${IN_ORDER}`).all(scopes)
      : database.prepare(`${RULES}${OF_WORDS}${IN_ORDER}`).all(scopes, JSON.stringify([...words]));
  return (rows as unknown as readonly (Spot & { readonly lines: string })[]).map(({ lines, place, file }) => ({
    spot: { place, file },
    lines: JSON.parse(lines) as readonly string[],
  }));
}

function idsOf(scopes: readonly { readonly id: number }[]): string {
  return JSON.stringify(scopes.map(({ id }) => id));
}
