// Starts the MCP server that lies beside this program, as a process of its own on the same stdin and stdout: entrances
// do not load each other. Hosts that were set up by `install` start it directly.
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { child, parentOf } from "../disk/paths.ts";

const PASSED_ON = ["SIGTERM", "SIGINT", "SIGHUP"] as const;

/** Ends when the server does: when its input ends. `store` is what `--store` named. */
export function startMcp(store?: string): Promise<number> {
  const env = store === undefined ? process.env : { ...process.env, HOLDFAST_HOME: store };
  const server = spawn(process.execPath, [bundledServer()], { stdio: "inherit", env });
  for (const signal of PASSED_ON) process.on(signal, () => void server.kill(signal));
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.once("exit", (code) => resolve(code ?? 0));
  });
}

function bundledServer(): string {
  const here = parentOf(fileURLToPath(import.meta.url));
  return child(here.endsWith("chunks") ? parentOf(here) : here, "mcp.mjs");
}
