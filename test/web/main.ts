// node test/web/main.ts [--hostile N] [--memories N]
// The page in the browser for real (REV-2, SUR-13): the built command run by a person at a terminal, a real Chromium, and
// everybody who is not the person.
import { parseArgs } from "node:util";
import { CANNOT_RUN_AS_PERSON, canRunAsPerson } from "../support/person.ts";
import { access, wholeAccess } from "./access.ts";
import { agents } from "./agents.ts";
import { launch } from "./browser.ts";
import { type Check, makeCheck } from "./check.ts";
import { decisions } from "./decisions.ts";
import { endings } from "./endings.ts";
import { hostile, hostileWhole } from "./hostile.ts";
import { large } from "./large.ts";
import { passkeys } from "./passkeys.ts";
import { strangers } from "./strangers.ts";
import { whole } from "./whole.ts";
import { makeWorld, type World } from "./world.ts";

const SKIPPED = 77;
const { values } = parseArgs({
  options: {
    hostile: { type: "string", default: "1000" },
    memories: { type: "string", default: "10000" },
    only: { type: "string" },
  },
});

type Browser = Awaited<ReturnType<typeof launch>>;

const PARTS: Readonly<Record<string, (world: World, browser: Browser, check: Check) => Promise<void>>> = {
  decisions,
  whole,
  large: (world, browser, check) => large(world, browser, check, Number(values.memories)),
  strangers,
  hostile: (world, browser, check) => hostile(world, browser, check, Number(values.hostile)),
  "hostile-whole": (world, browser, check) => hostileWhole(world, browser, check, Number(values.hostile)),
  access,
  "access-whole": wholeAccess,
  agents: (world, _, check) => agents(world, check),
  endings,
  passkeys,
};

async function main(): Promise<number> {
  if (!canRunAsPerson()) {
    console.log(CANNOT_RUN_AS_PERSON);
    return SKIPPED;
  }
  const count = { passed: 0, failed: 0 };
  const check = makeCheck(count, (line) => console.log(line));
  const browser = await launch();
  for (const [name, part] of Object.entries(PARTS)) {
    if (values.only !== undefined && values.only !== name) continue;
    const world = makeWorld();
    const began = performance.now();
    try {
      await part(world, browser, check);
    } catch (error) {
      check(`${name} came to its end`, false, error instanceof Error ? error.stack : error);
    } finally {
      await world.remove();
    }
    console.log(`${name}: ${((performance.now() - began) / 1000).toFixed(1)} s`);
  }
  await browser.close();
  console.log(`web passed=${count.passed} failed=${count.failed}`);
  return count.failed === 0 && count.passed > 0 ? 0 : 1;
}

process.exitCode = await main();
