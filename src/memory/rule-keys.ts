// By which of its words a rule is found (RUL-7): a call whose words hold none of them can't be what the rule means, so that of
// many rules few are read. A file that is reached under another name, by a link in a shell line, is not found so.
import type { Glob, Segment } from "../text/glob.ts";
import { type Clause, isRuleProblem, parseRule, plainTool } from "./rule.ts";

/** The key of what no word tells. */
export const ANY_CALL = "*";

/** The key of what can't be read, which no call asks for. */
const UNREAD = "";

export function keysOf(lines: readonly string[]): readonly string[] {
  if (lines.length === 0) return [];
  const rule = parseRule(lines);
  if (isRuleProblem(rule)) return [UNREAD];
  return [...new Set([...rule.stops.map(({ clause }) => clause), ...rule.unless].flatMap(keysOfClause))];
}

/** One of them stands among the words of every call that the clause means. */
export function keysOfClause(clause: Clause): readonly string[] {
  switch (clause.on) {
    case "command":
      return clause.words.slice(0, 1).map((program) => literal(program.slice(program.lastIndexOf("/") + 1)));
    case "edit":
    case "read":
      return keysOfGlob(clause.glob);
    case "fetch":
      return [literal(clause.host.replace(/^\*\.(?=[^*]*$)/, ""))];
    case "mcp":
      return [literal(plainTool(clause.tool))];
  }
}

function keysOfGlob({ alternatives }: Glob): readonly string[] {
  return alternatives.map((segments) => {
    const keys = segments.map(keyOfSegment).filter((key) => key !== ANY_CALL);
    return keys.toSorted((a, b) => b.length - a.length)[0] ?? ANY_CALL;
  });
}

/** `*.sql` is known by its end. */
function keyOfSegment(segment: Segment): string {
  if (segment.kind === "folders") return ANY_CALL;
  if (segment.kind === "name") return longest(segment.text);
  const end = segment.pieces.at(-1) ?? "";
  return /^\.[\w.-]*\w$/.test(end) ? `*${end.toLowerCase()}` : ANY_CALL;
}

function literal(name: string): string {
  return name.includes("*") ? ANY_CALL : longest(name);
}

function longest(text: string): string {
  return (text.toLowerCase().match(WORD) ?? []).toSorted((a, b) => b.length - a.length)[0] ?? ANY_CALL;
}

const WORD = /[\p{L}\p{N}_.+-]+/gu;

/** The words of a text as a shell puts them together, for quotes part none, each with its ends: `a.test.ts`, `.test.ts`, `.ts`. */
export function wordsIn(text: string): ReadonlySet<string> {
  const found = new Set<string>([ANY_CALL]);
  const lower = text.toLowerCase();
  const joined = lower.replace(/\\\n|["'\\]/g, "");
  // `C:\tools\npm.cmd` is a path, and `n\pm` one word.
  const bare = lower.includes("\\") ? `${joined}\n${lower.replace(/["']/g, "")}` : joined;
  for (const [word] of bare.matchAll(WORD)) {
    found.add(word);
    if (word.length > LONGEST_NAME) continue;
    found.add(word.replace(/\.(exe|cmd|bat)$/, "")).add(word.replace(/^\++/, ""));
    let dot = word.length;
    for (let ends = 0; ends < MOST_ENDS && dot > 0; ends++) {
      dot = word.lastIndexOf(".", dot - 1);
      if (dot < 0) break;
      found.add(word.slice(dot + 1)).add(`*${word.slice(dot)}`);
    }
  }
  return found;
}

/** No file and no host has a longer name, or more dots that matter: a text of dots must not cost its square. */
const LONGEST_NAME = 255;
const MOST_ENDS = 8;
