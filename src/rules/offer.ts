// A rule as it is offered to a person (RUL-3, RUL-4): in plain words, with what it would have met on this machine. Where that is
// more than a few calls, a reminder is named first: a rule that stops what is done every day is switched off the next one.
import { isRuleProblem, parseRule, type Stop } from "../memory/rule.ts";
import { isMany, type Tried, triedWords } from "./tried.ts";

export interface Offer {
  /** What it would have met; undefined where there is nothing to try it on. */
  readonly tried: string | undefined;
  /** The newest of that, a line each. */
  readonly newest: readonly string[];
  readonly question: string;
}

const SHOWN = 3;

/** `where` is said behind what it does: "in this project". */
export function offerOf(lines: readonly string[], where: string, tried: Tried | undefined): Offer {
  const rule = parseRule(lines);
  const stops = isRuleProblem(rule) ? [] : rule.stops;
  const [yes, remind] = ["y", "remind"];
  const isOften = tried !== undefined && isMany(tried);
  const choices = stops.every(({ effect }) => effect === "remind") ? [yes] : isOften ? [remind, yes] : [yes, remind];
  return {
    tried: tried === undefined || tried.sessions === 0 ? undefined : triedWords(tried),
    newest: tried === undefined ? [] : newestOf(tried),
    question: `${actWords(stops)} ${where} as well? ${[...choices, "no"].join(" / ")}:`,
  };
}

function newestOf({ met }: Tried): readonly string[] {
  const shown = met.slice(-SHOWN).map(({ what }) => what.split("\n")[0] ?? "");
  return met.length > SHOWN ? [...shown, `and ${met.length - SHOWN} more`] : shown;
}

/** "Stop `npm` and `yarn`": what stands behind the effect and the kind of each line. */
function actWords(stops: readonly Stop[]): string {
  const named = stops.map(({ said }) => `\`${said.split(" ").slice(2).join(" ")}\``);
  const what = named.length < 2 ? named.join("") : `${named.slice(0, -1).join(", ")} and ${named.at(-1)}`;
  const [first] = stops;
  const on = first === undefined ? "" : DEEDS[first.clause.on];
  if (first?.effect === "ask") return `Ask you before ${on}${what}`;
  return first?.effect === "remind" ? `Remind agents at ${on}${what}` : `Stop ${on}${what}`;
}

const DEEDS: Readonly<Record<Stop["clause"]["on"], string>> = {
  command: "",
  edit: "changes to ",
  read: "reading ",
  fetch: "fetching from ",
  mcp: "",
};
