// The shapes of rules and of what they find. Rows are plain values, so that a table of two hundred loads in a
// millisecond; an expression is compiled when a text first holds one of its keywords.
import type { Span } from "../../text/graphemes.ts";

export interface RuleRow {
  readonly id: string;
  /** Lower case, parted by blanks; none = always. */
  readonly keywords: string;
  readonly entropy: number;
  readonly flags: string;
  /** So many characters before a match belong to it. */
  readonly lead: number;
  readonly pattern: string;
}

/** A rule of ours brings the shortest text that it must find, as a recipe. */
export interface OwnRule extends RuleRow {
  readonly sample: string;
}

/** A rule that is more than an expression brings recipes of what it must find and of what it must leave. */
export interface Samples {
  readonly found: readonly string[];
  readonly harmless: readonly string[];
}

/** What one layer found in one copy of the text; offsets in that copy. */
export interface Match extends Span {
  readonly layer: "rules" | "contextual" | "second";
  readonly rule: string;
  /** The secret itself names its kind, so it counts wherever it stands, a label beside it or not. */
  readonly typed: boolean;
}

/**
 * What the scanner reports inside src/checks; offsets in the raw text, whatever copy of it the secret was found in.
 * `value` is for masking and digests and never leaves this folder's callers: a finding carries rule, place and digest,
 * never the secret (CHK-10b).
 */
export interface SecretHit extends Span {
  readonly layer: Match["layer"];
  readonly rule: string;
  readonly value: string;
}

/** An independent scanner; loaded where there is time for it. */
export type SecondOpinion = (text: string) => readonly SecretHit[];
