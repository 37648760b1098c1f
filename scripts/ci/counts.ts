// How many tests a suite ran. A suite that failed without saying how counts as one failure, and a suite that
// says nothing at all has not passed.
import { existsSync, readFileSync } from "node:fs";

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
}

export function readVitestCounts(file: string, ok: boolean): Counts {
  if (!existsSync(file)) return { passed: 0, failed: 1, skipped: 0 };
  const report = JSON.parse(readFileSync(file, "utf8")) as VitestReport;
  return settle(report.numPassedTests, report.numFailedTests, report.numPendingTests + report.numTodoTests, ok);
}

const SKIPPED = 77;

/** A program's last summary is `N passed, N failed` or `passed=N failed=N`; exit 77 means it could not run here. */
export function readProgramCounts(output: string, code: number): Counts {
  if (code === SKIPPED) return { passed: 0, failed: 0, skipped: 1 };
  const ending = [...output.matchAll(/\b(\d+) passed, (\d+) failed\b|\bpassed=(\d+) failed=(\d+)\b/g)].at(-1);
  const skipped = [...output.matchAll(/\bskipped=(\d+)\b/g)].at(-1);
  if (ending === undefined) return { passed: 0, failed: 1, skipped: 0 };
  const [passed, failed] = [Number(ending[1] ?? ending[3]), Number(ending[2] ?? ending[4])];
  return settle(passed, failed, Number(skipped?.[1] ?? 0), code === 0);
}

function settle(passed: number, failed: number, skipped: number, ok: boolean): Counts {
  const silent = ok ? passed === 0 : failed === 0;
  return { passed, failed: silent ? failed + 1 : failed, skipped };
}
