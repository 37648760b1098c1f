// Takes a shell line apart for the guard (AGT-21). Bash's grammar is the library's; what words mean is worked out here,
// as far as the line itself says. Nothing is run and no file is looked at.
import { parse } from "unbash";
import { hasHole } from "../core/guard/holes.ts";
import type { ReadShell, ShellCommand, ShellReading } from "../core/guard/world.ts";
import { DEEPEST, MOST_STEPS, type Reading, type State } from "./state.ts";
import { walkScript } from "./walk.ts";

export const readShell: ReadShell = (line, variables): ShellReading => {
  const commands: ShellCommand[] = [];
  const reading: Reading = {
    commands,
    known: variables,
    sure: !hasHole(line),
    steps: MOST_STEPS,
    script: (script, state) => walkScript(script, state, reading),
    text: (text, state) => readText(text, state, reading),
  };
  readText(line, beginning(variables["PWD"] ?? "/"), reading);
  return { sure: reading.sure, commands };
};

function readText(text: string, state: State, reading: Reading): void {
  if (state.depth >= DEEPEST) reading.sure = false;
  else walkScript(parse(text), state, reading);
}

function beginning(cwd: string): State {
  return {
    cwds: [cwd],
    previous: [],
    visited: [],
    variables: new Map(),
    functions: new Map(),
    aliases: new Map(),
    upstream: [],
    stdin: undefined,
    conditional: false,
    depth: 0,
  };
}
