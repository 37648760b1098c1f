// What an agent is told when a rule stops it (RUL-5): the person's words, what to do instead, how a person lets it through, and
// where the rule stands. They are cleaned as everything else that an agent is given (CHK-30): signed or not, no words can look like
// our block.
import type { Effect } from "../memory/rule.ts";
import { forContext } from "../text/sanitise.ts";
import { LASTS_MINUTES } from "./once.ts";

export interface Told {
  readonly effect: Effect;
  readonly said: string;
  readonly instead: string | undefined;
  readonly name: string;
  readonly handle: string;
  /** Nothing is let through in a session that has no name. */
  readonly hasSession: boolean;
}

const LONGEST = { max: 240 };

export function reasonFor(told: Told): string {
  return told.effect === "deny" ? refusalFor(told) : sentence(told, "");
}

/** Also of a rule that asks, for a host that can't: it says how a person allows it. */
export function refusalFor(told: Told): string {
  const { handle, hasSession } = told;
  const once = hasSession
    ? `, who can allow it for ${LASTS_MINUTES} minutes in a terminal of their own: holdfast allow once ${forContext(handle, LONGEST)}`
    : "";
  return sentence(
    { ...told, effect: "deny" },
    ` Do not look for a way around it; if it has to be, ask the user${once}.`,
  );
}

function sentence({ effect, said, instead, name, handle }: Told, way: string): string {
  const clean = (text: string): string => forContext(text, LONGEST);
  const rather = instead === undefined ? "" : ` Instead: ${clean(instead)}.`;
  return `${HEADS[effect]}: ${clean(name)} ("${clean(said)}").${rather}${way} (Holdfast ${clean(handle)})`;
}

const HEADS: Readonly<Record<Effect, string>> = {
  deny: "Stopped by a rule that the user confirmed",
  ask: "By a rule that the user confirmed they are asked first",
  remind: "A reminder that the user confirmed; nothing is stopped",
};
