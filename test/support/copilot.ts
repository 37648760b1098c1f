// Runs the real, pinned Copilot CLI against the fake model, with a home of its own (AGT-32).
import { join } from "node:path";
import { type AgentPlace, agentProgram } from "./agent-program.ts";
import { type ProgramRun, runProgram } from "./run-program.ts";

const COPILOT_VERSION = "1.0.102";

export function copilotProgram(): string | undefined {
  return agentProgram("HOLDFAST_COPILOT_BIN", "copilot/node_modules/@github/copilot-linux-x64/copilot");
}

export const COPILOT_MISSING: string = `Copilot CLI ${COPILOT_VERSION} is not here: .ci/setup agents, or set HOLDFAST_COPILOT_BIN`;

export function copilotEnvironment({ home, path, url }: AgentPlace, model: string): Record<string, string> {
  return {
    PATH: path,
    HOME: home,
    COPILOT_HOME: join(home, ".copilot"),
    TERM: "dumb",
    LANG: "C.UTF-8",
    COPILOT_OFFLINE: "true",
    COPILOT_AUTO_UPDATE: "false",
    COPILOT_PROVIDER_BASE_URL: `${url}/v1`,
    COPILOT_PROVIDER_API_KEY: "dummy",
    COPILOT_MODEL: model,
  };
}

/** Copilot gives its model other tools by the model's name. */
export function runCopilot(
  prompt: string,
  place: AgentPlace,
  model: string,
  args: readonly string[] = [],
): Promise<ProgramRun> {
  return runProgram(
    place.program,
    ["--allow-all-tools", "--allow-all-paths", "--no-color", "--silent", ...args, "-p", prompt],
    { cwd: place.cwd, env: copilotEnvironment(place, model) },
  );
}
