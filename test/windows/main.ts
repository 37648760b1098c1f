// node test/windows/main.ts [--long] [--only guard,writes,session,sync,leave,units]
// The package on Windows: node.exe and git.exe in Wine (.ci/wine), real files, consoles and processes. Wine is not Windows: links, access
// lists, virus scanners and PowerShell itself are not proved here. --long: installed by npm, and every portable unit file.
import { parseArgs } from "node:util";
import { CANNOT_RUN_AS_PERSON, canRunAsPerson } from "../support/person.ts";
import { guard } from "./guard.ts";
import { leave } from "./leave.ts";
import { install, makeMachine } from "./machine.ts";
import { prepare, session } from "./session.ts";
import { sync } from "./sync.ts";
import { units } from "./units.ts";
import { startWindows } from "./wine.ts";
import type { World } from "./world.ts";
import { writes } from "./writes.ts";

const SKIPPED = 77;
/** In this order: what is kept in one is seen in the next. */
const PARTS: Readonly<Record<string, (world: World) => Promise<void>>> = { guard, writes, session, sync, leave, units };

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { long: { type: "boolean" }, only: { type: "string" } } });
  const windows = canRunAsPerson() ? await startWindows() : undefined;
  if (windows === undefined) {
    console.log(
      canRunAsPerson() ? "SKIPPED: there is no Wine here; `.ci/setup windows` makes it" : CANNOT_RUN_AS_PERSON,
    );
    return SKIPPED;
  }
  const count = { passed: 0, failed: 0 };
  const check: World["check"] = (title, good, found) => {
    count[good ? "passed" : "failed"] += 1;
    const detail = good || found === undefined ? "" : `\n     found: ${JSON.stringify(found)?.slice(0, 2000)}`;
    console.log(`${good ? "ok  " : "FAIL"} ${title}${detail}`);
  };
  const long = values.long === true;
  try {
    const installed = await install(windows, long ? "by npm" : "unpacked");
    check(`the package is installed, ${long ? "by npm" : "unpacked"}`, installed.code === 0, installed);
    const [one, two] = [makeMachine(windows, "one"), makeMachine(windows, "two")];
    prepare(one);
    const world: World = { windows, one, two, long, check, say: (line) => console.log(line) };
    for (const [name, part] of Object.entries(PARTS)) {
      if (values.only !== undefined && !values.only.split(",").includes(name)) continue;
      const start = performance.now();
      console.log(name);
      await part(world).catch((error: Error) => check(`${name} came to its end`, false, error.stack));
      console.log(`  (${((performance.now() - start) / 1000).toFixed(1)} s)`);
    }
  } finally {
    await windows.end();
  }
  console.log(`${count.passed} passed, ${count.failed} failed`);
  console.log(`cases=${count.passed + count.failed} failed=${count.failed}`);
  return count.failed === 0 && count.passed > 0 ? 0 : 1;
}

process.exitCode = await main();
