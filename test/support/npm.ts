// npm on every system, without a shell between: on Windows the command is a script for cmd, which reads quotes in its own
// way, so its program is started by node.
import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";

export interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface Started {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly input?: string;
}

export const ON_WINDOWS: boolean = process.platform === "win32";

export function npm(args: readonly string[], started: Started): Ran {
  if (!ON_WINDOWS) return ran("npm", args, started);
  const program = join(dirname(process.execPath), "node_modules", "npm", "bin", "npm-cli.js");
  return ran(process.execPath, [program, ...args], started);
}

export function ran(program: string, args: readonly string[], { cwd, env, input = "" }: Started): Ran {
  const run = spawnSync(program, args, { cwd, env, input, encoding: "utf8", timeout: 120_000, windowsHide: true });
  return { code: run.status, out: run.stdout ?? "", err: run.stderr ?? run.error?.message ?? "" };
}

/** Where `npm install --global --prefix` puts the packages, and the command of ours. */
export function installedIn(prefix: string): { readonly packages: string; readonly command: string } {
  return ON_WINDOWS
    ? { packages: join(prefix, "node_modules"), command: join(prefix, "holdfast.cmd") }
    : { packages: join(prefix, "lib", "node_modules"), command: join(prefix, "bin", "holdfast") };
}
