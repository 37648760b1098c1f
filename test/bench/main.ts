// What the index costs and gives (SEA-1, SEA-7) on generated memories of about 600 bytes: build, size, unchanged scan,
// update of one memory, a question, beside the bare full-text question on the same database in the same run, and beside
// a bare full-text table of the same memories; and what reading every memory costs, which a session's start does.
//   node test/bench/main.ts [--long] [--strict] [--sizes 1000,10000] [--json FILE]

import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { DatabaseSync } from "node:sqlite";
import { parseArgs } from "node:util";
import { type Aim, misses, notebook } from "../../scripts/bench/figures.ts";
import { openSearchIndex } from "../../src/recall/io/index/open-index.ts";
import { candidatesFrom } from "../../src/recall/io/index/query.ts";
import { rank } from "../../src/recall/rank.ts";
import { search } from "../../src/recall/search.ts";
import type { IndexFilter, Proposal, SearchIndex } from "../../src/recall/search-index.ts";
import { readCatalogue } from "../../src/store/catalogue.ts";
import { queryOf } from "../../src/text/query.ts";
import { INDEX_FILE } from "../support/index-file.ts";
import { bareTable } from "./bare-table.ts";
import { memoryText, promptAbout, wordsOf } from "./generate.ts";
import { mean, ndcg, quantile } from "./quality.ts";
import { inMemory, type Measured, onDisk } from "./stores.ts";

const FLOORS: Readonly<Record<number, { readonly p50: number }>> = {
  10000: { p50: 5 },
  100000: { p50: 5 },
  1000000: { p50: 20 },
};
const BUILD_10K_MS = 3000;
const UNCHANGED_10K_MS = 60;
const UPDATE_MS = 10;
const UPDATES = 7;
const LONG_PROMPT_MS = 50;
const LONG_PROMPT = 1_000_000;
const NDCG = 0.99;
const ON_DISK_UP_TO = 10_000;
const PROJECTS = 20;
const LIMIT = 60;
const HERE: IndexFilter = { today: "2026-06-01", project: "github.com/example/p4" };

const { values } = parseArgs({
  options: {
    long: { type: "boolean", default: false },
    strict: { type: "boolean", default: false },
    sizes: { type: "string" },
    json: { type: "string" },
  },
});
const usual = values.long ? [1000, 10_000, 100_000, 1_000_000] : [1000, 10_000, 100_000];
const sizes = values.sizes?.split(",").map(Number) ?? usual;

const book = notebook();
const failed: string[] = [];
let passed = 0;

/** A time that depends on the machine: told, and counted only with --strict. */
function aim(name: string, value: number, most: number | undefined): void {
  const bound = most === undefined ? {} : { most };
  if (values.strict) say(name, value, bound);
  else tell(name, value, bound, "aim missed");
}

function say(name: string, value: number, bound: Aim = {}): void {
  const holds = tell(name, value, bound, "not kept");
  if (bound.most === undefined && bound.least === undefined) return;
  if (holds) passed++;
  else failed.push(name);
}

function tell(name: string, value: number, bound: Aim, missed: string): boolean {
  const holds = !misses({ value, ...bound });
  console.log(`${name}=${Number(value.toPrecision(4))}${holds ? "" : ` (${missed})`}`);
  book.note(name, value, bound);
  return holds;
}

function timeOf(act: () => unknown): number {
  const start = performance.now();
  act();
  return performance.now() - start;
}

/** Of this process, which is what floors are held against where it is less: another program's work is not ours. */
function processorTimeOf(act: () => unknown): number {
  const before = process.cpuUsage();
  act();
  return processorMs(before);
}

function processorMs(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** The median by the clock, and the lesser of it and the mean by the processor, which is too coarse for a single round. */
function paced(rounds: number, act: () => unknown): { readonly p50: number; readonly least: number } {
  let times: readonly number[] = [];
  const busy = processorTimeOf(() => {
    times = Array.from({ length: rounds }, () => timeOf(act));
  });
  const p50 = quantile(times, 0.5);
  return { p50, least: Math.min(p50, busy / rounds) };
}

function at10k(size: number, most: number): number | undefined {
  return size === 10_000 ? most : undefined;
}

function measure(size: number): void {
  const base = mkdtempSync(`${tmpdir()}/holdfast-bench-`);
  const label = `n${size}`;
  const disk = size <= ON_DISK_UP_TO;
  const measured = disk ? onDisk(base, size, PROJECTS) : inMemory(size, PROJECTS);
  const opened = openSearchIndex({ cacheDir: `${base}/cache`, storeKey: "key", store: measured.store });
  if (opened.kind === "no-index") throw new Error(opened.reason);
  const { index } = opened;
  // Stamps of the last few milliseconds prove nothing yet.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
  let build = 0;
  const busy = processorTimeOf(() => {
    build = timeOf(() => index.refresh());
  });
  say(`${label}_build_ms`, build);
  const least = Math.min(build, busy);
  aim(`${label}_build_processor_ms`, least, at10k(size, BUILD_10K_MS));
  const file = `${base}/cache/index/key/${INDEX_FILE}`;
  say(`${label}_text_mb`, (memoryText(1, PROJECTS).length * size) / 1e6);
  const update = scans(label, size, index, measured, disk);
  const bare = bareTable(`${base}/bare.db`, size, UPDATES);
  say(`${label}_build_over_bare_fts5`, least / bare.buildProcessorMs);
  say(`${label}_update_over_bare_fts5`, update / bare.updateMs);
  if (disk) wholes(label, size, index, measured);
  questions(label, size, index, file);
  index.close();
  say(`${label}_index_mb`, statSync(file).size / 1e6);
  rmSync(base, { recursive: true, force: true });
}

function scans(label: string, size: number, index: SearchIndex, measured: Measured, disk: boolean): number {
  const unchanged = paced(9, () => index.refresh());
  say(`${label}_unchanged_scan_ms`, unchanged.p50);
  aim(`${label}_unchanged_scan_least_ms`, unchanged.least, at10k(size, UNCHANGED_10K_MS));
  say(`${label}_unchanged_places_ms`, paced(7, () => index.refresh({ depth: "places" })).p50);
  const updates: number[] = [];
  let busy = 0;
  for (let round = 0; round < UPDATES; round++) {
    measured.change((round * 7919) % size, round);
    if (disk) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 70);
    measured.looked();
    const before = process.cpuUsage();
    const whole = timeOf(() => index.refresh());
    busy += processorMs(before) / UPDATES;
    updates.push(whole - measured.looked());
  }
  // Without the look at every file, which the scan above is; the processor's part has it.
  const update = quantile(updates, 0.5);
  say(`${label}_update_and_scan_processor_ms`, busy);
  aim(`${label}_update_one_ms`, update, at10k(size, UPDATE_MS));
  return update;
}

/** Every memory read, and the answer to a prompt of a megabyte: the least of some rounds. */
function wholes(label: string, size: number, index: SearchIndex, { store }: Measured): void {
  const least = (rounds: number, act: () => unknown): number =>
    Math.min(...Array.from({ length: rounds }, () => processorTimeOf(act)));
  say(
    `${label}_catalogue_processor_ms`,
    least(3, () => readCatalogue(store)),
  );
  let text = "";
  for (let n = 0; text.length < LONG_PROMPT; n++) text += `${wordsOf(n % size).join(" ")}\n`;
  const request = { text, interactive: false, project: "github.com/example/p4", now: new Date("2026-06-01T00:00:00Z") };
  const answer = least(9, () => search([{ store, index }], request));
  aim(`${label}_megabyte_prompt_processor_ms`, answer, LONG_PROMPT_MS);
}

function questions(label: string, size: number, index: SearchIndex, file: string): void {
  const count = size > 100_000 ? 100 : 200;
  const database = new DatabaseSync(file, { readOnly: true });
  database.exec("PRAGMA cache_size = -16384");
  const bareQuery = database.prepare(
    "SELECT rowid FROM words WHERE words MATCH ? ORDER BY bm25(words, 5.0, 3.0, 2.0, 1.0, 1.0) LIMIT 60",
  );
  const ours: number[] = [];
  let busy = 0;
  const bare: number[] = [];
  const kept: number[] = [];
  const hits: number[] = [];
  for (let at = -10; at < count; at++) {
    const about = Math.floor(((at + 10) * 0.618034 * size) % size);
    const query = queryOf(promptAbout(about, at));
    const terms = query.terms.map(({ term }) => term);
    let proposals: readonly Proposal[] = [];
    let facts = index.facts([], HERE);
    const before = process.cpuUsage();
    const mine = timeOf(() => {
      facts = index.facts(terms, HERE);
      proposals = index.candidates(terms, HERE, LIMIT);
    });
    if (at >= 0) busy += processorMs(before) / count;
    const theirs = timeOf(() => bareQuery.all(terms.map((term) => `"${term}"`).join(" OR ")));
    const whole = candidatesFrom(database, terms, HERE, { limit: LIMIT, rows: Number.POSITIVE_INFINITY });
    const ranking = rank(query, facts, proposals);
    if (at < 0) continue;
    ours.push(mine);
    bare.push(theirs);
    kept.push(ndcg(ranking, rank(query, facts, whole)));
    hits.push(ranking.length);
  }
  database.close();
  const p50 = quantile(ours, 0.5);
  say(`${label}_question_p50_ms`, p50);
  const least = Math.min(p50, busy);
  aim(`${label}_question_least_ms`, least, FLOORS[size]?.p50);
  const ratio = p50 / quantile(bare, 0.5);
  say(`${label}_question_over_bare_fts5`, ratio, size >= 100_000 ? { most: 0.5 } : {});
  say(`${label}_question_p99_ms`, quantile(ours, 0.99));
  say(`${label}_bare_fts5_or_p50_ms`, quantile(bare, 0.5));
  say(`${label}_bare_fts5_or_p99_ms`, quantile(bare, 0.99));
  say(`${label}_ndcg_of_unpruned`, mean(kept), { least: NDCG });
  say(`${label}_ndcg_of_unpruned_p5`, quantile(kept, 0.05));
  say(`${label}_candidates_mean`, mean(hits));
}

for (const size of sizes) measure(size);
book.save(values.json);
if (failed.length > 0) console.log(`not kept: ${failed.join(", ")}`);
console.log(`${passed} passed, ${failed.length} failed`);
process.exitCode = failed.length === 0 ? 0 : 1;
