// Takes a shell line apart (guard/shell-line.ts says into what). Bash's grammar is the library's; what words mean is
// worked out here, as far as the line says it plainly. Nothing is run and no file is looked at. A host lets a call through
// when its hook takes too long, so work is counted: past so many steps for each character the line is not read for sure.
import { hasHole, type ReadShell } from "../shell-line.ts";
import { Exhausted, type Reading } from "./state.ts";
import { readText, walk } from "./walk.ts";

const STEPS_A_CHARACTER = 0.5;
const FEW_STEPS = 8000;

export const readShell: ReadShell = (line, environment) => {
  const reading: Reading = {
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
    reading.sure = false;
  }
  const { sure, commands, steps } = reading;
  return { sure, commands, steps };
};
