// node test/e2e/main.ts --agent claude
// End-to-end runs with the real programs (AGT-32): one line per check, a summary, exit 1 on failure, 77 when skipped.
import { existsSync } from "node:fs";
import { CLAUDE_MISSING, claudeProgram } from "../support/claude.ts";
import { startFakeModel } from "../support/fake-model.ts";
import { CANNOT_RUN_AS_PERSON, canRunAsPerson } from "../support/person.ts";
import { CLI, HOOK } from "./box.ts";
import { type Check, checkClaude } from "./claude.ts";

const SKIPPED = 77;
const USAGE = 64;

async function main(args: readonly string[]): Promise<number> {
  const agent = args[args.indexOf("--agent") + 1];
  if (args.length !== 2 || agent !== "claude") return said("usage: node test/e2e/main.ts --agent claude", USAGE);
  const program = claudeProgram();
  if (program === undefined) return said(`SKIPPED: ${CLAUDE_MISSING}`, SKIPPED);
  if (!canRunAsPerson()) return said(CANNOT_RUN_AS_PERSON, SKIPPED);
  if (!existsSync(CLI) || !existsSync(HOOK)) return said("FAIL dist/ is not built: node scripts/build.ts", 1);

  const count = { passed: 0, failed: 0 };
  const check: Check = (title, good, found) => {
    count[good ? "passed" : "failed"] += 1;
    const detail = good || found === undefined ? "" : `\n     found: ${JSON.stringify(found)?.slice(0, 2000)}`;
    say(`${good ? "ok  " : "FAIL"} ${title}${detail}`);
  };
  const fake = await startFakeModel();
  try {
    await checkClaude(program, fake, check);
  } catch (error) {
    check("the run came to its end", false, error instanceof Error ? error.stack : error);
  } finally {
    await fake.close();
  }
  return said(`e2e agent=${agent} passed=${count.passed} failed=${count.failed}`, count.failed === 0 ? 0 : 1);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function said(line: string, code: number): number {
  say(line);
  return code;
}

process.exitCode = await main(process.argv.slice(2));
