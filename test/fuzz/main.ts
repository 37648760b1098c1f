// Hostile text through every exit, judged by a reader of its own (CHK-31, CHK-32); then the same over sanitisers that
// are broken on purpose. A failure names its case: `--seed S --case N` runs that one alone.
//   node test/fuzz/main.ts [--cases N] [--seed S] [--case N]
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import { BREAKS, type Break } from "./breaks.ts";
import type { Share, Tally } from "./run.ts";

const THREADS = Math.min(2, availableParallelism());
/**
 * Of processor time per thread for a million cases: the clock also counts what else the machine does. Each case is rendered in a
 * block and as a value; a core that is shared with other work takes up to twice as long for the same.
 */
const LIMIT_SECONDS = 120;
const BROKEN_CASES = 6000;

const { values } = parseArgs({
  options: {
    cases: { type: "string", default: "200000" },
    seed: { type: "string", default: "20261115" },
    case: { type: "string" },
  },
});
const seed = numberFrom("seed", values.seed);
const cases = numberFrom("cases", values.cases);

function numberFrom(name: string, value: string): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number) || number < 0) throw new Error(`--${name} takes a whole number, not ${value}`);
  return number;
}

function runShare(share: Share, broken?: Break): Promise<Tally> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL("worker.ts", import.meta.url), { workerData: { share, broken } });
    worker.once("message", resolve);
    worker.once("error", reject);
  });
}

async function runAll(): Promise<Tally> {
  const first = values.case === undefined ? 0 : numberFrom("case", values.case);
  const end = values.case === undefined ? cases : first + 1;
  const shares = Array.from({ length: THREADS }, (_, at) => ({ seed, first: first + at, end, step: THREADS }));
  const tallies = await Promise.all(shares.map((share) => runShare(share)));
  return tallies.reduce((sum, each) => ({
    cases: sum.cases + each.cases,
    breakouts: sum.breakouts + each.breakouts,
    strippable: sum.strippable + each.strippable,
    broken: sum.broken + each.broken,
    examples: [...sum.examples, ...each.examples],
  }));
}

/** In pairs, as many at a time as the real run has threads. */
async function selfCheck(): Promise<number> {
  let caught = 0;
  for (let at = 0; at < BREAKS.length; at += THREADS) {
    const some = BREAKS.slice(at, at + THREADS);
    const share = { seed, first: 0, end: BROKEN_CASES, step: 1 };
    const tallies = await Promise.all(some.map((each) => runShare(share, each)));
    for (const [index, { what, seenAs }] of some.entries()) {
      const count = tallies[index]?.[seenAs] ?? 0;
      console.log(`${count > 0 ? "caught    " : "NOT CAUGHT"}  ${what}: ${seenAs}=${count} of ${BROKEN_CASES}`);
      if (count > 0) caught++;
    }
  }
  return caught;
}

const start = performance.now();
const used = process.cpuUsage();
const { breakouts, strippable, broken, examples, ...run } = await runAll();
const seconds = (performance.now() - start) / 1000;
const { user, system } = process.cpuUsage(used);
const cpuSeconds = (user + system) / 1e6 / THREADS;
const caught = await selfCheck();
for (const example of examples) console.log(example);
const inTime = cpuSeconds < LIMIT_SECONDS * Math.max(1, run.cases / 1_000_000);
if (!inTime) console.log(`over ${LIMIT_SECONDS} seconds of processor time for a million cases`);
if (process.versions.unicode !== "17.0") console.log(`judged with Unicode ${process.versions.unicode}, not 17.0`);
const times = `seconds=${seconds.toFixed(1)} cpu-seconds-per-thread=${cpuSeconds.toFixed(1)}`;
console.log(`cases=${run.cases} seed=${seed} threads=${THREADS} ${times}`);
console.log(`breakouts=${breakouts} strippable=${strippable} broken=${broken}`);
const results = [breakouts + strippable + broken === 0 && run.cases > 0, inTime];
const passed = results.filter(Boolean).length + caught;
const failed = results.length + BREAKS.length - passed;
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
