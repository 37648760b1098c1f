// A command with its words known: functions and aliases of the line are followed, wrappers taken off, the rest is noted.
import { HOLE } from "../holes.ts";
import type { ShellRedirect } from "../world.ts";
import { applyBuiltin, assignArguments, joined } from "./builtins.ts";
import { assign, costOf, DEEPEST, inner, MOST_COMMANDS, type Reading, type State, spend } from "./state.ts";
import { type Inner, unwrap } from "./unwrap.ts";

export interface Simple {
  readonly words: readonly string[];
  readonly redirects: readonly ShellRedirect[];
  readonly variables: Readonly<Record<string, string>>;
}

type RunFunction = (name: string, state: State) => void;

export function emit(simple: Simple, state: State, reading: Reading, runFunction: RunFunction): void {
  if (reading.commands.length >= MOST_COMMANDS || state.depth >= DEEPEST) {
    reading.sure = false;
    return;
  }
  spend(reading, costOf(simple.words));
  const [name = "", ...args] = simple.words;
  const alias = state.aliases.get(name);
  if (state.functions.has(name)) {
    note({ ...simple, words: [] }, state, reading);
    runFunction(name, withArguments(state, args));
    return;
  }
  if (alias !== undefined) {
    const rest = args.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
    const within = inner(state, reading);
    within.aliases.delete(name);
    reading.text(`${alias} ${rest}`, within);
    return;
  }
  // The parser takes `X=<(...) a` for an empty X and a program that is not known.
  if (name === HOLE && Object.values(simple.variables).includes("")) reading.sure = false;
  const { inner: runs, keep } = unwrap(simple.words, { ...state, substituted: reading.substituted }, (steps) =>
    spend(reading, steps),
  );
  if (keep) note(simple, state, reading);
  else if (simple.redirects.length > 0 || (runs.some(isText) && Object.keys(simple.variables).length > 0))
    note({ ...simple, words: [] }, state, reading);
  for (const each of runs) runInner(each, simple, state, reading, runFunction);
  applyBuiltin(simple, state, reading);
}

function isText({ kind }: Inner): boolean {
  return kind === "text";
}

function runInner(each: Inner, outer: Simple, state: State, reading: Reading, runFunction: RunFunction): void {
  const here = each.kind === "text" && outer.words[0] === "eval" ? state : inner(state, reading);
  if (each.folder !== undefined) here.cwds = here.cwds.flatMap((cwd) => joined(cwd, each.folder ?? ""));
  if (each.kind === "text") {
    if (each.text.includes(HOLE)) reading.sure = false;
    if (each.args !== undefined) {
      assign(here, "0", each.args.slice(0, 1));
      assignArguments(here, each.args.slice(1));
    }
    reading.text(each.text, here);
  } else
    emit(
      { words: each.words, redirects: [], variables: { ...outer.variables, ...each.variables } },
      here,
      reading,
      runFunction,
    );
}

function note(simple: Simple, state: State, reading: Reading): void {
  const { words, redirects, variables } = simple;
  if (words.length === 0 && redirects.length === 0 && Object.keys(variables).length === 0) return;
  const { stdin, cwds } = state;
  // Whoever judges it looks at its words in each folder.
  spend(reading, cwds.length * (1 + costOf(simple.words) + simple.redirects.length));
  reading.commands.push({ ...simple, cwds, ...(stdin === undefined ? {} : { stdin }) });
}

function withArguments(state: State, args: readonly string[]): State {
  const within: State = { ...state, depth: state.depth + 1, variables: new Map(state.variables), conditional: false };
  assignArguments(within, args);
  return within;
}
