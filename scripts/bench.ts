// Every figure that is published, in one run: each owner measures, one after another; what they found is written to
// docs/results/benchmarks.json, and docs/benchmarks.md is made from that. Builds dist/ first.
//   node scripts/bench.ts [--short | --long | --tiny] [--only STEP,...]
// The short form is the default. --tiny proves that gathering works; with it and with --only the committed files stay as
// they are: a record is of one run, of one commit.
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, resolve } from "node:path";
import { parseArgs } from "node:util";
import type { Figures } from "./bench/figures.ts";
import { commitHere, machineHere, versionsHere } from "./bench/machine.ts";
import { toPage } from "./bench/page.ts";
import { asText, type BenchRecord, type StepRecord } from "./bench/record.ts";
import { commandOf, type Form, STEPS, type Step } from "./bench/steps.ts";
import { PAGE, RECORD } from "./generate-benchmarks.ts";
import { proofOf } from "./proof.ts";

const ROOT = resolve(import.meta.dirname, "..");
const KEEP = 4096;

/** With what it said last; the figures are in the file. */
function run(step: Step, form: Form, file: string): Promise<string> {
  const options = [...(step.options[form] ?? []), "--json", file];
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, [...proofOf(step.proof).commands.flat(), ...options], {
      cwd: ROOT,
      stdio: ["ignore", "pipe", "pipe"],
    });
    let said = "";
    const take = (piece: Buffer): void => {
      said = (said + piece.toString("utf8")).slice(-KEEP);
    };
    child.stdout.on("data", take);
    child.stderr.on("data", take);
    child.on("error", fail);
    child.on("close", () => done(said));
  });
}

async function measured(step: Step, form: Form, folder: string): Promise<StepRecord | undefined> {
  const file = `${folder}/${step.name}.json`;
  const start = performance.now();
  const said = await run(step, form, file);
  if (!existsSync(file)) {
    console.log(said.trimEnd().replaceAll(/^/gmu, "    "));
    return undefined;
  }
  const result = [...said.matchAll(/\b\d+ passed, \d+ failed\b/gu)].at(-1)?.[0] ?? "no result";
  const figures = JSON.parse(readFileSync(file, "utf8")) as Figures;
  return { command: commandOf(step, form), seconds: secondsSince(start), result, figures };
}

function secondsSince(start: number): number {
  return Math.round((performance.now() - start) / 1000);
}

function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

async function gather(form: Form, into: string, only?: readonly string[]): Promise<number> {
  const chosen = STEPS.filter(({ name, options }) => options[form] !== undefined && (only?.includes(name) ?? true));
  const head = {
    form,
    date: new Date().toISOString().slice(0, 10),
    commit: commitHere(ROOT),
    machine: machineHere(),
    versions: versionsHere(ROOT),
  };
  const folder = mkdtempSync(`${tmpdir()}/holdfast-bench-all-`);
  const steps: Record<string, StepRecord> = {};
  console.log("build");
  execFileSync(process.execPath, ["scripts/build.ts"], { cwd: ROOT, stdio: ["ignore", "ignore", "inherit"] });
  const start = performance.now();
  const missing: string[] = [];
  for (const [at, step] of chosen.entries()) {
    const place = `[${at + 1}/${chosen.length}] ${clock(secondsSince(start))}`;
    console.log(`${place} ${step.name}: ${commandOf(step, form)}`);
    const record = await measured(step, form, folder);
    if (record === undefined) missing.push(step.name);
    else steps[step.name] = record;
    console.log(`    ${record === undefined ? "NO FIGURES" : `${record.result}, ${record.seconds} s`}`);
  }
  rmSync(folder, { recursive: true, force: true });
  save(into, { ...head, steps });
  if (into !== ROOT) console.log(`\n${readFileSync(`${into}/${PAGE}`, "utf8")}`);
  console.log(`total ${clock(secondsSince(start))}, written: ${into === ROOT ? `${RECORD}, ${PAGE}` : "nothing"}`);
  if (missing.length > 0) console.log(`without figures: ${missing.join(", ")}`);
  console.log(`${chosen.length - missing.length} passed, ${missing.length} failed`);
  return missing.length === 0 ? 0 : 1;
}

function save(into: string, record: BenchRecord): void {
  for (const [file, text] of [[RECORD, asText(record)] as const, [PAGE, toPage(record)] as const]) {
    mkdirSync(dirname(`${into}/${file}`), { recursive: true });
    writeFileSync(`${into}/${file}`, text);
  }
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      long: { type: "boolean", default: false },
      short: { type: "boolean", default: false },
      tiny: { type: "boolean", default: false },
      only: { type: "string" },
    },
  });
  const only = values.only?.split(",");
  const unknown = only?.filter((name) => !STEPS.some((step) => step.name === name)) ?? [];
  if (unknown.length > 0 || Number(values.long) + Number(values.short) + Number(values.tiny) > 1) {
    console.error(
      `usage: npm run proof bench -- [--short | --long | --tiny] [--only ${STEPS.map(({ name }) => name).join(",")}]`,
    );
    return 64;
  }
  const form: Form = values.tiny ? "tiny" : values.long ? "long" : "short";
  if (form !== "tiny" && only === undefined) return gather(form, ROOT);
  const folder = mkdtempSync(`${tmpdir()}/holdfast-bench-page-`);
  try {
    return await gather(form, folder, only);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

process.exitCode = await main();
