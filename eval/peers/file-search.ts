// What an agent does without an index: one call that looks for all content words in all files, without regard to case.
// Neither program ranks, so the files with the most different words come first.
import { spawnSync } from "node:child_process";
import { basename } from "node:path";
import { contentWords } from "../search/baselines/stop-words.ts";
import type { Opened } from "../search/engine.ts";

const MOST_OUTPUT = 512 * 1024 * 1024;

const OPTIONS = {
  grep: ["-rioF"],
  rg: ["-ioF", "--no-heading", "--with-filename", "--no-ignore", "--color", "never"],
} as const;

export type Program = keyof typeof OPTIONS;

export function isHere(program: Program): boolean {
  return spawnSync(program, ["--version"], { stdio: "ignore" }).status === 0;
}

export function fileSearch(program: Program, folder: string): Opened {
  return {
    search: (text, limit) => {
      const words = contentWords(text).flatMap((word) => ["-e", word]);
      if (words.length === 0) return [];
      const run = spawnSync(program, [...OPTIONS[program], ...words, folder], {
        encoding: "utf8",
        maxBuffer: MOST_OUTPUT,
        env: { PATH: process.env["PATH"], LC_ALL: "C.UTF-8" },
      });
      if (run.error !== undefined || (run.status ?? 2) > 1) throw new Error(`${program}: ${run.stderr}`);
      return ranked(run.stdout).slice(0, limit);
    },
    close: () => undefined,
  };
}

function ranked(output: string): readonly string[] {
  const found = new Map<string, Set<string>>();
  for (const line of output.split("\n")) {
    const at = line.indexOf(":");
    if (at < 0) continue;
    const file = line.slice(0, at);
    const words = found.get(file) ?? new Set();
    found.set(file, words.add(line.slice(at + 1).toLowerCase()));
  }
  const sorted = [...found].sort(([a, x], [b, y]) => y.size - x.size || (a < b ? -1 : 1));
  return sorted.map(([file]) => basename(file));
}
