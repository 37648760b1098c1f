// node test/macos/main.ts [--long] [--only tables,forced,folding]
// What is different on macOS, proved without one: its process tables (TRU-22), its branches with the platform forced, and a disk
// that folds case and normal form (AGT-20, STO-11). Looks at dist/. Ends with `cases=N failed=N`.
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { folding } from "./folding.ts";
import { forced } from "./forced.ts";
import { tables } from "./tables.ts";
import type { World } from "./world.ts";

const PARTS: Readonly<Record<string, (world: World) => void>> = { tables, forced, folding };

function main(): number {
  const { values } = parseArgs({ options: { long: { type: "boolean" }, only: { type: "string" } } });
  const count = { passed: 0, failed: 0, skipped: 0 };
  const check: World["check"] = (title, good, found) => {
    count[good ? "passed" : "failed"] += 1;
    console.log(good ? `ok   ${title}` : `FAIL ${title}\n     found: ${JSON.stringify(found)?.slice(0, 1500)}`);
  };
  const skip: World["skip"] = (reason) => {
    count.skipped += 1;
    console.log(`SKIPPED ${reason}`);
  };
  for (const [name, part] of Object.entries(PARTS)) {
    if (values.only !== undefined && !values.only.split(",").includes(name)) continue;
    const folder = realpathSync(mkdtempSync(join(tmpdir(), "hf-macos-")));
    const start = performance.now();
    try {
      part({ check, skip, folder, long: values.long === true });
    } catch (error) {
      check(`${name} came to its end`, false, error instanceof Error ? error.stack : error);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
    console.log(`  (${name}: ${((performance.now() - start) / 1000).toFixed(1)} s)`);
  }
  console.log(`macos passed=${count.passed} failed=${count.failed} skipped=${count.skipped}`);
  console.log(`cases=${count.passed + count.failed} failed=${count.failed}`);
  return count.failed === 0 && count.passed > 0 ? 0 : 1;
}

process.exitCode = main();
