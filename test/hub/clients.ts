// What the client's own tests show, counted here with the server's: the contract of a carrier on git and on a hub (HUB-1), and a hub that
// rewrites, withholds, reorders, forges and replays (HUB-6). They need no PostgreSQL, and run with the unit tests too.
import { strict as assert } from "node:assert";
import { execFile } from "node:child_process";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { readVitestCounts } from "../../scripts/ci/counts.ts";
import type { Case } from "./case.ts";

const ROOT = resolve(import.meta.dirname, "../..");

export const CLIENTS: readonly Case[] = [
  ["HUB-1: git and a hub keep to one contract of a carrier", ofClients("carrier.test.ts", 20)],
  ["HUB-6: a hostile hub is noticed, and makes nothing verified", ofClients("hub/hostile.test.ts", 19)],
];

function ofClients(file: string, least: number): Case[1] {
  return async ({ folder, note }) => {
    const report = join(folder(), "report.json");
    const args = [
      "run",
      "--project",
      "machines",
      "--reporter=json",
      `--outputFile=${report}`,
      `test/unit/sync/${file}`,
    ];
    const isGood = await promisify(execFile)(process.execPath, ["node_modules/vitest/vitest.mjs", ...args], {
      cwd: ROOT,
    }).then(
      () => true,
      () => false,
    );
    const { passed, failed } = readVitestCounts(report, isGood);
    note(`${passed} tests`);
    assert.deepEqual([failed, passed >= least], [0, true]);
  };
}
