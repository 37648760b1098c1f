// Findings about a memory file. Excerpts carry codes, key names and counts; a value is shown only when it is a
// short word or a date, because a field may hold a secret or hidden characters.
import type { Finding, Severity } from "./findings.ts";
import type { FormatFailure } from "./model.ts";

export interface Problem {
  readonly rule: string;
  readonly severity: Severity;
  /** Offset in the whole text. */
  readonly at: number;
  readonly excerpt: string;
  readonly hint: string;
}

export function toFinding(text: string, problem: Problem): Finding {
  const { rule, severity, excerpt, hint } = problem;
  return { check: "structure", rule, severity, ...positionAt(text, problem.at), excerpt, hint };
}

export function failure(text: string, ...problems: readonly Problem[]): FormatFailure {
  return { kind: "format-failure", findings: problems.map((problem) => toFinding(text, problem)) };
}

/** Both from 1; the column counts UTF-16 units. */
export function positionAt(text: string, offset: number): { line: number; column: number } {
  let line = 1;
  let start = 0;
  for (let next = text.indexOf("\n"); next !== -1 && next < offset; next = text.indexOf("\n", next + 1)) {
    line++;
    start = next + 1;
  }
  return { line, column: offset - start + 1 };
}

const WORD = /^(?:[A-Za-z][A-Za-z_-]{0,19}|[\dTZ: -]{1,20})$/;

/** A word or date as it stands, anything else as its length. */
export function shown(value: string): string {
  return WORD.test(value) ? value : `${codePoints(value)} characters`;
}

const KEY = /^[A-Za-z][\w-]{0,39}$/;

export function shownKey(key: string): string {
  return KEY.test(key) ? key : `a key of ${codePoints(key)} characters`;
}

export function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}
