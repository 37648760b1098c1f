// Why a memory was held, in one line that stays with it: the rules that failed and the version of the checks that said so
// (TRU-6). It is made of rule names alone, so that the ledger may carry it (STO-34) and an agent may be told.
import { demotes, type Finding } from "../memory/findings.ts";

declare const __HOLDFAST_VERSION__: string | undefined;
/** The rules are part of the program: its version is theirs. */
export const CHECKS_VERSION: string = typeof __HOLDFAST_VERSION__ === "string" ? __HOLDFAST_VERSION__ : "source";

const NAMED = 5;
const FAILURE =
  /^[a-z-]{1,20}\/[a-z0-9-]{1,80}(?:, [a-z-]{1,20}\/[a-z0-9-]{1,80}){0,4}(?: and \d+ more)? \(checks [\w.+-]{1,60}\)$/;

/** The rules that demote, each once. */
export function failedRules(findings: readonly Finding[]): readonly string[] {
  const named = ({ check, rule }: Finding): string => `${check}/${rule.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}`;
  return [...new Set(findings.filter(demotes).map(named))];
}

/** Of findings among which one demotes. */
export function failureOf(findings: readonly Finding[]): string {
  const rules = failedRules(findings);
  const more = rules.length > NAMED ? ` and ${rules.length - NAMED} more` : "";
  return `${rules.slice(0, NAMED).join(", ")}${more} (checks ${CHECKS_VERSION})`;
}

export function isFailure(text: unknown): text is string {
  return typeof text === "string" && FAILURE.test(text);
}
