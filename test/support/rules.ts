// Rules held against a call as the hook does it, without a store: the index's first look, then the lines taken apart.
import { readShell } from "../../src/guard/shell/read.ts";
import type { ToolCall } from "../../src/guard/world.ts";
import { isRuleProblem, parseRule, type Rule } from "../../src/memory/rule.ts";
import { keysOf } from "../../src/memory/rule-keys.ts";
import { decide, type Standing, type Verdict } from "../../src/rules/decide.ts";
import { type ActWorld, deedsOf, namesAny, wordsOf } from "../../src/rules/deeds.ts";

export const PROJECT = "/p";

export interface Kept extends Standing<readonly string[]> {
  readonly keys: readonly string[];
}

export function keep(lines: readonly string[]): Kept {
  const rule: Rule | ReturnType<typeof parseRule> = parseRule(lines);
  if (isRuleProblem(rule)) throw new Error(`${rule.line}: ${rule.hint}`);
  return { rule, source: lines, narrowness: 1, keys: keysOf(lines) };
}

const UNREAD = { sure: false, commands: [], steps: 0 };

export function below(path: string, cwd: string): readonly (readonly string[])[] {
  const names: string[] = [];
  for (const name of (path.startsWith("/") ? path : `${cwd}/${path}`).split("/")) {
    if (name === "..") names.pop();
    else if (name !== "" && name !== ".") names.push(name);
  }
  return names.length > 1 && `/${names[0]}` === PROJECT ? [names.slice(1)] : [];
}

/** As the hook decides. */
export function decided(kept: readonly Kept[], call: ToolCall): Verdict<readonly string[]> | undefined {
  const words = wordsOf(call, { below });
  const proposed = kept.filter(({ keys }) => keys.some((key) => words.has(key)));
  const clauses = proposed.flatMap(({ rule }) => rule.stops.map(({ clause }) => clause));
  const read: ActWorld["readShell"] = namesAny(call, clauses, words) ? readShell : () => UNREAD;
  return decide(proposed, deedsOf(call, { below, readShell: read }));
}

/** The same without a first look at anything. */
export function decidedFully(kept: readonly Kept[], call: ToolCall): Verdict<readonly string[]> | undefined {
  return decide(kept, deedsOf(call, { below, readShell }));
}

export function line(command: string, cwd: string = PROJECT): ToolCall {
  return { tool: "Bash", input: { command }, cwd };
}

export function edit(path: string, text = "x"): ToolCall {
  return { tool: "Write", input: { file_path: path, content: text }, cwd: PROJECT };
}
