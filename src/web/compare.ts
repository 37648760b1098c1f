// Two texts side by side, with the words that differ marked. Both are sanitised first: what is compared is what is seen.
import { diffWordsWithSpace } from "diff";
import { forPage } from "../text/sanitise.ts";
import type { Piece } from "./wire.ts";

/** Longer than any person waits for; beyond it the texts stand beside each other whole. */
const MILLISECONDS = 200;

export function compared(left: string, right: string): readonly [readonly Piece[], readonly Piece[]] {
  const [a, b] = [forPage(left).trim(), forPage(right).trim()];
  const changes = diffWordsWithSpace(a, b, { timeout: MILLISECONDS });
  if (changes === undefined) return [[{ text: a, differs: true }], [{ text: b, differs: true }]];
  const side = (kind: "added" | "removed"): readonly Piece[] =>
    changes
      .filter((change) => change[kind] || !(change.added || change.removed))
      .map((change) => ({ text: change.value, differs: change[kind] === true }));
  return [side("removed"), side("added")];
}
