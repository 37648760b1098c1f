// Puts entries into the index and takes them out, inside one transaction of the caller. Which scope a memory belongs to
// can depend on other files: a twin in quarantine keeps it out (STO-20), a claim to replace it sets it apart (TRU-22b).
// So whatever comes or goes is remembered, and in the end those it concerns are put where they now belong.
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { keysOf } from "../../../memory/rule-keys.ts";
import type { Spot } from "../../../store/memory-store.ts";
import { matchText } from "../../../text/terms.ts";
import { FIELD_NAMES } from "../../search-index.ts";
import type { IndexEntry, Streams } from "./entry.ts";
import { Postings } from "./postings.ts";
import { NEVER_SEARCHED, SCOPE_SIZE, scopeOf } from "./schema.ts";
import { type Write, writer } from "./sqlite.ts";
import { Tally, Words } from "./words.ts";

interface Row extends Streams {
  readonly id: number;
  readonly place: string;
  readonly file: string;
  readonly memory: string;
  readonly served: number;
  readonly project: string;
  readonly branch: string;
  readonly expires: string;
}

type Bound = Pick<Row, "place" | "file" | "memory" | "project" | "branch" | "expires"> & { readonly served: boolean };

export class Update {
  readonly #tally: Tally;
  readonly #words: Words;
  readonly #postings: Postings;
  readonly #read: Readonly<Record<keyof typeof READS, StatementSync>>;
  readonly #write: Readonly<Record<keyof typeof WRITES, Write>>;
  readonly #scopes = new Map<string, number>();
  readonly #next = new Map<number, number>();
  /** Whether there is anything in quarantine, and any claim: mostly not, and then nobody asks for each memory. */
  #shadows: boolean;
  #claims: boolean;
  readonly #ids = new Set<string>();
  readonly #files = new Set<string>();

  constructor(database: DatabaseSync) {
    this.#tally = new Tally(database);
    this.#words = new Words(database);
    this.#postings = new Postings(database);
    this.#read = each(READS, (text) => database.prepare(text));
    this.#write = each(WRITES, (text) => writer(database, text));
    this.#shadows = this.#read.anyShadow.get() !== undefined;
    this.#claims = this.#read.anyClaim.get() !== undefined;
  }

  /** The number of the new document. */
  add(entry: IndexEntry): number {
    const { place, file, id: memory, kind, served, project, branch, expires, streams } = entry;
    const id = this.#number(this.#scopeFor({ ...entry, memory }));
    this.#write.insert(
      id,
      place,
      file,
      memory,
      kind,
      served ? 1 : 0,
      project,
      branch,
      expires,
      entry.verified ? 1 : 0,
      entry.rule ? 1 : 0,
      entry.affirmed,
      entry.inferred,
      ...values(streams),
    );
    for (const target of entry.claims) this.#write.claim(target, id);
    for (const glob of entry.globs) this.#write.glob(glob, id);
    for (const key of keysOf(entry.lines)) this.#write.rule(key, id, JSON.stringify(entry.lines));
    this.#index(id, streams, 1);
    this.#concerns(entry, memory, entry.claims);
    return id;
  }

  remove(id: number): void {
    const row = this.#read.document.get(id) as unknown as Row | undefined;
    if (row === undefined) return;
    const claims = this.#read.claimsOf.all(id).map(({ target }) => String(target));
    this.#index(id, row, -1);
    this.#write.unclaim(id);
    this.#write.unglob(id);
    this.#write.unrule(id);
    this.#write.unvector(id);
    this.#write.unencode(id);
    this.#write.delete(id);
    this.#concerns(row as unknown as Spot, row.memory, claims);
  }

  /** Everything is where it belongs, and every count is written. */
  finish(): void {
    const concerned = new Set<number>();
    for (const memory of this.#ids) for (const { id } of this.#read.ofMemory.all(memory)) concerned.add(Number(id));
    for (const file of this.#files) for (const { id } of this.#read.ofFile.all(file)) concerned.add(Number(id));
    for (const id of concerned) this.#settle(id);
    this.#tally.write();
    this.#words.write();
    this.#postings.write();
    for (const [scope, next] of this.#next) this.#write.setNext(next, scope);
  }

  #settle(id: number): void {
    const row = this.#read.document.get(id) as unknown as Row;
    const scope = this.#scopeFor({ ...row, served: row.served === 1 });
    if (scope === scopeOf(id)) return;
    const moved = this.#number(scope);
    this.#index(id, row, -1);
    this.#write.renumber(moved, id);
    this.#write.renumberFile(moved, row.place, row.file);
    this.#write.renumberClaims(moved, id);
    this.#write.renumberGlobs(moved, id);
    this.#write.renumberRule(moved, id);
    this.#write.unvector(id);
    this.#write.unencode(id);
    this.#index(moved, row, 1);
  }

  #concerns({ place, file }: Spot, memory: string, claims: readonly string[]): void {
    for (const target of claims) this.#ids.add(target);
    if (claims.length > 0) this.#claims = true;
    if (place !== "quarantine") return;
    this.#shadows = true;
    this.#files.add(file);
    if (memory !== "") this.#ids.add(memory);
  }

  #index(id: number, streams: Streams, by: 1 | -1): void {
    const scope = scopeOf(id);
    if (scope === NEVER_SEARCHED) return;
    const texts = FIELD_NAMES.map((field) => matchText(streams[field]));
    if (by === 1) {
      this.#words.add(id, texts);
      this.#postings.add(id, streams, texts);
    } else {
      this.#words.remove(id);
      this.#postings.remove(id, streams, texts);
    }
    this.#tally.count(scope, streams, by);
  }

  #scopeFor({ served, file, memory, project, branch, expires }: Bound): number {
    if (!served || (this.#shadows && this.#read.shadow.get(file, memory) !== undefined)) return NEVER_SEARCHED;
    const claimed = this.#claims && memory !== "" && this.#read.claimed.get(memory) !== undefined ? 1 : 0;
    const key = `${claimed} ${expires} ${project.length} ${project}${branch}`;
    const known = this.#scopes.get(key);
    if (known !== undefined) return known;
    this.#write.newScope(project, branch, expires, claimed);
    const scope = Number(this.#read.scope.get(project, branch, expires, claimed)?.id);
    this.#scopes.set(key, scope);
    return scope;
  }

  #number(scope: number): number {
    const n = this.#next.get(scope) ?? Number(this.#read.next.get(scope)?.next);
    this.#next.set(scope, n + 1);
    return scope * SCOPE_SIZE + n;
  }
}

const columns = FIELD_NAMES.join(", ");
const marks = FIELD_NAMES.map(() => "?").join(", ");

const READS = {
  document: `SELECT id, place, file, memory, served, project, branch, expires, ${columns} FROM documents WHERE id = ?`,
  ofMemory: "SELECT id FROM documents WHERE memory = ?",
  ofFile: "SELECT id FROM documents WHERE file = ?",
  claimsOf: "SELECT target FROM claims WHERE document = ?",
  claimed: "SELECT 1 FROM claims WHERE target = ? LIMIT 1",
  anyClaim: "SELECT 1 FROM claims LIMIT 1",
  anyShadow: "SELECT 1 FROM files WHERE place = 'quarantine' LIMIT 1",
  shadow: `SELECT 1 FROM documents WHERE place = 'quarantine' AND file = ?1
    UNION ALL SELECT 1 FROM documents WHERE place = 'quarantine' AND memory = ?2 AND ?2 <> '' LIMIT 1`,
  scope: "SELECT id FROM scopes WHERE project = ? AND branch = ? AND expires = ? AND claimed = ?",
  next: "SELECT next FROM scopes WHERE id = ?",
} as const;

const WRITES = {
  insert: `INSERT INTO documents(id, place, file, memory, kind, served, project, branch, expires, verified, rule,
    affirmed, inferred, ${columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ${marks})`,
  delete: "DELETE FROM documents WHERE id = ?",
  claim: "INSERT OR IGNORE INTO claims VALUES (?, ?)",
  unclaim: "DELETE FROM claims WHERE document = ?",
  glob: "INSERT OR IGNORE INTO globs VALUES (?, ?)",
  unglob: "DELETE FROM globs WHERE document = ?",
  rule: "INSERT INTO rules VALUES (?, ?, ?)",
  unrule: "DELETE FROM rules WHERE document = ?",
  renumberRule: "UPDATE rules SET document = ? WHERE document = ?",
  unvector: "DELETE FROM vectors WHERE document = ?",
  unencode: "DELETE FROM encodings WHERE document = ?",
  renumberGlobs: "UPDATE globs SET document = ? WHERE document = ?",
  newScope: "INSERT OR IGNORE INTO scopes(project, branch, expires, claimed) VALUES (?, ?, ?, ?)",
  setNext: "UPDATE scopes SET next = ? WHERE id = ?",
  renumber: "UPDATE documents SET id = ? WHERE id = ?",
  renumberFile: "UPDATE files SET document = ? WHERE place = ? AND file = ?",
  renumberClaims: "UPDATE claims SET document = ? WHERE document = ?",
} as const;

function values(streams: Streams): readonly string[] {
  return FIELD_NAMES.map((field) => streams[field]);
}

function each<K extends string, T>(texts: Readonly<Record<K, string>>, make: (text: string) => T): Record<K, T> {
  const made = Object.entries<string>(texts).map(([name, text]) => [name, make(text)]);
  return Object.fromEntries(made) as Record<K, T>;
}
