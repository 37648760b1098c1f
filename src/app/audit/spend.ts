// What models cost. Nothing here calls one yet.
import type { Section } from "./report.ts";
import { SAY } from "./wording.ts";

export function spendSection(): Section {
  return { id: "spend", state: "clear", sentence: SAY.spend, rows: [] };
}
