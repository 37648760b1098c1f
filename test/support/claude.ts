// Runs the real, pinned Claude Code against the fake model, with a home of its own (AGT-32).
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import type { FakeModel } from "./fake-model.ts";
import { type ProgramRun, runProgram } from "./run-program.ts";

export const CLAUDE_VERSION = "2.1.325";
const PACKAGE = "@anthropic-ai/claude-code-linux-x64";

/** HOLDFAST_CLAUDE_BIN, else where the CI setup puts it; undefined when it is not there. */
export function claudeProgram(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const cache = env.HOLDFAST_CI_CACHE ?? join(env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "holdfast-ci");
  const path = env.HOLDFAST_CLAUDE_BIN ?? join(cache, "claude", "node_modules", PACKAGE, "claude");
  return existsSync(path) ? path : undefined;
}

export const CLAUDE_MISSING: string = `Claude Code ${CLAUDE_VERSION} is not here: npm i --ignore-scripts --prefix CACHE/claude ${PACKAGE}@${CLAUDE_VERSION}, or set HOLDFAST_CLAUDE_BIN`;

export interface ClaudeOptions {
  readonly program: string;
  readonly fake: FakeModel;
  readonly home: string;
  readonly cwd: string;
  /** Where `node` is found by the hooks. */
  readonly path: string;
  readonly args?: readonly string[];
}

/** The whole environment of the agent: nothing of the tests' own reaches it. */
export function claudeEnvironment(home: string, path: string, modelUrl: string): Record<string, string> {
  return {
    PATH: path,
    HOME: home,
    CLAUDE_CONFIG_DIR: join(home, ".claude"),
    TERM: "dumb",
    LANG: "C.UTF-8",
    ANTHROPIC_BASE_URL: modelUrl,
    ANTHROPIC_API_KEY: "sk-ant-dummy-000",
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    DISABLE_TELEMETRY: "1",
    DISABLE_ERROR_REPORTING: "1",
    DISABLE_AUTOUPDATER: "1",
  };
}

export function runClaude(prompt: string, model: string, options: ClaudeOptions): Promise<ProgramRun> {
  return runProgram(options.program, ["--model", model, ...(options.args ?? []), "-p", prompt], {
    cwd: options.cwd,
    env: claudeEnvironment(options.home, options.path, options.fake.url),
  });
}
