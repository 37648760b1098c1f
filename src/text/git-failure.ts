// What could not be done with git, thrown where it happens and caught once, where a run began.

/** `rejected`: somebody else pushed first, so fetch and try again. `not-a-repository`: here, or at the remote's address. */
export type GitReason =
  | "network"
  | "auth"
  | "locked"
  | "not-a-repository"
  | "not-installed"
  | "rejected"
  | "timeout"
  | "other";

/** A failure as an entrance hands it on. */
export interface GitFailed {
  readonly kind: "failed";
  readonly reason: GitReason;
  /** One line of git's, without credentials. The remote chose part of it: sanitise before it is shown. */
  readonly message: string;
}

export class GitFailure extends Error {
  readonly reason: GitReason;

  constructor(reason: GitReason, message: string) {
    super(message);
    this.name = "GitFailure";
    this.reason = reason;
  }
}

/** For a `catch` at an entrance: a failure becomes a value, and every other error goes on. */
export function failedFrom(error: unknown): GitFailed {
  if (!(error instanceof GitFailure)) throw error;
  return { kind: "failed", reason: error.reason, message: error.message };
}
