// Two rules that can't both be meant (RUL-8). The answer of the hook is the same either way, deny over ask over remind; what
// is told here is that a person said two things.
import { isRuleProblem, type Rule, type Stop } from "../memory/rule.ts";
import type { Memory } from "../store/catalogue.ts";
import { isCommand } from "./commands.ts";
import { mayExcept, type Standing, type Weighed } from "./decide.ts";
import { canMeet, ruleOf, standingRules, weightOf } from "./standing.ts";

export type Conflict =
  /** One and the same act, answered differently. */
  | { readonly kind: "effects"; readonly said: readonly [string, string] }
  /** One lets through what the other stops, and is not the narrower one, which would win. */
  | { readonly kind: "exception"; readonly said: readonly [string, string] }
  /** One names as the better way what the other forbids. */
  | { readonly kind: "instead"; readonly said: readonly [string, string] };

export interface RulePair {
  readonly a: Memory;
  readonly b: Memory;
  readonly conflict: Conflict;
}

export function conflictsAmong(
  standing: readonly Standing<Memory>[],
  project: string | undefined,
): readonly RulePair[] {
  return standing.flatMap((one, at) =>
    standing.slice(at + 1).flatMap((other) => {
      if (!canMeet(one.source, other.source, project)) return [];
      const conflict = conflictBetween(one, other);
      return conflict === undefined ? [] : [{ a: one.source, b: other.source, conflict }];
    }),
  );
}

/** What stands against the rule of one that was just made, whoever made it. */
export function conflictsWith(
  memory: Memory,
  all: readonly Memory[],
  { now, project }: { readonly now: Date; readonly project: string | undefined },
): readonly RulePair[] {
  const rule = ruleOf(memory);
  if (rule === undefined || isRuleProblem(rule)) return [];
  const mine = { rule, source: memory, ...weightOf(memory) };
  const rest = standingRules(all, now).filter(({ source }) => source.id !== memory.id);
  return conflictsAmong([mine, ...rest], project).filter(({ a }) => a === memory);
}

export function conflictBetween(one: Weighed, other: Weighed): Conflict | undefined {
  return (
    effects(one.rule, other.rule) ??
    exception(one, other) ??
    exception(other, one) ??
    instead(one.rule, other.rule) ??
    instead(other.rule, one.rule)
  );
}

function effects(one: Rule, other: Rule): Conflict | undefined {
  for (const a of one.stops) {
    const b = other.stops.find(({ clause, effect }) => effect !== a.effect && isSame(clause, a.clause));
    if (b !== undefined) return { kind: "effects", said: [a.said, b.said] };
  }
  return undefined;
}

function exception(one: Weighed, other: Weighed): Conflict | undefined {
  if (mayExcept(one, other)) return undefined;
  const against = other.rule.stops.find(
    ({ effect, clause }) => effect !== "remind" && one.rule.unless.some(same(clause)),
  );
  return against === undefined
    ? undefined
    : { kind: "exception", said: [against.said.replace(/^\S+/, "unless"), against.said] };
}

function instead(one: Rule, other: Rule): Conflict | undefined {
  const words = one.instead?.split(/[\s`'"]+/).filter((word) => word !== "") ?? [];
  const against = other.stops.find(
    (stop) => stop.effect === "deny" && words.some((_, at) => isMeant(stop, words.slice(at))),
  );
  return against === undefined ? undefined : { kind: "instead", said: [`instead ${one.instead}`, against.said] };
}

function isMeant({ clause }: Stop, words: readonly string[]): boolean {
  if (clause.on !== "command") return false;
  return isCommand(clause.words, { words, wrappers: [], redirects: [], variables: {}, cwds: [] });
}

function same(clause: Stop["clause"]): (other: Stop["clause"]) => boolean {
  return (other) => isSame(clause, other);
}

function isSame(one: Stop["clause"], other: Stop["clause"]): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
