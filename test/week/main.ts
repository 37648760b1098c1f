// npm run proof week [-- --short] [--record FILE]
// A demanding newcomer's week with the packed package: an empty home, two projects, the real Claude Code with a scripted
// model, some 40 memories, 20 sessions. Every numbered point of the list that such a week once gave has a check under its
// number. --record writes the screens as they stood at 80 and 120 columns.
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { CLAUDE_MISSING, claudeProgram } from "../support/claude.ts";
import { startFakeModel } from "../support/fake-model.ts";
import { CANNOT_RUN_AS_PERSON, canRunAsPerson } from "../support/person.ts";
import { makeWorld } from "../walk/world.ts";
import { inTheList } from "./browse.ts";
import { firstDay } from "./first-day.ts";
import { makeWeek } from "./home.ts";
import { inOthersHands } from "./others.ts";
import { recall } from "./recall.ts";
import { reports } from "./reports.ts";
import { screensPage } from "./screens.ts";
import { secondDay } from "./second-day.ts";
import { startTally } from "./tally.ts";

const SKIPPED = 77;

async function main(args: readonly string[]): Promise<number> {
  const options = { short: { type: "boolean", default: false }, record: { type: "string" } } as const;
  const { values } = parseArgs({ args: [...args], options });
  const claude = claudeProgram();
  const cannot = claude === undefined ? `SKIPPED: ${CLAUDE_MISSING}` : CANNOT_RUN_AS_PERSON;
  if (claude === undefined || !canRunAsPerson()) {
    process.stdout.write(`${cannot}\n`);
    return SKIPPED;
  }
  const tally = startTally();
  const fake = await startFakeModel();
  const world = makeWorld(claude, fake);
  const began = performance.now();
  try {
    world.install(world.pack("as built"));
    const week = makeWeek(world, tally);
    const init = await firstDay(week);
    await secondDay(week);
    recall(week, values.short ? 3 : 1);
    await inTheList(week);
    await reports(week);
    await inOthersHands(week);
    if (values.record !== undefined) writeFileSync(values.record, await screensPage(week, init));
  } catch (error) {
    tally.check("week: it came to its end", false, error instanceof Error ? error.stack : error);
  } finally {
    await fake.close();
    world.remove();
  }
  tally.say(`week-seconds=${Math.round((performance.now() - began) / 1000)} node=${process.version}`);
  return tally.end();
}

process.exitCode = await main(process.argv.slice(2));
