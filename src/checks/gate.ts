// The only maker of checked text. Nothing reaches the disk but through one of these two functions (STO-20).
import { asChecked, type Checked } from "../core/checked.ts";
import { blocks, type Finding } from "../core/findings.ts";
import { parseDocument } from "../core/memory/document.ts";
import type { Place } from "../core/trust/tiers.ts";
import { checkHiddenFields, checkHiddenText } from "./hidden-text.ts";
import { checkStructure } from "./structure.ts";

export type Gated =
  | { readonly kind: "passed"; readonly text: Checked; readonly warnings: readonly Finding[] }
  | { readonly kind: "blocked"; readonly findings: readonly Finding[] };

/** Every check must pass. A blocked text lists its warnings too. */
export function gateForStore(input: { text: string; place: Place; file: string }): Gated {
  const findings = allFindings(input.text, input.place, input.file);
  if (findings.some(blocks)) return { kind: "blocked", findings };
  return { kind: "passed", text: asChecked(input.text), warnings: findings };
}

/**
 * What is demoted may be wrong in any way but one: it must read as a memory (STO-3). Its other findings come back
 * as warnings.
 */
export function gateForQuarantine(input: { text: string; file: string }): Gated {
  const doc = parseDocument(input.text);
  if (doc.kind === "format-failure") return { kind: "blocked", findings: doc.findings };
  const warnings = allFindings(input.text, "quarantine", input.file).map(
    (finding): Finding => ({ ...finding, severity: "warn" }),
  );
  return { kind: "passed", text: asChecked(input.text), warnings };
}

function allFindings(text: string, place: Place, file: string): readonly Finding[] {
  const doc = parseDocument(text);
  return [
    ...checkStructure({ text, place, file }),
    ...checkHiddenText(text),
    ...(doc.kind === "document" ? checkHiddenFields(doc).filter((finding) => finding.severity !== "warn") : []),
  ];
}
