// A memory's rule as it stands here (RUL-1): whose word it is was decided by whoever gave the memories, what it says is read
// from the memory itself.
import { isExpired, listField, statusOf, textField } from "../memory/fields.ts";
import { isRuleProblem, parseRule, type Rule, type RuleProblem } from "../memory/rule.ts";
import { type Memory, supersededAmong } from "../store/catalogue.ts";
import type { Standing } from "./decide.ts";

/** Undefined for a memory without one. */
export function ruleOf({ document }: Memory): Rule | RuleProblem | undefined {
  const lines = listField(document, "rule");
  return lines.length === 0 ? undefined : parseRule(lines);
}

/** What is verified, neither put away nor replaced nor past its day, and can be read. */
export function standingRules(memories: readonly Memory[], now: Date): readonly Standing<Memory>[] {
  const superseded = supersededAmong(memories);
  return memories.flatMap((memory) => {
    const rule = ruleOf(memory);
    if (rule === undefined || isRuleProblem(rule) || memory.tier !== "verified") return [];
    if (statusOf(memory.document) !== "active" || superseded.has(memory) || isExpired(memory.document, now)) return [];
    return [{ rule, source: memory, ...weightOf(memory) }];
  });
}

/** How much its `unless` may take back. A shared store is its project's; of no other people's it reaches the user's own. */
export function weightOf({ document, scope }: Memory): Pick<Standing<Memory>, "narrowness" | "isShared"> {
  const isShared = scope !== "personal";
  if (textField(document, "branch") !== undefined || listField(document, "paths").length > 0)
    return { narrowness: 2, isShared };
  return { narrowness: textField(document, "project") === undefined && scope !== "shared" ? 0 : 1, isShared };
}

/** Whether there is a place where both hold. A shared store is its project's. */
export function canMeet(one: Memory, other: Memory, project: string | undefined): boolean {
  const both = (key: "project" | "branch"): boolean => {
    const [a, b] = [one, other].map((memory) => placeOf(memory, key, project));
    return a === undefined || b === undefined || a === b;
  };
  return both("project") && both("branch");
}

function placeOf({ document, scope }: Memory, key: "project" | "branch", here: string | undefined): string | undefined {
  return textField(document, key) ?? (key === "project" && scope === "shared" ? here : undefined);
}
