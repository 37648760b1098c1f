// Where the agents' pinned programs are: where the CI setup puts them, unless a variable says otherwise.
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

/** Undefined when it is not there. */
export function agentProgram(
  variable: string,
  inCache: string,
  env: NodeJS.ProcessEnv = process.env,
): string | undefined {
  const cache = env["HOLDFAST_CI_CACHE"] ?? join(env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "holdfast-ci");
  const path = env[variable] ?? join(cache, inCache);
  return existsSync(path) ? path : undefined;
}

export interface AgentPlace {
  readonly program: string;
  readonly home: string;
  readonly cwd: string;
  /** Where `node` is found by the hooks. */
  readonly path: string;
  /** The model's address. */
  readonly url: string;
}
