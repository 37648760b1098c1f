// Runs an agent's program to its end, with the whole environment given: nothing of the tests' own reaches it.
import { spawn } from "node:child_process";

export interface ProgramRun {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number | null;
}

export interface ProgramPlace {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Given on stdin; without it stdin is closed. */
  readonly input?: string;
}

const LIMIT_MS = 120_000;

export function runProgram(
  program: string,
  args: readonly string[],
  { cwd, env, input = "" }: ProgramPlace,
): Promise<ProgramRun> {
  const child = spawn(program, args, { cwd, env: { ...env }, stdio: ["pipe", "pipe", "pipe"] });
  // A program that has ended already reads nothing more.
  child.stdin.on("error", () => undefined);
  child.stdin.end(input);
  return new Promise((resolve, reject) => {
    let stdout = "";
    let stderr = "";
    const limit = setTimeout(() => child.kill("SIGKILL"), LIMIT_MS);
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      stdout += chunk;
    });
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
      stderr += chunk;
    });
    child.on("error", reject);
    child.on("close", (code) => {
      clearTimeout(limit);
      resolve({ stdout, stderr, code });
    });
  });
}
