// What was measured, as Markdown between marks of docs/results/hub-scale.md, one pair for each part, so that a long part can be run by
// itself. Every aim that is missed is named by the run.
import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Size } from "../../hub/test/generate.ts";
import type { Four } from "./four.ts";
import type { Herd } from "./herd.ts";
import type { Pulls, Times } from "./pulls.ts";
import type { Pushes } from "./pushes.ts";
import type { Soaked } from "./soak.ts";

export interface Column {
  readonly size: Size;
  readonly fillSeconds: number;
  /** Tenants whose chains were followed, link by link. */
  readonly followed: number;
  readonly bytes: Readonly<Record<string, number>>;
  readonly pulls: Pulls;
  readonly pushes: Pushes;
}

export type Part = "sizes" | "herd" | "soak" | "four";

/** Which run it was. */
export interface Run {
  readonly command: string;
  readonly at: string;
  readonly commit: string;
  readonly machine: string;
  /** Of the engine. */
  readonly settings: string;
}

const PAGE = resolve(import.meta.dirname, "../../docs/results/hub-scale.md");

export function writePart(part: Part, run: Run, text: string): void {
  const page = readFileSync(PAGE, "utf8");
  const [begin, end] = [`<!-- ${part}: begin -->`, `<!-- ${part}: end -->`];
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${PAGE} has no place for ${part}`);
  const head = `\`${run.command}\`, ${run.at}, commit ${run.commit}, ${run.machine}. Engine: ${run.settings}.`;
  writeFileSync(PAGE, `${page.slice(0, from + begin.length)}\n\n${head}\n\n${text}\n\n${page.slice(to)}`);
}

const MOST = { overBare: 1.5, grown: 1.3, pushes: 0.5, four: 3 } as const;

export interface Shown {
  readonly text: string;
  readonly misses: readonly string[];
}

export function shownSizes(columns: readonly Column[]): Shown {
  const misses: string[] = [];
  const row = (what: string, aim: string, cell: (column: Column) => string): string =>
    `| ${what} | ${aim} | ${columns.map(cell).join(" | ")} |`;
  const pull = (what: string, of: (pulls: Pulls) => Times): string => row(what, "", ({ pulls }) => times(of(pulls)));
  const ratio = (what: string, value: number, isMissed: boolean, { size }: Column, aim: number): string => {
    if (isMissed) misses.push(`${what}, ${count(size.memories)}: ${value.toFixed(2)}, aim ${aim}`);
    return isMissed ? `**${value.toFixed(2)}**` : value.toFixed(2);
  };
  const first = columns[0]?.pulls;
  const rows = [
    `| what | aim | ${columns.map(({ size }) => `${count(size.memories)} of ${count(size.tenants)}`).join(" | ")} |`,
    `| --- | --: | ${columns.map(() => "--:").join(" | ")} |`,
    row("filled in", "", ({ fillSeconds }) => `${Math.round(fillSeconds)} s`),
    row("chains followed, link by link", "", ({ followed, size }) => `${followed} of ${count(size.tenants)}`),
    row("bytes of a memory in `blobs`, `files`, `links`, with indexes", "", ({ bytes, size }) =>
      ["blobs", "files", "links"].map((name) => Math.round((bytes[name] ?? 0) / size.memories)).join(" + "),
    ),
    row("bytes of a push in `links`, `pushes`, `audit`", "", ({ pushes }) =>
      ["links", "pushes", "audit"].map((name) => Math.round(pushes.bytes[name] ?? 0)).join(" + "),
    ),
    pull("pull of ten changes over HTTP, p50 / p95 / p99", ({ hub }) => hub),
    pull("the same statements bare", ({ bare }) => bare),
    row("p50 over bare", `≤ ${MOST.overBare}`, (column) => {
      const value = column.pulls.hub.p50 / column.pulls.bare.p50;
      return ratio("pull over bare", value, value > MOST.overBare, column, MOST.overBare);
    }),
    row(`p50 over that of the first column`, `≤ ${MOST.grown}`, (column) => {
      const value = column.pulls.hub.p50 / (first ?? column.pulls).hub.p50;
      return ratio("pull over the first size", value, value > MOST.grown, column, MOST.grown);
    }),
    pull("pull that finds nothing new", ({ nothing }) => nothing),
    pull("head", ({ head }) => head),
    row("pushes a second, hub / pgbench", "", ({ pushes }) => `${Math.round(pushes.hub)} / ${Math.round(pushes.bare)}`),
    row("share of pgbench", `≥ ${MOST.pushes}`, (column) => {
      const value = column.pushes.hub / column.pushes.bare;
      return ratio("pushes beside pgbench", value, value < MOST.pushes, column, MOST.pushes);
    }),
    row("push over HTTP, p50 / p95 / p99", "", ({ pushes }) => times(pushes.ms)),
    row("processor time of a push: engine + hub + client", "", ({ pushes }) => spentShown(pushes.each)),
    row("of pgbench's: engine", "", ({ pushes }) => ms(pushes.bareEach.engine)),
  ];
  return { text: `${rows.join("\n")}\n\n${missed(misses)}`, misses };
}

export function shownHerd(herd: Herd): Shown {
  const { away, answers, done, request, served, step } = herd;
  const perFive = done.map(
    (many, n) => `${String(n * step).padStart(4)} s  ${"█".repeat(Math.ceil((many * 40) / herd.clients))} ${many}`,
  );
  const told = Object.entries(answers).map(([status, many]) => `${count(many)} times ${status}`);
  const text = [
    `${count(herd.clients)} clients, ${herd.notes} memories to send each. For ${away.seconds} s nobody answered: ${count(away.attempts)} attempts, at most ${away.most} of one client within a second.`,
    `With the hub back, all had pulled and sent what they had after ${herd.seconds.toFixed(0)} s; how many in each ${step} seconds:`,
    "",
    "```text",
    ...perFive,
    "```",
    "",
    `Answers: ${told.join(", ")}; a request took ${times(request)} (p50 / p95 / p99). A client was served after`,
    `${served.p50.toFixed(1)} / ${served.p95.toFixed(1)} / ${served.p99.toFixed(1)} s. The most requests of one client within a second: ${herd.most}; sooner than it may after`,
    `a refusal: ${herd.hasty}. Acknowledged and lost: ${herd.lost}; not served: ${herd.unserved}; of ${herd.followed} chains that were followed broken: ${herd.broken.length}. The hub held ${herd.resident.toFixed(0)} MB at most.`,
  ].join("\n");
  return { text, misses: [] };
}

/** Minutes; in less than that a process only warms up. */
const TELLING = 10;

export function shownSoak(soaked: Soaked): Shown {
  const { minutes, rate, requests, slope, warm, end, most, each, live } = soaked;
  const text = [
    `${minutes} minutes, ${count(requests)} requests${rate === undefined ? "" : ` (at most ${rate} a second)`}, ${soaked.wrong} not answered as they should, ${soaked.lost} acknowledged and lost. Resident: ${warm.toFixed(0)} MB`,
    `after the first quarter, ${end.toFixed(0)} MB at the end, ${most.toFixed(0)} MB at most. What lives in the heap: ${live.warm.toFixed(0)} MB after the first quarter,`,
    `${live.end.toFixed(0)} MB at the end.`,
    `Processor time of a request: engine + hub + client ${spentShown(each)}.`,
    ...(minutes < TELLING
      ? []
      : [
          `The lines through the last three quarters rise by ${slope.toFixed(1)} MB an hour for what is resident, ${live.slope.toFixed(1)} for what lives.`,
        ]),
  ].join("\n");
  return { text, misses: [] };
}

export function shownFour({ one, four, memories }: Four, cores: number): Shown {
  const value = four.rate / one.rate;
  const cost = one.each.engine + one.each.hub + one.each.client;
  const wanted = (MOST.four * one.rate * cost) / 1000;
  const text = [
    "| databases, each with a hub | requests a second | processor time of a request: engine + hub + client | cores idle |",
    "| --: | --: | --: | --: |",
    ...[one, four].map(
      (each) => `| ${each.databases} | ${Math.round(each.rate)} | ${spentShown(each.each)} | ${each.idle.toFixed(2)} |`,
    ),
    "",
    `${count(memories)} memories in each. Four carry ${value.toFixed(2)} times one (aim ${MOST.four}, where cores allow it). One used ${(cores - one.idle).toFixed(2)} of ${cores} cores, whatever`,
    `else ran here counted; three times as much would take ${wanted.toFixed(1)} cores for engine, hub and client.`,
  ].join("\n");
  return { text, misses: value < MOST.four ? [`four databases: ${value.toFixed(2)}, aim ${MOST.four}`] : [] };
}

function missed(misses: readonly string[]): string {
  return misses.length === 0 ? "Every aim is met." : ["Missed:", "", ...misses.map((each) => `- ${each}`)].join("\n");
}

function spentShown({ engine, hub, client }: { engine: number; hub: number; client: number }): string {
  return `${engine.toFixed(2)} + ${hub.toFixed(2)} + ${client.toFixed(2)} ms`;
}

function times({ p50, p95, p99 }: Times): string {
  return `${ms(p50)} / ${ms(p95)} / ${ms(p99)}`;
}

function ms(value: number): string {
  return value < 10 ? `${value.toFixed(2)} ms` : `${value.toFixed(0)} ms`;
}

function count(n: number): string {
  return n.toLocaleString("en-GB");
}
