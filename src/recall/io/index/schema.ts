// What the index holds (SEA-1). All of it is derived: another version inside means that it is made anew.
//
// The filters of SEA-5 are part of a document's number, so that the query applies them to every row it meets without a
// look elsewhere: number = scope * SCOPE_SIZE + n. A scope is one combination of project, branch, expiry and "some file
// claims to replace it", and counts what it holds; scope 0 is never searched and stands for everything that no filter
// lets through (quarantined, retired, proposals, copies of what is in quarantine, unreadable files).
import { KINDS } from "../../../memory/kinds.ts";
import { FIELD_NAMES } from "../../search-index.ts";

export const SCHEMA_VERSION = 8;
export const SCOPE_SIZE: number = 2 ** 32;
export const NEVER_SEARCHED = 0;

/** Documents in one block of postings. */
export const BLOCK_SIZE: number = 2 ** 14;
/** Of one posting: a place in its block, and how much the term says there. */
export const BYTES = 3;

export function scopeOf(document: number): number {
  return Math.floor(document / SCOPE_SIZE);
}

export function blockOf(document: number): number {
  return Math.floor(document / BLOCK_SIZE);
}

const KIND_RANK = `CASE kind ${KINDS.map((kind, at) => `WHEN '${kind}' THEN ${at}`).join(" ")} ELSE ${KINDS.length} END`;

/** What a scope has to say first, as an index keeps it; the first ten characters of an id are its time. */
export const LEADING_ORDER: string = `verified DESC, rule DESC, ${KIND_RANK}, substr(memory, 1, 10) DESC, memory`;

const streams = FIELD_NAMES.map((field) => `${field} TEXT NOT NULL`).join(", ");
const lengths = FIELD_NAMES.map((field) => `${field} INTEGER NOT NULL DEFAULT 0`).join(", ");

export const DROP = `
DROP TABLE IF EXISTS meta; DROP TABLE IF EXISTS scopes; DROP TABLE IF EXISTS files; DROP TABLE IF EXISTS documents;
DROP TABLE IF EXISTS claims; DROP TABLE IF EXISTS words; DROP TABLE IF EXISTS postings;
DROP TABLE IF EXISTS background; DROP TABLE IF EXISTS verdicts; DROP TABLE IF EXISTS globs; DROP TABLE IF EXISTS vectors;
DROP TABLE IF EXISTS encodings; DROP TABLE IF EXISTS rules;`;

// Text is folded and cut by text/terms.ts; the tokenizer only splits at spaces. No prefix index: completions come
// from the postings. Deleting from a contentless table needs no text back.
export const CREATE: string = `
CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE scopes(id INTEGER PRIMARY KEY, project TEXT NOT NULL, branch TEXT NOT NULL, expires TEXT NOT NULL,
  claimed INTEGER NOT NULL, next INTEGER NOT NULL DEFAULT 1, documents INTEGER NOT NULL DEFAULT 0, ${lengths},
  UNIQUE(project, branch, expires, claimed));
INSERT INTO scopes(id, project, branch, expires, claimed) VALUES (${NEVER_SEARCHED}, '', '', '', -1);
CREATE TABLE files(place TEXT NOT NULL, file TEXT NOT NULL, bucket INTEGER NOT NULL, stamp TEXT NOT NULL,
  sha256 TEXT NOT NULL, document INTEGER NOT NULL, PRIMARY KEY(place, file)) WITHOUT ROWID;
CREATE INDEX files_bucket ON files(bucket);
CREATE TABLE documents(id INTEGER PRIMARY KEY, place TEXT NOT NULL, file TEXT NOT NULL, memory TEXT NOT NULL,
  kind TEXT NOT NULL, served INTEGER NOT NULL, project TEXT NOT NULL, branch TEXT NOT NULL, expires TEXT NOT NULL,
  verified INTEGER NOT NULL, rule INTEGER NOT NULL, affirmed TEXT NOT NULL, inferred TEXT NOT NULL, ${streams});
CREATE INDEX documents_leading ON documents(id >> 32, ${LEADING_ORDER});
CREATE INDEX documents_inferred ON documents(inferred) WHERE inferred != '';
CREATE INDEX documents_affirmed ON documents(affirmed) WHERE served = 1 AND verified = 1;
CREATE INDEX documents_memory ON documents(memory);
CREATE INDEX documents_file ON documents(file);
CREATE TABLE claims(target TEXT NOT NULL, document INTEGER NOT NULL, PRIMARY KEY(target, document)) WITHOUT ROWID;
CREATE INDEX claims_document ON claims(document);
CREATE VIRTUAL TABLE words USING fts5(${FIELD_NAMES.join(", ")}, content='', contentless_delete=1,
  tokenize="unicode61 remove_diacritics 0");
INSERT INTO words(words, rank) VALUES ('hashsize', 16777216);
CREATE TABLE postings(block INTEGER NOT NULL, term TEXT NOT NULL, n INTEGER NOT NULL, data BLOB NOT NULL,
  PRIMARY KEY(block, term)) WITHOUT ROWID;
CREATE TABLE background(term TEXT PRIMARY KEY, n INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE verdicts(sha256 TEXT PRIMARY KEY, verdict TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE globs(glob TEXT NOT NULL, document INTEGER NOT NULL, PRIMARY KEY(glob, document)) WITHOUT ROWID;
CREATE INDEX globs_document ON globs(document);
CREATE TABLE rules(key TEXT NOT NULL, document INTEGER NOT NULL, lines TEXT NOT NULL, PRIMARY KEY(key, document)) WITHOUT ROWID;
CREATE INDEX rules_document ON rules(document);
CREATE TABLE vectors(document INTEGER PRIMARY KEY, data BLOB NOT NULL);
CREATE TABLE encodings(document INTEGER PRIMARY KEY, encoder TEXT NOT NULL, data BLOB NOT NULL);`;
