// What was measured, as Markdown between two marks of docs/results/sync.md: every aim that is missed is named by the run itself.
import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Replayed, Weighed } from "./replay.ts";
import type { Column, Pair } from "./table.ts";

export interface Years {
  readonly replayed: readonly Replayed[];
  readonly fresh: Weighed;
  readonly old: Weighed;
  /** By verb: a store of three years, and a fresh one with the same memories. */
  readonly verbs: Readonly<Record<string, Pair>>;
}

interface Results {
  readonly command: string;
  readonly at: string;
  readonly machine: string;
  readonly columns: Readonly<Record<string, Column>>;
  readonly years: Years;
}

const PAGE = resolve(import.meta.dirname, "../../docs/results/sync.md");
const [BEGIN, END] = ["<!-- growth: begin -->", "<!-- growth: end -->"];

/** What a row may come to over bare git. */
const MOST = { nothing: 2.5, joined: 2, clone: 3, growth: 3 } as const;
const MOST_GIT = 60;
const MOST_OVER_FRESH = 1.5;

interface Shown {
  readonly text: string;
  readonly misses: readonly string[];
}

export function writePage(results: Results): readonly string[] {
  const { text, misses } = shown(results);
  const page = readFileSync(PAGE, "utf8");
  const [from, to] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (from < 0 || to < from) throw new Error(`${PAGE} has no place for the figures`);
  writeFileSync(PAGE, `${page.slice(0, from + BEGIN.length)}\n${text}\n${page.slice(to)}`);
  return misses;
}

export function shown({ command, at, machine, columns, years }: Results): Shown {
  const misses: string[] = [];
  const rows: readonly (readonly [string, keyof Column, number | undefined])[] = [
    ["nothing to do", "nothing", MOST.nothing],
    ["50 edits here and 50 there, joined", "joined", MOST.joined],
    ["one change, pushed", "change", undefined],
    ["first sync of a second machine (`clone`)", "clone", MOST.clone],
    ["first sync of a store that was never synced", "push", undefined],
  ];
  const cell = (label: string, size: string, pair: Pair, most: number | undefined): string => {
    const ratio = pair.ours / pair.git;
    const isMissed = most !== undefined && ratio > most;
    if (isMissed) misses.push(`${label}, ${size}: ${ratio.toFixed(1)}, aim ${most}`);
    return `${seconds(pair.ours)} / ${seconds(pair.git)} = ${isMissed ? `**${ratio.toFixed(1)}**` : ratio.toFixed(1)}`;
  };
  const sizes = Object.entries(columns);
  const growth = (label: string, key: "growth" | "packed", most: number | undefined): string => {
    const cells = sizes.map(([size, each]) => {
      const ratio = each[key].ours / each[key].git;
      if (most !== undefined && ratio > most) misses.push(`${label}, ${size}: ${ratio.toFixed(1)}, aim ${most}`);
      return `${kilo(each[key].ours)} / ${kilo(each[key].git)} = ${ratio.toFixed(1)}`;
    });
    return tableRow(label, most, cells);
  };
  const table = [
    `| what | aim | ${sizes.map(([size]) => size).join(" | ")} |`,
    `| --- | --: | ${sizes.map(() => "--:").join(" | ")} |`,
    ...rows.map(([label, key, most]) =>
      tableRow(
        label,
        most,
        sizes.map(([size, each]) => cell(label, size, each[key] as Pair, most)),
      ),
    ),
    tableRow(
      "`list`",
      undefined,
      sizes.map(([, { list }]) => seconds(list)),
    ),
    tableRow(
      "`doctor`",
      undefined,
      sizes.map(([, { doctor }]) => seconds(doctor)),
    ),
    growth("`.git` per change, before it is packed", "growth", undefined),
    growth("`.git` per change, packed", "packed", MOST.growth),
  ];
  const chart = yearsShown(years, misses);
  const missed =
    misses.length === 0 ? "Every aim is met." : ["Missed:", "", ...misses.map((each) => `- ${each}`)].join("\n");
  const text = `
\`${command}\`, ${at}, ${machine}. Each cell: Holdfast / bare git = ratio, whole commands at a terminal, in turns.

${table.join("\n")}

${chart}

${missed}
`;
  return { text, misses };
}

function tableRow(label: string, most: number | undefined, cells: readonly string[]): string {
  return `| ${label} | ${most ?? ""} | ${cells.join(" | ")} |`;
}

function yearsShown({ replayed, fresh, old, verbs }: Years, misses: string[]): string {
  if (mega(old.git) > MOST_GIT)
    misses.push(`.git after three years: ${mega(old.git).toFixed(0)} MB, aim ${MOST_GIT} MB`);
  const times = Object.entries(verbs).map(([verb, { ours, git }]) => {
    const ratio = ours / git;
    if (ratio > MOST_OVER_FRESH)
      misses.push(`\`${verb}\` over a fresh store: ${ratio.toFixed(1)}, aim ${MOST_OVER_FRESH}`);
    return `${verb.padEnd(18)}${bar(ratio, 20)} ${ratio.toFixed(2)}  (${seconds(ours)} / ${seconds(git)})`;
  });
  const most = Math.max(...replayed.map(({ git }) => git), 1);
  const steps = replayed.filter((_, at) => (at + 1) % Math.max(1, Math.floor(replayed.length / 12)) === 0);
  const growth = steps.map(({ sync, git, store, ms }) => {
    const size = `${mega(git).toFixed(0).padStart(4)} MB of ${mega(store).toFixed(0).padStart(3)} MB`;
    return `sync ${String(sync).padStart(6)}  ${bar((git / most) * 2, 20).padEnd(40)} ${size}, ${seconds(ms)}`;
  });
  return `### Three years

Twenty machines: their texts, statements and ledgers are made directly and pushed, every 50th sync is the program's own. \`.git\`
beside the store's files, and how long that sync took:

\`\`\`text
${growth.join("\n")}
\`\`\`

${old.files} files with ${mega(old.store).toFixed(0)} MB, and ${mega(old.git).toFixed(0)} MB of \`.git\` (aim ${MOST_GIT} MB). A fresh store with the same memories
has ${fresh.files} files with ${mega(fresh.store).toFixed(0)} MB and ${mega(fresh.git).toFixed(0)} MB. The time of each verb over that of the fresh store (aim ${MOST_OVER_FRESH}):

\`\`\`text
${times.join("\n")}
\`\`\``;
}

/** Twenty marks are 1. */
function bar(ratio: number, marks: number): string {
  return "█".repeat(Math.max(1, Math.round(Math.min(ratio, 3) * marks)));
}

function mega(bytes: number): number {
  return bytes / 1e6;
}

function kilo(bytes: number): string {
  return `${(bytes / 1000).toFixed(0)} KB`;
}

function seconds(ms: number): string {
  return ms < 1000 ? `${ms.toFixed(0)} ms` : `${(ms / 1000).toFixed(1)} s`;
}
