// What the rules did, from the receipts that the hook leaves (RUL-6): how often each fired, what it stopped, what a person let
// through, and whether it is worth another look.
import { EFFECTS, type Effect } from "../memory/rule.ts";
import { type Receipt, type ReceiptItem, RULE_WORD } from "../recall/receipts.ts";

/** What came of it. */
export type Fired = Effect | "allowed";

export function ruleWord(line: string): string {
  return `${RULE_WORD}${line}`;
}

/** One time that a rule fired. */
export interface Firing {
  readonly id: string;
  readonly name: string;
  readonly form: Fired;
  /** The line of the rule. */
  readonly line: string;
  readonly at: string;
  readonly host: string;
  readonly session: string;
  readonly project?: string;
  readonly tool: string;
}

/** In the order of the receipts: newest first. */
export function firingsIn(receipts: readonly Receipt[]): readonly Firing[] {
  return receipts.flatMap((receipt) => receipt.shown.flatMap((item) => firingOf(item, receipt)));
}

function firingOf({ id, name, form, rule }: ReceiptItem, receipt: Receipt): readonly Firing[] {
  if (!rule.startsWith(RULE_WORD) || !isFired(form)) return [];
  const { at, host, session, project, event } = receipt;
  const where = project === undefined ? {} : { project };
  const tool = event.slice(event.indexOf(":") + 1);
  return [{ id, name, form, line: rule.slice(RULE_WORD.length), at, host, session, ...where, tool }];
}

function isFired(form: string): form is Fired {
  return form === "allowed" || (EFFECTS as readonly string[]).includes(form);
}

export interface Count {
  readonly fired: number;
  readonly stopped: number;
  /** Left to the person, where the host can ask; else stopped. */
  readonly asked: number;
  readonly reminded: number;
  readonly allowed: number;
  readonly last?: string;
}

/** `firings` of one rule, newest first. */
export function countOf(firings: readonly Firing[]): Count {
  const of = (form: Fired): number => firings.filter((each) => each.form === form).length;
  const [latest] = firings;
  return {
    fired: firings.length,
    stopped: of("deny"),
    asked: of("ask"),
    reminded: of("remind"),
    allowed: of("allowed"),
    ...(latest && { last: latest.at }),
  };
}

/** In so many sessions. */
const OFTEN = 3;

/** It stops often, and in every session somebody lets it pass: then it says something else than what is meant. */
export function isAlwaysAllowed(firings: readonly Firing[]): boolean {
  const sessionsWith = (isMeant: (form: Fired) => boolean): ReadonlySet<string> =>
    new Set(firings.filter(({ form }) => isMeant(form)).map(({ session }) => session));
  const stopped = sessionsWith((form) => form === "deny" || form === "ask");
  const allowed = sessionsWith((form) => form === "allowed");
  return stopped.size >= OFTEN && [...stopped].every((session) => allowed.has(session));
}
