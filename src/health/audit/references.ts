// Memories of this project that name files or symbols which are gone (CTX-8). Another project's files are not at hand;
// how many memories that leaves out is said.
import { listField, textField } from "../../memory/fields.ts";
import { handleOf, type Memory, nameOf } from "../../store/catalogue.ts";
import type { Section } from "./report.ts";
import { type AuditView, inForce, keyOf } from "./view.ts";
import { SAY } from "./wording.ts";

const NAMED = 3;

export function referencesSection(view: AuditView): Section {
  const { isOutdated, project } = view;
  const naming = view.memories.filter(
    (memory) => inForce(view, memory) && listField(memory.document, "paths").length > 0,
  );
  if (isOutdated === undefined) return { id: "references", state: "not-looked-at", sentence: SAY.noProject, rows: [] };
  const isHere = ({ scope, document }: Memory): boolean =>
    scope === "shared" || textField(document, "project") === project;
  const rows = naming.filter(isOutdated).map((memory) => ({
    key: `references ${keyOf(memory)}`,
    quoted: [nameOf(memory)],
    detail: SAY.referencesRow,
    saying: listField(memory.document, "paths").slice(0, NAMED).join(", "),
    next: `holdfast edit ${handleOf(memory)}`,
  }));
  const others = naming.filter((memory) => !isHere(memory)).length;
  const sentence = SAY.references(rows.length, others);
  return { id: "references", state: rows.length === 0 ? "clear" : "found", sentence, rows };
}
