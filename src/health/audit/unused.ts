// What was in the store for 90 days and shown to nobody in that time. The id tells when a memory came into the store;
// receipts are kept for 90 days (SUR-9), and how far they really reach back is said.
import { madeAt } from "../../memory/ids.ts";
import { usageIn } from "../../recall/usage.ts";
import { handleOf, nameOf } from "../../store/catalogue.ts";
import type { Section } from "./report.ts";
import { type AuditView, inForce, keyOf } from "./view.ts";
import { SAY } from "./wording.ts";

const UNUSED_MS = 90 * 86_400_000;

export function unusedSection(view: AuditView): Section {
  const { receipts, now } = view;
  const oldest = receipts.reduce<string | undefined>(
    (first, { at }) => (first === undefined || at < first ? at : first),
    undefined,
  );
  if (oldest === undefined) return { id: "unused", state: "not-looked-at", sentence: SAY.noReceipts, rows: [] };
  const usage = usageIn(receipts, []);
  const rows = view.memories.flatMap((memory) => {
    if (memory.id === undefined || !inForce(view, memory) || usage(memory).shown > 0) return [];
    const since = madeAt(memory.id);
    if (now.getTime() - since.getTime() < UNUSED_MS) return [];
    const detail = SAY.unusedRow(since.toISOString().slice(0, 10));
    const next = `holdfast retire ${handleOf(memory)}`;
    return [{ key: `unused ${keyOf(memory)}`, quoted: [nameOf(memory)], detail, next }];
  });
  const sentence = SAY.unused(rows.length, oldest.slice(0, 10));
  return { id: "unused", state: rows.length === 0 ? "clear" : "found", sentence, rows };
}
