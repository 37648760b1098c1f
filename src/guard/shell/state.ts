// What is known while a line is read: folders the next command may run in, variables, functions, aliases. A value that
// may be one of several is kept as all of them; past a limit the reading is no longer sure.
import type { Function as FunctionNode, ParsedScript } from "unbash";
import type { ShellCommand } from "../world.ts";

export interface State {
  cwds: readonly string[];
  /** Where `cd -` leads. */
  previous: readonly string[];
  /** Every folder seen so far: where `popd` may lead. */
  visited: readonly string[];
  variables: Map<string, readonly string[]>;
  functions: Map<string, FunctionNode>;
  aliases: Map<string, string>;
  /** What the commands before this one in a pipeline were given, and what they print, if the line says it. */
  upstream: readonly string[];
  stdin: string | undefined;
  /** In a branch or a loop: what is assigned may or may not have been. */
  conditional: boolean;
  depth: number;
}

/** Shared by the whole reading. `script` and `text` are the walker's, given so that files need not know each other. */
export interface Reading {
  readonly commands: ShellCommand[];
  readonly known: Readonly<Record<string, string>>;
  sure: boolean;
  /** What the commands of `<(...)` print, where the line says it. */
  readonly substituted: string[];
  /** What is left of the work one line may cost. */
  steps: number;
  script(script: ParsedScript | undefined, state: State): void;
  text(text: string, state: State): void;
}

export const DEEPEST = 12;
export const MOST_COMMANDS = 1000;
export const MOST_STEPS = 40_000;
export const MOST_VARIANTS = 24;

/** Thrown where a line costs more than it may; the reading ends with what was found so far, and is not sure. */
export class Exhausted extends Error {}

/** A step is about a microsecond: a word, a variable copied, some characters looked at. */
export function spend(reading: Pick<Reading, "steps">, steps: number): void {
  reading.steps -= steps;
  if (reading.steps < 0) throw new Exhausted();
}

/** What it costs to look at these words. */
export function costOf(words: readonly string[]): number {
  let cost = words.length;
  for (const word of words) cost += word.length / CHARACTERS_A_STEP;
  return cost;
}

export const CHARACTERS_A_STEP = 32;

export function inner(state: State, reading: Reading): State {
  spend(reading, 1 + (state.variables.size + state.functions.size + state.aliases.size) / 8);
  return {
    ...state,
    variables: new Map(state.variables),
    functions: new Map(state.functions),
    aliases: new Map(state.aliases),
    depth: state.depth + 1,
  };
}

export function assign(state: State, name: string, values: readonly string[]): void {
  const old = state.conditional ? (state.variables.get(name) ?? []) : [];
  state.variables.set(name, [...new Set([...old, ...values])].slice(0, MOST_VARIANTS));
}

export function moveTo(state: State, folders: readonly string[]): void {
  const all = [...new Set(folders)].slice(0, MOST_VARIANTS);
  state.visited = [...new Set([...state.visited, ...state.cwds, ...all])].slice(0, MOST_VARIANTS);
  state.previous = state.cwds;
  state.cwds = all;
}
