// Words to text, as bash expands them as far as the line says it plainly: quotes, tilde, simple braces, variables with one
// value. What is not known becomes a hole.
import type { Word, WordPart } from "unbash";
import { HOLE, hasHole, MADE, QUERY, STAR, unknownAt } from "../shell-line.ts";
import { type LineReading, type ShellPlace, spendOn } from "./state.ts";

const MOST_BRACES = 32;
const LONGEST_VALUE = 1024;

/** More than one where braces make several, or where an unquoted variable holds spaces. */
export function expandWord(word: Word, place: ShellPlace, reading: LineReading): readonly string[] {
  const { parts, text } = word;
  let ways: readonly string[] = [""];
  for (const part of parts ?? []) {
    const each = part.type === "BraceExpansion" ? alternatives(part.text) : [textOf(part, place, reading)];
    const next = each.length * ways.length > MOST_BRACES ? [unread(part.text)] : each;
    ways = ways.flatMap((before) => next.map((after) => before + after));
    spendOn(reading, ways);
  }
  if (parts === undefined) ways = [word.value];
  if (/^[~{]/.test(text)) ways = ways.map((each) => tilde(each, place, reading));
  spendOn(reading, ways);
  return /^\$\w+$/.test(text) ? ways.flatMap((each) => each.split(/\s+/).filter((field) => field !== "")) : ways;
}

/** For places where fields are not split: assignments, redirections, here-strings. */
export function expandText(word: Word | undefined, place: ShellPlace, reading: LineReading): string {
  return word === undefined ? MADE : expandWord(word, place, reading).join(" ");
}

export function expandParts(parts: readonly WordPart[], place: ShellPlace, reading: LineReading): string {
  const texts = parts.map((part) => textOf(part, place, reading));
  spendOn(reading, texts);
  return texts.join("");
}

/** A variable that is set to two values has no known one. */
export function assign(name: string, value: string, reading: LineReading): void {
  const { variables } = reading;
  const isOther = variables.has(name) && variables.get(name) !== value;
  variables.set(name, isOther || value.length > LONGEST_VALUE ? MADE : value);
}

function textOf(part: WordPart, place: ShellPlace, reading: LineReading): string {
  switch (part.type) {
    case "Literal":
    case "SingleQuoted":
    case "AnsiCQuoted":
      return part.value;
    case "Glob":
      return part.kind === "star" ? STAR : QUERY;
    case "ExtendedGlob":
      return STAR;
    case "DoubleQuoted":
    case "LocaleString":
      return expandParts(part.parts, place, reading);
    case "SimpleExpansion":
      return lookup(part.text.slice(1), place, reading);
    case "ParameterExpansion": {
      const { operation, parameter } = part;
      if (operation === undefined && part.prefix === undefined) return lookup(parameter, place, reading);
      if (operation?.type !== "Default") break;
      const value = lookup(parameter, place, reading);
      const other = expandText(operation.operand, place, reading);
      if (operation.operator.includes("+")) return other;
      return hasHole(value) ? other : value;
    }
    default:
  }
  reading.walk(part, place);
  return part.type === "ArithmeticExpansion" ? HOLE : MADE;
}

function lookup(name: string, { cwds }: ShellPlace, { variables, environment }: LineReading): string {
  if (name === "PWD") return cwds.length === 1 ? (cwds[0] ?? MADE) : MADE;
  if (/^[\d@*]+$/.test(name)) return MADE;
  return variables.get(name) ?? (Object.hasOwn(environment, name) ? (environment[name] ?? HOLE) : HOLE);
}

/** `{a,b}`; one in another, or with more than letters in it, is not worked out, and may be any name. */
function alternatives(text: string): readonly string[] {
  return /^\{[^{}'"$`\\]*,[^{}'"$`\\]*\}$/.test(text) ? text.slice(1, -1).split(",") : [unread(text), STAR];
}

/** Its letters stay for whoever looks for a name. */
function unread(text: string): string {
  return `${MADE}${unknownAt(text) < 0 ? text : ""}${MADE}`;
}

/** `~` and `~/x` are the home; another user's is not known. */
function tilde(text: string, place: ShellPlace, reading: LineReading): string {
  const [, user = "", rest = ""] = /^~([^/]*)(.*)$/s.exec(text) ?? [];
  if (!text.startsWith("~")) return text;
  return `${user === "" ? lookup("HOME", place, reading) : HOLE}${rest}`;
}
