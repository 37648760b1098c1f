// What selection and rendering speak about. A candidate is a memory already read, parsed and trust-checked from its
// bytes; nothing here knows where it came from.
import type { EffectiveTier, Place } from "../trust/tiers.ts";

export interface Candidate {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly body: string;
  readonly type: string;
  readonly kind?: string;
  readonly tags: readonly string[];
  readonly tier: EffectiveTier;
  readonly scope: "personal" | "shared";
  readonly place: Place;
  readonly file: string;
  readonly project?: string;
  readonly status: "active" | "retired";
  readonly expired: boolean;
  readonly branch?: string;
  readonly supersedes: readonly string[];
  readonly proposes?: string;
}

/** Where the agent works. No project: only what applies everywhere is served. */
export interface Here {
  readonly project?: string;
  /** The branches whose memories hold here (SYN-30). */
  readonly branches?: readonly string[];
}

/** `branch`: bound to a branch that is no ancestor of what is checked out, or of which nobody knows. */
export type WithheldReason =
  | "quarantined"
  | "reads-like-instruction"
  | "asks-capability"
  | "secret"
  | "expired"
  | "superseded"
  | "retired"
  | "other-project"
  | "proposal"
  | "over-budget"
  | "branch";

/** What the checks say of a memory that is not verified; asked only where it matters, because looking costs time. */
export interface Suspect {
  /** Withheld until a person has confirmed it (TRU-32, CHK-23). */
  suspicion(candidate: Candidate): WithheldReason | undefined;
  /** Its text carries a secret: it does not go to a model (CHK-13). */
  secret(candidate: Candidate): boolean;
}

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
