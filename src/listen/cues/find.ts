// From a user's turn, the cues in it. Everything that is not plainly addressed to the agent as lasting is left alone:
// our own blocks and the host's (AGT-11), commands, code, quotations, long turns (pasted documents), questions.

import type { ReadTurn, Turn } from "../../hosts/turn.ts";
import { type Kind, type MemoryType, typeOfKind } from "../../memory/kinds.ts";
import { kindOf } from "../../store/guess.ts";
import { type Sentence, sentencesOf } from "../../text/segments.ts";
import type { Cue, CueKind, CueLanguage } from "./cue.ts";
import { LARGEST_TEXT } from "./hint.ts";
import { CHINESE } from "./languages/chinese.ts";
import { ENGLISH } from "./languages/english.ts";
import { GERMAN } from "./languages/german.ts";
import { JAPANESE } from "./languages/japanese.ts";
import { KOREAN } from "./languages/korean.ts";
import { isWrapped, proseOf, withoutCaptured } from "./prose.ts";

/** A longer turn, code and quotations aside, is a pasted document. */
const LONGEST_TURN = 1500;
const LONGEST_SENTENCE = 300;
/** More in one turn is a pasted list of rules; whoever means it adds them as a file. */
const MOST_PER_TURN = 5;

export function cuesIn(turn: string): readonly Cue[] {
  if (turn.length > LARGEST_TEXT || isWrapped(turn)) return [];
  const text = withoutCaptured(turn);
  const prose = proseOf(text);
  if (prose.replace(/\s+/g, " ").trim().length > LONGEST_TURN) return [];
  const lower = lowered(prose);
  const found: Cue[] = [];
  let before: Sentence | undefined;
  for (const sentence of withOpeners(sentencesOf(prose), lower)) {
    const cue = cueIn(sentence, before, lower, text);
    if (cue !== undefined && !found.some((each) => each.sentence === cue.sentence)) found.push(cue);
    before = sentence;
  }
  return found.length > MOST_PER_TURN ? [] : found;
}

function cueIn(sentence: Sentence, before: Sentence | undefined, lower: string, text: string): Cue | undefined {
  const said = lower.slice(sentence.start, sentence.end);
  if (said.length > LONGEST_SENTENCE) return undefined;
  for (const language of languagesOf(said)) {
    if (language.vetoes.some((veto) => veto.test(said))) continue;
    if (before !== undefined && language.backward.test(said))
      return pointingBack(sentence, before, language, lower, text);
    for (const { kind, find, before: prefix } of language.rules) {
      const [from, to] = find.exec(said)?.indices?.groups?.["what"] ?? [];
      if (from === undefined || to === undefined || !hasContent(said.slice(from, to), language)) continue;
      const kept = text.slice(sentence.start + from, sentence.start + to);
      return cueOf(kind, text.slice(sentence.start, sentence.end), prefix + kept);
    }
  }
  return undefined;
}

/** "We deploy on Mondays only. Remember that." */
function pointingBack(
  sentence: Sentence,
  before: Sentence,
  language: CueLanguage,
  lower: string,
  text: string,
): Cue | undefined {
  const said = lower.slice(before.start, before.end);
  if (said.length > LONGEST_SENTENCE || !hasContent(said, language)) return undefined;
  if (languagesOf(said).some(({ vetoes }) => vetoes.some((veto) => veto.test(said)))) return undefined;
  return cueOf("remember", text.slice(before.start, sentence.end), text.slice(before.start, before.end));
}

function cueOf(kind: CueKind, quote: string, kept: string): Cue {
  const sentence = tidy(kept);
  return { kind, quote: quote.trim(), sentence, memoryKind: kind === "remember" ? kindOf(sentence) : "preference" };
}

/** One line, a capital first, no full stop at the end: the same words said twice are the same memory. */
function tidy(kept: string): string {
  const line = kept
    .replace(/\s+/g, " ")
    .replace(/^[\s,:;-]+|[\s.!。！~,;]+$/g, "")
    .trim();
  const [first = ""] = line;
  return first.toUpperCase() + line.slice(first.length);
}

function hasContent(what: string, { empty }: CueLanguage): boolean {
  const bare = what.replace(/[\s.!?。！？,:;~-]+/g, " ").trim();
  const wide = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]/.test(bare);
  return bare.length >= (wide ? 4 : 8) && !empty.test(bare);
}

/** "No." alone goes with what follows it on the same line or the next. */
function withOpeners(sentences: readonly Sentence[], lower: string): readonly Sentence[] {
  const merged: Sentence[] = [];
  let open: Sentence | undefined;
  for (const sentence of sentences) {
    const said = lower.slice(sentence.start, sentence.end);
    const start = open?.start ?? sentence.start;
    const near = !/\n\s*\n/.test(lower.slice(start, sentence.start));
    const whole = near ? { start, end: sentence.end } : sentence;
    open = undefined;
    if (languagesOf(said).some(({ opener }) => opener.test(said))) open = whole;
    else merged.push(whole);
  }
  return merged;
}

/** By script; the two that share one are both asked. */
function languagesOf(said: string): readonly CueLanguage[] {
  if (/[\uac00-\ud7a3]/.test(said)) return [KOREAN];
  if (/[\u3041-\u30ff]/.test(said)) return [JAPANESE];
  if (/[\u3400-\u9fff]/.test(said)) return [CHINESE];
  return [ENGLISH, GERMAN];
}

/** Unit by unit, so that offsets hold; typographic apostrophes are plain. */
function lowered(prose: string): string {
  const plain = prose.replace(/[\u2018\u2019\u02bc]/g, "'").replace(/[\u00a0\u3000]/g, " ");
  const lower = plain.toLowerCase();
  return lower.length === plain.length ? lower : plain;
}

// What a user said in a session's record that is to be kept: each turn with its cues. The inbox and the import of old
// sessions both read it here, so that the same words become the same memory whichever came first.
/** One session, honest or not, fills a review queue with no more than this. */
export const MOST_PER_SESSION = 20;

export function* userTurns(
  lines: Iterable<string>,
  read: ReadTurn,
): Iterable<{ readonly turn: Turn; readonly cues: readonly Cue[] }> {
  for (const line of lines) {
    const turn = read(line);
    if (turn?.speaker === "user") yield { turn, cues: cuesIn(turn.text) };
  }
}

/** The author's part of the memory that a cue becomes. */
export function memoryOfCue({ sentence, memoryKind }: Cue): { text: string; kind: Kind; type: MemoryType } {
  return { text: sentence, kind: memoryKind, type: typeOfKind(memoryKind) };
}
