// Runs the real, pinned Factory Droid against the fake model, with a home of its own and no account (AGT-32).
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type AgentPlace, agentProgram } from "./agent-program.ts";
import { type ProgramRun, runProgram } from "./run-program.ts";

const DROID_VERSION = "0.225.2";

export function droidProgram(): string | undefined {
  return agentProgram("HOLDFAST_DROID_BIN", "droid/node_modules/@factory/cli-linux-x64/bin/droid");
}

export const DROID_MISSING: string = `Factory Droid ${DROID_VERSION} is not here: .ci/setup agents, or set HOLDFAST_DROID_BIN`;

/** What a person would have: a model of their own, and a hook in a form that is not ours. */
export function writeDroidSettings(home: string, url: string): void {
  const folder = join(home, ".factory");
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  const model = {
    model: "fake-model",
    displayName: "Fake",
    baseUrl: `${url}/v1`,
    apiKey: "dummy",
    provider: "generic-chat-completion-api",
    maxOutputTokens: 16_384,
  };
  writeFileSync(join(folder, "settings.json"), JSON.stringify({ customModels: [model] }));
  const theirs =
    '{ "PreToolUse": [\n\t{ "matcher": "Nothing", "hooks": [{ "type": "command", "command": "true" }] } ] }';
  writeFileSync(join(folder, "hooks.json"), theirs, { mode: 0o644 });
}

export function runDroid(prompt: string, place: AgentPlace, args: readonly string[] = []): Promise<ProgramRun> {
  const env = {
    PATH: place.path,
    HOME: place.home,
    TERM: "dumb",
    LANG: "C.UTF-8",
    // No calls home.
    FACTORY_AIRGAP_ENABLED: "1",
    FACTORY_DROID_AUTO_UPDATE_ENABLED: "false",
  };
  const options = ["exec", "-m", "custom:fake-model", "--skip-permissions-unsafe", ...args, prompt];
  return runProgram(place.program, options, { cwd: place.cwd, env });
}
