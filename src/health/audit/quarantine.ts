// Quarantine by its windows (TRU-5): nothing is said of the first 30 days but their number, then each is listed with its
// original reason, and from day 91 it may be archived, which is a person's act. Name and reason, no other text.
import { textField } from "../../memory/fields.ts";
import { windowOf } from "../../recall/due.ts";
import { handleOf, type Memory, nameOf } from "../../store/catalogue.ts";
import { daysSince } from "../../trust/lifecycle.ts";
import type { Row, Section } from "./report.ts";
import { type AuditView, keyOf } from "./view.ts";
import { SAY } from "./wording.ts";

export function quarantineSections({ memories, now }: AuditView): readonly Section[] {
  const held = memories.filter(({ tier }) => tier === "quarantined");
  const within = (window: ReturnType<typeof windowOf>): readonly Memory[] =>
    held.filter((memory) => windowOf(memory, now) === window);
  const listed = within("audited").map((memory) => rowOf(memory, now, "quarantine", "restore --edit"));
  const old = within("archive-candidate").map((memory) => rowOf(memory, now, "archive", "archive"));
  const sentence = SAY.quarantine(within("passive").length, listed.length);
  return [
    { id: "quarantine", state: listed.length === 0 ? "clear" : "found", sentence, rows: listed },
    { id: "archive", state: old.length === 0 ? "clear" : "found", sentence: SAY.archive(old.length), rows: old },
  ];
}

function rowOf(memory: Memory, now: Date, section: "quarantine" | "archive", verb: string): Row {
  const { document, stored } = memory;
  const days =
    daysSince(textField(document, "quarantined-at"), now) ??
    daysSince(textField(document, "last-verified"), now) ??
    daysSince(new Date(stored.mtimeMs).toISOString().slice(0, 10), now) ??
    0;
  return {
    key: `${section} ${keyOf(memory)}`,
    quoted: [nameOf(memory)],
    detail: SAY.quarantineRow(days),
    saying: textField(document, "quarantine-reason") ?? SAY.noReason,
    next: `holdfast ${verb} ${handleOf(memory)}`,
  };
}
