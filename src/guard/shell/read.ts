// Takes a shell line apart (guard/shell-line.ts says into what). Bash's grammar is the library's; what words mean is
// worked out here, as far as the line says it plainly. Nothing is run and no file is looked at. A host lets a call through
// when its hook takes too long, so work is counted: past so many steps for each character the line is not read for sure.

import { type Assignment, type Command, forEachChild, parse, type Redirection, type SyntaxNode } from "unbash";
import { hasHole, MADE, type ReadShell, type ShellRedirect } from "../shell-line.ts";
import { isParsedSoon } from "./parse-cost.ts";
import { DEEPEST, Exhausted, type LineReading, type ShellPlace, spend, spendOn } from "./state.ts";
import { innerOf } from "./unwrap.ts";
import { assign, expandParts, expandText, expandWord } from "./words.ts";

const STEPS_A_CHARACTER = 0.5;
const FEW_STEPS = 8000;
/** A text that is no longer than this, and yet takes the parser long, has no other purpose. */
const MADE_TO_BE_SLOW = 4096;

export const readShell: ReadShell = (line, environment) => {
  const reading: LineReading = {
    commands: [],
    environment,
    variables: new Map(),
    aliases: new Map(),
    sure: !hasHole(line),
    steps: 0,
    nested: 0,
    mostSteps: FEW_STEPS + STEPS_A_CHARACTER * line.length,
    walk: (node, place) => walk(node, place, reading),
  };
  const cwds = [environment["PWD"] ?? "/"];
  try {
    readText(line, { cwds, previous: cwds, wrappers: [], stdin: undefined, isFed: false, depth: 0 }, reading);
  } catch (fault) {
    if (!(fault instanceof Exhausted)) throw fault;
    return { sure: false, isGivenUp: true, commands: reading.commands, steps: reading.steps };
  }
  const { sure, commands, steps } = reading;
  return { sure, commands, steps };
};

// The syntax tree, walked in the order in which it would run. Every branch is taken.

/** Text for a shell: the line itself, or what `sh -c`, `eval` and the like are given. */
export function readText(text: string, place: ShellPlace, reading: LineReading): void {
  spendOn(reading, [text]);
  const isSoon = isParsedSoon(text);
  if (!isSoon && text.length <= MADE_TO_BE_SLOW) throw new Exhausted();
  const isRead = place.depth < DEEPEST && isSoon;
  if (!isRead || (place.depth > 0 && hasHole(text))) reading.sure = false;
  if (isRead) walk(parse(text), place, reading);
}

/** Arithmetic nests as deep as it is long, and each level is on the stack. */
const MOST_NESTED = 400;

export function walk(node: SyntaxNode, place: ShellPlace, reading: LineReading): void {
  spend(reading, 1);
  if (reading.nested >= MOST_NESTED) {
    reading.sure = false;
    return;
  }
  reading.nested++;
  enter(node, place, reading);
  reading.nested--;
}

function enter(node: SyntaxNode, place: ShellPlace, reading: LineReading): void {
  switch (node.type) {
    case "Script":
    case "CompoundList":
      if ("errors" in node && (node.errors?.length ?? 0) > 0) reading.sure = false;
      inTurn(node.commands, place, reading);
      return;
    case "Statement":
      walk(node.command, node.background === true ? { ...place } : place, reading);
      return;
    case "AndOr":
      node.commands.forEach((each, at) => {
        if (node.operators[at - 1] === "||") inTurn([each], place, reading);
        else walk(each, place, reading);
      });
      return;
    case "Pipeline":
      node.commands.forEach((each, at) => {
        const isAlone = node.commands.length === 1;
        walk(each, isAlone ? place : { ...place, isFed: at > 0 || place.isFed }, reading);
      });
      return;
    case "Command":
      readCommand(node, place, reading);
      return;
    case "Redirected": {
      const { redirects, fed } = readRedirects(node.redirects, place, reading);
      run({ words: [], redirects, variables: {} }, place, reading);
      walk(node.command, { ...place, ...fed }, reading);
      return;
    }
    case "For":
    case "Select": {
      const list = (node.wordlist ?? []).flatMap((word) => expandWord(word, place, reading));
      run({ words: ["for", ...list], redirects: [], variables: {} }, place, reading);
      reading.variables.set(node.name.value, MADE);
      inTurn([node.body], place, reading);
      return;
    }
    case "CommandExpansion":
    case "ProcessSubstitution":
    case "ArithmeticCommandExpansion":
      if (node.script === undefined || place.depth >= DEEPEST) reading.sure = false;
      else walk(node.script, { ...place, depth: place.depth + 1 }, reading);
      return;
    case "Subshell":
    case "Function":
    case "Coproc":
      forEachChild(node, (child) => walk(child, { ...place }, reading));
      return;
    default:
      forEachChild(node, (child) => inTurn([child], place, reading));
  }
}

const MOST_FOLDERS = 6;

/** One after the other, whether the one before failed or not: after `cd X;` the line goes on where X is, or where it was. */
function inTurn(nodes: readonly SyntaxNode[], place: ShellPlace, reading: LineReading): void {
  for (const node of nodes) {
    const before = place.cwds;
    walk(node, place, reading);
    if (place.cwds === before) continue;
    const all = [...new Set([...place.cwds, ...before])];
    if (all.length > MOST_FOLDERS) reading.sure = false;
    place.cwds = all.slice(0, MOST_FOLDERS);
  }
}

interface Simple {
  readonly words: readonly string[];
  readonly redirects: readonly ShellRedirect[];
  readonly variables: Readonly<Record<string, string>>;
}

function readCommand(node: Command, place: ShellPlace, reading: LineReading): void {
  const prefix = node.prefix.filter((each) => each.type === "Assignment");
  const variables = Object.fromEntries(prefix.map((each) => [each.name, valueIn(each, place, reading)]));
  const { redirects, fed } = readRedirects(node.redirects, place, reading);
  const words = [...(node.name === undefined ? [] : [node.name]), ...node.args].flatMap((each) => {
    if (each.type === "Word") return expandWord(each, place, reading);
    const value = valueIn(each, place, reading);
    assign(each.name, value, reading);
    return [`${each.name}=${value}`];
  });
  if (words.length === 0) for (const [name, value] of Object.entries(variables)) assign(name, value, reading);
  const here: ShellPlace = { ...place, ...fed };
  run({ words, redirects, variables }, here, reading);
  place.cwds = here.cwds;
  place.previous = here.previous;
}

/** What is assigned; of a list nothing but that it is made here, for it stands there as a command of its own. */
function valueIn({ value, append }: Assignment, place: ShellPlace, reading: LineReading): string {
  if (value.type === "Word") return `${append === true ? MADE : ""}${expandText(value, place, reading)}`;
  const words = value.elements.flatMap((each) => expandWord(each, place, reading));
  run({ words: ["for", ...words], redirects: [], variables: {} }, place, reading);
  return MADE;
}

interface Redirects {
  readonly redirects: readonly ShellRedirect[];
  readonly fed: Partial<Pick<ShellPlace, "stdin" | "isFed">>;
}

function readRedirects(list: readonly Redirection[], place: ShellPlace, reading: LineReading): Redirects {
  const redirects: ShellRedirect[] = [];
  let fed: Redirects["fed"] = {};
  for (const each of list) {
    if (each.type === "HereDoc") {
      const { parts, text } = each.body;
      fed = { stdin: parts === undefined ? text : expandParts(parts, place, reading) };
    } else if (each.type === "HereString") fed = { stdin: expandText(each.target, place, reading) };
    else {
      redirects.push({ operator: each.operator, target: expandText(each.target, place, reading) });
      if (each.operator === "<") fed = { stdin: undefined, isFed: true };
    }
  }
  return { redirects, fed };
}

/** A command with its words known: what it runs is read in its stead, or beside it. */
function run(simple: Simple, place: ShellPlace, reading: LineReading): void {
  const alias = reading.aliases.get(simple.words[0] ?? "");
  const words = alias === undefined ? simple.words : [...alias.split(/\s+/), ...simple.words.slice(1)];
  spendOn(reading, words);
  spendOn(reading, place.wrappers);
  const { inner, isItself, isUnknown } = innerOf(words, place);
  if (isUnknown || (inner.length > 0 && place.depth >= DEEPEST)) reading.sure = false;
  const { stdin, cwds, wrappers } = place;
  const itself = isItself ? words : [];
  if (itself.length + simple.redirects.length > 0 || (words.length === 0 && Object.keys(simple.variables).length > 0)) {
    reading.commands.push({ ...simple, words: itself, wrappers, cwds, ...(stdin === undefined ? {} : { stdin }) });
  }
  for (const each of place.depth < DEEPEST ? inner : []) {
    const within: ShellPlace = { ...place, depth: place.depth + 1, wrappers: [...place.wrappers, ...each.wrappers] };
    if (each.folder !== undefined) move(within, each.folder, reading);
    if (each.text !== undefined) readText(each.text, within, reading);
    run(
      { words: each.words ?? [], redirects: [], variables: { ...simple.variables, ...each.variables } },
      within,
      reading,
    );
    if (words[0] === "eval") place.cwds = within.cwds;
  }
  applyBuiltin(words, place, reading);
}

/** Commands that change what the next one sees. */
function applyBuiltin([name = "", ...args]: readonly string[], place: ShellPlace, reading: LineReading): void {
  const operands = args.filter((word) => !/^-./.test(word));
  if (name === "cd" || name === "pushd") move(place, operands[0] ?? reading.environment["HOME"] ?? MADE, reading);
  if (name === "popd") move(place, "-", reading);
  if (name === "alias") {
    for (const word of operands.filter((each) => each.includes("="))) {
      reading.aliases.set(word.slice(0, word.indexOf("=")), word.slice(word.indexOf("=") + 1));
    }
  }
  if (/^(read|mapfile|readarray)$/.test(name)) for (const word of operands) reading.variables.set(word, MADE);
}

function move(place: ShellPlace, step: string, reading: LineReading): void {
  spendOn(reading, place.cwds);
  const { cwds, previous } = place;
  place.cwds = step === "-" ? previous : [...new Set(cwds.map((cwd) => joined(cwd, step)))];
  place.previous = cwds;
}

/** `cd` goes up by name, also where the folder is a link. */
function joined(cwd: string, step: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a hole at the start may be an absolute path
  const path = /^[/~\u0000\u0003]/.test(step) ? step : `${cwd}/${step}`;
  const out: string[] = [];
  for (const part of path.split("/")) {
    if (part === ".." && out.length > 0) out.pop();
    else if (part !== "" && part !== ".") out.push(part);
  }
  return `${path.startsWith("/") ? "/" : ""}${out.join("/")}`;
}
