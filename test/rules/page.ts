// docs/results/rules.md, from one run of all parts.
import type { Cost } from "./cost.ts";
import type { Fuzzed, Growth } from "./fuzz.ts";
import type { Harmless } from "./harmless.ts";

export interface HostRow {
  readonly host: string;
  readonly attempts: number;
  readonly stopped: number;
  readonly withoutWord: number;
  readonly asked: number;
  readonly toldHow: number;
}

export interface Found {
  readonly hosts: readonly HostRow[];
  readonly ways: Readonly<Record<"cases" | "refused" | "noticed" | "admitted" | "unnoticed", number>>;
  readonly harmless: Harmless;
  readonly fuzzed: Fuzzed;
  readonly grown: readonly Growth[];
  readonly costs: readonly Cost[];
  readonly rounds: number;
}

const SOURCES: Readonly<Record<string, string>> = {
  tldr: "examples of the tldr pages",
  scripts: "scripts of installed npm packages",
  history: "edits of this repository's history",
  machine: "shell scripts of the machine's own packages",
};

function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]): string => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map((_, at) => (at === 0 ? "---" : "--:"))), ...rows.map(line)].join("\n");
}

export function pageOf({ hosts, ways, harmless, fuzzed, grown, costs, rounds }: Found): string {
  const share = (100 * harmless.falseStops.length) / harmless.harmless;
  const slowest = grown.reduce((most, each) => (each.ms > most.ms ? each : most));
  return `# Rules that hold: what is stopped, and what is not

Written by \`npm run proof rules -- --write\`.

## In the real programs

A scripted model that does not listen makes each attempt, plain and wrapped (\`sudo\`, \`sh -c\`, pipes, \`npx\`, edits by shell), in the
agent's own program. *Without word*: the same attempts with the rule in inferred, unattested, quarantined, expired, superseded and
foreign-signed memories; all of them went on. So did all of them where the rule stood in the context as words only. *Asks* and *tells
how*: of two calls that a rule asks about, how many the program asked its user, or refused with the command that allows it once.

${table(
  ["program", "attempts", "stopped", "stopped without word", "asks", "tells how"],
  hosts.map((row) => [row.host, row.attempts, row.stopped, row.withoutWord, row.asked, row.toldHow]),
)}

## Ways round a person's word

${ways.cases} attacks on RUL-1: a file that calls itself verified, a rule edited or replayed, brought by a pull request, an import, sync or
an MCP tool. ${ways.refused} refused, ${ways.noticed} told at the next session start, ${ways.admitted} admitted in the [threat model](../threat-model.md), ${ways.unnoticed} unnoticed.

## What nobody forbade

Sixty plausible rules, written before anything was measured, against acts as people make them. A judge that shares no code with the
product says which acts a rule plainly means; every other act that is stopped counts as a false stop. The judge was mended once on the
first three sources, so only the machine's own scripts say something about new lines.

${table(
  ["acts", "harmless", "false stops"],
  [
    ...Object.entries(harmless.bySource).map(([from, count]) => [
      SOURCES[from] ?? from,
      count,
      harmless.falseBySource[from] ?? 0,
    ]),
    ["all", harmless.harmless, `${harmless.falseStops.length} (${share.toFixed(3)} %)`],
  ],
)}

Of ${harmless.meant} acts that a rule plainly means ${harmless.missed.length} were not stopped.

## What it costs

${fuzzed.calls} fuzzed calls against 500 rules: ${fuzzed.faults.length} faults, the slowest took ${fuzzed.slowestMs.toFixed(0)} ms of processor time. The costliest line of 60,000
characters, "${slowest.shape}", took ${slowest.ms.toFixed(0)} ms. The whole hook with 500 rules over the same with none, the medians of ${rounds} rounds in turns
(the aim is 1.1; the first two calls name programs that dozens of the rules are about):

${table(
  ["call", "times"],
  costs.map(({ call, ratio }) => [call, ratio.toFixed(2)]),
)}
`;
}
