// Hostile requests to the MCP server (MCP-2): no crash, every answer valid, quarantine never read, nothing outside read,
// no trust raised, the configuration as it was. Then the same over servers that are broken on purpose, and a part over
// real stdio. A failure names its seed and call.
//   node test/fuzz-mcp/main.ts [--calls N] [--seed S]
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import { BREAKS, type Break } from "./breaks.ts";
import type { Share, Tally } from "./run.ts";
import { runStdio } from "./stdio.ts";

const THREADS = Math.min(2, availableParallelism());
const BROKEN_CALLS = 250;
/** Per share: a store is made anew for each, and each is in one era. */
const SHARE = 2500;
/** One in so many calls goes over stdio too. */
const OVER_STDIO = 50;

const { values } = parseArgs({
  options: { calls: { type: "string", default: "5000" }, seed: { type: "string", default: "20261115" } },
});
const calls = numberFrom("calls", values.calls);
const seed = numberFrom("seed", values.seed);

function numberFrom(name: string, value: string): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number) || number < 1) throw new Error(`--${name} takes a whole number, not ${value}`);
  return number;
}

function inWorker(share: Share, broken?: Break): Promise<Tally> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL("worker.ts", import.meta.url), { workerData: { share, broken } });
    worker.once("message", resolve);
    worker.once("error", reject);
  });
}

/** At most as many at a time as there are threads, in order. */
async function each<T>(items: readonly T[], run: (item: T) => Promise<Tally>): Promise<readonly Tally[]> {
  const tallies: Tally[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let at = next++; at < items.length; at = next++) tallies[at] = await run(items[at] as T);
  };
  await Promise.all(Array.from({ length: THREADS }, lane));
  return tallies;
}

function sum(tallies: readonly Tally[]): Tally {
  return tallies.reduce((a, b) => ({
    calls: a.calls + b.calls,
    done: a.done + b.done,
    created: a.created + b.created,
    faults: a.faults + b.faults,
    examples: [...a.examples, ...b.examples],
  }));
}

function told(where: string, { calls, done, created, faults, examples }: Tally): boolean {
  for (const example of examples.slice(0, 10)) console.log(example);
  // A run whose requests were all refused has tried nothing.
  const tried = done > calls / 20;
  console.log(
    `${where}: calls=${calls} done=${done} created=${created} faults=${faults}${tried ? "" : " (too few done)"}`,
  );
  return faults === 0 && tried;
}

const start = performance.now();
const shares = Array.from({ length: Math.ceil(calls / SHARE) }, (_, at): Share => {
  const era = at % 2 === 0 ? "modern" : "legacy";
  return { seed, first: at * SHARE, end: Math.min(calls, (at + 1) * SHARE), era };
});
const results = [told("in process", sum(await each(shares, inWorker)))];
const overStdio = Math.max(100, Math.floor(calls / OVER_STDIO));
for (const era of ["modern", "legacy"] as const) {
  results.push(told(`stdio ${era}`, await runStdio(seed + 1, overStdio, era)));
}
const broken = await each(BREAKS, (one) => inWorker({ seed, first: 0, end: BROKEN_CALLS, era: "modern" }, one));
for (const [at, { what }] of BREAKS.entries()) {
  const { faults = 0, examples = [] } = broken[at] ?? {};
  console.log(`${faults > 0 ? "caught    " : "NOT CAUGHT"}  ${what}: ${examples[0] ?? ""}`);
  results.push(faults > 0);
}
console.log(`seed=${seed} threads=${THREADS} seconds=${((performance.now() - start) / 1000).toFixed(1)}`);
const passed = results.filter(Boolean).length;
console.log(`${passed} passed, ${results.length - passed} failed`);
process.exitCode = passed === results.length ? 0 : 1;
