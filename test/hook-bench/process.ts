// One process from start to end, by the clock.
import { spawnSync } from "node:child_process";

export interface Ran {
  readonly ms: number;
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export function runOnce(
  args: readonly string[],
  input: string,
  env: Readonly<Record<string, string>>,
  program: string = process.execPath,
): Ran {
  const start = performance.now();
  const run = spawnSync(program, args, { input, env, encoding: "utf8" });
  return { ms: performance.now() - start, code: run.status, out: run.stdout, err: run.stderr };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
