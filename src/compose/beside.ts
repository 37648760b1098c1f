// Starts another entrance that lies beside this program, as a process of its own on the same terminal or pipes: entrances
// do not load each other.
import { type SpawnOptions, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { child, parentOf } from "../disk/paths.ts";

const PASSED_ON = ["SIGTERM", "SIGINT", "SIGHUP"] as const;

/** Ends when it does. `store` is what `--store` named. */
export function runBeside(
  file: string,
  args: readonly string[],
  store: string | undefined,
  stdio: SpawnOptions["stdio"],
): Promise<number> {
  const env = store === undefined ? process.env : { ...process.env, HOLDFAST_HOME: store };
  const started = spawn(process.execPath, [beside(file), ...args], { stdio, env });
  for (const signal of PASSED_ON) process.on(signal, () => void started.kill(signal));
  return new Promise((resolve, reject) => {
    started.once("error", reject);
    started.once("exit", (code) => resolve(code ?? 0));
  });
}

function beside(file: string): string {
  return child(parentOf(fileURLToPath(import.meta.url)), file);
}
