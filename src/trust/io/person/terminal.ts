// Who started this very process. The one place that reads the real terminal, environment and process table.
import { isatty } from "node:tty";
import type { AgentSigns, Seen } from "../../person.ts";
import { processTable } from "./process-table.ts";
import { seen } from "./seen.ts";

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
