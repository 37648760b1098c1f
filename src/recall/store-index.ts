// What the index knows of a store as a whole, beside answering questions: so that a session start and a tool call need not
// read every file. It proposes here too; what is shown is read from its own bytes.
import type { Spot } from "../store/memory-store.ts";
import type { IndexFilter, SearchIndex } from "./search-index.ts";

/** What a store has to say at a place, the most fitting first (CTX-2). */
export interface Leading {
  readonly spots: readonly Spot[];
  /** Memories that the filter lets through. */
  readonly total: number;
}

/** What the checks said of a file's bytes; their own words for it. */
export type Verdicts = ReadonlyMap<string, string>;

export interface StoreIndex extends SearchIndex {
  /** At most `limit`: verified by their own word first, of the project first, then by kind, then the newest. */
  leading(filter: IndexFilter, limit: number): Leading;
  /** Nobody has looked at every file for a while: a file that was edited where it stands is not known yet. */
  isDue(now: Date): boolean;
  /** Every branch that a memory is bound to. */
  branches(): readonly string[];
  /** How many inferred memories were made at or before this moment (ISO 8601). */
  inferredBefore(moment: string): number;
  /** The files' globs of the memories that the filter lets through, each with those that name it. */
  globs(filter: IndexFilter): ReadonlyMap<string, readonly Spot[]>;
  /** By the digest of a file's bytes; only what the same judge said. */
  verdicts(judge: string, digests: readonly string[]): Verdicts;
  /** Kept for the next time; where that is not possible, nothing happens. */
  keepVerdicts(judge: string, verdicts: Verdicts): void;
}
