// Pairs that seem to say the same, and pairs that seem to say the opposite.
import { type LookAlike, lookAlikes } from "../look-alikes.ts";
import type { Row, Section } from "./report.ts";
import { type AuditView, handleOf, keyOf, nameIn } from "./view.ts";
import { SAY } from "./wording.ts";

export function alikeSections({ memories }: AuditView): readonly Section[] {
  const found = lookAlikes(memories);
  return [sectionOf("duplicates", "duplicate", found), sectionOf("contradictions", "contradiction", found)];
}

function sectionOf(id: "duplicates" | "contradictions", kind: LookAlike["kind"], found: readonly LookAlike[]): Section {
  const rows = found.filter((pair) => pair.kind === kind).map((pair) => rowOf(id, pair));
  return { id, state: rows.length === 0 ? "clear" : "found", sentence: SAY[id](rows.length), rows };
}

function rowOf(id: string, { a, b, score }: LookAlike): Row {
  return {
    key: `${id} ${[keyOf(a), keyOf(b)].sort().join(" ")}`,
    quoted: [nameIn(a), nameIn(b)],
    detail: SAY.alike(score),
    next: `holdfast retire ${handleOf(b)} --by ${handleOf(a)}`,
  };
}
