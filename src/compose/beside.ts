// Starts another entrance that lies beside this program, as a process of its own on the same terminal or pipes: entrances
// do not load each other.
import { type SpawnOptions, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { child, parentOf } from "../disk/paths.ts";

const PASSED_ON = ["SIGTERM", "SIGINT", "SIGHUP"] as const;

/** The MCP server, until its input ends. Hosts that were set up by `install` start it directly. */
export function startMcp(args: readonly string[]): Promise<number> {
  return runBeside("mcp.mjs", args, undefined, "inherit");
}

/**
 * The review in the browser (REV-2). It asks for itself who sits there; nothing that is passed here says so. The channel
 * between the two is only there to end: however this command ends, the server notices.
 */
export function startWeb(args: readonly string[], store: string | undefined): Promise<number> {
  return runBeside("web.mjs", args, store, ["inherit", "inherit", "inherit", "ipc"]);
}

/** Ends when it does. `store` is what `--store` named. */
function runBeside(
  file: string,
  args: readonly string[],
  store: string | undefined,
  stdio: SpawnOptions["stdio"],
): Promise<number> {
  const env = store === undefined ? process.env : { ...process.env, HOLDFAST_HOME: store };
  const started = spawn(process.execPath, [besideThis(file), ...args], { stdio, env });
  for (const signal of PASSED_ON) process.on(signal, () => void started.kill(signal));
  return new Promise((resolve, reject) => {
    started.once("error", reject);
    started.once("exit", (code) => resolve(code ?? 0));
  });
}

/** A file that lies beside this program. */
export function besideThis(file: string): string {
  return child(builtFiles(), file);
}

/** The folder of this package's built files. */
export function builtFiles(): string {
  return parentOf(fileURLToPath(import.meta.url));
}
