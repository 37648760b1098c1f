// Every sentence of the review at the terminal that a person reads; what the browser says too is review/wording.ts.
import type { ReviewDecision } from "../../review/decide.ts";
import type { ReviewWanted } from "../../review/survey.ts";

export const KEYS: Readonly<Record<string, ReviewDecision["kind"]>> = {
  c: "confirm",
  y: "confirm",
  k: "confirm",
  d: "demote",
  r: "retire",
  a: "archive",
  m: "merge",
  e: "edit",
};

export const TEXT = {
  nothing: "Nothing waits for you.",
  /** No count and no names: for seven days an inferred memory is not offered (TRU-3), but a person may ask. */
  younger: "Younger than 7 days, so not asked about: holdfast list --tier inferred",
  nothingSuch: "Nothing waits for that reason.",
  nothingFrom: "Nothing of that origin waits for a decision.",
  page: (at: number, pages: number): string => `  page ${at} of ${pages}: v shows the ${at < pages ? "next" : "first"}`,
  unknownKey: "Press one of the keys named above.",
  help: [
    "  c  confirm exactly these words (also y, k)    d  wrong: into quarantine",
    "  e  edit, then it is checked again             r  off: out of use, kept",
    "  m  merge: this one replaces its look-alikes   a  archive (quarantined only)",
    "  v  view the next page of a long one           s  skip, decide another time",
    "  u  undo the last decision                     q  quit; what is done is done",
  ],
  undone: "undone",
  takeBack: "holdfast undo takes the last one back",
  left: (count: number, again: string): string => (count === 0 ? "Nothing is left." : `${count} left: ${again}`),
} as const;

/** What a session was called stands in a file, and this line is copied into a shell. */
const PLAIN = /^\w[\w.:-]*$/;

/** The command that shows the same queue again: what was asked for by its origin may be in no other. */
export function againWords({ origin, categories }: ReviewWanted): string {
  if (origin !== undefined) return `holdfast review --origin ${PLAIN.test(origin) ? origin : "ID"}`;
  return categories === undefined ? "holdfast review" : `holdfast review --category ${categories.join(",")}`;
}

export function nothingOf({ origin, categories }: ReviewWanted): string {
  if (origin !== undefined) return TEXT.nothingFrom;
  return categories === undefined ? TEXT.nothing : TEXT.nothingSuch;
}
