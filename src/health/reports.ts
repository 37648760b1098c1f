// The reports of `holdfast audit` in the personal store (AUD-1): audit/YYYY-MM-DD.md, and .html and .json beside it. They
// are derived: anybody may delete them, and they never reach git (SYN-13).
import type { Checked } from "../checks/checked.ts";

export const REPORT_FORMS = ["md", "html", "json"] as const;
export type ReportForm = (typeof REPORT_FORMS)[number];

export type ReportFiles = Readonly<Partial<Record<ReportForm, Checked>>>;

export interface Reports {
  /** Days (YYYY-MM-DD) with a report in Markdown, the oldest first. */
  days(): readonly string[];
  /** The Markdown of that day. */
  read(day: string): string | undefined;
  /** Replaces what that day has; gives the paths, for messages only. */
  write(day: string, files: ReportFiles): readonly string[];
}
