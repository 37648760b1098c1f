// One run of Stryker over the files of one folder, against the unit tests of that folder.
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { type Group, ROOT } from "./choose.ts";
import type { Report } from "./score.ts";

const CACHE = ".cache/mutants";
const REPORT = `${ROOT}${CACHE}/report.json`;
const PROGRAM = "node_modules/@stryker-mutator/core/bin/stryker.js";

/** Results of mutants and tests that did not change are taken over from the last run here, unless `fresh`. */
export async function runStryker(group: Group, fresh: boolean): Promise<Report> {
  mkdirSync(`${ROOT}${CACHE}`, { recursive: true });
  // A report that is found afterwards is of this run.
  rmSync(REPORT, { force: true });
  const options = [
    "--mutate",
    group.files.join(","),
    "--incrementalFile",
    `${CACHE}/${group.folder.replace("/", "-")}.json`,
  ];
  const code = await run([PROGRAM, "run", ...options, ...(fresh ? ["--force"] : [])], group.folder);
  if (code !== 0) throw new Error(`Stryker ended with ${code} in ${group.folder}; its own lines above say why.`);
  return withoutOthers(JSON.parse(readFileSync(REPORT, "utf8")) as Report, group);
}

/** An incremental report may still hold files of an earlier run that were not asked for now. */
function withoutOthers(report: Report, group: Group): Report {
  const missing = group.files.filter((file) => report.files[file] === undefined);
  if (missing.length > 0) throw new Error(`Stryker's report leaves out ${missing.join(", ")}.`);
  return { files: Object.fromEntries(Object.entries(report.files).filter(([file]) => group.files.includes(file))) };
}

function run(options: readonly string[], folder: string): Promise<number> {
  const env = { ...process.env, HOLDFAST_MUTANTS: folder, FORCE_COLOR: "0" };
  const child = spawn(process.execPath, options, { cwd: ROOT, env, stdio: ["ignore", "inherit", "inherit"] });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve(code ?? 1));
  });
}
