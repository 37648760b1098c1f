// What hostile and large inputs may cost, in processor time: a text that somebody else wrote must not keep
// a hook, a check or a sync busy. One quick try is enough; a slow one may be the machine's doing, or the first that
// compiles, and is judged by the quickest of many: what the text itself costs, it costs every time.
//   node test/limits/main.ts [--only WORDS] [--json FILE]
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { notebook } from "../../scripts/bench/figures.ts";
import { hookLimits } from "./hook.ts";
import { type Limit, limits } from "./limits.ts";

const TRIES = 15;

function spent(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

function cost(work: () => unknown, { mostMs, isMeasured = false }: Limit): number {
  const tried = (): number => (isMeasured ? Number(work()) : spent(work));
  const once = tried();
  if (once <= mostMs) return once;
  return Math.min(...Array.from({ length: TRIES }, tried));
}

const { values } = parseArgs({ options: { only: { type: "string", default: "" }, json: { type: "string" } } });
const book = notebook();
const scratch = realpathSync(mkdtempSync(join(tmpdir(), "holdfast-limits-")));
for (const name of ["files", "hook"]) mkdirSync(join(scratch, name));
let passed = 0;
let failed = 0;
const hook = await hookLimits(join(scratch, "hook"));
try {
  const all = [...limits(join(scratch, "files")), hook.limit];
  for (const each of all.filter(({ what }) => what.includes(values.only))) {
    const { what, mostMs, cases } = each;
    const times = cases.map(([name, work]) => ({ name, ms: cost(work, each) }));
    const slowest = times.reduce((a, b) => (b.ms > a.ms ? b : a));
    const over = times.filter(({ ms }) => ms > mostMs);
    const found = `${times.length} tried, slowest ${slowest.ms.toFixed(1)} ms (${slowest.name})`;
    console.log(`${over.length === 0 ? "ok  " : "FAIL"} ${what}: at most ${mostMs} ms; ${found}`);
    for (const { name, ms } of over) console.log(`     ${name}: ${ms.toFixed(1)} ms`);
    book.note(what, slowest.ms, { most: mostMs });
    if (over.length === 0) passed++;
    else failed++;
  }
} finally {
  hook.remove();
  rmSync(scratch, { recursive: true, force: true });
}
book.save(values.json);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
