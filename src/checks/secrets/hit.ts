// What the scanner reports inside src/checks. `value` is for masking and digests and never leaves this folder's
// callers: a finding carries rule, place and digest, never the secret (CHK-10b).

export interface SecretHit {
  readonly layer: "rules" | "contextual" | "second";
  readonly rule: string;
  /** Offsets in the raw text, whatever copy of it the secret was found in. */
  readonly start: number;
  readonly end: number;
  readonly value: string;
}

/** An independent scanner; loaded where there is time for it. */
export type SecondOpinion = (text: string) => readonly SecretHit[];

/** What one layer found in one copy of the text; offsets in that copy. */
export interface Match {
  readonly layer: SecretHit["layer"];
  readonly rule: string;
  readonly start: number;
  readonly end: number;
  /** The secret itself names its kind, so it counts wherever it stands, a label beside it or not. */
  readonly typed: boolean;
}
