// Pairs that seem to say the same, and pairs that seem to say the opposite.

import type { LookAlike } from "../../review/look-alikes.ts";
import { handleOf, type Memory, nameOf, stemOf } from "../../store/catalogue.ts";
import type { Row, Section } from "./report.ts";
import { type AuditView, keyOf } from "./view.ts";
import { SAY } from "./wording.ts";

export function alikeSections({ alike }: AuditView): readonly Section[] {
  return [sectionOf("duplicates", "duplicate", alike), sectionOf("contradictions", "contradiction", alike)];
}

function sectionOf(id: "duplicates" | "contradictions", kind: LookAlike["kind"], found: readonly LookAlike[]): Section {
  const rows = found.filter((pair) => pair.kind === kind).map((pair) => rowOf(id, pair));
  return { id, state: rows.length === 0 ? "clear" : "found", sentence: SAY[id](rows.length), rows };
}

function rowOf(id: string, { a, b, score }: LookAlike): Row {
  return {
    key: `${id} ${[keyOf(a), keyOf(b)].sort().join(" ")}`,
    quoted: namesOf(a, b),
    detail: SAY.alike(score),
    // Which of two opposites holds is for a person to say; of two that say the same the first may stay.
    next: id === "duplicates" ? `holdfast retire ${handleOf(b)} --by ${handleOf(a)}` : `holdfast show ${handleOf(a)}`,
  };
}

/** Two of one name are told apart by their files. */
function namesOf(a: Memory, b: Memory): readonly string[] {
  const names = [nameOf(a), nameOf(b)];
  return names[0] === names[1] ? [a, b].map((memory) => `${nameOf(memory)} (${stemOf(memory)})`) : names;
}
