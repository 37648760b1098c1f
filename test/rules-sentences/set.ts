// Sentences as people write them, each with the rule that it means, and sentences that look like one and mean none. They stood
// here before any pattern was written.

export interface Sentences {
  readonly lang: "en" | "de" | "ja" | "ko" | "zh";
  /** Each with its lines as `--rule` takes them. */
  readonly rules: Readonly<Record<Form, readonly (readonly [sentence: string, lines: string])[]>>;
  readonly none: readonly string[];
}

export type Form = "use-not" | "never" | "untouched" | "ask" | "branch";

export interface Labelled {
  readonly lang: Sentences["lang"];
  readonly form: Form | "none";
  readonly text: string;
  /** Empty: nothing is to be offered. */
  readonly lines: readonly string[];
}
