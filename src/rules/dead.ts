// Rules that stop nothing, though their memories read as if they did (RUL-8). A program that is not installed is no reason:
// the rule is about who might run it.
import { isExpired, statusOf } from "../memory/fields.ts";
import { type Clause, isRuleProblem, type Rule } from "../memory/rule.ts";
import type { FileLook } from "../recall/outdated.ts";
import type { Memory } from "../store/catalogue.ts";
import { ruleOf } from "./standing.ts";

export interface DeadRule {
  readonly memory: Memory;
  readonly why: "damaged" | "expired" | "superseded" | "excepted" | "no-file";
  /** The line that it hangs on, as it stands there. */
  readonly said?: string;
}

export interface Surroundings {
  readonly now: Date;
  readonly superseded: ReadonlySet<Memory>;
  /** Undefined where the files that the memory is about are not at hand. */
  look(memory: Memory): FileLook | undefined;
}

/** Of what a person vouched for: what nobody confirmed is no rule yet. */
export function deadRules(memories: readonly Memory[], around: Surroundings): readonly DeadRule[] {
  return memories.flatMap((memory) => {
    if (memory.tier !== "verified" || statusOf(memory.document) !== "active") return [];
    const rule = ruleOf(memory);
    if (rule === undefined) return [];
    if (isRuleProblem(rule)) return [{ memory, why: "damaged" as const, said: rule.line }];
    if (around.superseded.has(memory)) return [{ memory, why: "superseded" as const }];
    if (isExpired(memory.document, around.now)) return [{ memory, why: "expired" as const }];
    return withoutEffect(memory, rule, around.look(memory));
  });
}

function withoutEffect(memory: Memory, { stops, unless }: Rule, look: FileLook | undefined): readonly DeadRule[] {
  const isExcepted = (clause: Clause): boolean =>
    unless.some((each) => JSON.stringify(each) === JSON.stringify(clause));
  const excepted = stops.find(({ clause }) => isExcepted(clause));
  if (excepted !== undefined) return [{ memory, why: "excepted", said: excepted.said }];
  const isGone = (clause: Clause): boolean =>
    (clause.on === "edit" || clause.on === "read") && look?.path(clause.glob) === "gone";
  const gone = stops.find(({ clause }) => isGone(clause));
  return gone === undefined ? [] : [{ memory, why: "no-file", said: gone.said }];
}
