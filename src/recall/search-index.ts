// The derived index (SEA-1): it proposes, and nothing more. What it says is checked against the files' own bytes before
// anything is shown, so a wrong, stale or forged index can hide a memory for a while and can never raise one.

import type { MemoryDocument } from "../memory/document.ts";
import { listField, textField } from "../memory/fields.ts";
import type { Memory } from "../store/catalogue.ts";
import type { Spot } from "../store/memory-store.ts";
import { analyse, lengthOf, matchText } from "../text/terms.ts";
import type { Place } from "../trust/tiers.ts";

// The fields of a memory that are searched, and nothing else of it.

export const FIELD_NAMES = ["name", "tags", "asks", "description", "body"] as const;
/** All that `match-strategy: title-tags` looks at (SEA-6). */
export const TITLE_TAGS: readonly FieldName[] = ["name", "tags"];
export type FieldName = (typeof FIELD_NAMES)[number];

export function byField<T>(of: (name: FieldName) => T): Record<FieldName, T> {
  return Object.fromEntries(FIELD_NAMES.map((name) => [name, of(name)])) as Record<FieldName, T>;
}

function searchedFields(doc: MemoryDocument): Readonly<Record<FieldName, string>> {
  return {
    name: textField(doc, "name") ?? "",
    tags: listField(doc, "tags").join("\n"),
    asks: listField(doc, "asks").join("\n"),
    description: textField(doc, "description") ?? "",
    body: doc.body,
  };
}

export function streamsOf(doc: MemoryDocument, fields: readonly FieldName[] = FIELD_NAMES): Proposal["streams"] {
  const texts = searchedFields(doc);
  return byField((name) => (fields.includes(name) ? analyse(texts[name]) : ""));
}

/** One memory as the index knows it. `streams` are what text/terms.ts packed, field by field. */
export interface Proposal {
  readonly place: Place;
  readonly file: string;
  readonly id: string;
  readonly kind: string;
  readonly streams: Readonly<Record<FieldName, string>>;
}

/** Applied in the query to every candidate, never after a limit (SEA-5). */
export interface IndexFilter {
  readonly project?: string | undefined;
  /** Of every project; for a person who looks at the whole store. */
  readonly everywhere?: boolean | undefined;
  /** YYYY-MM-DD: what expired before it is left out. */
  readonly today: string;
  /** Also what is bound to one of these branches; without them, only what is bound to none. */
  readonly branches?: readonly string[] | undefined;
  /** Only what matches in one of these is a candidate; absent: in any. */
  readonly fields?: readonly FieldName[] | undefined;
}

export interface TermFacts {
  /** Memories that the filter lets through. */
  readonly documents: number;
  /** Mean number of terms, by field. */
  readonly averageLength: Readonly<Record<FieldName, number>>;
  /** In how many of them each asked term stands; absent: none. */
  readonly frequency: ReadonlyMap<string, number>;
  /** In how many paragraphs of developer text each asked term stands; absent: unknown there. */
  readonly background: ReadonlyMap<string, number>;
  readonly backgroundSize: number;
}

/** Where a memory stands, among those of all stores. */
export function spotKey({ scope, place, file }: Spot & Pick<Memory, "scope">): string {
  return `${scope} ${place}/${file}`;
}

/** `nearness`: from -1 to 1. */
export interface NearSpot extends Spot {
  readonly nearness: number;
}

/** A document of the index that has no vector of an encoder yet. */
export interface Waiting extends Spot {
  readonly document: number;
}

/** Vectors of an encoder, stronger than the table's (ARR-5a). */
export interface Encodings {
  /** Nine of ten memories have one: then they find more than the table does. */
  suffice(): boolean;
  near(asked: Int8Array, filter: IndexFilter, limit: number): readonly NearSpot[];
  waiting(limit: number): readonly Waiting[];
  /** An empty one where none may be made; a document that went meanwhile gets none. False: nothing can be written now. */
  keep(document: number, vector: Int8Array): boolean;
  /** What got an empty one is looked at again. */
  again(): boolean;
}

/** `files` looks at every file; `places` at the two directories first, and at files only if a name came or went. */
export interface RefreshOptions {
  readonly depth: "files" | "places";
  /** With more files than this to read, nothing is done: a prompt does not wait for a build. */
  readonly most?: number;
  /** Of a store with more files than this `files` looks no further than `places`: the worker looks when it is due. */
  readonly filesUpTo?: number;
}

/**
 * `current`: as the store stands. `behind`: what is there is whole but older (another process is at it, the disk is
 * full, more to read than allowed). `empty`: nothing was built yet; the caller searches by title and tags (SEA-6).
 */
export type IndexState = "current" | "behind" | "empty";

/** Where the index itself can't be read any more, methods throw a Fault: the caller searches by title and tags (SEA-6). */
export interface SearchIndex {
  /** Brings the index up to what stands in the store; content is read only of files that changed. */
  refresh(options?: RefreshOptions): IndexState;
  facts(terms: readonly string[], filter: IndexFilter): TermFacts;
  /**
   * At most `limit`, by FTS5's own score; in a large store by the rarest terms first (SEA-7). And apart from them at
   * most `limit` that some file claims to replace: whether the claim holds is decided from the bytes (`claimants`), so
   * replaced memories take no other's slot and a false claim hides nothing.
   */
  candidates(terms: readonly string[], filter: IndexFilter, limit: number): readonly Proposal[];
  /** For each id the memories whose file claims to replace it; an id nobody claims is absent. */
  claimants(ids: readonly string[]): ReadonlyMap<string, readonly Spot[]>;
  /** Terms of the memories that the filter lets through which begin so, the most frequent first. */
  completions(prefix: string, filter: IndexFilter, limit: number): readonly string[];
  /** Nearest in meaning first, at most `limit` (ARR-5a); absent where no table of vectors is at hand. */
  near?(terms: readonly string[], filter: IndexFilter, limit: number): readonly NearSpot[];
  /** Absent where no encoder was installed. */
  readonly encodings?: Encodings;
  close(): void;
}

// What the index knows of a store as a whole, beside answering questions: so that a session start and a tool call need not
// read every file. It proposes here too; what is shown is read from its own bytes.

/** What a store has to say at a place, the most fitting first (CTX-2). */
export interface Leading {
  readonly spots: readonly (Spot & { readonly isRule: boolean })[];
  /** Memories that the filter lets through. */
  readonly total: number;
}

/** What the checks said of a file's bytes; their own words for it. */
export type Verdicts = ReadonlyMap<string, string>;

/** The `rule` of a memory that calls itself verified, not yet held against any signature. */
export interface SaidRule {
  readonly spot: Spot;
  readonly lines: readonly string[];
}

export interface StoreIndex extends SearchIndex {
  /** At most `limit`: verified by their own word first, rules first, of the project first, then by kind, then the newest. */
  leading(filter: IndexFilter, limit: number): Leading;
  /** It was built, and knows how rare a word is; without that a prompt is told nothing. */
  isWhole(): boolean;
  /** Nobody has looked at every file for a while: a file that was edited where it stands is not known yet. */
  isDue(now: Date): boolean;
  /** Every branch that a memory is bound to. */
  branches(): readonly string[];
  /** How many inferred memories were made at or before this moment (ISO 8601). */
  inferredBefore(moment: string): number;
  /** How many verified ones carry a `last-verified` before the one day or after the other (YYYY-MM-DD), or none. */
  verifiedOutside(first: string, last: string): number;
  /** The files' globs of the memories that the filter lets through, each with those that name it. */
  globs(filter: IndexFilter): ReadonlyMap<string, readonly Spot[]>;
  /** What memories forbid that the filter lets through, by their own word (RUL-1); with words, only what one of them is a key of. */
  rules(filter: IndexFilter, words?: ReadonlySet<string>): readonly SaidRule[];
  /** By the digest of a file's bytes; only what the same judge said. */
  verdicts(judge: string, digests: readonly string[]): Verdicts;
  /** Kept for the next time; where that is not possible, nothing happens. */
  keepVerdicts(judge: string, verdicts: Verdicts): void;
}

// What the stores know about the asked terms, as one: two stores are ranked together, so their counts are added.

export const NO_FACTS: TermFacts = {
  documents: 0,
  averageLength: byField(() => 0),
  frequency: new Map(),
  background: new Map(),
  backgroundSize: 0,
};

export function added(a: TermFacts, b: TermFacts): TermFacts {
  const documents = a.documents + b.documents;
  const frequency = new Map(a.frequency);
  for (const [term, count] of b.frequency) frequency.set(term, (frequency.get(term) ?? 0) + count);
  const averageLength = byField((name) => {
    const sum = a.averageLength[name] * a.documents + b.averageLength[name] * b.documents;
    return documents === 0 ? 0 : sum / documents;
  });
  const larger = a.backgroundSize >= b.backgroundSize ? a : b;
  return { documents, averageLength, frequency, background: larger.background, backgroundSize: larger.backgroundSize };
}

export function proposalOf(memory: Memory, fields: readonly FieldName[] = FIELD_NAMES): Proposal {
  const { place, file } = memory.stored;
  const streams = streamsOf(memory.document, fields);
  const kind = memory.document.fields.get("kind");
  return { place, file, id: memory.id ?? "", kind: typeof kind === "string" ? kind : "", streams };
}

/** All but the body. */
export const HEAD: readonly FieldName[] = FIELD_NAMES.filter((name) => name !== "body");

/** By these fields, without an index (SEA-6): for a store that has none, or whose index is lost. */
export function unindexed(
  memories: readonly Memory[],
  fields: readonly FieldName[],
): Pick<SearchIndex, "facts" | "candidates"> {
  const proposals = memories.map((memory) => proposalOf(memory, fields));
  const holding = new Map<string, number>();
  for (const proposal of proposals)
    for (const term of termsOf(proposal)) holding.set(term, (holding.get(term) ?? 0) + 1);
  const average = (name: FieldName): number =>
    proposals.reduce((sum, { streams }) => sum + lengthOf(streams[name]), 0) / Math.max(1, proposals.length);
  return {
    facts: (terms) => ({
      ...NO_FACTS,
      documents: proposals.length,
      averageLength: byField(average),
      frequency: new Map(terms.flatMap((term) => (holding.has(term) ? [[term, holding.get(term) ?? 0] as const] : []))),
    }),
    candidates: (terms, _filter: IndexFilter, limit) => {
      const wanted = new Set(terms);
      return proposals
        .filter((proposal) => [...termsOf(proposal)].some((term) => wanted.has(term)))
        .slice(0, limit * 20);
    },
  };
}

function termsOf({ streams }: Proposal): ReadonlySet<string> {
  return new Set(FIELD_NAMES.flatMap((name) => matchText(streams[name]).split(" ")).filter((term) => term !== ""));
}
