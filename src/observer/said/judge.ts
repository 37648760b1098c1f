// What of a model's answer is kept (OBS-8). Code decides, not the model: a candidate must rest on words that were really
// said, be about them, have a witness where it claims an outcome, and not have been taken back since.
import { termsIn } from "../../recall/claims.ts";
import type { Candidate } from "./answer.ts";
import { isNegated } from "./negation.ts";
import { claimsOutcome, type Deed, witnessFor } from "./outcome.ts";
import type { Said } from "./said.ts";

export const DROPPED = ["no-quote", "unsupported", "no-witness", "witness-contradicted", "negated"] as const;
export type Dropped = (typeof DROPPED)[number];

export interface Kept {
  readonly kind: "kept";
  readonly candidate: Candidate;
  /** The turn that the words stand in, whatever number the model gave. */
  readonly said: Said;
}

export type Judged = Kept | { readonly kind: "dropped"; readonly candidate: Candidate; readonly why: Dropped };

const SHORTEST_QUOTE = 8;
/** Of the words of a claim, so many stand in the quoted turn or those beside it. */
const SUPPORTED = 0.7;

export function judge(candidate: Candidate, said: readonly Said[], deeds: readonly Deed[]): Judged {
  const drop = (why: Dropped): Judged => ({ kind: "dropped", candidate, why });
  const found = quoted(candidate, said);
  if (found === undefined) return drop("no-quote");
  if (!isSupported(candidate, found, said)) return drop("unsupported");
  if (claimsOutcome(candidate.claim)) {
    const witness = witnessFor(candidate.claim, found.turn, deeds);
    if (witness !== "seen") return drop(witness === "none" ? "no-witness" : "witness-contradicted");
  }
  const claimed = { claim: candidate.claim, turn: found.turn, speaker: found.speaker };
  return isNegated(claimed, said) ? drop("negated") : { kind: "kept", candidate, said: found };
}

/** Exactly, but for runs of white space; the named turn first, for the same words may stand in several. */
function quoted({ quote, turn }: Candidate, said: readonly Said[]): Said | undefined {
  const wanted = plain(quote);
  if (wanted.length < SHORTEST_QUOTE && !/[\u3040-\u9fff\uac00-\ud7a3]{3}/u.test(wanted)) return undefined;
  const holds = ({ text }: Said): boolean => plain(text).includes(wanted);
  return said.find((each) => each.turn === turn && holds(each)) ?? said.findLast(holds);
}

function plain(text: string): string {
  return text.replace(/\s+/gu, " ").trim();
}

function isSupported({ claim }: Candidate, found: Said, said: readonly Said[]): boolean {
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
