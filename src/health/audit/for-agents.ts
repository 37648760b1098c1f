// A report as somebody other than a person may read it (MCP-2, TRU-20): numbers, ids and rules are told; no name, no reason
// and no file of a memory that agents are not given.
import { isFailure } from "../../checks/failure.ts";
import type { Act } from "../../store/context.ts";
import { isForAgents } from "../../store/withheld.ts";
import { permission } from "../../trust/authority.ts";
import type { Report, ReportRow } from "./report.ts";
import { type AuditView, keyOf } from "./sections.ts";
import { NOT_TOLD } from "./wording.ts";

export function forChannel(report: Report, { memories }: AuditView, { channel }: Act): Report {
  if (permission("audit", channel) === "full") return report;
  const hidden = new Set(memories.filter((memory) => !isForAgents(memory)).map(keyOf));
  const isHidden = (key: string): boolean => key.split(" ").some((part) => hidden.has(part) || isHeldFile(part));
  const { appeared, gone } = report.since;
  return {
    ...report,
    since: {
      ...report.since,
      appeared: appeared.filter((key) => !isHidden(key)),
      gone: gone.filter(({ key }) => !isHidden(key)),
    },
    sections: report.sections.map((section) => ({
      ...section,
      rows: section.rows.map((row) => (isHidden(row.key) ? withoutWords(row) : row)),
    })),
  };
}

/** A memory without an id is called by its file, which is a name too. */
function isHeldFile(part: string): boolean {
  return part.startsWith("quarantine/");
}

function withoutWords({ key, detail, saying }: ReportRow): ReportRow {
  const kept = key.split(" ").map((part) => (part.includes("/") && part.endsWith(".md") ? "-" : part));
  return { key: kept.join(" "), quoted: [NOT_TOLD], detail, ...(isFailure(saying) ? { saying } : {}) };
}
