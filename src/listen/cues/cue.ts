// A cue: something a user told the agent to keep, found by its words and without a model. What is found is at most an
// inferred memory (TRU-20); so precision comes before recall, and a missed cue is a smaller fault than a wrong one.
import type { Kind } from "../../memory/kinds.ts";

export type CueKind = "remember" | "rule" | "correction";

export interface Cue {
  readonly kind: CueKind;
  /** The user's own words, exactly as typed. */
  readonly quote: string;
  /** What is stored: the quote without "please remember that" and the like. */
  readonly sentence: string;
  readonly memoryKind: Kind;
}

/** The pattern of a rule, the sentences of the two kinds, and what is put before what is kept. */
type Row = readonly [find: string, yes: readonly string[], no: readonly string[], before?: string];

/** The rules of a language, asked in this order. */
export function cueRules(rows: Readonly<Record<CueKind, readonly Row[]>>, flags = "d"): readonly CueRule[] {
  return (["remember", "rule", "correction"] as const).flatMap((kind) =>
    rows[kind].map(([find, yes, no, before = ""]) => ({ kind, find: new RegExp(find, flags), before, yes, no })),
  );
}

/** A rule carries sentences in which it must, and must not, be found; a test runs them through the whole extractor. */
interface CueRule {
  readonly kind: CueKind;
  /** Over one sentence in lower case; the group `what` is what is kept. */
  readonly find: RegExp;
  /** Put before what is kept, where the cue's own words carried a part of the meaning. */
  readonly before: string;
  readonly yes: readonly string[];
  readonly no: readonly string[];
}

export interface CueLanguage {
  readonly lang: string;
  readonly rules: readonly CueRule[];
  /** Sentences that are no cue whatever else they say: questions, negations, reported speech, one-off instructions. */
  readonly vetoes: readonly RegExp[];
  /** "Remember this.": what to keep is the sentence before. */
  readonly backward: RegExp;
  /** "No.", "That's wrong.": belongs to the sentence after. */
  readonly opener: RegExp;
  /** Nothing but a pronoun or filler: there is nothing to keep. */
  readonly empty: RegExp;
}
