// What the parts of this program share: boxes of their own, a count, and who is still running.
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

export type Check = (title: string, good: boolean, found?: unknown) => void;

export interface World {
  readonly check: Check;
  readonly say: (line: string) => void;
  readonly long: boolean;
  /** A folder that goes with the program. */
  readonly folder: () => string;
}

export async function inFolders(act: (folder: () => string) => Promise<void>): Promise<void> {
  const made: string[] = [];
  try {
    await act(() => {
      const folder = realpathSync(mkdtempSync(join(tmpdir(), "holdfast-git-edge-")));
      made.push(folder);
      return folder;
    });
  } finally {
    for (const folder of made) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Processes that were started with this home: git's and those of every helper of its, in whatever group they are. */
export function livingWithHome(home: string): readonly string[] {
  return readdirSync("/proc").flatMap((pid) => {
    if (!/^\d+$/.test(pid)) return [];
    try {
      const variables = readFileSync(`/proc/${pid}/environ`, "latin1").split("\0");
      if (!variables.includes(`HOME=${home}`)) return [];
      return [`${pid} ${readFileSync(`/proc/${pid}/cmdline`, "latin1").replaceAll("\0", " ").slice(0, 120)}`];
    } catch {
      return []; // it ended while the table was read, or is not ours
    }
  });
}

/** Who is still there when the signals that were sent have had a moment to arrive. */
export async function leftWithHome(home: string): Promise<readonly string[]> {
  for (let tries = 0; tries < 25 && livingWithHome(home).length > 0; tries++) await sleep(20);
  return livingWithHome(home);
}

export function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
