// Commands that change what the next one sees: the working folder, variables, aliases.
import { HOLE } from "../holes.ts";
import { assign, moveTo, type Reading, type State } from "./state.ts";
import { below } from "./unwrap.ts";

interface Given {
  readonly words: readonly string[];
  readonly variables: Readonly<Record<string, string>>;
}

export function applyBuiltin({ words, variables }: Given, state: State, reading: Reading): void {
  const [name, ...args] = words;
  const operands = args.filter((word) => !/^-[A-Za-z]/.test(word) && word !== "--");
  switch (name) {
    case "cd":
    case "pushd":
      change(operands[0], variables["CDPATH"], state, reading);
      return;
    case "set":
      if (args.includes("--")) assignArguments(state, args.slice(args.indexOf("--") + 1));
      return;
    case "declare":
    case "typeset":
    case "local":
      // `declare -n`: a name that stands for another variable.
      if (args.some((word) => /^-[A-Za-z]*n/.test(word))) reading.sure = false;
      return;
    case "popd":
      moveTo(state, [...state.visited, ...state.cwds]);
      return;
    case "alias":
      for (const word of operands) define(word, state);
      return;
    case "unset":
      for (const word of operands) state.variables.delete(word);
      return;
    case "read":
    case "mapfile":
    case "readarray":
      for (const word of operands) assign(state, word, fedTo(state));
      return;
    default:
      return;
  }
}

/** `$1`, `$2` and so on, of a function, of another shell, or by `set --`. */
export function assignArguments(state: State, args: readonly string[]): void {
  args.forEach((arg, index) => {
    assign(state, String(index + 1), [arg]);
  });
  assign(state, "@", [args.join(" ")]);
  assign(state, "*", [args.join(" ")]);
}

function change(target: string | undefined, given: string | undefined, state: State, reading: Reading): void {
  if (target === "-") {
    moveTo(state, state.previous.length === 0 ? [HOLE] : state.previous);
    return;
  }
  const step = target ?? reading.known["HOME"] ?? HOLE;
  moveTo(
    state,
    [...state.cwds, ...searched(step, given, state)].flatMap((cwd) => joined(cwd, step)),
  );
}

/** The folders of CDPATH, in which `cd NAME` looks too. */
function searched(step: string, given: string | undefined, state: State): readonly string[] {
  const paths = given === undefined ? (state.variables.get("CDPATH") ?? []) : [given];
  return /^\.{0,2}\//.test(step) ? [] : paths.flatMap((path) => path.split(":")).filter((path) => path !== "");
}

/** `cd` goes up by name, the kernel by what is there: after a link they differ, and either may be meant. */
export function joined(cwd: string, step: string): readonly string[] {
  if (step.startsWith(HOLE)) return [step];
  const path = step.startsWith("/") ? step : `${cwd}/${step}`;
  return /(^|\/)\.\.(\/|$)/.test(step) ? [path, byName(path)] : [path];
}

function byName(path: string): string {
  const out: string[] = [];
  for (const part of path.split("/")) {
    if (part === "..") out.pop();
    else if (part !== "" && part !== ".") out.push(part);
  }
  return `/${out.join("/")}`;
}

function define(word: string, state: State): void {
  const equals = word.indexOf("=");
  if (equals > 0) state.aliases.set(word.slice(0, equals), word.slice(equals + 1));
}

function fedTo({ stdin, upstream }: State): readonly string[] {
  if (stdin !== undefined) return [...stdin.split("\n").filter((line) => line !== ""), HOLE];
  return below(upstream);
}
