// node test/walk/main.ts [--transcript FILE]
// The walk of a new user (SUR-0): packs the package, installs it where nothing of ours has ever been, types what
// README's quick start says, and looks after each command whether it is true; on the way one session, with a recall, a
// silence, a refused write and a demotion by number, and a second machine. All of it within five minutes.
// --transcript writes what a person saw.
import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { CLAUDE_MISSING, claudeProgram } from "../support/claude.ts";
import { startFakeModel } from "../support/fake-model.ts";
import { CANNOT_RUN_AS_PERSON, canRunAsPerson, type PersonRun } from "../support/person.ts";
import { quickStart } from "./readme.ts";
import type { Check } from "./session.ts";
import { STEPS } from "./steps.ts";
import { transcriptPage } from "./transcript.ts";
import { makeWorld, type World } from "./world.ts";

const README = resolve(import.meta.dirname, "../../README.md");
const SKIPPED = 77;
const LIMIT_S = 300;

async function main(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({ args: [...args], options: { transcript: { type: "string" } } });
  const claude = claudeProgram();
  if (claude === undefined) return said(`SKIPPED: ${CLAUDE_MISSING}`, SKIPPED);
  if (!canRunAsPerson()) return said(CANNOT_RUN_AS_PERSON, SKIPPED);
  const count = { passed: 0, failed: 0 };
  const check: Check = (title, good, found) => {
    count[good ? "passed" : "failed"] += 1;
    const detail = good || found === undefined ? "" : `\n     found: ${JSON.stringify(found)?.slice(0, 2000)}`;
    say(`${good ? "ok  " : "FAIL"} ${title}${detail}`);
  };
  const fake = await startFakeModel();
  const world = makeWorld(claude, fake);
  try {
    const packed = world.pack();
    const began = performance.now();
    const installed = world.install(packed);
    check("LIB-1 the package brings nothing but itself", String(installed) === "holdfast", installed);
    await walk(world, check);
    const seconds = Math.round((performance.now() - began) / 1000);
    say(`walk-seconds=${seconds} node=${process.version}`);
    check(`SUR-0 from the package to a second machine within ${LIMIT_S} s`, seconds < LIMIT_S, seconds);
    if (values.transcript !== undefined) writeFileSync(values.transcript, transcriptPage(world, seconds));
  } catch (error) {
    check("the walk came to its end", false, error instanceof Error ? error.stack : error);
  } finally {
    await fake.close();
    world.remove();
  }
  return said(`walk passed=${count.passed} failed=${count.failed}`, count.failed === 0 ? 0 : 1);
}

async function walk(world: World, check: Check): Promise<void> {
  const used = new Set<RegExp>();
  for (const command of quickStart(README)) {
    const step = STEPS.find((each) => each.command.test(command));
    await step?.before?.(world, check);
    say(`$ ${command}`);
    const run = await typed(world, command, step?.answers ?? []);
    check(`SUR-0 \`${command}\` ends well`, run.code === 0, run);
    if (step === undefined) check(`something is known about \`${command}\``, false, "add a row to test/walk/steps.ts");
    else {
      used.add(step.command);
      await step.after(world, run, check);
    }
  }
  const unused = STEPS.filter((step) => !used.has(step.command)).map((step) => String(step.command));
  check("README's quick start has every step", unused.length === 0, unused);
}

/** The agent runs with the fake model; its transcript is what the model was sent. */
async function typed(world: World, command: string, answers: readonly string[]): Promise<PersonRun> {
  const prompt = /^claude -p "([^"]*)"$/.exec(command)?.[1];
  if (prompt === undefined) return world.type(command, ...answers);
  const { answer, sent } = await world.ask(prompt);
  return { transcript: sent, code: answer === "FAKE-OK" ? 0 : 1 };
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function said(line: string, code: number): number {
  say(line);
  return code;
}

process.exitCode = await main(process.argv.slice(2));
