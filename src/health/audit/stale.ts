// Verified memories that nobody confirmed for more than 90 days (TRU-4).
import { trustStateOf } from "../../memory/fields.ts";
import { handleOf, nameOf } from "../../store/catalogue.ts";
import { daysSince, isAhead, isStale } from "../../trust/lifecycle.ts";
import type { Section } from "./report.ts";
import { type AuditView, inForce, keyOf } from "./view.ts";
import { SAY } from "./wording.ts";

export function staleSection(view: AuditView): Section {
  const rows = view.memories
    .filter((memory) => memory.tier === "verified" && inForce(view, memory))
    .map((memory) => ({ memory, last: trustStateOf(memory.document).lastVerified }))
    .filter(({ last }) => isStale(last, view.now))
    .map(({ memory, last }) => ({
      key: `stale ${keyOf(memory)}`,
      quoted: [nameOf(memory)],
      detail: SAY.staleRow(dayCount(last, view.now)),
      next: `holdfast reaffirm ${handleOf(memory)}`,
    }));
  return { id: "stale", state: rows.length === 0 ? "clear" : "found", sentence: SAY.stale(rows.length), rows };
}

function dayCount(last: string | undefined, now: Date): number | "ahead" | undefined {
  const days = daysSince(last, now);
  return days !== undefined && isAhead(days) ? "ahead" : days;
}
