// What of a model's answer is kept (OBS-8). Code decides, not the model: a candidate must rest on words that were really
// said, keep their sense, be about them, have a witness where it claims an outcome, and not have been taken back since.
import { cuesIn } from "../../listen/cues/find.ts";
import { termsIn } from "../../recall/claims.ts";
import { sentencesOf } from "../../text/segments.ts";
import type { Suggested } from "./answer.ts";
import type { Deed, Said } from "./said.ts";
import { senseOf } from "./sense.ts";
import { claimsOutcome, isNegated, witnessFor } from "./witness.ts";

export const DROPPED = [
  "no-quote",
  "unsupported",
  "no-witness",
  "witness-contradicted",
  "negated",
  "doubted",
  "turned",
] as const;
export type Dropped = (typeof DROPPED)[number];

export interface Kept {
  readonly kind: "kept";
  readonly candidate: Suggested;
  /** The turn that the words stand in, whatever number the model gave. */
  readonly said: Said;
}

type Judged = Kept | { readonly kind: "dropped"; readonly candidate: Suggested; readonly why: Dropped };

const SHORTEST_QUOTE = 8;
/** Of the words of a claim, so many stand in the quoted turn or those beside it. */
const SUPPORTED = 0.7;

export function judge(suggested: Suggested, said: readonly Said[], deeds: readonly Deed[]): Judged {
  const drop = (why: Dropped): Judged => ({ kind: "dropped", candidate: suggested, why });
  const found = quoted(suggested, said);
  if (found === undefined) return drop("no-quote");
  if (!isSupported(suggested, found, said)) return drop("unsupported");
  const candidate = inItsSense(suggested, found);
  if (typeof candidate === "string") return drop(candidate);
  if (claimsOutcome(candidate.claim)) {
    const witness = witnessFor(candidate.claim, found.turn, deeds);
    if (witness !== "seen") return drop(witness === "none" ? "no-witness" : "witness-contradicted");
  }
  const claimed = { claim: candidate.claim, turn: found.turn, speaker: found.speaker };
  return isNegated(claimed, said) ? drop("negated") : { kind: "kept", candidate, said: found };
}

/** A longer sentence is no memory by itself. */
const LONGEST_SENTENCE = 300;

/** As claimed where that keeps the sense of the whole sentence, else in the words that were said (OBS-8a). */
function inItsSense(suggested: Suggested, { text }: Said): Suggested | Dropped {
  const sentence = sentenceOf(text, suggested.quote);
  switch (senseOf(suggested.claim, sentence)) {
    case "same":
      return suggested;
    case "unsure":
      return "doubted";
    case "differs":
      return sentence.length > LONGEST_SENTENCE ? "turned" : { ...suggested, claim: sentence, asks: [] };
  }
}

/** All that the quote was cut from, wherever it stands; a line may be broken in the middle of a sentence. */
function sentenceOf(text: string, quote: string): string {
  const unwrapped = text.replace(/(?<=[\p{L}\p{N},'’])[^\S\n]*\n[^\S\n]*(?=[\p{Ll}\p{Lo}])/gu, " ");
  const words = plain(quote)
    .split(" ")
    .map((each) => each.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  const found = [...unwrapped.matchAll(new RegExp(words.join("\\s+"), "gu"))].map(({ index, 0: { length } }) => ({
    start: index,
    end: index + length,
  }));
  const held = sentencesOf(unwrapped).filter(({ start, end }) =>
    found.some((each) => start < each.end && each.start < end),
  );
  return plain(held.map(({ start, end }) => unwrapped.slice(start, end)).join(" "));
}

/** Exactly, but for runs of white space; the named turn first, for the same words may stand in several. */
function quoted({ quote, turn }: Suggested, said: readonly Said[]): Said | undefined {
  const wanted = plain(quote);
  if (wanted.length < SHORTEST_QUOTE && !/[\u3040-\u9fff\uac00-\ud7a3]{3}/u.test(wanted)) return undefined;
  const holds = ({ text }: Said): boolean => plain(text).includes(wanted);
  return said.find((each) => each.turn === turn && holds(each)) ?? said.findLast(holds);
}

function plain(text: string): string {
  return text.replace(/\s+/gu, " ").trim();
}

function isSupported({ claim }: Suggested, found: Said, said: readonly Said[]): boolean {
  const terms = [...termsIn(claim)].filter((term) => !/^[a-z]{1,2}$/.test(term));
  if (terms.length === 0) return false;
  const at = said.indexOf(found);
  const around = termsIn(
    said
      .slice(Math.max(0, at - 1), at + 2)
      .map(({ text }) => text)
      .join("\n"),
  );
  return terms.filter((term) => around.has(term)).length / terms.length >= SUPPORTED;
}

// What a candidate says, taken apart (OBS-9): the claim, the quote, and the sentences around the quote, each also without
// the words of a cue ("remember that ..."). A value that was forgotten is known in any of these clothes.
/** A turn without the sentences that are known as forgotten: they are not sent either. */
export function withoutSentences(text: string, isPutAway: (sentences: readonly string[]) => boolean): string {
  let out = "";
  let from = 0;
  for (const { start, end } of sentencesOf(text)) {
    const sentence = text.slice(start, end).trim();
    if (!isPutAway([sentence, ...cuesIn(sentence).map((cue) => cue.sentence)])) continue;
    out += text.slice(from, start);
    from = end;
  }
  return out + text.slice(from);
}

export function sentencesSaid({ candidate: { claim, quote, asks }, said }: Kept): readonly string[] {
  const around = sentencesIn(said.text).filter((sentence) => meets(sentence, quote));
  const all = [claim, ...sentencesIn(claim), quote, ...asks, ...around];
  return [...new Set([...all, ...all.flatMap((text) => cuesIn(text).map((cue) => cue.sentence))])];
}

function sentencesIn(text: string): readonly string[] {
  return sentencesOf(text).map(({ start, end }) => text.slice(start, end).trim());
}

function meets(sentence: string, quote: string): boolean {
  const [one, other] = [sentence, quote].map((text) => text.replace(/\s+/gu, " ").trim());
  return one !== undefined && other !== undefined && one !== "" && (one.includes(other) || other.includes(one));
}
