// What .ci/run and `npm run check:all` run, in order, and with --quick what `npm run check` runs. Every suite runs even
// when one before it failed; each is timed and counted, and nothing counts as passed that did not say so: a suite without
// a result is one failure.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { type Counts, readProgramCounts, readVitestCounts } from "./ci/counts.ts";
import { failedChecks, failedTests } from "./ci/failures.ts";
import { type Finished, runSuite } from "./ci/run-suite.ts";
import { quickSuites, type Suite, suites } from "./ci/suites.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const LIMIT_MINUTES = 40;
/** What `node -e 0` takes on two idle cores of the machine that the limit was set on, in milliseconds. */
const BARE_MS = 40;
const MOST_SLOWER = 2;

interface Row {
  readonly suite: string;
  readonly seconds: number;
  readonly counts: Counts;
  /** What failed, by name. */
  readonly failures: readonly string[];
}

function pinnedNodes(): ReadonlyMap<string, string> {
  const pairs = (process.env.HOLDFAST_CI_NODES ?? "").split(",").filter((pair) => pair !== "");
  return new Map(pairs.map((pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)]));
}

function count(suite: Suite, finished: Finished, report: string): Counts {
  const ok = finished.code === 0;
  if (suite.kind === "vitest") return readVitestCounts(report, ok);
  if (suite.kind === "program") return readProgramCounts(finished.output, finished.code);
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 };
}

function named(suite: Suite, finished: Finished, counts: Counts, report: string): readonly string[] {
  if (finished.timedOut) return [`stopped after ${suite.minutes} minutes`];
  if (counts.failed === 0) return [];
  return suite.kind === "vitest" ? failedTests(report) : failedChecks(finished.output);
}

/** In order; neighbours that stand each other run two at a time, those that wait besides, and what they print comes in one piece at their end. */
async function runAll(chosen: readonly Suite[], folder: string, speed: Speed): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let at = 0; at < chosen.length; ) {
    const from = chosen.slice(at);
    const end = from.findIndex((suite) => !suite.beside);
    const together = end === 0 ? from.slice(0, 1) : from.slice(0, end < 0 ? undefined : end);
    at += together.length;
    speed.sample();
    const waiting = together.filter(({ waits }) => !waits);
    const lane = async (): Promise<void> => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
        rows.push(await runOne(next, folder));
    };
    const besides = together.filter(({ waits }) => waits).map(async (suite) => rows.push(await runOne(suite, folder)));
    await Promise.all([lane(), lane(), ...besides]);
  }
  return rows;
}

/** How much slower this machine is than the one that the limit was set on: it is shared, and its speed is not ours to hold. */
class Speed {
  readonly #samples: number[] = [];

  sample(): void {
    const started = performance.now();
    execFileSync(process.execPath, ["-e", "0"]);
    this.#samples.push(performance.now() - started);
  }

  slower(): number {
    const middle = this.#samples.sort((a, b) => a - b)[Math.floor(this.#samples.length / 2)] ?? BARE_MS;
    return Math.min(MOST_SLOWER, Math.max(1, middle / BARE_MS));
  }
}

async function runOne(suite: Suite, folder: string): Promise<Row> {
  const report = `${folder}/${suite.name}.json`;
  const head = `\n=== ${suite.name}: ${suite.command.join(" ")}`;
  const kept: Buffer[] = [];
  if (!suite.beside) console.log(head);
  const finished = await runSuite(suite, ROOT, report, (chunk) => {
    if (suite.beside) kept.push(chunk);
    else process.stdout.write(chunk);
  });
  if (suite.beside) process.stdout.write(`${head}\n${Buffer.concat(kept).toString("utf8")}`);
  const counts = count(suite, finished, report);
  const row = {
    suite: suite.name,
    seconds: finished.seconds,
    counts,
    failures: named(suite, finished, counts, report),
  };
  console.log(`=== ${line(row)}${finished.timedOut ? " (stopped: out of time)" : ""}`);
  return row;
}

function line(row: Row): string {
  const { passed, failed, skipped } = row.counts;
  return `${row.suite.padEnd(14)} ${row.seconds.toFixed(1).padStart(7)} s  ${passed} passed, ${failed} failed, ${skipped} skipped`;
}

/** The result of a long run is committed, so it says when, of what and on what it was taken. */
function saveLong(rows: readonly Row[], ending: string): void {
  const commit = execFileSync("git", ["-C", ROOT, "rev-parse", "HEAD"], { encoding: "utf8" }).trim();
  const dirty = execFileSync("git", ["-C", ROOT, "status", "--porcelain"], { encoding: "utf8" }).trim() !== "";
  const head = `${new Date().toISOString().slice(0, 10)}, commit ${commit}${dirty ? " with local changes" : ""}, Node ${process.version}`;
  writeFileSync(`${ROOT}.ci/long-results.txt`, `${head}\n\n${rows.map(line).join("\n")}\n\n${ending}\n`);
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: { long: { type: "boolean" }, quick: { type: "boolean" }, only: { type: "string" } },
  });
  const long = values.long === true;
  const only = values.only?.split(",");
  const quick = values.quick === true;
  const all = quick ? quickSuites() : suites(long, pinnedNodes());
  const unknown = only?.filter((name) => !all.some((suite) => suite.name === name)) ?? [];
  if (unknown.length > 0) {
    console.error(`No suite called ${unknown.join(", ")}. There are: ${all.map((suite) => suite.name).join(", ")}`);
    return 64;
  }
  // On a person's machine a program may be missing, and it may take as long as it needs.
  const whole = only === undefined && !quick && process.env.CI !== undefined;
  const folder = mkdtempSync(`${tmpdir()}/holdfast-ci-`);
  const speed = new Speed();
  const started = performance.now();
  const rows = await runAll(
    all.filter((suite) => only?.includes(suite.name) ?? true),
    folder,
    speed,
  );
  rmSync(folder, { recursive: true, force: true });
  const seconds = (performance.now() - started) / 1000;
  return report(rows, seconds, { long, whole, slower: speed.slower() });
}

function report(
  rows: readonly Row[],
  seconds: number,
  mode: { readonly long: boolean; readonly whole: boolean; readonly slower: number },
): number {
  const sum = (pick: (row: Row) => number): number => rows.reduce((total, row) => total + pick(row), 0);
  const skipped = sum((row) => row.counts.skipped);
  const expected = Number(readFileSync(`${ROOT}.ci/expected-skips`, "utf8"));
  const wrong: string[] = [];
  if (mode.whole && skipped !== expected) wrong.push(`skipped ${skipped}, but .ci/expected-skips says ${expected}`);
  const limit = LIMIT_MINUTES * 60 * mode.slower;
  if (mode.whole && !mode.long && seconds > limit) wrong.push(`took more than ${(limit / 60).toFixed(0)} minutes`);
  const passed = sum((row) => row.counts.passed);
  const failed = sum((row) => row.counts.failed) + wrong.length;
  const ending = `ran=${passed + failed - wrong.length} skipped=${skipped}\n${passed} passed, ${failed} failed`;
  if (mode.long && mode.whole) saveLong(rows, ending);
  console.log(
    `\n${rows.map(line).join("\n")}\n${"total".padEnd(14)} ${seconds.toFixed(1).padStart(7)} s, on a machine ${mode.slower.toFixed(2)} times as slow as the one of the limit`,
  );
  const failures = rows.flatMap((row) => row.failures.map((failure) => `${row.suite}: ${failure}`));
  for (const sentence of [...failures, ...wrong]) console.log(`failed: ${sentence}`);
  console.log(ending);
  return failed === 0 && passed > 0 ? 0 : 1;
}

process.exitCode = await main();
