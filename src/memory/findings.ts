// What a check reports. A finding is a value: checks never print, throw on content or touch the disk (spec 3).

export const CHECK_NAMES = ["structure", "hidden-text", "secrets", "injection"] as const;
export type CheckName = (typeof CHECK_NAMES)[number];

/** `struct` and `format` block, `warn` does not; structural beats format beats warning (CHK-2). */
export type Severity = "struct" | "format" | "warn";

export interface Finding {
  readonly check: CheckName;
  readonly rule: string;
  readonly severity: Severity;
  readonly line: number;
  readonly column: number;
  /** What was found, safe to show: one line, cut, never a secret. */
  readonly excerpt: string;
  readonly hint: string;
  /** Names a found value without telling it, so that a person can allow it (CHK-12). */
  readonly id?: string;
}

/** The scanner itself failed: a write is refused, and nothing is ever demoted for it (TRU-6). */
export const SCANNER_FAULT = "scanner-fault";

export type Verdict =
  | "PASS"
  | "FAIL-STRUCT"
  | "FAIL-FORMAT"
  | "SECRET-DETECTED"
  | "FAULT"
  | "WARN-SEMANTIC"
  | "FLAGGED";

export function verdictOf(findings: readonly Finding[]): Verdict {
  const blocking = findings.filter(blocks);
  if (blocking.some((finding) => finding.check === "secrets" && !isFault(finding))) return "SECRET-DETECTED";
  if (blocking.some((finding) => finding.severity === "struct")) return "FAIL-STRUCT";
  if (blocking.some((finding) => !isFault(finding))) return "FAIL-FORMAT";
  if (blocking.length > 0) return "FAULT";
  if (findings.length === 0) return "PASS";
  return findings.every((finding) => finding.check === "injection") ? "FLAGGED" : "WARN-SEMANTIC";
}

export function blocks(finding: Finding): boolean {
  return finding.severity !== "warn";
}

/** Advice about form is for who writes at length and asks for it; the rest is a matter of trust. */
export function beyondForm(findings: readonly Finding[]): readonly Finding[] {
  return findings.filter(({ check }) => check !== "structure");
}

export function isFault(finding: Finding): boolean {
  return finding.rule === SCANNER_FAULT;
}

/** What demotes a memory that was accepted before: a hard failure, never a fault of the scanner (TRU-6). */
export function demotes(finding: Finding): boolean {
  return blocks(finding) && !isFault(finding);
}
