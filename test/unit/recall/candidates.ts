import type { Candidate } from "../../../src/recall/candidate.ts";

let count = 0;

/** A verified, global, personal fact unless told otherwise; ids grow, so that later ones are newer, and end in their number. */
export function candidate(over: Partial<Candidate> = {}): Candidate {
  count++;
  const number = String(count).padStart(6, "0");
  const id = `01J8${number}0000000000${number}`;
  return {
    id,
    name: `Memory ${count}`,
    description: `What number ${count} says.`,
    body: `The body of number ${count}, which is longer than a line.\n`,
    type: "reference",
    kind: "fact",
    tier: "verified",
    scope: "personal",
    place: "memories",
    file: `reference_number_${count}.md`,
    status: "active",
    expired: false,
    supersedes: [],
    ...over,
  };
}
