// The one place that starts git (SYN-12): an argument array, no shell, the settings and the environment of settings.ts, a
// process group of its own, and an end: SIGTERM shortly before the budget is over, SIGKILL when it is. What git answers
// is a value; its output is bounded.
import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { child } from "../paths.ts";
import { OWN_GROUP, signalGroup } from "../programs.ts";
import type { GitFailed, GitOutcome } from "./carrier.ts";
import { enterGroup, leaveGroup } from "./groups.ts";
import { failed, failedWith } from "./reasons.ts";
import { gitEnvironment, settingArguments } from "./settings.ts";

export interface GitCall {
  /** `store`: this very folder, never one around it. `folder`: wherever git finds itself, to read only. */
  readonly at: { readonly store: string } | { readonly folder: string };
  readonly args: readonly string[];
  readonly budgetMs: number;
  readonly input?: string | Uint8Array | readonly Uint8Array[];
  readonly settings?: Readonly<Record<string, string>>;
  readonly variables?: Readonly<Record<string, string>>;
  readonly protocols?: readonly string[];
  /** Whose variables are looked at; this process's own by default. */
  readonly env?: NodeJS.ProcessEnv;
  readonly largest?: number;
}

const LARGEST = 64 * 1024 * 1024;
const SAID = 16 * 1024;
/** For git to take its lock files away. */
const GRACE_MS = 200;
/** How long a helper may hold our pipes after git itself ended. */
const LINGER_MS = 100;
const SILENCE_MS = 250;

/** The whole output. */
export async function runGit(call: GitCall): Promise<GitOutcome<Buffer>> {
  const pieces: Buffer[] = [];
  const largest = call.largest ?? LARGEST;
  let size = 0;
  const end = await streamGit(call, (piece) => {
    size += piece.length;
    if (size > largest) return "stop";
    pieces.push(piece);
    return undefined;
  });
  if (size > largest) return failed("other", `git ${call.args[0]} answered with more than ${largest} bytes`);
  return end.kind === "ok" ? { kind: "ok", value: Buffer.concat(pieces, size) } : end;
}

/** Each piece of the output as it comes; the taker may end it. */
export function streamGit(
  call: GitCall,
  // biome-ignore lint/suspicious/noConfusingVoidType: a taker that never stops returns nothing
  take: (piece: Buffer) => "stop" | undefined | void,
): Promise<GitOutcome<undefined>> {
  if (call.budgetMs <= 0) return Promise.resolve(tooLong());
  return new Promise((resolve) => {
    const started = spawn("git", argumentsOf(call), {
      env: environmentOf(call),
      cwd: folderOf(call),
      stdio: ["pipe", "pipe", "pipe"],
      detached: OWN_GROUP,
      windowsHide: true,
    });
    const pid = started.pid;
    if (pid === undefined) {
      started.on("error", (error) => resolve(notStarted(error, call)));
      return;
    }
    enterGroup(pid);
    const limits = limit(pid, call.budgetMs);
    let said = "";
    started.stdout.on("data", (piece: Buffer) => {
      if (take(piece) === "stop") signalGroup(pid, "SIGKILL");
    });
    started.stderr.setEncoding("latin1").on("data", (text: string) => {
      said = `${said}${text}`.slice(-SAID);
    });
    started.stdin.on("error", () => undefined); // git ended before it read everything: its exit tells
    started.on("exit", () => setTimeout(() => letGo(started, pid), LINGER_MS).unref());
    started.on("close", (exit) => {
      leaveGroup(pid);
      if (limits.end()) resolve(tooLong());
      else resolve(exit === 0 ? { kind: "ok", value: undefined } : failedWith(utf8(said), exit));
    });
    feed(started, call.input);
  });
}

/** For `init`, which happens before anything could wait: the same git, in one go. */
export function runGitNow(call: GitCall): GitOutcome<Buffer> {
  const { error, status, stdout, stderr } = spawnSync("git", argumentsOf(call), {
    env: environmentOf(call),
    cwd: folderOf(call),
    stdio: ["ignore", "pipe", "pipe"],
    timeout: call.budgetMs,
    killSignal: "SIGKILL",
    maxBuffer: call.largest ?? LARGEST,
    windowsHide: true,
  });
  if ((error as NodeJS.ErrnoException | undefined)?.code === "ETIMEDOUT") return tooLong();
  if (error !== undefined) return notStarted(error, call);
  return status === 0 ? { kind: "ok", value: stdout } : failedWith(stderr.toString("utf8"), status);
}

function argumentsOf({ at, args, settings }: GitCall): readonly string[] {
  const place = "store" in at ? [`--git-dir=${child(at.store, ".git")}`, `--work-tree=${at.store}`] : [];
  return [...settingArguments(settings), "--no-pager", ...place, ...args];
}

function environmentOf({ env, protocols, variables }: GitCall): Record<string, string> {
  return gitEnvironment(env ?? process.env, protocols, variables);
}

function folderOf({ at }: GitCall): string {
  return "store" in at ? at.store : at.folder;
}

function limit(pid: number, budgetMs: number): { readonly end: () => boolean } {
  let over = false;
  const grace = Math.min(GRACE_MS, budgetMs / 10);
  const first = setTimeout(() => {
    over = true;
    signalGroup(pid, "SIGTERM");
  }, budgetMs - grace);
  const last = setTimeout(() => signalGroup(pid, "SIGKILL"), budgetMs);
  return {
    end: () => {
      clearTimeout(first);
      clearTimeout(last);
      // git ends at SIGTERM while a helper of its may not: the rest of the group goes with it.
      if (over) signalGroup(pid, "SIGKILL");
      return over;
    },
  };
}

/**
 * git is gone and somebody still holds its output: a helper in the group, which is ended, or one that left the group to
 * stay (a credential cache), which is let go once nothing has come from the pipe for a while.
 */
function letGo({ stdout, stderr }: ChildProcessWithoutNullStreams, pid: number): void {
  if (stdout.closed && stderr.closed) return;
  signalGroup(pid, "SIGKILL");
  let quiet = false;
  const heard = (): void => {
    quiet = false;
  };
  stdout.on("data", heard);
  const timer = setInterval(() => {
    if (quiet) {
      stdout.destroy();
      stderr.destroy();
    }
    if (stdout.closed && stderr.closed) clearInterval(timer);
    quiet = true;
  }, SILENCE_MS);
}

function feed({ stdin }: ChildProcessWithoutNullStreams, input: GitCall["input"]): void {
  if (input === undefined || typeof input === "string" || input instanceof Uint8Array) {
    stdin.end(input ?? "");
    return;
  }
  for (const piece of input) stdin.write(piece);
  stdin.end();
}

function tooLong(): GitFailed {
  return failed("timeout", "it took too long");
}

/** A missing folder and a missing program look alike to the system: ENOENT. */
function notStarted(error: Error, call: GitCall): GitFailed {
  if ((error as NodeJS.ErrnoException).code !== "ENOENT") return failed("other", error.message);
  if (!existsSync(folderOf(call))) return failed("not-a-repository", "there is no such folder");
  return failed("not-installed", "git is not installed");
}

function utf8(latin: string): string {
  return Buffer.from(latin, "latin1").toString("utf8");
}
