// How a command ends: the exit codes, in one place and pinned by a test (SUR-2), and how a refusal is told.

import type { Workbench } from "../compose/command-line.ts";
import { type Code, type Refusal, refuse } from "../text/errors.ts";
import type { Output } from "./output.ts";
import type { Ended, Invocation } from "./spec.ts";

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
    case "hub":
    case "hub-changed":
      return EXIT.git;
    default:
      return EXIT.refused;
  }
}

/**
 * A refusal for want of a person names what decided and what to do (TRU-22). `reported` is for a refusal that a JSON
 * report has already: stdout stays one document.
 */
export function ended(
  refusal: Refusal,
  out: Output,
  bench: Workbench | undefined,
  reported: "reported" | "new" = "new",
): number {
  const seen = refusal.code === "needs-person" ? bench?.seen : undefined;
  const named =
    seen?.kind === "agent"
      ? { ...refusal, details: [`${seen.because}.`, ...(refusal.details ?? [])], hint: seen.remedy }
      : refusal;
  out.refusal(named, reported);
  return exitFor(refusal.code);
}

/** The exit code, once a refusal is told. */
export function told(outcome: Ended, out: Output, bench: Workbench | undefined): number {
  return typeof outcome === "number" ? outcome : ended(outcome, out, bench);
}

interface Asking {
  readonly fallback?: "yes" | "no";
  readonly nothing?: string;
  readonly details?: () => Promise<void>;
}

/** Asked, and a no is told; `--yes` is a person's answer beforehand. */
export async function isDeclined(
  { bench, out, options }: Invocation,
  question: string,
  { fallback = "yes", nothing = "Nothing was changed.", details }: Asking = {},
): Promise<boolean> {
  if (options["yes"] === true || (await bench.ask(question, fallback, details))) return false;
  out.note(nothing);
  return true;
}

/** A name that leads to something which is no memory any more. */
export function noMemory(name: string): Refusal {
  return refuse("unreadable", `${name} can't be read as a memory.`, `holdfast audit --check ${name}`);
}
