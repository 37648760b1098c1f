// node test/mutants/main.ts [--all] [--fresh] [FILE...]
// Breaks core one expression at a time and asks whether a unit test of the same folder notices. Without --all only
// what changed since the merge base, within a few minutes. A file passes at 90 %; every survivor is shown.
import { parseArgs } from "node:util";
import { chooseFiles, type Group, groupByFolder, mutableFiles } from "./choose.ts";
import { EQUIVALENT } from "./equivalent.ts";
import { type FileScore, scoreFiles, unmatched } from "./score.ts";
import { runStryker } from "./stryker.ts";

const THRESHOLD = 90;

function percent({ killed, survivors }: FileScore): number {
  const counted = killed + survivors.length;
  return counted === 0 ? 100 : (100 * killed) / counted;
}

function show(score: FileScore): void {
  for (const { line, mutator, original, replacement } of score.survivors)
    console.log(`survived ${score.file}:${line} ${mutator}: ${original} => ${replacement}`);
  const { killed, survivors, equivalent } = score;
  const rest = `killed=${killed} survived=${survivors.length} equivalent=${equivalent}`;
  console.log(`${percent(score) >= THRESHOLD ? "ok  " : "FAIL"} ${score.file} ${percent(score).toFixed(1)} % ${rest}`);
}

async function runGroup(group: Group, fresh: boolean): Promise<readonly FileScore[]> {
  const started = performance.now();
  const scores = scoreFiles(await runStryker(group, fresh), EQUIVALENT);
  for (const score of scores) show(score);
  console.log(`     ${group.folder} took ${((performance.now() - started) / 1000).toFixed(0)} s`);
  return scores;
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    options: { all: { type: "boolean", default: false }, fresh: { type: "boolean", default: false } },
    allowPositionals: true,
  });
  const unknown = positionals.filter((file) => !mutableFiles().includes(file));
  if (unknown.length > 0) {
    console.error(`Not a file that is mutated: ${unknown.join(", ")}`);
    return 64;
  }
  const chosen = positionals.length > 0 ? { why: "as asked", files: positionals, left: [] } : chooseFiles(values.all);
  console.log(`mutating ${chosen.files.length} files: ${chosen.why}`);
  if (chosen.left.length > 0) console.log(`left to --all: ${chosen.left.join(", ")}`);
  const scores: FileScore[] = [];
  for (const group of groupByFolder(chosen.files)) scores.push(...(await runGroup(group, values.fresh)));
  return report(scores, unmatched(scores, EQUIVALENT));
}

function report(scores: readonly FileScore[], stale: readonly string[]): number {
  const sum = (pick: (score: FileScore) => number): number => scores.reduce((total, score) => total + pick(score), 0);
  const [killed, survived] = [sum((score) => score.killed), sum((score) => score.survivors.length)];
  for (const sentence of stale) console.log(`FAIL ${sentence}`);
  const passed = scores.filter((score) => percent(score) >= THRESHOLD).length;
  const failed = scores.length - passed + stale.length;
  const share = ((100 * killed) / Math.max(1, killed + survived)).toFixed(1);
  const equivalent = sum((score) => score.equivalent);
  console.log(
    `mutants=${killed + survived} killed=${killed} survived=${survived} equivalent=${equivalent} score=${share}`,
  );
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 && passed > 0 ? 0 : 1;
}

try {
  process.exitCode = await main();
} catch (error) {
  console.log(`FAIL ${error instanceof Error ? error.message : error}`);
  console.log("0 passed, 1 failed");
  process.exitCode = 1;
}
