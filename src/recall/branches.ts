// Where a memory that is bound to a branch holds (SYN-30): where that branch's commit is an ancestor of what is checked out.
// Without an answer it holds nowhere.

export interface Branches {
  /** What was found out for exactly this commit; asks nobody. */
  known(): readonly string[];
  /** Those of the names that hold here, asked now and kept for `known`. */
  among(names: readonly string[]): Promise<readonly string[]>;
}
