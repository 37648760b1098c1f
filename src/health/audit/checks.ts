// What the checks say of every stored file, by all their layers (CHK-13): a row for each rule and memory. A finding's
// excerpt stays out: the hint says what is wrong, and the file is at hand.
import { blocks, type Finding, isFault } from "../../memory/findings.ts";
import { handleOf, type Memory, nameOf } from "../../store/catalogue.ts";
import type { Row, Section } from "./report.ts";
import { type AuditView, keyOf } from "./view.ts";
import { SAY } from "./wording.ts";

export function checksSection({ memories, broken, findings }: AuditView): Section {
  const all = memories.flatMap((memory) => byRule(findings.get(memory) ?? []).map((found) => ({ memory, found })));
  const fault = all.some(({ found }) => isFault(found[0]));
  const rows = all
    .filter(({ found }) => !isFault(found[0]))
    .sort((a, b) => rank(a.found[0]) - rank(b.found[0]))
    .map(({ memory, found }) => rowOf(memory, found));
  for (const { spot } of broken) {
    const path = `${spot.place}/${spot.file}`;
    rows.unshift({ key: `checks ${path} unreadable`, quoted: [path], detail: SAY.unreadable, next: "holdfast check" });
  }
  const blocking = broken.length + all.filter(({ found }) => !isFault(found[0]) && blocks(found[0])).length;
  const sentence = SAY.checks(rows.length, blocking, memories.length + broken.length);
  const state = fault ? "not-looked-at" : rows.length === 0 ? "clear" : "found";
  return { id: "checks", state, sentence: fault ? `${sentence} ${SAY.scannerFault}` : sentence, rows };
}

/** What blocks comes first. */
function rank(finding: Finding): number {
  return blocks(finding) ? 0 : 1;
}

type Some = readonly [Finding, ...Finding[]];

function byRule(findings: readonly Finding[]): readonly Some[] {
  const rules = new Map<string, [Finding, ...Finding[]]>();
  for (const finding of findings) {
    const rule = `${finding.check}/${finding.rule}`;
    const known = rules.get(rule);
    if (known === undefined) rules.set(rule, [finding]);
    else known.push(finding);
  }
  return [...rules.values()];
}

function rowOf(memory: Memory, [first, ...more]: Some): Row {
  const rule = `${first.check}/${first.rule}`;
  return {
    key: `checks ${keyOf(memory)} ${rule}`,
    quoted: [nameOf(memory)],
    detail: SAY.checksRow(rule, first.line, first.hint, more.length),
    next: `holdfast check ${handleOf(memory)}`,
  };
}
