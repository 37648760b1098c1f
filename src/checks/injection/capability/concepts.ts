// What a text that asks for a capability speaks about (CHK-23): things done, things they are done to, and the manner.
// Each language fills the concepts with words; rules.ts joins them. One concept alone says little.
import type { Capability } from "../hit.ts";

/** Things done. A negated one is dropped: "never log the token" asks for nothing. */
export type Action =
  /** Carrying data away. */
  | "send"
  | "fetch"
  | "run"
  /** Taking a package or a source into use. */
  | "adopt"
  /** Skipping, switching off, lowering, faking. */
  | "weaken"
  /** Letting through: approve, merge, grant. */
  | "pass"
  /** Leaving out of what a person reads. */
  | "omit"
  /** Putting where others can read it. */
  | "expose"
  | "edit"
  /** Obeying a text, or ranking a source above others. */
  | "trust";

/** Care that is good as it stands: only its negation counts ("without asking", "need not be mentioned"). */
export type Care = "ask" | "tell";

export type Thing =
  | "secret"
  /** What should not travel: conversations, files, customers' data. */
  | "payload"
  /** What protects: tests, review, signatures, limits. Dispensed with, it counts as heedless. */
  | "check"
  | "package"
  /** Agent files, hooks, settings, CI, start-up files, memory. */
  | "setup"
  /** What a person reads: summary, report, changelog. */
  | "report"
  | "privilege"
  /** Strangers and open places: a forum, a comment, somebody's page. */
  | "outsider"
  /** The one who is asked: letting things through is not for it to do. */
  | "agent"
  | "script";

export type Manner =
  | "heedless"
  /** "automatically", "by default", "at once": heedless when it lets something through, ordinary otherwise. */
  | "swift"
  | "all"
  /** What makes a strange package look right: successor, renamed, newest. */
  | "lure"
  /** What an honest note says of the same things: masked, pinned, reviewed. It cancels the weaker rules. */
  | "protect"
  /** "is rejected", "forbidden": the sentence says what must not be, and asks for nothing. */
  | "refuse"
  /** "there", where an address was named. */
  | "there";

export type Negator =
  /** "not", "never", "nobody". */
  | "not"
  /** "without", "no need to": the thing is dispensed with. */
  | "dispense";

export type Concept = Action | Care | Thing | Manner;

export const CARE: readonly Care[] = ["ask", "tell"];
export const ACTIONS: readonly Action[] = [
  "send",
  "fetch",
  "run",
  "adopt",
  "weaken",
  "pass",
  "omit",
  "expose",
  "edit",
  "trust",
];

export interface Lexicon {
  readonly language: string;
  /** When the text has no such letter or word, the lexicon is not tried. */
  readonly letters: RegExp;
  /** Words between blanks, or stems found anywhere because the language writes without them or glues endings on. */
  readonly unit: "words" | "stems";
  /** On which side of a verb its negation stands, and how many characters away at most. */
  readonly negation: { readonly side: "before" | "after"; readonly reach: number };
  /**
   * Entries between commas. "skip*": a word that begins so; "*prüfung*": one that contains it; "turn _ off": up to
   * five words between. In stems, a blank may be missing and "_" stands for up to ten characters.
   */
  readonly words: Readonly<Record<Concept | Negator, string>>;
  /** Samples (CHK-21): texts that must and must not be found. */
  readonly yes: Readonly<Record<Capability, readonly string[]>>;
  readonly no: readonly string[];
}

/** Where a concept, or an address, stands in the text. */
export interface Mark {
  readonly start: number;
  readonly end: number;
}
