// node test/sync-histories/main.ts [--runs N] [--seed S] [--from S]
// Random histories of two to five real machines, a bare remote and somebody who can push (SYN-5, SYN-10, SYN-11, SYN-14,
// SYN-16), judged by a model that knows only who did what and who knew of it. Then the same with parts of the product
// broken on purpose, each of which must be noticed. --seed tells one history again, step by step.
import { parseArgs } from "node:util";
import { BREAKS } from "./breaks.ts";
import { type Told, tellHistory } from "./history.ts";

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "40" },
    seed: { type: "string" },
    from: { type: "string", default: String(Date.now() % 1_000_000) },
  },
});
const AT_ONCE = 2;

function show({ seed, wrong, story }: Told): void {
  console.log(`FAIL seed=${seed}`);
  for (const line of story) console.log(`     ${line}`);
  for (const line of wrong) console.log(`  -> ${line}`);
}

async function tellMany(from: number, runs: number): Promise<readonly Told[]> {
  const told: Told[] = [];
  let at = 0;
  const one = async (): Promise<void> => {
    while (at < runs) {
      const each = await tellHistory(from + at++, (ports) => ports);
      told.push(each);
      if (each.wrong.length > 0) show(each);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
  return told;
}

/** The story passes with the product as it is, and not with it broken. */
async function noticed(name: string, seed: number): Promise<boolean> {
  const { broken, story } = BREAKS[name] ?? {};
  if (broken === undefined || story === undefined) throw new Error(`No break ${name}.`);
  const whole = await tellHistory(seed, (ports) => ports, { story });
  if (whole.wrong.length > 0) show(whole);
  const { wrong } = await tellHistory(seed, broken, { story });
  const good = whole.wrong.length === 0 && wrong.length > 0;
  console.log(`${good ? "noticed" : "NOT NOTICED"}: ${name}: ${wrong[0]?.split("\n")[0]?.slice(0, 100)}`);
  return good;
}

async function main(): Promise<number> {
  if (values.seed !== undefined) {
    const told = await tellHistory(Number(values.seed), (ports) => ports);
    show(told);
    return told.wrong.length;
  }
  const started = performance.now();
  const from = Number(values.from);
  const told = await tellMany(from, Number(values.runs));
  const failed = told.filter(({ wrong }) => wrong.length > 0).length;
  let missed = 0;
  for (const name of Object.keys(BREAKS)) if (!(await noticed(name, from))) missed++;
  const sum = (of: (each: Told) => number): number => told.reduce((total, each) => total + of(each), 0);
  const all = told.length + Object.keys(BREAKS).length;
  console.log(`from=${from} steps=${sum(({ steps }) => steps)} syncs=${sum(({ syncs }) => syncs)}`);
  console.log(`seconds=${((performance.now() - started) / 1000).toFixed(1)}`);
  console.log(`${all - failed - missed} passed, ${failed + missed} failed`);
  console.log(`histories=${told.length} failed=${failed + missed}`);
  return failed + missed;
}

process.exitCode = (await main()) === 0 ? 0 : 1;
