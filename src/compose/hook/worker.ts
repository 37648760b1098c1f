// Work that no session waits for: a process of its own, started and left alone (AGT-3). It gets the places and nothing
// else of the environment: hooks inherit keys (AGT-7). Where the user switched the observer on, the variables that it needs
// pass as well; they reach that process alone. A sync is a process of its own again, with what its git may see (SYN-15).
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import type { Config } from "../../config/config.ts";
import { mayPass } from "../../disk/git/settings.ts";
import { child, parentOf } from "../../disk/paths.ts";
import { observerVariables } from "../../observer/said/settings.ts";
import type { HookCall } from "./call.ts";

const PASSED = /^(HOME|PATH|USERPROFILE|LOCALAPPDATA|APPDATA|SYSTEMROOT|TMPDIR|TEMP|LANG|HOLDFAST_HOME|XDG_\w+_HOME)$/i;

export function startWorker({ env }: HookCall, config: Config): void {
  start([], workerEnvironment(env, config));
}

export function startSync({ env }: HookCall): void {
  start(["sync"], syncEnvironment(env));
}

function start(args: readonly string[], env: Record<string, string | undefined>): void {
  const [, hook = ""] = process.argv;
  leaveWorker(child(parentOf(hook), "worker.cjs"), args, env);
}

/** `worker`: its program, which lies beside whoever starts it. */
export function leaveWorker(worker: string, args: readonly string[], env: Record<string, string | undefined>): void {
  if (!existsSync(worker)) return;
  const started = spawn(process.execPath, [worker, ...args], { detached: true, stdio: "ignore", env });
  // The next command does the work instead.
  started.on("error", () => undefined);
  started.unref();
}

export function workerEnvironment(env: HookCall["env"], config: Config): Record<string, string | undefined> {
  const more = observerVariables(config);
  return Object.fromEntries(Object.entries(env).filter(([name]) => PASSED.test(name) || more.includes(name)));
}

export function syncEnvironment(env: HookCall["env"]): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(env).filter(([name]) => PASSED.test(name) || mayPass(name)));
}
