// Runs the real, pinned opencode against the fake model, with a home of its own (AGT-32). At its start opencode wants to
// install a package for plugins that import it; ours imports nothing, so here it gets no registry and goes on without.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type AgentPlace, agentProgram } from "./agent-program.ts";
import { type ProgramRun, runProgram } from "./run-program.ts";

const OPENCODE_VERSION = "1.18.33";
const NO_REGISTRY = { npm_config_registry: "http://127.0.0.1:1/", npm_config_fetch_retries: "0" };

export function opencodeProgram(): string | undefined {
  return agentProgram("HOLDFAST_OPENCODE_BIN", "opencode/node_modules/opencode-linux-x64/bin/opencode");
}

export const OPENCODE_MISSING: string = `opencode ${OPENCODE_VERSION} is not here: .ci/setup opencode, or set HOLDFAST_OPENCODE_BIN`;

export function opencodeConfig(home: string): string {
  return join(home, ".config/opencode/opencode.json");
}

/** The settings a person would have, with a comment: models on loopback, no questions, no calls home. */
export function writeOpencodeConfig({ home, url }: Pick<AgentPlace, "home" | "url">, models: readonly string[]): void {
  const limit = { context: 100_000, output: 8000 };
  const config = {
    autoupdate: false,
    share: "disabled",
    model: `fake/${models[0]}`,
    small_model: `fake/${models[0]}`,
    permission: { edit: "allow", bash: "allow", external_directory: "allow" },
    provider: {
      fake: {
        npm: "@ai-sdk/openai-compatible",
        name: "fake",
        options: { baseURL: `${url}/v1`, apiKey: "dummy" },
        models: Object.fromEntries(models.map((name) => [name, { name, limit }])),
      },
    },
  };
  mkdirSync(join(home, ".config/opencode"), { recursive: true });
  writeFileSync(opencodeConfig(home), `// mine\n${JSON.stringify(config, null, 1)}`);
}

/** `opencode run` quotes its arguments anew, so the prompt goes in by stdin. */
export function runOpencode(prompt: string, place: AgentPlace, args: readonly string[] = []): Promise<ProgramRun> {
  const env = {
    PATH: place.path,
    HOME: place.home,
    TERM: "dumb",
    LANG: "C.UTF-8",
    OPENCODE_DISABLE_AUTOUPDATE: "1",
    OPENCODE_DISABLE_MODELS_FETCH: "1",
    OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
    ...NO_REGISTRY,
  };
  return runProgram(place.program, ["run", ...args], { cwd: place.cwd, env, input: prompt });
}
