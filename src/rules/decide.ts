// What the rules say of one act (RUL-5, RUL-8): deny over ask over remind over nothing. An act is looked at deed by deed, so
// that what one rule lets through in a line says nothing of the rest of the line.
import type { ShellCommand } from "../guard/shell-line.ts";
import { type Clause, EFFECTS, plainTool, type Rule, type Stop } from "../memory/rule.ts";
import { covers, isLike } from "../text/glob.ts";
import { isCommand } from "./commands.ts";

export type Deed =
  | { readonly on: "command"; readonly command: ShellCommand }
  /** Paths as names from the project's top; the text is what the call brings. */
  | { readonly on: "edit"; readonly path: readonly string[]; readonly text: string }
  | { readonly on: "read"; readonly path: readonly string[] }
  | { readonly on: "fetch"; readonly host: string }
  | { readonly on: "mcp"; readonly tool: string };

/** A rule that counts here, of whatever memory. */
export interface Standing<Source> {
  readonly rule: Rule;
  readonly source: Source;
  /** How narrow its scope is: everywhere 0, a project 1, branch or paths 2. */
  readonly narrowness: number;
  /** Of a project's shared store: it can't take the person's own rules back. */
  readonly isShared?: boolean;
  /** An organisation asks that its rules are kept (HUB-10): nothing of anybody else's takes them back. */
  readonly isKept?: boolean;
  /** Whether the act is where its memory applies; everywhere unless said. */
  applies?(deed: Deed): boolean;
}

export interface Verdict<Source> {
  readonly stop: Stop;
  readonly instead: string | undefined;
  readonly source: Source;
}

export function decide<Source>(
  standing: readonly Standing<Source>[],
  deeds: readonly Deed[],
): Verdict<Source> | undefined {
  let worst: Verdict<Source> | undefined;
  for (const deed of deeds) {
    if (worst?.stop.effect === "deny") break;
    const here = standing.filter(({ applies }) => applies?.(deed) ?? true);
    for (const one of here) {
      const { rule, source } = one;
      const stop = strictest(rule.stops.filter(({ clause }) => isMeant(clause, deed)));
      if (stop === undefined || isExcepted(deed, one, here)) continue;
      if (worst === undefined || rank(stop) < rank(worst.stop)) worst = { stop, instead: rule.instead, source };
    }
  }
  return worst;
}

/** Of one rule's lines, too, the stricter one counts. */
function strictest(stops: readonly Stop[]): Stop | undefined {
  return stops.length < 2 ? stops[0] : stops.toSorted((a, b) => rank(a) - rank(b))[0];
}

function rank({ effect }: Stop): number {
  return EFFECTS.indexOf(effect);
}

/** By the rule's own `unless`, or that of a narrower one. */
function isExcepted<Source>(deed: Deed, one: Standing<Source>, standing: readonly Standing<Source>[]): boolean {
  return standing.some((each) => mayExcept(each, one) && each.rule.unless.some((clause) => isMeant(clause, deed)));
}

export type Weighed = Pick<Standing<unknown>, "rule" | "narrowness" | "isShared" | "isKept">;

export function mayExcept(each: Weighed, one: Weighed): boolean {
  if (each.rule === one.rule) return true;
  if (one.isKept === true && each.isKept !== true) return false;
  return each.narrowness > one.narrowness && (each.isShared !== true || one.isShared === true);
}

export function isMeant(clause: Clause, deed: Deed): boolean {
  if (clause.on === "command") return deed.on === "command" && isCommand(clause.words, deed.command);
  if (clause.on === "edit")
    return (
      deed.on === "edit" &&
      covers(clause.glob, deed.path) &&
      (clause.text === undefined || deed.text.includes(clause.text))
    );
  if (clause.on === "read") return deed.on === "read" && covers(clause.glob, deed.path);
  if (clause.on === "fetch") return deed.on === "fetch" && isLike(clause.host, deed.host.toLowerCase());
  return deed.on === "mcp" && isLike(plainTool(clause.tool), plainTool(deed.tool));
}
