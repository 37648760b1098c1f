// Takes a shell line apart for the guard (AGT-21). Bash's grammar is the library's; what words mean is worked out here,
// as far as the line itself says. Nothing is run and no file is looked at. A host lets a call through when its guard takes
// too long, so no line may cost more than a fraction of a second: past that it is not read for sure (AGT-4).
import { parse } from "unbash";
import { hasHole } from "../holes.ts";
import type { ReadShell, ShellCommand, ShellReading } from "../world.ts";
import { isParsedSoon } from "./parse-cost.ts";
import { CHARACTERS_A_STEP, DEEPEST, Exhausted, MOST_STEPS, type Reading, type State, spend } from "./state.ts";
import { walkScript } from "./walk.ts";

export const readShell: ReadShell = (line, variables): ShellReading => {
  const commands: ShellCommand[] = [];
  const reading: Reading = {
    commands,
    known: variables,
    substituted: [],
    sure: !hasHole(line),
    steps: MOST_STEPS,
    script: (script, state) => walkScript(script, state, reading),
    text: (text, state) => readText(text, state, reading),
  };
  try {
    readText(line, beginning(variables["PWD"] ?? "/"), reading);
  } catch (fault) {
    if (!(fault instanceof Exhausted)) throw fault;
    reading.sure = false;
  }
  return { sure: reading.sure, commands };
};

/** Parsing costs about this much of what reading its words does. */
const COST_OF_TEXT = 4;

function readText(text: string, state: State, reading: Reading): void {
  spend(reading, 1 + (state.depth === 0 ? 0 : (COST_OF_TEXT * text.length) / CHARACTERS_A_STEP));
  if (state.depth >= DEEPEST || !isParsedSoon(text)) reading.sure = false;
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
