// What finding costs with others: plain FTS5, search libraries from npm, grep and ripgrep, on the generated memories of
// test/bench. Each contender and size has a process of its own, so that its memory is its own. How well they rank is
// measured by eval/search with --peers.
//   node eval/peers/main.ts [--sizes 1000,10000] [--questions 45] [--json FILE]
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { parseArgs } from "node:util";
import { notebook } from "../../scripts/bench/figures.ts";
import { promptAbout } from "../../test/bench/generate.ts";
import { quantile } from "../../test/bench/quality.ts";
import { CONTENDERS } from "./contenders.ts";

const FIRST = 10;
const WARM = 15;
const LONGEST_MS = 300_000;

const { values } = parseArgs({
  options: {
    sizes: { type: "string", default: "1000,10000" },
    questions: { type: "string", default: "45" },
    json: { type: "string" },
    /** For the child process. */
    child: { type: "string" },
  },
});
const questions = Number(values.questions);

interface Cost {
  readonly buildMs: number;
  readonly memoryMb: number;
  readonly p50: number;
  readonly p99: number;
  /** Of the questions, each of which is about one memory: how many found it among the first ten. */
  readonly found: number;
}

function costOf(name: string, size: number): Cost {
  const prepare = CONTENDERS.find((each) => each.name === name)?.prepare;
  if (prepare === undefined) throw new Error(`${name} is not here`);
  const base = mkdtempSync(`${tmpdir()}/holdfast-peers-`);
  try {
    const build = prepare(`${base}/box`, size);
    const before = resident();
    const start = performance.now();
    const opened = build();
    const buildMs = performance.now() - start;
    const memoryMb = (resident() - before) / 1e6;
    const times: number[] = [];
    let found = 0;
    for (let at = -WARM; at < questions; at++) {
      const about = openToAll(Math.floor(((at + WARM) * 0.618034 * size) % size));
      const text = promptAbout(about, at);
      const from = performance.now();
      const answer = opened.search(text, FIRST);
      if (at < 0) continue;
      times.push(performance.now() - from);
      if (answer.includes(`project_m${about}.md`)) found++;
    }
    opened.close();
    return { buildMs, memoryMb, p50: quantile(times, 0.5), p99: quantile(times, 0.99), found };
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
}

/** Ours keeps the memories of other projects to themselves, and every fourth has a project; nobody else knows of them. */
function openToAll(n: number): number {
  return n % 4 === 0 ? n + 1 : n;
}

function resident(): number {
  globalThis.gc?.();
  return process.memoryUsage.rss();
}

function inChild(name: string, size: number): Cost | undefined {
  const options = ["--child", name, "--sizes", String(size), "--questions", values.questions];
  const run = spawnSync(process.execPath, ["--expose-gc", import.meta.filename, ...options], {
    encoding: "utf8",
    timeout: LONGEST_MS,
    killSignal: "SIGKILL",
  });
  if (run.status === 0) return JSON.parse(run.stdout) as Cost;
  console.log(`n${size} ${name}: did not end well: ${run.stderr.slice(0, 300)}`);
  return undefined;
}

function main(): number {
  const sizes = values.sizes.split(",").map(Number);
  if (values.child !== undefined) {
    process.stdout.write(JSON.stringify(costOf(values.child, sizes[0] ?? 0)));
    return 0;
  }
  const book = notebook();
  let [passed, failed] = [0, 0];
  book.note("questions", questions);
  for (const size of sizes) {
    for (const { name, prepare, hasIndex } of CONTENDERS) {
      if (prepare === undefined) {
        console.log(`n${size} ${name}: not on this machine`);
        continue;
      }
      const cost = inChild(name, size);
      // Ours must answer; whether others can is what is measured.
      if (cost !== undefined) passed++;
      else if (name === "ours") failed++;
      if (cost === undefined) continue;
      const { buildMs, memoryMb, p50, p99, found } = cost;
      const index = hasIndex ? `build-ms=${buildMs.toFixed(0)} memory-mb=${memoryMb.toFixed(0)} ` : "";
      console.log(
        `n${size} ${name}: ${index}p50-ms=${p50.toFixed(2)} p99-ms=${p99.toFixed(2)} found=${found}/${questions}`,
      );
      if (hasIndex) {
        book.note(`n${size}: ${name}: build ms`, buildMs);
        book.note(`n${size}: ${name}: memory MB`, Math.max(0, memoryMb));
      }
      book.note(`n${size}: ${name}: p50 ms`, p50);
      book.note(`n${size}: ${name}: p99 ms`, p99);
    }
  }
  book.save(values.json);
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

process.exitCode = main();
