// node test/rules-hosts/main.ts [--long] [--agents claude,codex,...]
// Real programs with a model that does not listen (RUL-1, RUL-5): it is told a rule in words, it meets the rule in memories that
// are nobody's signed word, and at last in one that a person signed. One line per check, a table per host, a summary.
import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { CLI, HOOK } from "../e2e/box.ts";
import { startFakeModel } from "../support/fake-model.ts";
import { CANNOT_RUN_AS_PERSON, canRunAsPerson } from "../support/person.ts";
import { AGENTS, type Agent } from "./agents.ts";
import { makeMachine } from "./machine.ts";
import { Trial } from "./trial.ts";

const SKIPPED = 77;
const MODEL_LIVES_MS = 3_000_000;
const SHORT = 10;
const LONG = 40;
/** Each of its sessions takes long to start. */
const ONLY_LONG = "opencode";

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function said(line: string, code: number): number {
  say(line);
  return code;
}

function chosen(names: string | undefined, long: boolean): readonly Agent[] {
  const wanted = names?.split(",");
  return AGENTS.filter(({ name }) => wanted?.includes(name) ?? (long || name !== ONLY_LONG));
}

async function main(args: readonly string[]): Promise<number> {
  const options = { long: { type: "boolean", default: false }, agents: { type: "string" } } as const;
  const { values } = parseArgs({ args: [...args], options });
  const asked = chosen(values.agents, values.long);
  const missing = asked.filter(({ program }) => program === undefined);
  for (const agent of missing) say(`SKIPPED: ${agent.missing}`);
  const agents = asked.filter(({ program }) => program !== undefined);
  if (agents.length === 0) return SKIPPED;
  if (!canRunAsPerson()) return said(CANNOT_RUN_AS_PERSON, SKIPPED);
  if (!existsSync(CLI) || !existsSync(HOOK)) return said("FAIL dist/ is not built: node scripts/build.ts", 1);

  const fake = await startFakeModel(MODEL_LIVES_MS);
  const machine = makeMachine(fake);
  const trial = new Trial(agents, machine, values.long ? LONG : SHORT, say);
  try {
    await trial.run();
  } catch (error) {
    trial.check("the run came to its end", false, error instanceof Error ? error.stack : error);
  } finally {
    await fake.close();
    machine.remove();
  }
  const { passed, failed } = trial.tell();
  if (missing.length > 0) say(`skipped=${missing.length}`);
  return said(`${passed} passed, ${failed} failed`, failed === 0 ? 0 : 1);
}

process.exitCode = await main(process.argv.slice(2));
