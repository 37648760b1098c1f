// Starts another entrance that lies beside this program, as a process of its own on the same terminal or pipes: entrances
// do not load each other.
import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { constants } from "node:os";
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
  return ended(spawn(process.execPath, [besideThis(file), ...args], { stdio, env }));
}

type Heard = (signal: NodeJS.Signals) => void;

/** Who hears of a signal that would end us: the last one, so that what is at work is ended first. */
const hearing: Heard[] = [];

function tell(signal: NodeJS.Signals): void {
  hearing.at(-1)?.(signal);
}

/** Until what it gives is called. */
export function hearSignals(heard: Heard): () => void {
  if (hearing.push(heard) === 1) for (const signal of PASSED_ON) process.on(signal, tell);
  return () => {
    const at = hearing.indexOf(heard);
    if (at === -1) return;
    hearing.splice(at, 1);
    if (hearing.length === 0) for (const signal of PASSED_ON) process.off(signal, tell);
  };
}

/** What ends us ends it, and we end when it does. */
function ended(started: ChildProcess): Promise<number> {
  const done = hearSignals((signal) => void started.kill(signal));
  return new Promise<number>((resolve, reject) => {
    started.once("error", reject);
    started.once("exit", (code, signal) => resolve(code ?? codeOf(signal)));
  }).finally(done);
}

/** As a shell tells it: what a signal ended did not go well. */
function codeOf(signal: NodeJS.Signals | null): number {
  return 128 + (signal === null ? 0 : constants.signals[signal]);
}

/** As if nobody had heard it, and at once: nothing of ours runs after it. Windows ends a process in one way, by that name. */
export function endBy(signal: NodeJS.Signals): void {
  process.removeAllListeners(signal);
  process.kill(process.pid, process.platform === "win32" ? "SIGTERM" : signal);
}

/** Somebody's own command, on the same terminal or pipes. Ends with its code. */
export function runCommand([program = "", ...args]: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  return ended(spawn(program, [...args], { stdio: "inherit", env }));
}

/** Without these in whatever letters: Windows finds a variable by any, so the name that somebody gave may not be the one that is here. */
export function environmentWithout(env: NodeJS.ProcessEnv, names: readonly string[]): NodeJS.ProcessEnv {
  const kept = new Set(names.map((name) => name.toUpperCase()));
  return Object.fromEntries(Object.entries(env).filter(([name]) => !kept.has(name.toUpperCase())));
}

/** A file that lies beside this program. */
export function besideThis(file: string): string {
  return child(builtFiles(), file);
}

/** The folder of this package's built files. */
export function builtFiles(): string {
  return parentOf(fileURLToPath(import.meta.url));
}
