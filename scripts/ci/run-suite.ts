// Runs one suite in its own process group, gives its output as it comes, and ends the whole group at its limit.
import { spawn } from "node:child_process";
import type { Suite } from "./suites.ts";

export interface Finished {
  readonly code: number;
  readonly seconds: number;
  readonly output: string;
  readonly timedOut: boolean;
}

/** Enough for every line that any suite prints, so that a check that failed early is found at the end. */
const KEEP = 8 * 1024 * 1024;

export function runSuite(suite: Suite, root: string, report: string, show: (chunk: Buffer) => void): Promise<Finished> {
  const [command = "", ...options] = suite.command;
  const reporting =
    suite.kind === "vitest" ? ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`] : [];
  const path = suite.nodeBin === undefined ? process.env.PATH : `${suite.nodeBin}:${process.env.PATH}`;
  const started = performance.now();
  return new Promise((resolve) => {
    const child = spawn(command, [...options, ...reporting], {
      cwd: root,
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, ...suite.env, PATH: path },
    });
    let output = "";
    let timedOut = false;
    const take = (chunk: Buffer): void => {
      show(chunk);
      output = (output + chunk.toString("utf8")).slice(-KEEP);
    };
    child.stdout.on("data", take);
    child.stderr.on("data", take);
    const timer = setTimeout(() => {
      timedOut = true;
      try {
        if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
      } catch {
        // The group may end by itself in the moment before the signal; then there is nothing left to end.
      }
    }, suite.minutes * 60_000);
    const finish = (code: number): void => {
      clearTimeout(timer);
      resolve({ code, seconds: (performance.now() - started) / 1000, output, timedOut });
    };
    child.on("error", () => finish(127));
    child.on("close", (code) => finish(timedOut ? 124 : (code ?? 1)));
  });
}
