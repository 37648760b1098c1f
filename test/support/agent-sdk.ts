// The real, pinned Claude Agent SDK, which is no dependency of this package: it is taken from where the CI setup puts it.
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { AgentSdk } from "../../src/observer/io/model/providers/claude-sdk.ts";

const PACKAGE = "@anthropic-ai/claude-agent-sdk";

/** HOLDFAST_AGENT_SDK, else the cache; undefined when it is not there. */
export function agentSdk(env: NodeJS.ProcessEnv = process.env): (() => Promise<AgentSdk>) | undefined {
  const cache = env.HOLDFAST_CI_CACHE ?? join(env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "holdfast-ci");
  const folder = env.HOLDFAST_AGENT_SDK ?? join(cache, "agent-sdk", "node_modules", PACKAGE);
  const main = join(folder, "sdk.mjs");
  return existsSync(main) ? (): Promise<AgentSdk> => import(pathToFileURL(main).href) as Promise<AgentSdk> : undefined;
}
