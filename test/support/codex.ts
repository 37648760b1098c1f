// Runs the real, pinned Codex against the fake model, with a home of its own (AGT-32).
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import type { FakeModel } from "./fake-model.ts";
import { type ProgramRun, runProgram } from "./run-program.ts";

export const CODEX_VERSION = "0.166.0";
const PROGRAM = "codex/node_modules/@openai/codex-linux-x64/vendor/x86_64-unknown-linux-musl/bin/codex";

/** HOLDFAST_CODEX_BIN, else where the CI setup puts it; undefined when it is not there. */
export function codexProgram(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const cache = env.HOLDFAST_CI_CACHE ?? join(env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "holdfast-ci");
  const path = env.HOLDFAST_CODEX_BIN ?? join(cache, PROGRAM);
  return existsSync(path) ? path : undefined;
}

export const CODEX_MISSING: string = `Codex ${CODEX_VERSION} is not here: .ci/setup agents, or set HOLDFAST_CODEX_BIN`;

export interface CodexOptions {
  readonly program: string;
  readonly fake: FakeModel;
  readonly home: string;
  readonly cwd: string;
  /** Where `node` is found by the hooks. */
  readonly path: string;
  readonly args?: readonly string[];
}

export function codexEnvironment(home: string, path: string): Record<string, string> {
  return {
    PATH: path,
    HOME: home,
    CODEX_HOME: join(home, ".codex"),
    TERM: "dumb",
    LANG: "C.UTF-8",
    FAKE_KEY: "dummy",
  };
}

/** The settings a person would have: a model on loopback, no questions, no calls home. */
export function writeCodexConfig(home: string, fake: FakeModel): void {
  mkdirSync(join(home, ".codex"), { recursive: true, mode: 0o755 });
  const lines = [
    'model = "gpt-5.5"',
    'model_provider = "fake"',
    'approval_policy = "never"',
    'sandbox_mode = "danger-full-access"',
    "check_for_update_on_startup = false",
    "",
    "[analytics]",
    "enabled = false",
    "",
    "[model_providers.fake]",
    'name = "fake"',
    `base_url = "${fake.url}/v1"`,
    'wire_api = "responses"',
    'env_key = "FAKE_KEY"',
    "supports_websockets = false",
    "",
  ];
  writeFileSync(join(home, ".codex/config.toml"), lines.join("\n"), { mode: 0o644 });
}

/** Hooks wait for the person's trust in `/hooks`; a test has no person there, so it names the program's own bypass. */
export function runCodex(prompt: string, options: CodexOptions): Promise<ProgramRun> {
  const args = ["exec", "--skip-git-repo-check", ...(options.args ?? ["--dangerously-bypass-hook-trust"]), prompt];
  return runProgram(options.program, args, {
    cwd: options.cwd,
    env: codexEnvironment(options.home, options.path),
  });
}
