// Every sentence of the review that a person reads.
import type { Confirmation } from "../../app/confirm.ts";
import type { Due } from "../../app/due.ts";
import type { Decision } from "../../app/review/decide.ts";
import { secondOf } from "../../core/trust/transitions.ts";

/** Why it is here, one line each. */
export const WHY: Readonly<Record<Due, string>> = {
  disputed: "an agent says that it is wrong",
  unattested: "says verified, but nobody here confirmed exactly these words",
  withheld: "reads like an instruction to an agent, so agents are not given it",
  contradiction: "another memory says otherwise",
  proposal: "somebody proposes a change to another memory",
  observed: "observed for seven days, never confirmed",
  duplicate: "another memory says much the same",
  stale: "not confirmed for 90 days",
  outdated: "files that it names are gone",
  unused: "in the store for 90 days and never shown: r retires it",
  expired: "its date is past",
  "archive-candidate": "in quarantine for more than 90 days",
  unreadable: "can't be read",
};

export const SAID = "your own words, found in a session";

/** What the key for yes does, by the state of the memory. */
export function confirmWord(how: Confirmation): string {
  switch (how.way) {
    case "promote":
      return "confirm";
    case "reaffirm":
      return "keep";
    case "restore":
      return "restore";
    case "accept":
      return "take up";
    case "own-words":
    case "own-words-of-shared":
      return "make it yours";
  }
}

export function confirmNote(how: Confirmation): string | undefined {
  switch (how.way) {
    case "own-words":
      return `c writes it as your own words now; it is observed until ${secondOf(how.observationEnds)}`;
    case "own-words-of-shared":
      return "c writes it as your own words for this project; the shared file stays";
    case "accept":
      return "c takes the proposal up; it replaces what it is about";
    default:
      return undefined;
  }
}

export const DONE: Readonly<Record<Decision["kind"], string>> = {
  confirm: "confirmed",
  demote: "demoted",
  retire: "retired",
  archive: "archived",
  merge: "merged",
  edit: "saved",
};

export const KEYS: Readonly<Record<string, Decision["kind"]>> = {
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
  nothingFrom: "Nothing of that origin waits for a decision.",
  more: (lines: number): string => `... ${lines} more line${lines === 1 ? "" : "s"}: v shows them`,
  seeFirst: "That was the rest of it; now decide.",
  unknownKey: "Press one of the keys named above.",
  help: [
    "  c  confirm exactly these words (also y, k)    d  demote: out of use, kept",
    "  e  edit, then it is checked again             r  retire: keep, stop using",
    "  m  merge: this one replaces its look-alikes   a  archive (quarantined only)",
    "  v  view all of a long text                    s  skip, decide another time",
    "  u  undo the last decision                     q  quit; what is done is done",
  ],
  undone: "undone",
  takeBack: "holdfast undo takes the last one back",
  nothingToUndo: "Nothing was decided yet.",
  left: (count: number): string => (count === 0 ? "Nothing is left." : `${count} left: holdfast review`),
} as const;
