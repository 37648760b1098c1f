// What the parts of this proof share: one line per case, and vitest over named files with a line per file.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";

export const ROOT: string = resolve(import.meta.dirname, "../..");

export interface World {
  readonly long: boolean;
  /** A new folder, gone afterwards. */
  readonly folder: string;
  check(title: string, good: boolean, found?: unknown): void;
  skip(reason: string): void;
}

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

/** `before` goes before node: a program that gives it another disk. */
export function vitest(
  world: World,
  title: string,
  files: readonly string[],
  { before = [], env = {} }: { readonly before?: readonly string[]; readonly env?: Readonly<Record<string, string>> },
): void {
  const output = join(world.folder, `${title.replaceAll(/\W+/g, "-")}.json`);
  const options = ["--project", "unit", "--maxWorkers=2", "--reporter=json", `--outputFile=${output}`];
  const [program = "", ...args] = [
    ...before,
    ...[process.execPath, join(ROOT, "node_modules/vitest/vitest.mjs"), "run", ...options, ...files],
  ];
  const ran = spawnSync(program, args, { cwd: ROOT, env: { ...process.env, ...env }, encoding: "utf8", input: "" });
  const report = reportIn(output);
  if (report === undefined) {
    world.check(`${title}: vitest ran`, false, ran.stderr.slice(-1500));
    return;
  }
  for (const { name, message, assertionResults } of report.testResults) {
    const wrong = assertionResults.filter(({ status }) => status === "failed").map(({ fullName }) => fullName);
    const passed = assertionResults.filter(({ status }) => status === "passed").length;
    const good = passed > 0 && wrong.length === 0 && message === "";
    world.check(`${title}: ${relative(ROOT, name)} (${passed})`, good, [...wrong, message]);
  }
  const wanted = files.filter((file) => file.endsWith(".ts")).length;
  world.check(`${title}: every file ran`, report.testResults.length >= wanted, report.testResults.length);
}

function reportIn(path: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as Report;
  } catch {
    return undefined; // it did not come to writing one: what it said is told
  }
}
