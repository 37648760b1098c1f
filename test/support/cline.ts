// Runs the real, pinned Cline CLI against the fake model, with a home of its own (AGT-32).
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type AgentPlace, agentProgram } from "./agent-program.ts";
import { type ProgramRun, runProgram } from "./run-program.ts";

const CLINE_VERSION = "3.0.65";

export function clineProgram(): string | undefined {
  return agentProgram("HOLDFAST_CLINE_BIN", "cline/node_modules/@cline/cli-linux-x64/bin/cline");
}

export const CLINE_MISSING: string = `Cline CLI ${CLINE_VERSION} is not here: .ci/setup agents, or set HOLDFAST_CLINE_BIN`;

/** What a person would have: a model of their own, and a list of servers in a form that is not ours. */
export function writeClineSettings(home: string, url: string): void {
  const folder = join(home, ".cline/data/settings");
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  const settings = { provider: "openai-compatible", apiKey: "dummy", model: "fake-model", baseUrl: `${url}/v1` };
  const one = { settings, updatedAt: "2026-11-18T18:21:38.660Z", tokenSource: "manual" };
  const all = { version: 1, lastUsedProvider: "openai-compatible", modes: {}, providers: { "openai-compatible": one } };
  writeFileSync(join(folder, "providers.json"), JSON.stringify(all));
  const theirs = '{\n\t"mcpServers": {} }';
  writeFileSync(join(folder, "cline_mcp_settings.json"), theirs, { mode: 0o644 });
}

export function runCline(prompt: string, place: AgentPlace): Promise<ProgramRun> {
  const env = {
    PATH: place.path,
    HOME: place.home,
    TERM: "dumb",
    LANG: "C.UTF-8",
    CLINE_NO_AUTO_UPDATE: "1",
    // Without a process that stays behind when the session is over.
    CLINE_SESSION_BACKEND_MODE: "local",
  };
  // One word alone would be a command of its own.
  return runProgram(place.program, [`please: ${prompt}`], { cwd: place.cwd, env });
}
