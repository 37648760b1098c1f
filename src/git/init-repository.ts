// Makes the personal store a git repository (STO-1). git is called with an argument array, no shell, and runs no
// code of anyone's: no hooks, no templates, no fsmonitor, no prompts (SYN-12). A machine without git still gets a
// store, so that is `skipped`, not a failure.
import { execFileSync } from "node:child_process";
import { lstatSync } from "node:fs";
import { join } from "node:path";

export type InitResult =
  | { readonly kind: "done" }
  | { readonly kind: "skipped"; readonly reason: string }
  | { readonly kind: "failed"; readonly reason: string };

const SAFE = [
  "-c",
  "core.hooksPath=/dev/null",
  "-c",
  "core.fsmonitor=false",
  "-c",
  "core.fsync=all",
  "-c",
  "gc.auto=0",
];
const TIMEOUT_MS = 10_000;

/** Variables that would make git work on another repository than the one in `root`. */
const DROPPED = /^GIT_/;

export function initRepository(root: string, env: NodeJS.ProcessEnv = process.env): InitResult {
  if (lstatSync(join(root, ".git"), { throwIfNoEntry: false }) !== undefined) {
    return { kind: "skipped", reason: "it is a git repository already" };
  }
  const kept = Object.fromEntries(Object.entries(env).filter(([name]) => !DROPPED.test(name)));
  try {
    execFileSync("git", [...SAFE, "init", "--quiet", "--template=", "--initial-branch=main", "--", root], {
      env: { ...kept, GIT_TERMINAL_PROMPT: "0", GIT_OPTIONAL_LOCKS: "0", LC_ALL: "C" },
      cwd: root,
      stdio: ["ignore", "ignore", "pipe"],
      timeout: TIMEOUT_MS,
      windowsHide: true,
    });
    return { kind: "done" };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return { kind: "skipped", reason: "git is not installed" };
    return { kind: "failed", reason: reasonOf(error) };
  }
}

function reasonOf(error: unknown): string {
  const { stderr, message } = error as { stderr?: Uint8Array; message?: string };
  const said = stderr === undefined ? "" : Buffer.from(stderr).toString("utf8").trim();
  return (said === "" ? (message ?? "git init failed") : said).split("\n")[0] ?? "git init failed";
}
