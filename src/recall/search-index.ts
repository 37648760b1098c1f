// The derived index (SEA-1): it proposes, and nothing more. What it says is checked against the files' own bytes before
// anything is shown, so a wrong, stale or forged index can hide a memory for a while and can never raise one.

import type { Spot } from "../store/memory-store.ts";
import type { Place } from "../trust/tiers.ts";
import type { FieldName } from "./fields.ts";

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
  readonly project?: string;
  /** YYYY-MM-DD: what expired before it is left out. */
  readonly today: string;
  /** Also what is bound to one of these branches; without them, only what is bound to none. */
  readonly branches?: readonly string[];
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
export type Freshness = "current" | "behind" | "empty";

/** Where the index itself can't be read any more, methods throw a Fault: the caller searches by title and tags (SEA-6). */
export interface SearchIndex {
  /** Brings the index up to what stands in the store; content is read only of files that changed. */
  refresh(options?: RefreshOptions): Freshness;
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
  close(): void;
}
