// The syntax tree, walked in the order it would run. Branches are all taken; what they assign may or may not hold after.
import type { CompoundList, Function as FunctionNode, ParsedScript, SyntaxNode, Word } from "unbash";
import { readCommand, readRedirects } from "./command.ts";
import type { Simple } from "./emit.ts";
import { emit } from "./emit.ts";
import { expandWord, readWithin } from "./expand.ts";
import { printed } from "./printed.ts";
import { assign, costOf, DEEPEST, inner, MOST_VARIANTS, type Reading, type State, spend } from "./state.ts";

export function walkScript(script: ParsedScript | undefined, state: State, reading: Reading): void {
  if (script === undefined || (script.errors?.length ?? 0) > 0) reading.sure = false;
  if (script !== undefined) walkList(script.commands, state, reading);
}

/** After `cd X;` the line goes on where X is, or, if that failed, where it was. */
function walkList(statements: readonly SyntaxNode[], state: State, reading: Reading): void {
  for (const statement of statements) {
    const before = state.cwds;
    walk(statement, state, reading);
    if (state.cwds !== before) state.cwds = [...new Set([...state.cwds, ...before])].slice(0, MOST_VARIANTS);
  }
}

function walk(node: SyntaxNode, state: State, reading: Reading): void {
  spend(reading, 1);
  if (state.depth >= DEEPEST) {
    reading.sure = false;
    return;
  }
  switch (node.type) {
    case "Statement":
      walk(node.command, node.background === true ? inner(state, reading) : state, reading);
      return;
    case "AndOr":
      node.commands.forEach((each, index) => {
        branch(node.operators[index - 1] === "||" ? "maybe" : "then", each, state, reading);
      });
      return;
    case "Pipeline":
      pipeline(node.commands, state, reading);
      return;
    case "Command":
      readCommand(node, state, reading, (simple, here) => emitting(simple, here, reading));
      return;
    case "Redirected":
      redirected(node, state, reading);
      return;
    case "Subshell":
      walkList(node.body.commands, inner(state, reading), reading);
      return;
    case "BraceGroup":
      walkList(node.body.commands, state, reading);
      return;
    case "If":
      walkList(node.clause.commands, state, reading);
      for (const part of [node.then, ...node.elif.flatMap((each) => [each.clause, each.then]), node.else]) {
        maybe(part, state, reading);
      }
      return;
    case "While":
      maybe(node.clause, state, reading);
      maybe(node.body, state, reading);
      return;
    case "For":
    case "Select":
      loop(node.name, node.wordlist, node.body, state, reading);
      return;
    case "ArithmeticFor":
      maybe(node.body, state, reading);
      return;
    case "Case":
      readWithin(node.word, state, reading);
      for (const item of node.items) maybe(item.body, state, reading);
      return;
    case "Function":
      state.functions.set(node.name.value, node);
      return;
    case "Coproc":
      walk(node.body, inner(state, reading), reading);
      return;
    case "CompoundList":
      walkList(node.commands, state, reading);
      return;
    default:
      readWithin(node, state, reading);
      return;
  }
}

function branch(how: "then" | "maybe", node: SyntaxNode, state: State, reading: Reading): void {
  if (how === "then") {
    walk(node, state, reading);
    return;
  }
  maybe({ type: "CompoundList", pos: node.pos, end: node.end, commands: [] }, state, reading, node);
}

/** May or may not run: what it assigns is added to what was there. */
function maybe(list: CompoundList | undefined, state: State, reading: Reading, node?: SyntaxNode): void {
  if (list === undefined) return;
  const { conditional, cwds } = state;
  state.conditional = true;
  if (node === undefined) walkList(list.commands, state, reading);
  else walk(node, state, reading);
  state.conditional = conditional;
  state.cwds = [...new Set([...state.cwds, ...cwds])].slice(0, MOST_VARIANTS);
}

function loop(
  name: Word,
  words: readonly Word[] | undefined,
  body: CompoundList,
  state: State,
  reading: Reading,
): void {
  const fields = (words ?? []).flatMap((word) => expandWord(word, state, reading).flat());
  if (fields.length > MOST_VARIANTS) reading.sure = false;
  assign(state, name.value, words === undefined ? (state.variables.get("@") ?? []) : fields);
  maybe(body, state, reading);
}

/** Each part runs in a shell of its own, and is fed by those before it. */
function pipeline(nodes: readonly SyntaxNode[], state: State, reading: Reading): void {
  if (nodes.length === 1 && nodes[0] !== undefined) {
    walk(nodes[0], state, reading);
    return;
  }
  let { upstream, stdin } = state;
  for (const node of nodes) {
    const within: State = { ...inner(state, reading), upstream, stdin };
    const before = reading.commands.length;
    walk(node, within, reading);
    const ran = reading.commands.slice(before);
    upstream = [...upstream, ...ran.flatMap(({ words }) => words.slice(1))];
    spend(reading, costOf(upstream));
    const only = ran.length === 1 ? ran[0] : undefined;
    stdin = only === undefined ? undefined : printed(only.words, only.cwds[0], only.stdin);
  }
}

function redirected(node: SyntaxNode & { type: "Redirected" }, state: State, reading: Reading): void {
  const { redirects, fed } = readRedirects(node.redirects, state, reading);
  if (redirects.length > 0) emitting({ words: [], redirects, variables: {} }, state, reading);
  const { upstream, stdin } = state;
  Object.assign(state, fed);
  walk(node.command, state, reading);
  Object.assign(state, { upstream, stdin });
}

function emitting(simple: Simple, state: State, reading: Reading): void {
  emit(simple, state, reading, (name, within) => runFunction(within.functions.get(name), within, reading));
}

function runFunction(node: FunctionNode | undefined, state: State, reading: Reading): void {
  if (node !== undefined) walk(node.body, state, reading);
}
