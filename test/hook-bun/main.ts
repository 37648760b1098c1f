// Where a person chose Bun for the hook (`hook-program`), it does what it does with Node (AGT-1): the hook's own tests with
// Bun in its place, by default those of its answers, shapes and rules. Needs dist/.
//   node test/hook-bun/main.ts [--all]
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { parseArgs } from "node:util";
import { readVitestCounts } from "../../scripts/ci/counts.ts";

const { values } = parseArgs({ options: { all: { type: "boolean", default: false } } });
const SHORT = ["hook/hook.test", "hook/shapes", "hook/rules.test"];
const bun = process.env.HOLDFAST_BUN ?? "bun";
const { stdout, error } = spawnSync(bun, ["-e", "console.log(process.versions.bun)"], { encoding: "utf8" });
// Else Node's own answers would be counted.
if (error !== undefined || stdout.trim() === "") throw new Error(`no Bun at ${bun}`);
const folder = mkdtempSync(`${tmpdir()}/holdfast-bun-`);
const report = `${folder}/report.json`;
const files = values.all ? ["test/unit/hook/"] : SHORT.map((name) => `test/unit/${name}`);
const vitest = ["node_modules/vitest/vitest.mjs", "run", "--project", "unit", ...files];
const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
const env = { ...process.env, HOLDFAST_HOOK_RUNTIME: bun };
const { status } = spawnSync(process.execPath, [...vitest, ...reporters], { env, stdio: ["ignore", 1, 1] });
const { passed, failed } = readVitestCounts(report, status === 0);
rmSync(folder, { recursive: true });
console.log(`bun=${stdout.trim()}`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
