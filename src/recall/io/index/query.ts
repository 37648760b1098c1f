// Questions to the index. Every term is quoted and bound (SEA-4); every filter is part of the query (SEA-5). FTS5
// chooses while a question finds few rows; above that its score of every row would cost too much, and the postings choose
// (SEA-7). Either way the caller scores what comes back, exactly and by all terms.
import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { Spot } from "../../../store/memory-store.ts";
import {
  byField,
  FIELD_NAMES,
  type FieldName,
  type IndexFilter,
  type Proposal,
  type TermFacts,
} from "../../search-index.ts";
import { WEIGHTS } from "../../weights.ts";
import { choose, postingsOf } from "./choose.ts";
import type { Streams } from "./entry.ts";
import { readMeta } from "./meta.ts";
import { blockOf, SCOPE_SIZE } from "./schema.ts";

interface Scope extends Readonly<Record<FieldName, number>> {
  readonly id: number;
  readonly project: string;
  readonly claimed: number;
  readonly next: number;
  readonly documents: number;
}

const columns = FIELD_NAMES.join(", ");

const SCOPES = `SELECT id, project, claimed, next, documents, ${columns} FROM scopes
  WHERE documents > 0 AND claimed >= 0 AND (project IN ('', ?) OR ?)
    AND (branch = '' OR branch IN (SELECT value FROM json_each(?))) AND (expires = '' OR expires >= ?)`;

const FREQUENCIES = "SELECT term, n FROM postings WHERE block = ? AND term IN (SELECT value FROM json_each(?))";

const BACKGROUND = "SELECT term, n FROM background WHERE term IN (SELECT value FROM json_each(?))";

const weights = FIELD_NAMES.map((field) => WEIGHTS.fields[field].weight.toFixed(3)).join(", ");

const MATCHING = `SELECT rowid AS id FROM words
  WHERE words MATCH ? AND (rowid >> 32) IN (SELECT value FROM json_each(?))
  ORDER BY bm25(words, ${weights}) LIMIT ?`;

const DOCUMENTS = `SELECT d.place, d.file, d.memory, d.kind, ${FIELD_NAMES.map((field) => `d.${field}`).join(", ")}
  FROM json_each(?) AS wanted CROSS JOIN documents AS d ON d.id = wanted.value ORDER BY wanted.key`;

const CLAIMANTS = `SELECT c.target, d.place, d.file FROM claims AS c JOIN documents AS d ON d.id = c.document
  WHERE c.target IN (SELECT value FROM json_each(?)) ORDER BY c.target, d.place, d.file`;

const COMPLETIONS = "SELECT term, n FROM postings WHERE block = ? AND term >= ? AND term < ?";

/** Rows that FTS5 may score for one question. */
const ROW_BUDGET = 1000;

export function factsFrom(database: DatabaseSync, terms: readonly string[], filter: IndexFilter): TermFacts {
  const scopes = scopesFor(database, filter);
  const documents = documentsIn(scopes);
  const mean = (field: FieldName): number =>
    documents === 0 ? 0 : scopes.reduce((sum, scope) => sum + scope[field], 0) / documents;
  const found = database.prepare(BACKGROUND).all(JSON.stringify(terms));
  return {
    documents,
    averageLength: byField(mean),
    frequency: counted(database.prepare(FREQUENCIES), scopes, JSON.stringify(terms)),
    background: new Map(found.map(({ term, n }) => [String(term), Number(n)])),
    backgroundSize: readMeta(database).backgroundSize,
  };
}

export function candidatesFrom(
  database: DatabaseSync,
  terms: readonly string[],
  filter: IndexFilter,
  { limit, rows = ROW_BUDGET }: { readonly limit: number; readonly rows?: number },
): readonly Proposal[] {
  const scopes = scopesFor(database, filter);
  const ids = [0, 1].flatMap((claimed) => {
    const group = scopes.filter((scope) => scope.claimed === claimed);
    const postings = postingsOf(database, blocksOf(group), terms);
    // Postings know nothing of fields; in a few short ones FTS5 finds few rows.
    if (postings.found > rows && filter.fields === undefined) return choose(postings, documentsIn(group), limit);
    const match = matchOf([...postings.frequency.keys()], filter.fields);
    return match === ""
      ? []
      : database
          .prepare(MATCHING)
          .all(match, numbers(group), limit)
          .map(({ id }) => Number(id));
  });
  if (ids.length === 0) return [];
  return database
    .prepare(DOCUMENTS)
    .all(JSON.stringify(ids))
    .map((row) => proposalOf(row as unknown as Found));
}

function matchOf(terms: readonly string[], fields: IndexFilter["fields"]): string {
  const any = terms.map(quoted).join(" OR ");
  return any === "" || fields === undefined ? any : `{${fields.join(" ")}} : (${any})`;
}

/** A string for the query language: whatever stands in it is a literal. */
function quoted(term: string): string {
  return `"${term.replaceAll('"', '""')}"`;
}

export function claimantsFrom(database: DatabaseSync, ids: readonly string[]): ReadonlyMap<string, readonly Spot[]> {
  const found = new Map<string, Spot[]>();
  for (const row of database.prepare(CLAIMANTS).all(JSON.stringify(ids))) {
    const { target, place, file } = row as unknown as Spot & { readonly target: string };
    const spots = found.get(target) ?? [];
    found.set(target, spots);
    spots.push({ place, file });
  }
  return found;
}

export function completionsFrom(
  database: DatabaseSync,
  prefix: string,
  filter: IndexFilter,
  limit: number,
): readonly string[] {
  if (prefix === "") return [];
  const found = counted(database.prepare(COMPLETIONS), scopesFor(database, filter), prefix, `${prefix}\u{10ffff}`);
  const sorted = [...found].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
  return sorted.slice(0, limit).map(([term]) => term);
}

export function scopesFor(
  database: DatabaseSync,
  { project = "", everywhere = false, branches = [], today }: IndexFilter,
): readonly Scope[] {
  const values = [project, everywhere ? 1 : 0, JSON.stringify(branches), today];
  return database.prepare(SCOPES).all(...values) as unknown as readonly Scope[];
}

function numbers(scopes: readonly Scope[]): string {
  return JSON.stringify(scopes.map(({ id }) => id));
}

export function documentsIn(scopes: readonly Scope[]): number {
  return scopes.reduce((sum, { documents }) => sum + documents, 0);
}

/** Numbers are given out from 1 and never again, so that the blocks of a scope are known. */
function blocksOf(scopes: readonly Scope[]): readonly number[] {
  return scopes.flatMap(({ id, next }) => {
    const first = blockOf(id * SCOPE_SIZE);
    return Array.from({ length: blockOf(next - 1) + 1 }, (_, at) => first + at);
  });
}

/** By term, over the blocks of the scopes. */
function counted(rows: StatementSync, scopes: readonly Scope[], ...asked: readonly string[]): Map<string, number> {
  const found = new Map<string, number>();
  for (const block of blocksOf(scopes)) {
    for (const { term, n } of rows.all(block, ...asked)) {
      found.set(String(term), (found.get(String(term)) ?? 0) + Number(n));
    }
  }
  return found;
}

type Found = Streams & Spot & { readonly memory: string; readonly kind: string };

function proposalOf(row: Found): Proposal {
  const { place, file, memory, kind } = row;
  return { place, file, id: memory, kind, streams: byField((name) => row[name]) };
}
