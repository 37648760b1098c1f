// node test/hub-page/main.ts [--only PART] [--pictures FOLDER]
// The admins' page (HUB-13) for real: a hub on a PostgreSQL, a provider of identity, and Chromium.
import { parseArgs } from "node:util";
import { programs } from "../../hub/test/postgres.ts";
import { makeCheck } from "../web/check.ts";
import { access } from "./access.ts";
import { acts } from "./acts.ts";
import { audit } from "./audit.ts";
import { hostile } from "./hostile.ts";
import { large } from "./large.ts";
import { served } from "./served.ts";
import { signingIn } from "./signing-in.ts";
import { strangers } from "./strangers.ts";
import { makeWorld, type World } from "./world.ts";

const SKIPPED = 77;
const { values } = parseArgs({ options: { only: { type: "string" }, pictures: { type: "string" } } });

const PARTS: Readonly<Record<string, (world: World) => Promise<void>>> = {
  served,
  signingIn,
  acts,
  audit,
  strangers,
  hostile,
  access,
  large,
};

async function main(): Promise<number> {
  const [bin] = programs();
  if (bin === undefined) {
    console.log("SKIPPED: needs PostgreSQL 15 or newer (.ci/setup postgres)");
    return SKIPPED;
  }
  const count = { passed: 0, failed: 0 };
  const check = makeCheck(count, (line) => console.log(line));
  const world = await makeWorld(bin, check, values.pictures);
  for (const [name, part] of Object.entries(PARTS)) {
    if (values.only !== undefined && values.only !== name) continue;
    const began = performance.now();
    await part(world).catch((error: unknown) =>
      check(`${name} came to its end`, false, error instanceof Error ? error.stack : error),
    );
    console.log(`${name}: ${((performance.now() - began) / 1000).toFixed(1)} s`);
  }
  await world.end();
  console.log(`${count.passed} passed, ${count.failed} failed`);
  return count.failed === 0 && count.passed > 0 ? 0 : 1;
}

process.exitCode = await main();
