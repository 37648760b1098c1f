// Sentences that a user said, and claims that a model makes of them (OBS-8a): turned round, made wider or narrower than they
// were meant, made sure of what was a thought, and faithful ones, which must not be lost. 60 in each of five languages,
// written before the rule; half of each kind was looked at while it was made.
import { readFileSync } from "node:fs";
import { readAnswer } from "../../../src/observer/said/answer.ts";
import { judge } from "../../../src/observer/said/judge.ts";
import { type Halves, halved } from "../../halves.ts";

export const UNFAITHFUL = ["reversed", "widened", "narrowed", "hedged"] as const;

export interface Pair {
  readonly language: string;
  readonly kind: (typeof UNFAITHFUL)[number] | "faithful";
  readonly said: string;
  readonly claim: string;
  readonly quote: string;
}

export function pairs(): Halves<Pair> {
  const lines = readFileSync(new URL("./pairs.tsv", import.meta.url), "utf8")
    .trimEnd()
    .split("\n");
  return halved(lines.map(pairOf), ({ kind, language, said, claim }) => ({
    kind: `${kind} ${language}`,
    text: said + claim,
  }));
}

function pairOf(line: string): Pair {
  const [language = "", kind = "", said = "", claim = "", quote = ""] = line.split("\t");
  return { language, kind: kind as Pair["kind"], said, claim, quote };
}

/** Kept as the model said it, kept in the words of the user, or not kept. */
export type Fate = "as claimed" | "as said" | "dropped";

export function fateOf({ said, claim, quote }: Pair): Fate {
  const answer = JSON.stringify({ memories: [{ claim, kind: "preference", quote, turn: 1 }] });
  const candidate = readAnswer(answer)?.candidates[0];
  if (candidate === undefined) throw new Error(`no answer can say this: ${claim}`);
  const judged = judge(candidate, [{ turn: 1, speaker: "user", text: said }], []);
  if (judged.kind === "dropped") return "dropped";
  return judged.candidate.claim === claim && claim !== said ? "as claimed" : "as said";
}
