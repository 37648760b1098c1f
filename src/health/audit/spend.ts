// What models cost. The observer's own record is not read here yet, so the section claims nothing about it.
import type { Section } from "./report.ts";
import { SAY } from "./wording.ts";

export function spendSection(): Section {
  return { id: "spend", state: "not-looked-at", sentence: SAY.spend, rows: [] };
}
