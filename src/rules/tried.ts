// What a rule would have done in the sessions that were held against it (RUL-4), and how that is said.
import type { Effect } from "../memory/rule.ts";

/** A call that the rule would have met. */
export interface WouldMeet {
  readonly effect: Effect;
  /** The line of the rule. */
  readonly said: string;
  readonly host: string;
  readonly session: string;
  /** When, as the record says. */
  readonly at?: string;
  readonly tool: string;
  /** The command, the file or the address. */
  readonly what: string;
}

export interface Tried {
  readonly kind: "tried";
  readonly sessions: number;
  /** All that were made in them. */
  readonly calls: number;
  /** The oldest first. */
  readonly met: readonly WouldMeet[];
}

export interface Meetings {
  readonly stopped: number;
  readonly asked: number;
  readonly reminded: number;
}

export function meetingsIn({ met }: Pick<Tried, "met">): Meetings {
  const of = (effect: Effect): number => met.filter((each) => each.effect === effect).length;
  return { stopped: of("deny"), asked: of("ask"), reminded: of("remind") };
}

const A_FEW = 5;

/** Then it is worth a reminder first: it would stop what was usual here. */
export function isMany(tried: Pick<Tried, "met">): boolean {
  const { stopped, asked } = meetingsIn(tried);
  return stopped + asked > A_FEW;
}

export function triedWords(tried: Tried): string {
  const { sessions, calls, met } = tried;
  if (sessions === 0)
    return "There are no records of sessions here; Claude Code and Codex leave them. --all looks at every project.";
  const { stopped, asked, reminded } = meetingsIn(tried);
  const counts = [
    ["stopped", stopped],
    ["asked about", asked],
    ["reminded of", reminded],
  ] as const;
  const said = counts.flatMap(([verb, count]) => (count > 0 ? [`${verb} ${count}`] : [])).join(", ");
  const last = sessions === 1 ? "In your last session" : `In your last ${sessions} sessions`;
  return `${last} this would have ${said === "" ? "stopped none" : said} of ${calls} calls${met.length > 0 ? ":" : "."}`;
}
