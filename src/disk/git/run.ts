// The one place that starts git (SYN-12): an argument array, no shell, the settings and the environment of settings.ts, a
// process group of its own, and an end: SIGTERM shortly before the budget is over, SIGKILL when it is. Its output is
// bounded. A git that fails is a GitFailure that is thrown; where "no" is an answer, it is asked with `askGit`.
import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { failedFrom, type GitFailure } from "../../text/errors.ts";
import { child } from "../paths.ts";
import { OWN_GROUP, signalGroup } from "../programs.ts";
import { failure, failureIn } from "./reasons.ts";
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
export async function runGit(call: GitCall): Promise<Buffer> {
  const pieces: Buffer[] = [];
  const largest = call.largest ?? LARGEST;
  let size = 0;
  await streamGit(call, (piece) => {
    size += piece.length;
    if (size > largest) throw failure("other", `git ${call.args[0]} answered with more than ${largest} bytes`);
    pieces.push(piece);
  });
  return Buffer.concat(pieces, size);
}

/** Undefined where git fails and that is an answer: there is no such thing here, or nobody can say. */
export async function askGit(call: GitCall): Promise<Buffer | undefined> {
  return await runGit(call).catch((error: unknown) => void failedFrom(error));
}

/** Each piece of the output as it comes; a taker that throws ends it. */
export function streamGit(call: GitCall, take: (piece: Buffer) => void): Promise<void> {
  if (call.budgetMs <= 0) return Promise.reject(tooLong());
  return new Promise((resolve, reject) => {
    const started = start(call);
    const pid = started.pid;
    if (pid === undefined) {
      started.on("error", (error) => reject(notStarted(error, call)));
      return;
    }
    enterGroup(pid);
    const limits = limit(pid, call.budgetMs);
    let said = "";
    let stopped: unknown;
    started.stdout.on("data", (piece: Buffer) => {
      if (stopped !== undefined) return;
      try {
        take(piece);
      } catch (error) {
        stopped = error; // told once git is gone
        signalGroup(pid, "SIGKILL");
      }
    });
    started.stderr.setEncoding("latin1").on("data", (text: string) => {
      said = `${said}${text}`.slice(-SAID);
    });
    started.stdin.on("error", () => undefined); // git ended before it read everything: its exit tells
    started.on("exit", () => setTimeout(() => letGo(started, pid), LINGER_MS).unref());
    started.on("close", (exit) => {
      leaveGroup(pid);
      const isOver = limits.end();
      if (stopped !== undefined) reject(stopped);
      else if (isOver) reject(tooLong());
      else if (exit === 0) resolve();
      else reject(failureIn(utf8(said), exit));
    });
    feed(started, call.input);
  });
}

function start(call: GitCall): ChildProcessWithoutNullStreams {
  return spawn("git", argumentsOf(call), {
    env: environmentOf(call),
    cwd: folderOf(call),
    stdio: ["pipe", "pipe", "pipe"],
    detached: OWN_GROUP,
    windowsHide: true,
  });
}

/** A git that answers one question after another. It keeps nobody from ending, and ends with whoever started it. */
export interface GitTalk {
  readonly pid: number | undefined;
  /** `take` gets each piece of the answer, and says when that was all of it. Never two at once. */
  ask(question: string, take: (piece: Buffer) => boolean): Promise<void>;
  isOver(): boolean;
  end(): void;
}

/** `budgetMs`: for each question. */
export function talkGit(call: GitCall): GitTalk {
  const started = start(call);
  const pid = started.pid;
  const { stdin, stdout, stderr } = started;
  let said = "";
  let over: unknown;
  let asked: { readonly take: (piece: Buffer) => boolean; readonly done: (error?: unknown) => void } | undefined;
  const ended = (error: unknown): void => {
    over ??= error;
    asked?.done(over);
  };
  stdout.on("data", (piece: Buffer) => {
    try {
      if (asked?.take(piece) === true) asked.done();
    } catch (error) {
      if (pid !== undefined) signalGroup(pid, "SIGKILL");
      ended(error);
    }
  });
  stderr.setEncoding("latin1").on("data", (text: string) => {
    said = `${said}${text}`.slice(-SAID);
  });
  stdin.on("error", () => undefined); // its exit tells
  started.on("error", (error) => ended(notStarted(error, call)));
  started.on("close", (exit) => {
    if (pid !== undefined) {
      leaveGroup(pid);
      talking.delete(pid);
    }
    ended(failureIn(utf8(said), exit));
  });
  if (pid !== undefined) {
    enterGroup(pid);
    talking.add(pid);
  }
  hold(started, false);
  return {
    pid,
    ask: (question, take) =>
      new Promise((resolve, reject) => {
        const limits = pid === undefined ? undefined : limit(pid, call.budgetMs);
        const done = (error?: unknown): void => {
          asked = undefined;
          hold(started, false);
          if (limits?.end() === true) reject(tooLong());
          else if (error === undefined) resolve();
          else reject(error);
        };
        asked = { take, done };
        if (over !== undefined) return done(over);
        hold(started, true);
        stdin.write(question);
      }),
    isOver: () => over !== undefined,
    end: () => {
      over ??= failure("other", "it was let go");
      stdin.end();
      // It only reads, and nobody is to find it after the run.
      if (pid !== undefined) signalGroup(pid, "SIGKILL");
    },
  };
}

const talking = new Set<number>();

/** A git of this process that only reads. */
export function isTalking(pid: number): boolean {
  return talking.has(pid);
}

/** A process or a pipe: Node tells of a pipe that it is a stream, and not that it can be let go of. */
interface Holding {
  ref?(): void;
  unref?(): void;
}

/** Whether this process waits for it. */
function hold(started: ChildProcessWithoutNullStreams, isHeld: boolean): void {
  const streams = [started.stdin, started.stdout, started.stderr] as readonly unknown[] as readonly Holding[];
  for (const each of [started, ...streams]) {
    if (isHeld) each.ref?.();
    else each.unref?.();
  }
}

/** In one go, for what happens before anything could wait, and for doctor's look. */
export function runGitNow(call: GitCall): Buffer {
  const { error, status, stdout, stderr } = spawnSync("git", argumentsOf(call), {
    env: environmentOf(call),
    cwd: folderOf(call),
    stdio: ["ignore", "pipe", "pipe"],
    timeout: call.budgetMs,
    killSignal: "SIGKILL",
    maxBuffer: call.largest ?? LARGEST,
    windowsHide: true,
  });
  if ((error as NodeJS.ErrnoException | undefined)?.code === "ETIMEDOUT") throw tooLong();
  if (error !== undefined) throw notStarted(error, call);
  if (status !== 0) throw failureIn(stderr.toString("utf8"), status);
  return stdout;
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

function tooLong(): GitFailure {
  return failure("timeout", "it took too long");
}

/** A missing folder and a missing program look alike to the system: ENOENT. */
function notStarted(error: Error, call: GitCall): GitFailure {
  if ((error as NodeJS.ErrnoException).code !== "ENOENT") return failure("other", error.message);
  if (!existsSync(folderOf(call))) return failure("not-a-repository", "there is no such folder");
  return failure("not-installed", "git is not installed");
}

function utf8(latin: string): string {
  return Buffer.from(latin, "latin1").toString("utf8");
}

// A git starts helpers of its own (ssh, git-remote-https), so it gets a process group, and the group is ended as a whole;
// also when this process is told to end, because a terminal no longer reaches it.
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
const running = new Set<number>();

function enterGroup(pid: number): void {
  if (running.size === 0) {
    for (const signal of SIGNALS) process.on(signal, onSignal);
    process.on("exit", endAll);
  }
  running.add(pid);
}

function leaveGroup(pid: number): void {
  if (!running.delete(pid) || running.size > 0) return;
  for (const signal of SIGNALS) process.off(signal, onSignal);
  process.off("exit", endAll);
}

function endAll(): void {
  for (const pid of running) signalGroup(pid, "SIGKILL");
}

/** As if nobody had listened: where we are the only ones, the signal ends this process. */
function onSignal(signal: NodeJS.Signals): void {
  for (const pid of running) signalGroup(pid, "SIGTERM");
  if (process.listenerCount(signal) > 1) return;
  endAll();
  process.off(signal, onSignal);
  process.kill(process.pid, signal);
}
