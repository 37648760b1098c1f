// node test/git-edge/main.ts [--long] [--only network,ends,kills,hostile,project,figures]
// The git edge against real parts (SYN-10, SYN-12, SYN-16): servers that misbehave, no network at all, hostile trees and
// repositories, and strace over everything of ours that calls git in a project.
import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";
import { endedFromOutside, noNetwork } from "./ends.ts";
import { figures } from "./figures.ts";
import { hostile } from "./hostile.ts";
import { kills } from "./kills.ts";
import { network } from "./network.ts";
import { project } from "./project.ts";
import { inFolders, type World } from "./world.ts";

const SKIPPED = 77;
const PARTS: Readonly<Record<string, (world: World) => Promise<void> | void>> = {
  network,
  ends: async (world) => {
    await noNetwork(world);
    await endedFromOutside(world);
  },
  kills,
  hostile,
  project,
  figures,
};

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { long: { type: "boolean" }, only: { type: "string" } } });
  const possible = [["unshare", "--net", "true"] as const, ["strace", "-V"] as const];
  if (!possible.every(([program, ...args]) => spawnSync(program, args, { stdio: "ignore" }).status === 0)) {
    console.log("SKIPPED: needs strace, unshare and the right to make a network namespace");
    return SKIPPED;
  }
  const count = { passed: 0, failed: 0 };
  const check: World["check"] = (title, good, found) => {
    count[good ? "passed" : "failed"] += 1;
    if (!good)
      console.log(
        `FAIL ${title}${found === undefined ? "" : `\n     found: ${JSON.stringify(found)?.slice(0, 1500)}`}`,
      );
  };
  await inFolders(async (folder) => {
    const world: World = { check, say: (line) => console.log(line), long: values.long === true, folder };
    for (const [name, part] of Object.entries(PARTS)) {
      if (values.only !== undefined && !values.only.split(",").includes(name)) continue;
      const start = performance.now();
      console.log(name);
      try {
        await part(world);
      } catch (error) {
        check(`${name} came to its end`, false, error instanceof Error ? error.stack : error);
      }
      console.log(`  (${((performance.now() - start) / 1000).toFixed(1)} s)`);
    }
  });
  console.log(`git-edge passed=${count.passed} failed=${count.failed}`);
  return count.failed === 0 && count.passed > 0 ? 0 : 1;
}

process.exitCode = await main();
