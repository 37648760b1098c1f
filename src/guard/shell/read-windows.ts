// A line for PowerShell or cmd, taken apart as far as it says things plainly (guard/shell-line.ts says into what). Which of
// the two reads it is not known, so both grammars' quotes, escapes and variables count. What stands in brackets is read as a
// line of its own, and its words stay in the word around it, so that a name in there is still seen. Nothing is run.
import { HOLE, hasHole, MADE, QUERY, type ReadShell, type ShellCommand, STAR } from "../shell-line.ts";
import { plainly } from "./cmdlets.ts";

const DEEPEST = 12;
const MOST_FOLDERS = 6;

interface Reading {
  readonly commands: ShellCommand[];
  readonly variables: Map<string, string>;
  sure: boolean;
  steps: number;
  cwds: readonly string[];
}

interface Statement {
  readonly words: readonly string[];
  readonly redirects: { readonly operator: string; target: string }[];
  /** Behind `&`, PowerShell runs what is quoted too. */
  readonly isCalled: boolean;
  readonly isPiped: boolean;
  readonly isQuoted: boolean;
  /** `$x = ...` */
  readonly assigned: string | undefined;
}

export const readWindows: ReadShell = (line, environment) => {
  const reading: Reading = {
    commands: [],
    variables: new Map(Object.entries(environment).map(([name, value]) => [name.toLowerCase(), value])),
    sure: !hasHole(line),
    steps: 0,
    cwds: [environment["PWD"] ?? "/"],
  };
  readText(line, reading, 0);
  const { sure, commands, steps } = reading;
  return { sure, commands, steps };
};

function readText(text: string, reading: Reading, depth: number): void {
  reading.steps += text.length;
  if (depth > DEEPEST) {
    reading.sure = false;
    return;
  }
  for (const statement of statementsOf(text, reading, depth)) run(statement, reading, depth);
}

function run({ words, redirects, assigned, ...how }: Statement, reading: Reading, depth: number): void {
  if (assigned !== undefined) reading.variables.set(assigned, words.length === 1 ? (words[0] ?? MADE) : MADE);
  const plain = plainly(words, how);
  if (plain.text !== undefined) readText(plain.text, reading, depth + 1);
  if (plain.moved !== undefined) {
    const { moved } = plain;
    const there = reading.cwds.map((cwd) => (/^([a-z]:|[/~])/i.test(moved) ? moved : `${cwd}/${moved}`));
    reading.cwds = [...new Set([...there, ...reading.cwds])].slice(0, MOST_FOLDERS);
  }
  if (plain.set !== undefined) reading.variables.set(plain.set[0].toLowerCase(), plain.set[1]);
  if (plain.words.length + redirects.length === 0) return;
  reading.commands.push({ words: plain.words, wrappers: [], redirects, variables: {}, cwds: reading.cwds });
}

/** Each as soon as it is complete, for the next may use what it assigns. */
function* statementsOf(text: string, reading: Reading, depth: number): Generator<Statement> {
  let at = 0;
  let isCalled = false;
  let isPiped = false;
  while (at < text.length) {
    const read = oneStatement(text, at, reading);
    for (const inner of read.inner) readText(inner, reading, depth + 1);
    if (read.words.length + read.redirects.length > 0) yield { ...read, isCalled, isPiped };
    isCalled = read.end === "&";
    isPiped = read.end === "|";
    at = read.next;
  }
}

interface OneStatement extends Omit<Statement, "isCalled" | "isPiped"> {
  readonly inner: readonly string[];
  readonly end: string;
  readonly next: number;
}

const ASSIGNED = /^\s*\$(?:env:|global:|script:)?(\w+)\s*\+?=\s*/i;

function oneStatement(text: string, from: number, reading: Reading): OneStatement {
  const assignment = ASSIGNED.exec(text.slice(from, from + 200));
  let at = from + (assignment?.[0].length ?? 0);
  const words: string[] = [];
  const redirects: { operator: string; target: string }[] = [];
  const inner: string[] = [];
  let word: string | undefined;
  let awaited: { operator: string; target: string } | undefined;
  let isQuoted = false;
  const add = (part: string): void => {
    word = (word ?? "") + part;
  };
  const finish = (): void => {
    if (word === undefined) return;
    const whole = word.replaceAll("\\", "/");
    if (awaited === undefined) words.push(whole);
    else awaited.target = whole;
    awaited = undefined;
    word = undefined;
  };
  for (; at < text.length; ) {
    const char = text[at] ?? "";
    if (/[;&|\n\r)}]/.test(char)) break;
    if (/\s/.test(char)) {
      finish();
      at++;
    } else if (char === ">" || char === "<") {
      if (/^(\d|\*)$/.test(word ?? "")) word = undefined;
      finish();
      const operator = text.startsWith(">>", at) ? ">>" : char;
      at += operator.length;
      // `2>&1` names a stream.
      if (text[at] === "&") at += 2;
      else {
        awaited = { operator, target: "" };
        redirects.push(awaited);
      }
    } else if (char === "(" || char === "{") {
      const end = closing(text, at);
      if (end < 0) reading.sure = false;
      const within = text.slice(at + 1, end < 0 ? text.length : end);
      inner.push(within);
      add(`${MADE}${within}${MADE}`);
      at = end < 0 ? text.length : end + 1;
    } else if (char === "'" || char === '"') {
      const end = quoteEnd(text, at);
      if (end < 0) reading.sure = false;
      if (words.length === 0 && word === undefined) isQuoted = true;
      const body = text.slice(at + 1, end < 0 ? text.length : end);
      add(patterned(char === "'" ? body.replaceAll("''", "'") : expanded(body.replaceAll('""', '"'), reading)));
      at = end < 0 ? text.length : end + 1;
    } else if (char === "`" || char === "^") {
      if (text[at + 1] !== undefined && !/[\r\n]/.test(text[at + 1] ?? "")) add(text[at + 1] ?? "");
      at += 2;
    } else {
      const run = /^[^\s;&|(){}'"`^<>]+/.exec(text.slice(at, at + 8192))?.[0] ?? char;
      // The brackets behind a lone `$` or `@` are read on their own.
      add(patterned(expanded(run.replace(/[$@]$/, ""), reading)));
      at += run.length;
    }
  }
  finish();
  const end = /^(&&|\|\||.)/s.exec(text.slice(at, at + 2))?.[0] ?? "";
  const assigned = assignment?.[1]?.toLowerCase();
  return { words, redirects, inner, isQuoted, assigned, end, next: at + Math.max(end.length, 1) };
}

/** Windows has no file with such a letter in its name. */
function patterned(text: string): string {
  return text
    .replaceAll("*", STAR)
    .replaceAll("?", QUERY)
    .replace(new RegExp(`^//${QUERY}/|^\\\\\\\\${QUERY}\\\\`), "");
}

/** `$x`, `${x}`, `$env:X`, `%X%`, a loop's `%x`; `$_` and what a pipe or a caller gives is made elsewhere in the line. */
function expanded(text: string, { variables }: Reading): string {
  return text
    .replace(/`([\s\S])/g, "$1")
    .replace(/%(\w+)(?::[^%]*)?%|\$(?:env:)?(\w+)|\$\{(?:env:)?(\w+)\}/gi, (_, ...found: (string | undefined)[]) => {
      const name = (found[0] ?? found[1] ?? found[2] ?? "").toLowerCase();
      if (/^(_|args|input|psitem)$/.test(name)) return MADE;
      return variables.get(name) ?? HOLE;
    })
    .replace(/%%?[a-z](?!\w)/gi, MADE);
}

/** The place of the quote that ends it; doubled it is one letter. -1: none does. */
function quoteEnd(text: string, at: number): number {
  const quote = text[at] ?? "";
  for (let end = at + 1; end < text.length; end++) {
    if (quote === '"' && text[end] === "`") end++;
    else if (text[end] === quote) {
      if (text[end + 1] !== quote) return end;
      end++;
    }
  }
  return -1;
}

function closing(text: string, at: number): number {
  let depth = 0;
  for (let end = at; end < text.length; end++) {
    const char = text[end] ?? "";
    if (char === "'" || char === '"') {
      const quote = quoteEnd(text, end);
      if (quote < 0) return -1;
      end = quote;
    } else if (/[({]/.test(char)) depth++;
    else if (/[)}]/.test(char) && --depth === 0) return end;
  }
  return -1;
}
