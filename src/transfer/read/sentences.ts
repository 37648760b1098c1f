// Where one paragraph says several things (IMP-4): lines that somebody broke on purpose, and sentences of which several are
// instructions and none refers to the one before it. A reason stays with its rule.
import { kindOf } from "../../store/guess.ts";
import { sentencesOf } from "../../text/segments.ts";
import { stem } from "../../text/stem.ts";
import { isStopWord } from "../../text/stop-words.ts";

export interface Part {
  readonly text: string;
  /** Its first line, counted from that of the paragraph. */
  readonly at: number;
}

export function isInstruction(text: string): boolean {
  return kindOf(text.replace(/^[*_`]+/, "")) !== "fact";
}

/** Turns what stands below it into its opposite. */
export const REFUSING: RegExp =
  /^\W{0,3}(?:do not|don['’]?ts?\b|never\b|avoid\b|no-?gos?$|forbidden\b|prohibited\b|not allowed\b|anti-?patterns?\b)/i;

export function partsOf(lines: readonly string[]): readonly Part[] {
  const isList = lines.length > 1 && lines.every((line, at) => at === 0 || isBroken(lines[at - 1] ?? "", line));
  if (!isList) return sentenceParts(lines.join("\n"));
  return lines.flatMap((line, above) => sentenceParts(line.trim()).map(({ text, at }) => ({ text, at: at + above })));
}

/** Nobody breaks running text at less. */
const NARROWEST = 60;

/** The line ends as a sentence does, or the next word would have fitted; and that one begins as a sentence does. */
function isBroken(line: string, next: string): boolean {
  const [word = ""] = next.trim().split(/\s/);
  if (!/^[\p{Lu}`"'(]/u.test(word) || /[,:;(-]\s*$/.test(line)) return false;
  return /[.!?]\s*$/.test(line) || line.trim().length + 1 + word.length <= NARROWEST;
}

const REFERS =
  /^(?:this|that|these|those|it|its|they|their|them|otherwise|then|so|because|instead|however|but|and|or|also|for example|e\.g|in that case|if not|there|here|such|same|both|since|therefore|thus)\b/i;
const POINTS_BACK = /\b(?:it|them|this|these|those|that one|the same)\b/i;

function sentenceParts(text: string): readonly Part[] {
  const whole = [{ text: text.trim(), at: 0 }];
  // Of the same length, so that places hold.
  const sentences = sentencesOf(text.replaceAll("\n", " "));
  const said = sentences.map(({ start, end }) => text.slice(start, end));
  if (said.filter((each) => isInstruction(each) && !REFERS.test(each)).length < 2) return whole;
  const parts: { start: number; end: number }[] = [];
  for (const [index, { start, end }] of sentences.entries()) {
    const last = parts.at(-1);
    if (last === undefined || standsAlone(said[index] ?? "", text.slice(last.start, last.end)))
      parts.push({ start, end });
    else last.end = end;
  }
  const found = parts.map(({ start, end }) => ({
    text: text.slice(start, end),
    at: text.slice(0, start).split("\n").length - 1,
  }));
  return found.every((part) => part.text.split("`").length % 2 === 1) ? found : whole;
}

function standsAlone(sentence: string, before: string): boolean {
  if (REFERS.test(sentence) || POINTS_BACK.test(sentence)) return false;
  const known = new Set(wordsIn(before));
  return !wordsIn(sentence).some((word) => known.has(word));
}

/** What it is about, without the words that every rule has. */
function wordsIn(text: string): readonly string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}_]{3,}/gu) ?? [];
  return words.filter((word) => !isStopWord(word) && !COMMON.has(word)).map(stem);
}

const COMMON: ReadonlySet<string> = new Set(
  "use used uses using run runs never always prefer avoid keep write put add ask ensure sure follow not need needs new".split(
    " ",
  ),
);
