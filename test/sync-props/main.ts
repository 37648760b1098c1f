// node test/sync-props/main.ts [--runs N] [--seed S] [--mutant NAME | --mutants]
// The join of sync on trial (SYN-5): random histories of four machines and forged states, each judged by what its authors
// knew; then the same over joins, views and acts that are broken on purpose, each of which must be noticed.
import { parseArgs } from "node:util";
import { REAL } from "./engine.ts";
import { MUTANTS } from "./mutants.ts";
import { type Size, type Tried, tryHistories, tryHostile } from "./run.ts";

/** Most are noticed at once; the few others get more. */
const MUTANT_RUNS = [300, 4000];

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "10000" },
    seed: { type: "string", default: String(Date.now() % 2 ** 31) },
    mutant: { type: "string" },
    mutants: { type: "boolean", default: false },
  },
});

function numberFrom(name: string, value: string): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number) || number < 1) throw new Error(`--${name} takes a whole number, not ${value}`);
  return number;
}

function show(name: string, { runs, wrong }: Tried, started: number): void {
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${wrong.length === 0 ? "ok  " : "FAIL"} ${name}: runs=${runs} seconds=${seconds}`);
  for (const line of wrong) console.log(`     ${line}`);
}

function tryReal(size: Size): number {
  let failed = 0;
  for (const [name, attempt] of [
    ["histories", tryHistories],
    ["forged states", tryHostile],
  ] as const) {
    const started = performance.now();
    const tried = attempt(REAL, size);
    show(name, tried, started);
    if (tried.wrong.length > 0) failed++;
  }
  return failed;
}

/** Which property noticed, or nothing. */
function noticed(name: string, seed: number): readonly string[] {
  const engine = { ...REAL, ...MUTANTS[name] };
  for (const runs of MUTANT_RUNS) {
    for (const attempt of [tryHistories, tryHostile]) {
      const { wrong } = attempt(engine, { runs, seed });
      if (wrong.length > 0) return wrong;
    }
  }
  return [];
}

function tryMutants(names: readonly string[], seed: number, whole: boolean): number {
  let killed = 0;
  for (const name of names) {
    const wrong = noticed(name, seed);
    if (wrong.length > 0) killed++;
    console.log(`${wrong.length > 0 ? "killed  " : "SURVIVED"} ${name}${whole ? "" : `: ${wrong[0] ?? ""}`}`);
    if (whole) for (const line of wrong) console.log(`     ${line}`);
  }
  console.log(`killed=${killed} of ${names.length}`);
  return names.length - killed;
}

function main(): number {
  const seed = numberFrom("seed", values.seed);
  const names = Object.keys(MUTANTS);
  if (values.mutant !== undefined) {
    if (!names.includes(values.mutant)) throw new Error(`No mutant ${values.mutant}. There are: ${names.join(", ")}`);
    return tryMutants([values.mutant], seed, true);
  }
  const failed = values.mutants ? 0 : tryReal({ runs: numberFrom("runs", values.runs), seed });
  const survived = tryMutants(names, seed, false);
  const all = names.length + (values.mutants ? 0 : 2);
  console.log(`seed=${seed}`);
  console.log(`${all - failed - survived} passed, ${failed + survived} failed`);
  return failed + survived;
}

process.exitCode = main() === 0 ? 0 : 1;
