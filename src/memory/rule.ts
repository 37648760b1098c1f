// What a memory's `rule` says, read (RUL-2). It is a list of lines, each of which a person can read aloud:
//
//   deny command npm install        ask command git push --force* origin main
//   remind edit src/** with console.log
//   deny read secrets/**            deny fetch *.example.com        ask mcp github__delete_*
//   unless command npm install -g   instead use pnpm install
//
// One line that can't be read switches the whole rule off: half of a rule is another rule.
import { type Glob, globOf } from "../text/glob.ts";

/** In the order of what wins (RUL-8). */
export const EFFECTS = ["deny", "ask", "remind"] as const;
export type Effect = (typeof EFFECTS)[number];

export type Clause =
  | { readonly on: "command"; readonly words: readonly string[] }
  | { readonly on: "edit"; readonly glob: Glob; readonly text: string | undefined }
  | { readonly on: "read"; readonly glob: Glob }
  | { readonly on: "fetch"; readonly host: string }
  | { readonly on: "mcp"; readonly tool: string };

export interface Stop {
  readonly effect: Effect;
  readonly clause: Clause;
  /** As it stands in the memory. */
  readonly said: string;
}

export interface Rule {
  readonly stops: readonly Stop[];
  readonly unless: readonly Clause[];
  readonly instead: string | undefined;
}

export interface RuleProblem {
  readonly kind: "rule-problem";
  /** The line that can't be read. */
  readonly line: string;
  readonly hint: string;
}

/** Hosts join server and tool by `__`, `_` or `-`; one rule holds in all of them. */
export function plainTool(tool: string): string {
  return tool.toLowerCase().replace(/[_-]+/g, "_");
}

export const MOST_LINES = 12;
const LONGEST_LINE = 200;
const MOST_WORDS = 12;

export function parseRule(lines: readonly string[]): Rule | RuleProblem {
  const stops: Stop[] = [];
  const unless: Clause[] = [];
  let instead: string | undefined;
  if (lines.length > MOST_LINES) return problem(`${lines.length} lines`, `A rule has at most ${MOST_LINES} lines.`);
  for (const line of lines) {
    if (line.length > LONGEST_LINE) return problem(line, `A line has at most ${LONGEST_LINE} characters.`);
    const [word = "", rest] = firstWord(line.trim());
    if (word === "instead" && rest !== "" && instead === undefined) {
      instead = rest;
      continue;
    }
    const clause = clauseOf(rest);
    if (clause === undefined) return problem(line, FORM);
    if (word === "unless") unless.push(clause);
    else if (isEffect(word)) stops.push({ effect: word, clause, said: line.trim() });
    else return problem(line, FORM);
  }
  if (stops.length === 0) return problem("", FORM);
  return { stops, unless, instead };
}

export function isRuleProblem(rule: Rule | RuleProblem): rule is RuleProblem {
  return "kind" in rule;
}

const FORM =
  "Write `deny|ask|remind command|edit|read|fetch|mcp WHAT`, for example `deny command npm install`; then `unless ...` and `instead ...`.";

function problem(line: string, hint: string): RuleProblem {
  return { kind: "rule-problem", line, hint };
}

function isEffect(word: string): word is Effect {
  return (EFFECTS as readonly string[]).includes(word);
}

function clauseOf(text: string): Clause | undefined {
  const [on = "", what] = firstWord(text);
  switch (on) {
    case "command":
      return commandClause(what);
    case "edit": {
      const at = `${what} `.indexOf(" with ");
      const glob = globOf(at < 0 ? what : what.slice(0, at).trim());
      const brought = at < 0 ? undefined : what.slice(at + " with ".length).trim();
      return glob === undefined || brought === "" ? undefined : { on, glob, text: brought };
    }
    case "read": {
      const glob = globOf(what);
      return glob === undefined ? undefined : { on, glob };
    }
    case "fetch":
      return /^[a-z0-9.*:-]+$/i.test(what) ? { on, host: what.toLowerCase() } : undefined;
    case "mcp":
      return /^[\w.*-]+$/.test(what) ? { on, tool: what.toLowerCase() } : undefined;
    default:
      return undefined;
  }
}

/** The program is named: a rule about any program is about nothing. */
function commandClause(what: string): Clause | undefined {
  const words = what.split(/\s+/).filter((word) => word !== "");
  const [program = "*"] = words;
  if (words.length > MOST_WORDS || /^[-*]|^\*+$/.test(program)) return undefined;
  return { on: "command", words };
}

function firstWord(text: string): readonly [word: string, rest: string] {
  const at = text.search(/\s/);
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at).trim()];
}
