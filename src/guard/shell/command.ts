// A simple command: assignments, redirections, words, in each way they may come out.
import type { Assignment, Command, CommandArgument, Redirection } from "unbash";
import type { ShellRedirect } from "../world.ts";
import type { Simple } from "./emit.ts";
import { expandParts, expandText, expandWord } from "./expand.ts";
import { assign, costOf, MOST_VARIANTS, type Reading, type State, spend } from "./state.ts";

const DECLARING: ReadonlySet<string> = new Set(["export", "declare", "typeset", "local", "readonly"]);

export function readCommand(
  node: Command,
  state: State,
  reading: Reading,
  run: (simple: Simple, state: State) => void,
): void {
  const prefix = node.prefix.filter((each) => each.type === "Assignment");
  const assigned = prefix.map((each) => [each.name, readAssignment(each, state, reading)] as const);
  const { redirects, fed } = readRedirects(node.redirects, state, reading);
  if (node.name === undefined) {
    for (const [name, values] of assigned) assign(state, name, values);
    run({ words: [], redirects, variables: {} }, state);
    return;
  }
  const here: State = fed === undefined ? state : { ...state, ...fed };
  const declares = DECLARING.has(node.name.value);
  const ways = [
    expandWord(node.name, state, reading),
    ...node.args.map((arg) => argument(arg, declares, state, reading)),
  ];
  const variables = Object.fromEntries(assigned.map(([name, values]) => [name, values[0] ?? ""]));
  for (const words of variants(ways, reading)) run({ words, redirects, variables }, here);
  if (here !== state) Object.assign(state, { cwds: here.cwds, previous: here.previous, visited: here.visited });
}

function argument(
  arg: CommandArgument,
  declares: boolean,
  state: State,
  reading: Reading,
): readonly (readonly string[])[] {
  if (arg.type === "Word") return expandWord(arg, state, reading);
  const values = readAssignment(arg, state, reading);
  if (declares) assign(state, arg.name, values);
  return values.map((value) => [`${arg.name}=${value}`]);
}

export function readAssignment(node: Assignment, state: State, reading: Reading): readonly string[] {
  const { value } = node;
  const texts =
    value.type === "ArrayValue"
      ? value.elements.flatMap((each) => expandWord(each, state, reading).flat())
      : expandText(value, state, reading);
  if (texts.length > MOST_VARIANTS) reading.sure = false;
  spend(reading, costOf(texts));
  const old = node.append === true ? (state.variables.get(node.name) ?? [""]) : [""];
  spend(reading, costOf(old) * (value.type === "ArrayValue" ? 1 : texts.length));
  if (value.type === "ArrayValue") return node.append === true ? [...old, ...texts] : texts;
  return old.flatMap((before) => texts.map((text) => before + text));
}

/** All ways of all words together, up to a limit; past it the first ways stand for the rest, and nothing is sure. */
function variants(ways: readonly (readonly (readonly string[])[])[], reading: Reading): readonly (readonly string[])[] {
  let all: string[][] = [[]];
  for (const each of ways) {
    const only = onlyWay(each, all.length, reading);
    if (only === undefined) all = all.flatMap((words) => each.map((fields) => [...words, ...fields]));
    else for (const words of all) for (const field of only) words.push(field);
    for (const words of only === undefined ? all : []) spend(reading, words.length);
    spend(reading, all.length * costOf(only ?? []));
  }
  return all.map((words) => words.filter((word, index) => index > 0 || word !== ""));
}

/** What is added to every list there is; undefined where each list parts into several. */
function onlyWay(ways: readonly (readonly string[])[], lists: number, reading: Reading): readonly string[] | undefined {
  if (ways.length <= 1) return ways[0] ?? [];
  if (ways.length * lists <= MOST_VARIANTS) return undefined;
  reading.sure = false;
  return ways.flat();
}

interface Fed {
  readonly stdin?: string | undefined;
  readonly upstream?: readonly string[];
}

interface Redirects {
  readonly redirects: readonly ShellRedirect[];
  /** Undefined where nothing is fed by a redirection. */
  readonly fed: Fed | undefined;
}

export function readRedirects(list: readonly Redirection[], state: State, reading: Reading): Redirects {
  const redirects: ShellRedirect[] = [];
  let fed: Fed | undefined;
  for (const each of list) {
    if (each.type === "HereDoc") {
      const { parts, text } = each.body;
      fed = {
        stdin: parts === undefined || each.delimiter?.quoted === true ? text : expandParts(parts, state, reading),
      };
    } else if (each.type === "HereString") fed = { stdin: expandText(each.target, state, reading)[0] };
    else {
      const before = reading.commands.length;
      const targets = expandText(each.target, state, reading);
      const named = reading.commands.slice(before).flatMap(({ words }) => words.slice(1));
      redirects.push(...targets.map((target) => ({ operator: each.operator, target })));
      if (each.operator === "<") fed = { stdin: undefined, upstream: [...targets, ...named] };
    }
  }
  return { redirects, fed };
}
