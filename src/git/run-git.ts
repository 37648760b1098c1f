// A git that only reads: an argument array, no shell, nobody's hooks or helpers, no prompt, bounded time (SYN-12).
import { spawn } from "node:child_process";

const SAFE = [
  "-c",
  "core.hooksPath=/dev/null",
  "-c",
  "core.fsmonitor=false",
  "-c",
  "gc.auto=0",
  "-c",
  "log.showSignature=false",
  "-c",
  "protocol.allow=never",
];
/** Variables that would make git work on another repository, or start programs. */
const DROPPED = /^(?:GIT_|PAGER$)/;

export interface GitRun {
  readonly root: string;
  readonly args: readonly string[];
  readonly input?: string;
  /** A moment of `performance.now()`. */
  readonly end: number;
}

export type GitEnd = { readonly kind: "ended" } | { readonly kind: "failed"; readonly reason: string };

const TOO_LONG = "it took too long";

/** Each piece of its output as it comes. With no time left nothing is started. */
export function streamGit(run: GitRun, take: (piece: Buffer) => void): Promise<GitEnd> {
  const kept = Object.fromEntries(Object.entries(process.env).filter(([name]) => !DROPPED.test(name)));
  const env = { ...kept, GIT_TERMINAL_PROMPT: "0", GIT_OPTIONAL_LOCKS: "0", GIT_NO_LAZY_FETCH: "1", LC_ALL: "C" };
  const left = Math.ceil(run.end - performance.now());
  if (left <= 0) return Promise.resolve({ kind: "failed", reason: TOO_LONG });
  return new Promise((resolve) => {
    const child = spawn("git", [...SAFE, "-C", run.root, ...run.args], {
      env,
      stdio: ["pipe", "pipe", "pipe"],
      timeout: left,
      killSignal: "SIGKILL",
      windowsHide: true,
    });
    let said = "";
    child.stdout.on("data", take);
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      said = (said + text).slice(0, 2000);
    });
    child.stdin.on("error", () => undefined); // git ended before it read everything: its exit tells
    child.on("error", (error) => resolve({ kind: "failed", reason: missing(error) }));
    child.on("close", (code, signal) => {
      if (code === 0) resolve({ kind: "ended" });
      else resolve({ kind: "failed", reason: signal === null ? firstLine(said) : TOO_LONG });
    });
    child.stdin.end(run.input ?? "");
  });
}

export async function readGit(run: GitRun): Promise<{ readonly bytes: Buffer; readonly end: GitEnd }> {
  const pieces: Buffer[] = [];
  const end = await streamGit(run, (piece) => void pieces.push(piece));
  return { bytes: Buffer.concat(pieces), end };
}

function missing(error: Error): string {
  return (error as NodeJS.ErrnoException).code === "ENOENT" ? "git is not installed" : error.message;
}

function firstLine(text: string): string {
  return text.trim().split("\n")[0] || "git failed";
}
