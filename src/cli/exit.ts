// Exit codes, in one place and pinned by a test (SUR-2).
import type { Code } from "../text/errors.ts";

export const EXIT = {
  done: 0,
  findings: 1,
  refused: 2,
  warnings: 3,
  locked: 5,
  git: 6,
  usage: 64,
} as const;

export const EXIT_HELP: readonly string[] = [
  "0   done",
  "1   findings, or work left",
  "2   refused, or a fault",
  "3   warnings (checks)",
  "5   the store is locked; try again",
  "6   git or network",
  "64  usage",
];

export function exitFor(code: Code): number {
  switch (code) {
    case "usage":
      return EXIT.usage;
    case "locked":
      return EXIT.locked;
    case "git":
      return EXIT.git;
    default:
      return EXIT.refused;
  }
}
