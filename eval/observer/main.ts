// node eval/observer/main.ts
// How well code notices that a user took a claim back (OBS-8): recall over the labelled cases, and how many claims that
// stand are lost with them. The floors are ours; the cases and the rules were written by the same hands.

import type { Said } from "../../src/observer/said/said.ts";
import { isNegated } from "../../src/observer/said/witness.ts";
import { type Labelled, NEGATED, STANDING } from "./cases.ts";

const LEAST_RECALL = 0.95;
const MOST_LOST = 0.15;

function isTakenBack({ by, said, claim, then }: Labelled): boolean {
  const turns: Said[] = [{ turn: 1, speaker: by, text: said }];
  for (const text of then) turns.push({ turn: turns.length + 1, speaker: "user", text });
  return isNegated({ claim, turn: 1, speaker: by }, turns);
}

function main(): number {
  const missed = NEGATED.filter((each) => !isTakenBack(each));
  const lost = STANDING.filter(isTakenBack);
  for (const { claim, then } of missed) console.log(`missed: "${claim}" <- "${then.at(-1)}"`);
  for (const { claim, then } of lost) console.log(`lost: "${claim}" <- "${then.join(" / ")}"`);
  const recall = 1 - missed.length / NEGATED.length;
  const share = lost.length / STANDING.length;
  console.log(`negated: ${NEGATED.length} cases, recall ${(100 * recall).toFixed(1)} %`);
  console.log(`standing: ${STANDING.length} cases, lost ${(100 * share).toFixed(1)} %`);
  const failed = (recall < LEAST_RECALL ? 1 : 0) + (share > MOST_LOST ? 1 : 0);
  console.log(`${2 - failed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

process.exitCode = main();
