// What selection and rendering speak about. A candidate is a memory already read, parsed and trust-checked from its
// bytes; nothing here knows where it came from.
import type { Scope } from "../memory/kinds.ts";
import type { EffectiveTier, Place } from "../trust/tiers.ts";

export interface Candidate {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly body: string;
  readonly type: string;
  readonly kind?: string;
  readonly tier: EffectiveTier;
  readonly scope: Scope;
  readonly place: Place;
  readonly file: string;
  readonly project?: string;
  readonly status: "active" | "retired";
  readonly expired: boolean;
  readonly branch?: string;
  readonly supersedes: readonly string[];
  readonly proposes?: string;
  /** It fails the structure check, by its own text (CHK-1). */
  readonly malformed?: true;
  /** The day it was made, by the tool's own word; absent where none stands there. */
  readonly madeOn?: string;
  /** Why it is here, for the receipt; a session start says it by itself. */
  readonly rule?: string;
  /** A middling match of a prompt: it gets a line, and its head says so (ARR-5). */
  readonly mayApply?: true;
  /** Left out: nothing is against it. */
  readonly look?: Look;
}

/** What is asked only where it matters, because looking costs time. */
export interface Look {
  /** Withheld until a person has confirmed it (TRU-32, CHK-23). Of a verified one nobody asks. */
  suspicion(): WithheldReason | undefined;
  /** Its text carries a secret: it does not go to a model (CHK-13). Of a verified one nobody asks. */
  secret(): boolean;
  /** What it is about has left the project (CTX-8). */
  outdated(): boolean;
}

/** Where the agent works. No project: only what applies everywhere is served. */
export interface Here {
  readonly project?: string | undefined;
  /** The branches whose memories hold here (SYN-30). */
  readonly branches?: readonly string[] | undefined;
}

/** `malformed`: fails the structure check, whether anybody demoted it yet or not. `branch`: bound to a branch that is no ancestor of what is checked out, or of which nobody knows. `read-already`: the agent loads a file that says it (ARR-3). */
export type WithheldReason =
  | "quarantined"
  | "malformed"
  | "reads-like-instruction"
  | "asks-capability"
  | "secret"
  | "expired"
  | "superseded"
  | "retired"
  | "other-project"
  | "proposal"
  | "read-already"
  | "over-budget"
  | "branch";

export type Form = "full" | "line";

export interface Shown {
  readonly candidate: Candidate;
  readonly form: Form;
  /** May be out of date (CTX-8): what it is about has left the project. */
  readonly outdated: boolean;
  readonly tokens: number;
  /** Why it is here, for the receipt. */
  readonly rule: string;
}

export interface Withheld {
  readonly id: string;
  readonly name: string;
  readonly reason: WithheldReason;
}

export interface Selection {
  readonly shown: readonly Shown[];
  readonly withheld: readonly Withheld[];
  /** Of the whole block with its frame; 0 when nothing is shown. */
  readonly tokens: number;
}
