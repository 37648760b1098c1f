// Expected outcomes are values (Refusal); a Fault is thrown only for what should not happen. Both carry a
// code that others may rely on, what was found, and the next command to run (SUR-4). The codes are pinned.

export const CODES = [
  "usage",
  "needs-person",
  "not-allowed",
  "not-found",
  "ambiguous",
  "exists",
  "resurrection",
  "changed-meanwhile",
  "locked",
  "checks-failed",
  "transition-refused",
  "observation",
  "read-only",
  "no-store",
  "newer-format",
  "unsafe-path",
  "unsafe-mode",
  "nothing-to-undo",
  "bad-config",
  "too-large",
  "unreadable",
  "git",
  "hub",
  "hub-changed",
  "agent-missing",
  "io",
] as const;
export type Code = (typeof CODES)[number];

export interface Refusal {
  readonly kind: "refusal";
  readonly code: Code;
  /** What was expected and what was found, one sentence. */
  readonly message: string;
  /** The next command to run, or what to do. */
  readonly hint?: string;
  /** Further lines, such as one per failing check. */
  readonly details?: readonly string[];
}

export function refuse(code: Code, message: string, hint?: string, details?: readonly string[]): Refusal {
  const found: Refusal = { kind: "refusal", code, message };
  return { ...found, ...(hint !== undefined && { hint }), ...(details !== undefined && { details }) };
}

export function isRefusal(value: unknown): value is Refusal {
  return typeof value === "object" && value !== null && (value as { kind?: unknown }).kind === "refusal";
}

/** A fault: the world is not as it must be for this command to go on. Entrances turn it into an exit code. */
export class Fault extends Error {
  readonly code: Code;
  readonly hint: string | undefined;

  constructor(code: Code, message: string, hint?: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "Fault";
    this.code = code;
    this.hint = hint;
  }
}

/** What `act` gives, and where the world is not as it must be, what does without it. Every other error goes on. */
export function unlessFault<T>(act: () => T, otherwise: () => T): T {
  try {
    return act();
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return otherwise();
  }
}

// What could not be done with git, thrown where it happens and caught once, where a run began.

/**
 * `rejected`: somebody else pushed first, so fetch and try again. `not-a-repository`: here, or at the remote's address.
 * `disk`: ours is full, read-only or broken.
 */
export type GitReason =
  | "disk"
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
  /** How git ended, where that may be an answer. */
  readonly exit: number | undefined;

  constructor(reason: GitReason, message: string, exit?: number) {
    super(message);
    this.name = "GitFailure";
    this.reason = reason;
    this.exit = exit;
  }
}

/** For a `catch` at an entrance: a failure becomes a value, and every other error goes on. */
export function failedFrom(error: unknown): GitFailed {
  if (!(error instanceof GitFailure)) throw error;
  return { kind: "failed", reason: error.reason, message: error.message };
}
