// The rules that memories carry, and which of them hold here (RUL-1): the others are text, each for a reason that can be told.
import { listField } from "../memory/fields.ts";
import { isRuleProblem, parseRule, type RuleProblem } from "../memory/rule.ts";
import type { Here, WithheldReason } from "../recall/candidate.ts";
import { whyNot } from "../recall/serve.ts";
import { type Memory, supersededAmong } from "../store/catalogue.ts";

export interface KnownRule {
  readonly memory: Memory;
  readonly lines: readonly string[];
  /** Why it stops nothing here; undefined: it holds. */
  readonly textOnly: TextOnly | undefined;
}

type TextOnly = WithheldReason | "inferred" | "unattested" | "unreadable";

/** Of all memories that count here. */
export function rulesAmong(memories: readonly Memory[], here: Here & { readonly now: Date }): readonly KnownRule[] {
  const replaced = supersededAmong(memories);
  return memories.filter(hasRule).map((memory) => {
    const textOnly = whyNot(memory, here, replaced) ?? whyText(memory);
    return { memory, lines: listField(memory.document, "rule"), textOnly };
  });
}

function whyText(memory: Memory): TextOnly | undefined {
  if (memory.tier !== "verified") return memory.tier;
  return problemOf(memory) === undefined ? undefined : "unreadable";
}

/** Half of a rule is another rule: one line that can't be read switches it off (RUL-7). */
export function problemOf({ document }: Memory): RuleProblem | undefined {
  const rule = parseRule(listField(document, "rule"));
  return isRuleProblem(rule) ? rule : undefined;
}

export function hasRule({ document }: Memory): boolean {
  return (document.fields.get("rule") ?? null) !== null;
}
