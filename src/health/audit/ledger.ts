// Whether the ledgers are as they were written (STO-31). A break is told, never mended.
import type { Section } from "./report.ts";
import type { AuditView } from "./view.ts";
import { SAY } from "./wording.ts";

export function ledgerSection({ ledgers }: AuditView): Section {
  const doubtful = ledgers.filter(({ report }) => report.state !== "whole");
  const rows = doubtful.map(({ report: { scope, device, state } }) => ({
    key: `ledger ${scope} ${device} ${state}`,
    quoted: [],
    detail: SAY.ledgerRow(scope, device, state),
    next: "holdfast log --verify",
  }));
  const sentence = SAY.ledger(ledgers.length, doubtful.length);
  return { id: "ledger", state: rows.length === 0 ? "clear" : "found", sentence, rows };
}
