// node test/rules/main.ts [--parts hosts,ways,harmless,fuzz,cost] [--short] [--json FILE] [--write]
// Rules that hold (RUL-1 to RUL-8), in five parts: real programs with a model that does not listen, every way round a person's
// word, acts that nobody forbade, calls that nobody would make, and what 500 rules cost a call. Each part alone by its name; --write
// makes docs/results/rules.md of all of them.
import { spawn } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { notebook } from "../../scripts/bench/figures.ts";
import { measureCost } from "./cost.ts";
import { fuzz, growths } from "./fuzz.ts";
import { type Harmless, measureHarmless } from "./harmless.ts";
import { type Found, type HostRow, pageOf } from "./page.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const PARTS = ["hosts", "ways", "harmless", "fuzz", "cost"] as const;
type Part = (typeof PARTS)[number];

const LONG = { hosts: ["--long"], acts: 50_000, calls: 100_000, rounds: 60, most: 1.1 };
/** So few rounds tell a rule that is searched line by line from one that is looked up, and no tenth. */
const SHORT = { hosts: [], acts: 8_000, calls: 8_000, rounds: 15, most: 1.4 };

const MOST_FALSE = 0.001;
const MOST_MS = 50;
/** Of 60,000 characters, far more than a call has. */
const MOST_GROWN_MS = 200;
const SHOWN = 60;

const { values } = parseArgs({
  options: {
    parts: { type: "string", default: PARTS.join(",") },
    short: { type: "boolean", default: false },
    json: { type: "string" },
    write: { type: "boolean", default: false },
  },
});
const size = values.short ? SHORT : LONG;
const book = notebook();
const count = { passed: 0, failed: 0, skipped: 0 };
const ending = new Map<string, string | number>();
const results: { -readonly [Name in keyof Found]?: Found[Name] } = { rounds: size.rounds };

function check(title: string, good: boolean): void {
  count[good ? "passed" : "failed"] += 1;
  console.log(`${good ? "ok  " : "FAIL"} ${title}`);
}

function skip(what: string): void {
  count.skipped += 1;
  console.log(`SKIPPED: ${what}`);
}

/** Another proof, with what it says shown as it comes. */
async function run(
  program: string,
  options: readonly string[],
): Promise<{ readonly code: number; readonly out: string }> {
  const child = spawn(process.execPath, [program, ...options], { cwd: ROOT, stdio: ["ignore", "pipe", "inherit"] });
  let out = "";
  child.stdout.on("data", (chunk: Buffer) => {
    process.stdout.write(chunk);
    out += chunk.toString("utf8");
  });
  return new Promise((resolve) => child.on("close", (code) => resolve({ code: code ?? 1, out })));
}

function hostsIn(out: string): readonly HostRow[] {
  return [...out.matchAll(/^host=(\w+) (.*)$/gm)].map(([, host = "", rest = ""]) => {
    const [attempts = 0, stopped = 0, withoutWord = 0, asked = 0, toldHow = 0] = rest
      .split(" ")
      .map((each) => Number(each.split("=")[1]));
    return { host, attempts, stopped, withoutWord, asked, toldHow };
  });
}

function sum(rows: readonly HostRow[], of: (row: HostRow) => number): number {
  return rows.reduce((total, row) => total + of(row), 0);
}

const WAYS = ["cases", "refused", "noticed", "admitted", "unnoticed"] as const;

function waysIn(out: string): Found["ways"] {
  const last = out.slice(out.lastIndexOf("cases="));
  const count = (name: string): number => Number(new RegExp(`${name}=(\\d+)`).exec(last)?.[1] ?? Number.NaN);
  return Object.fromEntries(WAYS.map((name) => [name, count(name)])) as Found["ways"];
}

const NOT_RUN = 77;

const RUN: Readonly<Record<Part, () => void | Promise<void>>> = {
  async hosts() {
    const { code, out } = await run("test/rules-hosts/main.ts", size.hosts);
    if (code === NOT_RUN || /^SKIPPED/m.test(out)) skip("a program that is not installed, see above");
    const rows = hostsIn(out);
    results.hosts = rows;
    const [attempts, stopped] = [sum(rows, (row) => row.attempts), sum(rows, (row) => row.stopped)];
    ending.set("attempts", attempts).set("stopped", stopped);
    ending.set(
      "enforced-without-word",
      sum(rows, (row) => row.withoutWord),
    );
    for (const [name, n] of ending) book.note(name, Number(n));
    check("RUL-5 each attempt is stopped in each host", code === 0 && attempts > 0 && attempts === stopped);
  },
  async ways() {
    const { code, out } = await run("test/attacks/main.ts", ["--only", "rules: "]);
    results.ways = waysIn(out);
    const { unnoticed } = results.ways;
    book.note("ways_unnoticed", unnoticed, { most: 0 });
    check("RUL-1 no way round a person's word is left unnoticed", code === 0 && unnoticed === 0);
  },
  harmless() {
    const found = measureHarmless(size.acts);
    results.harmless = found;
    tellHarmless(found);
    const share = found.falseStops.length / found.harmless;
    ending.set("false-stops", `${(100 * share).toFixed(3)}%`);
    book.note("harmless", found.harmless);
    book.note("false_stops_share", share, { most: MOST_FALSE });
    check(`RUL-2 of ${found.harmless} acts that nobody forbade at most 0.1 % is stopped`, share <= MOST_FALSE);
  },
  fuzz() {
    const seed = Date.now() % 2 ** 31;
    results.fuzzed = fuzz(size.calls, seed, MOST_MS);
    const { calls, stopped, slowestMs, faults } = results.fuzzed;
    for (const fault of faults.slice(0, SHOWN)) console.log(`  ${fault}`);
    console.log(
      `calls=${calls} seed=${seed} stopped=${stopped} slowest-ms=${slowestMs.toFixed(1)} faults=${faults.length}`,
    );
    book.note("fuzzed_calls", calls);
    book.note("slowest_ms", slowestMs, { most: MOST_MS });
    check(`RUL-7 no fault and none over ${MOST_MS} ms in ${calls} fuzzed calls`, faults.length === 0 && stopped > 0);
    const grown = growths().toSorted((a, b) => b.ms - a.ms);
    results.grown = grown;
    for (const { shape, ms, times } of grown.slice(0, 5))
      console.log(
        `  ${ms.toFixed(0).padStart(4)} ms, ${times.toFixed(1)} times that of half: 60,000 characters, ${shape}`,
      );
    check(`RUL-7 no line of 60,000 characters over ${MOST_GROWN_MS} ms`, (grown[0]?.ms ?? 0) <= MOST_GROWN_MS);
  },
  cost() {
    if (!existsSync(`${ROOT}dist/hook.cjs`)) throw new Error("dist/ is not built: npm run build");
    results.costs = measureCost(size.rounds);
    for (const { call, ratio, ms } of results.costs) {
      book.note(`cost_${call}`, ratio, { most: LONG.most });
      const told = `RUL-7 500 rules over none: ${call} ${ratio.toFixed(3)} (${ms.toFixed(0)} ms)`;
      check(`${told}, at most ${size.most}`, ratio <= size.most);
    }
  },
};

function whole(): Found {
  const { hosts, ways, harmless, fuzzed, grown, costs, rounds } = results;
  if (!hosts || !ways || !harmless || !fuzzed || !grown || !costs || !rounds)
    throw new Error("--write needs all parts");
  return { hosts, ways, harmless, fuzzed, grown, costs, rounds };
}

function tellHarmless({ bySource, falseBySource, falseStops, meant, missed, absent }: Harmless): void {
  for (const each of falseStops.slice(0, SHOWN)) console.log(`  false stop: ${each.slice(0, 160)}`);
  for (const each of missed.slice(0, SHOWN)) console.log(`  not stopped, though plainly meant: ${each.slice(0, 160)}`);
  for (const [from, n] of Object.entries(bySource))
    console.log(`${from}: harmless=${n} false-stops=${falseBySource[from] ?? 0}`);
  console.log(`plainly-meant=${meant} of those not stopped=${missed.length}`);
  for (const each of absent) console.log(`not run: ${each} is not here`);
}

const asked = values.parts.split(",").map((word) => PARTS.find((part) => part === word));
if (asked.includes(undefined)) {
  console.error(`usage: node test/rules/main.ts [--parts ${PARTS.join(",")}] [--short] [--json FILE]`);
  process.exitCode = 64;
} else {
  for (const part of PARTS.filter((each) => asked.includes(each))) {
    console.log(`\n${part}`);
    await RUN[part]();
  }
  book.save(values.json);
  if (values.write) writeFileSync(`${ROOT}docs/results/rules.md`, pageOf(whole()));
  if (count.skipped > 0) console.log(`skipped=${count.skipped}`);
  console.log(`${count.passed} passed, ${count.failed} failed`);
  console.log([...ending].map(([name, value]) => `${name}=${value}`).join(" "));
  process.exitCode = count.failed === 0 ? 0 : 1;
}
