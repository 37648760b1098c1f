// What a candidate says, taken apart (OBS-9): the claim, the quote, and the sentences around the quote, each also without
// the words of a cue ("remember that ..."). A value that was forgotten is known in any of these clothes.
import { cuesIn } from "../../listen/cues/find.ts";
import { sentencesOf } from "../../text/sentences.ts";
import type { Kept } from "./judge.ts";

/** A turn without the sentences that are known as forgotten: they are not sent either. */
export function withoutSentences(text: string, isForgotten: (sentences: readonly string[]) => boolean): string {
  let out = "";
  let from = 0;
  for (const { start, end } of sentencesOf(text)) {
    const sentence = text.slice(start, end).trim();
    if (!isForgotten([sentence, ...cuesIn(sentence).map((cue) => cue.sentence)])) continue;
    out += text.slice(from, start);
    from = end;
  }
  return out + text.slice(from);
}

export function sentencesSaid({ candidate: { claim, quote }, said }: Kept): readonly string[] {
  const around = sentencesIn(said.text).filter((sentence) => meets(sentence, quote));
  const all = [claim, ...sentencesIn(claim), quote, ...around];
  return [...new Set([...all, ...all.flatMap((text) => cuesIn(text).map((cue) => cue.sentence))])];
}

function sentencesIn(text: string): readonly string[] {
  return sentencesOf(text).map(({ start, end }) => text.slice(start, end).trim());
}

function meets(sentence: string, quote: string): boolean {
  const [one, other] = [sentence, quote].map((text) => text.replace(/\s+/gu, " ").trim());
  return one !== undefined && other !== undefined && one !== "" && (one.includes(other) || other.includes(one));
}
