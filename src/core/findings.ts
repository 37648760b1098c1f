// What a check reports. A finding is a value: checks never print, throw on content or touch the disk (spec 3).

export type CheckName = "structure" | "hidden-text" | "secrets" | "injection";

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
}

export type Verdict = "PASS" | "FAIL-STRUCT" | "FAIL-FORMAT" | "WARN-SEMANTIC";

export function verdictOf(findings: readonly Finding[]): Verdict {
  if (findings.some((finding) => finding.severity === "struct")) return "FAIL-STRUCT";
  if (findings.some((finding) => finding.severity === "format")) return "FAIL-FORMAT";
  return findings.length > 0 ? "WARN-SEMANTIC" : "PASS";
}

export function blocks(finding: Finding): boolean {
  return finding.severity !== "warn";
}
