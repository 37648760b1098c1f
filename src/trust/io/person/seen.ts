// Person or agent? A person is at a terminal, with no agent's variable in the shell and no agent's program
// among the ancestors, all of them read (TRU-20, TRU-22). Everything that is not proved is an agent. Nothing
// here reads a wish: no variable, flag or argument can state the answer (TRU-22a).

import { isatty } from "node:tty";
import type { AgentSigns, ProcessTable, Seen } from "../../person.ts";
import { ancestry } from "./ancestors.ts";
import { processTable } from "./process-table.ts";

export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdinIsTty: boolean;
  /** stdout or stderr. */
  readonly outIsTty: boolean;
  readonly pid: number;
  readonly table: ProcessTable;
  /** Every one that we connect. */
  readonly agents: readonly AgentSigns[];
}

const NEW_TERMINAL = "open a new terminal window and run the command there";
const NO_PIPE = "run the command in a terminal window, without a pipe or redirection";

export function seen(around: Surroundings): Seen {
  const variable = agentVariable(around);
  if (variable !== undefined) {
    return agent(`${variable.name} is set in this shell, as ${variable.title} does for its commands`, NEW_TERMINAL);
  }
  if (!around.stdinIsTty) return agent("the input of this command is not a terminal", NO_PIPE);
  if (!around.outIsTty) return agent("neither the output nor the error output of this command is a terminal", NO_PIPE);
  const found = ancestry(around.pid, around.table, around.agents);
  switch (found.kind) {
    case "agent":
      return agent(`this command was started by ${found.program} (process ${found.pid})`, NEW_TERMINAL);
    case "unreadable":
      return agent(`the processes that started this command can't be read (process ${found.pid})`, NEW_TERMINAL);
    case "clear":
      return { kind: "person" };
  }
}

/** A name counts when it is present, even empty: `CLAUDECODE= holdfast ...` is an agent's way of asking, not a person's. */
function agentVariable({ env, agents }: Surroundings): { readonly name: string; readonly title: string } | undefined {
  const all = agents.flatMap(({ title, variables }) => variables.map((name) => ({ name, title })));
  return all.find((variable) => env[variable.name] !== undefined);
}

function agent(because: string, remedy: string): Seen {
  return { kind: "agent", because, remedy };
}

// Who started this very process. The one place that reads the real terminal, environment and process table.

export function seenHere(agents: readonly AgentSigns[]): Seen {
  return seen({
    env: process.env,
    stdinIsTty: isatty(0),
    outIsTty: isatty(1) || isatty(2),
    pid: process.pid,
    table: processTable(),
    agents,
  });
}
