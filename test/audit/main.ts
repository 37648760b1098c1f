// AUD-1: an audit of 10,000 memories ends within 60 seconds. AUD-2: its page, in a real browser.
//   node test/audit/main.ts [--memories 10000]
import { parseArgs } from "node:util";
import { inBrowser } from "./page.ts";
import { measure } from "./speed.ts";

/** For 10,000; fewer have as much less, but for the start. */
const LIMIT_SECONDS = 60;
const START_SECONDS = 5;
const { values } = parseArgs({ options: { memories: { type: "string", default: "10000" } } });

const results: (readonly [name: string, problems: readonly string[]])[] = [];

const { memories, seconds, parts } = await measure(Number(values.memories));
const limit = START_SECONDS + ((LIMIT_SECONDS - START_SECONDS) * memories) / 10_000;
const told = Object.entries(parts).map(([name, took]) => `${name}=${took.toFixed(1)}`);
console.log(`memories=${memories} seconds=${seconds.toFixed(1)} limit=${limit}; by itself: ${told.join(" ")}`);
results.push(["speed", seconds < limit ? [] : [`${seconds.toFixed(1)} s`]]);
results.push(...(await inBrowser()));

for (const [name, problems] of results) {
  console.log(`${problems.length === 0 ? "ok    " : "FAILED"} ${name}`);
  for (const problem of problems) console.log(`       ${problem}`);
}
const failed = results.filter(([, problems]) => problems.length > 0).length;
console.log(`${results.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
