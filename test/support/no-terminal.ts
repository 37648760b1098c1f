// The command line as cron or CI start it: a session of its own, no terminal, no input, nothing of this user's environment.
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { boxEnv } from "./mcp.ts";

const CLI = fileURLToPath(new URL("../../src/cli/main.ts", import.meta.url));

export interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

interface Where {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

export function holdfast(base: string, args: readonly string[], { cwd = base, env = {} }: Where = {}): Ran {
  const { status, stdout, stderr } = spawnSync("setsid", ["-w", process.execPath, CLI, ...args], {
    cwd,
    encoding: "utf8",
    env: { ...boxEnv(base), ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  return { code: status, out: stdout, err: stderr };
}

/** Every file below, with its bytes. */
export function treeOf(root: string, below = ""): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of readdirSync(`${root}/${below}`)) {
    const path = below === "" ? name : `${below}/${name}`;
    if (statSync(`${root}/${path}`).isDirectory()) Object.assign(found, treeOf(root, path));
    else found[path] = readFileSync(`${root}/${path}`, "latin1");
  }
  return found;
}
