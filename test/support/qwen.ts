// Runs the real, pinned Qwen Code against the fake model, with a home of its own (AGT-32).
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type AgentPlace, agentProgram } from "./agent-program.ts";
import { type ProgramRun, runProgram } from "./run-program.ts";

const QWEN_VERSION = "0.24.4";

export function qwenProgram(): string | undefined {
  return agentProgram("HOLDFAST_QWEN_BIN", "qwen/node_modules/@qwen-code/qwen-code/cli.js");
}

export const QWEN_MISSING: string = `Qwen Code ${QWEN_VERSION} is not here: .ci/setup agents, or set HOLDFAST_QWEN_BIN`;

/** The settings a person would have, in a form that is not ours: no calls home, no model that writes memories beside ours, and the version that Qwen would put into it. */
export function writeQwenSettings(home: string): void {
  mkdirSync(join(home, ".qwen"), { recursive: true, mode: 0o755 });
  const lines = [
    "{",
    "\t// kept",
    '\t"general": { "enableAutoUpdate": false }, "privacy": { "usageStatisticsEnabled": false },',
    '\t"memory": { "enableManagedAutoMemory": false, "enableManagedAutoDream": false, "enableAutoSkill": false },',
    '\t"security": { "auth": { "selectedType": "openai" } }, "$version": 4 }',
  ];
  writeFileSync(join(home, ".qwen/settings.json"), lines.join("\n"), { mode: 0o644 });
}

export function runQwen(prompt: string, place: AgentPlace, args: readonly string[] = []): Promise<ProgramRun> {
  const env = {
    PATH: place.path,
    HOME: place.home,
    TERM: "dumb",
    LANG: "C.UTF-8",
    OPENAI_API_KEY: "dummy",
    OPENAI_BASE_URL: `${place.url}/v1`,
    OPENAI_MODEL: "qwen3-coder",
    QWEN_CODE_SUPPRESS_YOLO_WARNING: "1",
    // It starts itself a second time, for more memory than a test needs.
    QWEN_CODE_NO_RELAUNCH: "true",
  };
  return runProgram(process.execPath, [place.program, "--yolo", ...args, "-p", prompt], { cwd: place.cwd, env });
}
