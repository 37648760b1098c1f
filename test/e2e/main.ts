// node test/e2e/main.ts --agent claude|codex|copilot|gemini|opencode|qwen|droid|cline|permissions|plugin [--with prompts,guard,mcp,again,auto-memory,helpers,read-already] [--short]
// End-to-end runs with the real programs (AGT-32): one line per check, a summary, exit 1 on failure, 77 when skipped.
import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { CLAUDE_MISSING, claudeProgram } from "../support/claude.ts";
import { CLINE_MISSING, clineProgram } from "../support/cline.ts";
import { CODEX_MISSING, codexProgram } from "../support/codex.ts";
import { COPILOT_MISSING, copilotProgram } from "../support/copilot.ts";
import { DROID_MISSING, droidProgram } from "../support/droid.ts";
import { type FakeModel, startFakeModel } from "../support/fake-model.ts";
import { GEMINI_MISSING, geminiProgram } from "../support/gemini.ts";
import { OPENCODE_MISSING, opencodeProgram } from "../support/opencode.ts";
import { CANNOT_RUN_AS_PERSON, canRunAsPerson } from "../support/person.ts";
import { QWEN_MISSING, qwenProgram } from "../support/qwen.ts";
import { CLI, HOOK } from "./box.ts";
import { checkClaude } from "./claude.ts";
import { checkCline } from "./cline.ts";
import { checkCodex } from "./codex.ts";
import { checkCopilot } from "./copilot.ts";
import { checkDroid } from "./droid.ts";
import { checkGemini } from "./gemini.ts";
import { checkOpencode } from "./opencode.ts";
import { checkPermissions } from "./permissions.ts";
import { checkPlugin } from "./plugin.ts";
import { checkQwen } from "./qwen.ts";
import { type Check, PARTS, type Part } from "./view.ts";

const OPTIONS = { agent: { type: "string" }, with: { type: "string" }, short: { type: "boolean" } } as const;
const SKIPPED = 77;
/** Longer than the slowest agent takes on a busy machine. */
const MODEL_LIVES_MS = 1_800_000;
const USAGE = 64;

interface Agent {
  readonly program: string | undefined;
  readonly missing: string;
  /** What it tries where --with does not say. */
  readonly parts: readonly Part[];
  check(program: string, fake: FakeModel, check: Check, parts: readonly Part[], isShort: boolean): Promise<void>;
}

/** The memory that an agent keeps by itself is Claude Code's, and so is the start of a helper. */
const COMMON = PARTS.filter((part) => part !== "auto-memory" && part !== "helpers");

/** Of those, what asks neither for a prompt's event nor for a session that goes on. */
const ONE_TURN = COMMON.filter((part) => part !== "prompts" && part !== "again");

const AGENTS: Readonly<Record<string, Agent>> = {
  claude: { program: claudeProgram(), missing: CLAUDE_MISSING, parts: PARTS, check: checkClaude },
  codex: { program: codexProgram(), missing: CODEX_MISSING, parts: COMMON, check: checkCodex },
  copilot: { program: copilotProgram(), missing: COPILOT_MISSING, parts: COMMON, check: checkCopilot },
  gemini: { program: geminiProgram(), missing: GEMINI_MISSING, parts: COMMON, check: checkGemini },
  opencode: { program: opencodeProgram(), missing: OPENCODE_MISSING, parts: COMMON, check: checkOpencode },
  qwen: { program: qwenProgram(), missing: QWEN_MISSING, parts: COMMON, check: checkQwen },
  droid: { program: droidProgram(), missing: DROID_MISSING, parts: ONE_TURN, check: checkDroid },
  cline: { program: clineProgram(), missing: CLINE_MISSING, parts: [], check: checkCline },
  permissions: { program: claudeProgram(), missing: CLAUDE_MISSING, parts: [], check: checkPermissions },
  plugin: { program: claudeProgram(), missing: CLAUDE_MISSING, parts: [], check: checkPlugin },
};

async function main(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({ args: [...args], options: OPTIONS });
  const name = values.agent ?? "";
  const agent = Object.hasOwn(AGENTS, name) ? AGENTS[name] : undefined;
  const asked = values.with?.split(",").map((word) => PARTS.find((part) => part === word));
  if (agent === undefined || asked?.includes(undefined)) {
    return said(`usage: node test/e2e/main.ts --agent ${Object.keys(AGENTS).join("|")} [--with ${PARTS}]`, USAGE);
  }
  if (agent.program === undefined) return said(`SKIPPED: ${agent.missing}`, SKIPPED);
  if (!canRunAsPerson()) return said(CANNOT_RUN_AS_PERSON, SKIPPED);
  if (!existsSync(CLI) || !existsSync(HOOK)) return said("FAIL dist/ is not built: node scripts/build.ts", 1);

  const count = { passed: 0, failed: 0 };
  const check: Check = (title, good, found) => {
    count[good ? "passed" : "failed"] += 1;
    const detail = good || found === undefined ? "" : `\n     found: ${JSON.stringify(found)?.slice(0, 2000)}`;
    say(`${good ? "ok  " : "FAIL"} ${title}${detail}`);
  };
  const fake = await startFakeModel(MODEL_LIVES_MS);
  try {
    const parts = asked?.filter((part) => part !== undefined) ?? agent.parts;
    await agent.check(agent.program, fake, check, parts, values.short === true);
  } catch (error) {
    check("the run came to its end", false, error instanceof Error ? error.stack : error);
  } finally {
    await fake.close();
  }
  return said(`e2e agent=${name} passed=${count.passed} failed=${count.failed}`, count.failed === 0 ? 0 : 1);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function said(line: string, code: number): number {
  say(line);
  return code;
}

process.exitCode = await main(process.argv.slice(2));
