// The portable unit files under vitest in node.exe: at least 97 in 100 tests pass, and each that does not is on a list with its reason.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { KNOWN, PORTABLE, SAMPLE } from "./portable.ts";
import { ROOT } from "./wine.ts";
import type { World } from "./world.ts";

const LEAST = 0.97;
const AT_ONCE = 12;
const VITEST = ["node_modules/vitest/vitest.mjs", "run", "--project", "unit", "--maxWorkers=2", "--testTimeout=60000"];

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly message: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

export async function units({ one, windows, long, check, say }: World): Promise<void> {
  const files = long ? PORTABLE : SAMPLE;
  const count = { passed: 0, failed: 0 };
  for (let at = 0; at < files.length; at += AT_ONCE) {
    const some = files.slice(at, at + AT_ONCE);
    const options = ["--reporter=json", `--outputFile=C:/box/units-${at}.json`];
    const ran = await one.node([...VITEST, ...options, ...some], { cwd: "D:\\repo", limitMs: 600_000 });
    const path = join(windows.box, `units-${at}.json`);
    if (!existsSync(path)) {
      check(`unit files ${at + 1} and on left a report`, false, ran);
      continue;
    }
    for (const { name, message, assertionResults } of (JSON.parse(readFileSync(path, "utf8")) as Report).testResults) {
      const file = name.replaceAll("\\", "/").replace(/^.*\/repo\//, "");
      if (assertionResults.length === 0) check(`${file} could be loaded`, false, message);
      for (const { fullName, status } of assertionResults) {
        if (status === "passed") count.passed++;
        if (status !== "failed") continue;
        count.failed++;
        const reason = KNOWN[`${file}: ${fullName}`];
        if (reason === undefined) check(`${file}: ${fullName}`, false);
        else say(`  known: ${file}: ${fullName}: ${reason}`);
      }
    }
  }
  const all = count.passed + count.failed;
  say(
    `  unit files=${files.length} of ${PORTABLE.length} tests=${all} passed=${count.passed} (${((100 * count.passed) / all).toFixed(2)} %)`,
  );
  check(`at least ${LEAST * 100} % of the portable unit tests pass`, all > 0 && count.passed / all >= LEAST, count);
  const absent = PORTABLE.filter((file) => !existsSync(join(ROOT, file)));
  check("every portable file is there", absent.length === 0, absent);
}
