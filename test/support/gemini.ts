// Runs the real, pinned Gemini CLI against the fake model, with a home of its own (AGT-32).
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type AgentPlace, agentProgram } from "./agent-program.ts";
import { type ProgramRun, runProgram } from "./run-program.ts";

const GEMINI_VERSION = "0.61.0";

export function geminiProgram(): string | undefined {
  return agentProgram("HOLDFAST_GEMINI_BIN", "gemini/node_modules/@google/gemini-cli/bundle/gemini.js");
}

export const GEMINI_MISSING: string = `Gemini CLI ${GEMINI_VERSION} is not here: .ci/setup agents, or set HOLDFAST_GEMINI_BIN`;

/** The settings a person would have, in a form that is not ours: a key, no calls home. */
export function writeGeminiSettings(home: string): void {
  mkdirSync(join(home, ".gemini"), { recursive: true, mode: 0o755 });
  const lines = [
    "{",
    "\t// kept",
    '\t"general": { "disableAutoUpdate": true }, "privacy": { "usageStatisticsEnabled": false },',
    '\t"security": { "auth": { "selectedType": "gemini-api-key" }, "folderTrust": { "enabled": false } } }',
  ];
  writeFileSync(join(home, ".gemini/settings.json"), lines.join("\n"), { mode: 0o644 });
}

export function geminiEnvironment({ home, path, url }: AgentPlace): Record<string, string> {
  return {
    PATH: path,
    HOME: home,
    TERM: "dumb",
    LANG: "C.UTF-8",
    GEMINI_API_KEY: "dummy",
    GOOGLE_GEMINI_BASE_URL: url,
    GEMINI_CLI_TRUST_WORKSPACE: "true",
    // It starts itself a second time, for more memory than a test needs.
    GEMINI_CLI_NO_RELAUNCH: "true",
  };
}

export function runGemini(prompt: string, place: AgentPlace, args: readonly string[] = []): Promise<ProgramRun> {
  return runProgram(process.execPath, [place.program, "--yolo", "-m", "gemini-2.5-pro", ...args, "-p", prompt], {
    cwd: place.cwd,
    env: geminiEnvironment(place),
  });
}
