// What the review says at the terminal and in the browser alike: why a memory is here, and what a key does to it.
import { suspicionOf } from "../checks/injection-findings.ts";
import { textField } from "../memory/fields.ts";
import { isMirrored } from "../memory/kinds.ts";
import type { Due } from "../recall/due.ts";
import type { Usage } from "../recall/usage.ts";
import { isOwnSaying, type Memory } from "../store/catalogue.ts";
import type { Confirmation } from "../store/confirm.ts";
import type { Changer } from "../store/signed.ts";
import { forTerminalLine } from "../text/sanitise.ts";
import { ago } from "../trust/lifecycle.ts";
import { secondOf } from "../trust/transitions.ts";
import type { ReviewDecision } from "./decide.ts";
import type { ReviewItem } from "./survey.ts";

export const CHANGED = "changed since you confirmed it, or confirmed by nobody here";

/** Why it is here, one line each. */
const WHY: Readonly<Record<Due, string>> = {
  disputed: "an agent says that it is wrong",
  unattested: CHANGED,
  withheld: "reads like an instruction to an agent, so agents are not given it",
  contradiction: "another memory says otherwise",
  proposal: "somebody proposes a change to another memory",
  observed: "observed for seven days, never confirmed",
  duplicate: "another memory says much the same",
  stale: "not confirmed for 90 days",
  outdated: "files that it names are gone",
  unused: "in the store for 90 days and never shown: r switches it off",
  expired: "its date is past",
  "archive-candidate": "in quarantine for more than 90 days",
  unreadable: "can't be read",
};

const SAID = "your own words, found in a session";
const PROPOSED = "proposed to your organisation; agents are given it once it is confirmed";
/** Seen before a restore, which it does not stop (TRU-7). */
const WARNED = "reads like an instruction to an agent, or asks for a capability";

/** Beside a key: the words of `off` and `on`, not the machine's verbs. */
export function keyWord(kind: ReviewDecision["kind"], how: Confirmation): string {
  if (kind === "confirm") return confirmWord(how);
  return kind === "demote" ? "wrong" : kind === "retire" ? "off" : kind;
}

/** What the key for yes does, by the state of the memory. */
function confirmWord(how: Confirmation): string {
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
      return how.observationEnds === undefined ? "confirm" : "make it yours";
    case "own-words-of-shared":
      return "make it yours";
  }
}

export function confirmNote(how: Confirmation): string | undefined {
  switch (how.way) {
    case "own-words":
      if (how.observationEnds === undefined) return undefined;
      return `c writes it as your own words now; it is observed until ${secondOf(how.observationEnds)}`;
    case "own-words-of-shared":
      return "c writes it as your own words for this project; the shared file stays";
    case "accept":
      return "c takes the proposal up; it replaces what it is about";
    default:
      return undefined;
  }
}

export const DONE: Readonly<Record<ReviewDecision["kind"], string>> = {
  confirm: "confirmed",
  demote: "quarantined",
  retire: "off",
  archive: "archived",
  merge: "merged",
  off: "off",
  on: "on",
  edit: "saved",
};

export function reasonsOf({ row, memory }: ReviewItem): readonly string[] {
  const isSaid = isOwnSaying(memory);
  const isWarned = memory.tier === "quarantined" && suspicionOf(memory.document) !== undefined;
  const reasons = row.due.map((due) =>
    due !== "observed" ? WHY[due] : isSaid ? SAID : isMirrored(memory.scope) ? PROPOSED : WHY[due],
  );
  return isWarned ? [...reasons, WARNED] : reasons;
}

/** Whose words they are; who confirmed them is another question (`vouched by`). Where nobody did, the file alone says so. */
export function writerOf(memory: Memory): string {
  const source = textField(memory.document, "source") ?? "unknown";
  const isClaim = memory.tier === "unattested" || (memory.scope !== "personal" && memory.tier !== "verified");
  const from = isMirrored(memory.scope)
    ? /\((.+)\)$/.exec(textField(memory.document, "source-machine") ?? "")?.[1]
    : undefined;
  if (isClaim && source !== "unknown") return `${source}${from === undefined ? "" : ` of ${from}`}, says the file`;
  return isOwnSaying(memory) && source !== "user" ? "user, to an agent" : source;
}

/** Who changed what was signed, by everything but the text (TRU-27); after "changed". */
export function changerWords(changer: Changer): string {
  switch (changer.kind) {
    case "by-hand":
      return "by hand, outside Holdfast";
    case "here":
      return `on this machine (${changer.channel}) at ${changer.at}`;
    case "commit": {
      const who = `${forTerminalLine(changer.name)} <${forTerminalLine(changer.email)}>`.slice(0, LONGEST_NAME);
      return `in git on ${changer.at.slice(0, 10)}, under the name ${who}`;
    }
  }
}

const LONGEST_NAME = 120;

export function usageWords({ shown, sessions, lastShown, used, wrong }: Usage, now: Date): string {
  if (shown === 0) return "never shown to an agent in the last 90 days";
  const times = `shown ${shown} time${shown === 1 ? "" : "s"} in ${sessions} session${sessions === 1 ? "" : "s"}`;
  const said = [...(used > 0 ? [`useful ${used}`] : []), ...(wrong > 0 ? [`wrong ${wrong}`] : [])];
  return `${times}${ago(lastShown, now)}${said.length === 0 ? "" : `; agents said: ${said.join(", ")}`}`;
}
