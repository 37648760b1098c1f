// docs/benchmarks.md as a pure function of the record, so that a page with other figures than the record's is found.
import { feel } from "./feel.ts";
import type { BenchRecord } from "./record.ts";
import { show, type Table } from "./table.ts";
import { tablesOf } from "./tables.ts";

const WIDTH = 120;
const BUSY =
  "The machine was busy with other work when this was taken: milliseconds are too large, and ratios of short processes uncertain. Counts and rankings do not depend on that.";

export function toPage(record: BenchRecord): string {
  const ran = tablesOf(record).filter(({ step, rows }) => {
    const figures = record.steps[step]?.figures ?? {};
    return rows.some(({ names }) => names.some((name) => name !== undefined && figures[name] !== undefined));
  });
  const shown = ran.map((table) => ({ table, ...show(table, record.steps[table.step]?.figures ?? {}) }));
  const failed = Object.entries(record.steps).filter(([, { result }]) => !/ 0 failed$/u.test(result));
  const misses = shown.flatMap((each) => each.misses);
  const losses = shown.flatMap((each) => each.losses);
  return `${[
    "# Benchmarks",
    ...feel(record, { misses: misses.length, losses: losses.length }).map((part) =>
      part.startsWith("-") ? part : wrap(part),
    ),
    ...how(record),
    ...shown.flatMap(({ table, text }) => section(table, text, record)),
    "## Where an aim is missed",
    list(misses, "Nowhere in this run."),
    ...failed.map(([, { command, result }]) => wrap(`A floor of \`${command}\` did not hold: ${result}.`)),
    "## Where a peer is better",
    list(losses, "Nowhere in this run."),
    "## What each part took",
    list(
      Object.values(record.steps).map(({ command, seconds, result }) => `\`${command}\`: ${seconds} s, ${result}`),
      "Nothing was run.",
    ),
  ].join("\n\n")}\n`;
}

function how({ form, date, commit, machine, versions, steps }: BenchRecord): readonly string[] {
  const minutes = Object.values(steps).reduce((sum, { seconds }) => sum + seconds, 0) / 60;
  const named = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  return [
    "## How to read it",
    wrap(
      `Written by \`npm run proof bench\` (the ${form} form, ${minutes.toFixed(0)} minutes) from \`docs/results/benchmarks.json\`; nothing on this page is typed by hand.`,
    ),
    wrap(
      "A ratio compares two things that ran in turns on the same machine, and survives a change of machine; milliseconds are this machine's alone, and a busy one makes them larger. Where a figure has an aim, it stands in brackets, and a miss says so. Each table names the command that makes its figures again.",
    ),
    wrap(
      `${date}, commit ${commit}. ${machine.processor}, ${machine.cores} cores, ${machine.memory}; ${machine.os}; load ${machine.load} before the run. ${named.join(", ")}.`,
    ),
    ...(machine.load > machine.cores / 2 ? [wrap(BUSY)] : []),
  ];
}

function section({ title, words, step }: Table, text: string, { steps }: BenchRecord): readonly string[] {
  return [`## ${title}`, wrap(words), text, `Command: \`${steps[step]?.command}\``];
}

function list(lines: readonly string[], none: string): string {
  return lines.length === 0 ? none : lines.map((line) => `- ${line}`).join("\n");
}

function wrap(text: string): string {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > WIDTH) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines.join("\n");
}
