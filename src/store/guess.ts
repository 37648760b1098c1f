// What a plain sentence is, guessed from its words, for `holdfast add "..."` (SUR-00). The author sees the guess
// before anything is saved, and `--kind` overrules it.
import type { Kind } from "../memory/kinds.ts";
import { wholeGraphemes } from "../text/graphemes.ts";

interface Cue {
  readonly kind: Kind;
  readonly words: RegExp;
}

/** First match wins. */
const CUES: readonly Cue[] = [
  { kind: "decision", words: /\b(we|i) (decided|chose|picked|settled on)\b|\bdecision\b/i },
  { kind: "tech-debt", words: /\b(todo|tech(nical)? debt|workaround|hack|for now)\b/i },
  { kind: "constraint", words: /\b(must|cannot|can't|may not|not supported|limit(ed)? to|only works|requires?)\b/i },
  {
    kind: "preference",
    words: /^\s*(please |always |never |don't |do not |prefer |use |avoid |run |keep |write |name |put )/i,
  },
  { kind: "preference", words: /\b(prefer|instead of|rather than|from now on|always|never)\b/i },
];

export function kindOf(sentence: string): Kind {
  return CUES.find((cue) => cue.words.test(sentence))?.kind ?? "fact";
}

const NAME_LENGTH = 60;
const DESCRIPTION_LENGTH = 256;

/** A name: the first line, cut at a word. */
export function nameOf(text: string): string {
  return cutAtWord(firstLine(text), NAME_LENGTH).replace(/[.,;:!?\s]+$/u, "");
}

export function descriptionOf(text: string): string {
  return cutAtWord(firstLine(text), DESCRIPTION_LENGTH);
}

function firstLine(text: string): string {
  const line = text.split(/\r?\n/).find((each) => each.trim() !== "") ?? "";
  return line
    .replace(/^#+\s*/, "")
    .replace(/\t+/g, " ")
    .trim();
}

/** Whole graphemes, and no joiner left at the end: the author's emoji and words must pass the checks as they did. */
function cutAtWord(text: string, limit: number): string {
  if (wholeGraphemes(text, limit) === text) return text;
  const cut = wholeGraphemes(text, limit - 1).replace(/[\u200c\u200d]+$/, "");
  const space = cut.lastIndexOf(" ");
  return `${space > limit / 2 ? cut.slice(0, space) : cut}\u2026`;
}
