// node eval/observer/main.ts
// How well code notices that a user took a claim back (OBS-8): recall over the labelled cases, and how many claims that
// stand are lost with them; and that a claim keeps the sense of its sentence (OBS-8a): of pairs held out how many claims
// that do not are kept, and how many faithful ones are lost. The floors are ours; cases and rules come from the same hands.

import type { Said } from "../../src/observer/said/said.ts";
import { isNegated } from "../../src/observer/said/witness.ts";
import { type Labelled, NEGATED, STANDING } from "./cases.ts";
import { type Fate, fateOf, pairs, UNFAITHFUL } from "./sense/pairs.ts";

const LEAST_RECALL = 0.95;
const MOST_LOST = 0.15;
/** Of the claims of a kind, held out: kept as the model said them; faithful ones dropped. */
const MOST_UNFAITHFUL = 0.01;
const MOST_FAITHFUL_LOST = 0.1;

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
  const held = [recall >= LEAST_RECALL, share <= MOST_LOST, ...sense()];
  const failed = held.filter((holds) => !holds).length;
  console.log(`${held.length - failed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

/** Per kind whether its floor holds. A thought that became a rule counts as kept in any words. */
function sense(): readonly boolean[] {
  const { heldOut } = pairs();
  return [...UNFAITHFUL, "faithful" as const].map((kind) => {
    const fates = heldOut.filter((each) => each.kind === kind).map(fateOf);
    const count = (fate: Fate): number => fates.filter((each) => each === fate).length;
    const [claimed, said, dropped] = [count("as claimed"), count("as said"), count("dropped")];
    console.log(`sense ${kind}: ${fates.length} held out, as claimed ${claimed}, as said ${said}, dropped ${dropped}`);
    if (kind === "faithful") return dropped / fates.length <= MOST_FAITHFUL_LOST;
    return (claimed + (kind === "hedged" ? said : 0)) / fates.length <= MOST_UNFAITHFUL;
  });
}

process.exitCode = main();
