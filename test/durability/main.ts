// node test/durability/main.ts [--every N]
// Makes memories through every way in, lets them be shown, searched, edited, demoted, archived and committed, forgets them,
// and then looks for them in every byte (FOR-1, STO-24, STO-33). Last, a forget is killed at every N-th change of the file
// system and repeated.
import { parseArgs } from "node:util";
import { CANNOT_RUN_AS_PERSON, canRunAsPerson } from "../support/person.ts";
import { killAndRepeat } from "./kills.ts";
import { STEPS } from "./steps.ts";
import { makeWorld } from "./world.ts";

const SKIPPED = 77;

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { every: { type: "string", default: "5" } } });
  const every = Number(values.every);
  if (!(every >= 1)) return said("usage: node test/durability/main.ts [--every N]", 64);
  if (!canRunAsPerson()) return said(CANNOT_RUN_AS_PERSON, SKIPPED);
  const world = makeWorld();
  const started = performance.now();
  let failed = 0;
  let number = 0;
  const tell = (title: string, found: string | undefined): void => {
    number += 1;
    if (found !== undefined) failed += 1;
    const detail = found === undefined ? "" : `\n    found: ${found.slice(0, 3000)}`;
    said(`${String(number).padStart(2)} ${found === undefined ? "ok  " : "FAIL"} ${title}${detail}`);
  };
  try {
    for (const { title, run } of STEPS) tell(title, await run(world));
    const { killed, faults } = await killAndRepeat(world, every);
    const enough = killed > 0 ? faults : [...faults, "no forget was killed"];
    tell(`FOR-1: killed at ${killed} points and run again: gone, buried, told once`, enough.join("\n") || undefined);
  } catch (error) {
    tell("the steps came to their end", error instanceof Error ? (error.stack ?? error.message) : String(error));
  } finally {
    world.remove();
  }
  said(`seconds=${((performance.now() - started) / 1000).toFixed(1)}`);
  return said(`${number - failed} passed, ${failed} failed`, failed === 0 ? 0 : 1);
}

function said(line: string, code = 0): number {
  process.stdout.write(`${line}\n`);
  return code;
}

process.exitCode = await main();
