// What an audit found, as a value (AUD-1): the Markdown, the page and the JSON are three renderings of it. Every text in
// it is one line; those that come from memories are `quoted` and are masked before anything is rendered.

import type { Checked } from "../../checks/checked.ts";
import type { EffectiveTier } from "../../trust/tiers.ts";

export const SECTIONS = [
  "checks",
  "stale",
  "duplicates",
  "contradictions",
  "rules",
  "references",
  "unused",
  "quarantine",
  "archive",
  "ledger",
  "spend",
] as const;
export type SectionId = (typeof SECTIONS)[number];

export interface ReportRow {
  /** The same finding has the same key in every report: section, memory, rule. No text. */
  readonly key: string;
  /** Which memories, by name. */
  readonly quoted: readonly string[];
  /** In our words. */
  readonly detail: string;
  /** What the memory itself says to it, such as the reason of its quarantine. */
  readonly saying?: string;
  /** The command that follows. */
  readonly next?: string;
}

export type SectionState = "clear" | "found" | "not-looked-at";

export interface Section {
  readonly id: SectionId;
  readonly state: SectionState;
  readonly sentence: string;
  readonly rows: readonly ReportRow[];
}

export interface Gone {
  readonly key: string;
  /** Of the memories it was about, as far as they are still there. */
  readonly quoted: readonly string[];
}

/** `date`: of the report that this one is compared with; null for the first. */
export interface Since {
  readonly date: string | null;
  readonly appeared: readonly string[];
  readonly gone: readonly Gone[];
}

export interface Demotion {
  readonly key: string;
  readonly quoted: string;
  /** Which rules failed, by which version of the checks. */
  readonly failed: string;
  /** Why it could not be done; absent where it was, or would be. */
  readonly problem?: string;
}

export type TierCounts = Readonly<Record<EffectiveTier, number>>;

export interface DayValues {
  readonly day: string;
  readonly values: readonly number[];
}

/** Rows of numbers for the charts; what each column is, the wording says. */
export interface Trends {
  /** verified, inferred, quarantined at the end of the day. */
  readonly tiers: readonly DayValues[];
  /** Verified memories by the days since they were: 0-30, 31-60, 61-90, 91-180, more, unknown. */
  readonly ages: readonly number[];
  /** shown, used, wrong. */
  readonly injections: readonly DayValues[];
  /** Empty while nothing can be spent. */
  readonly spend: readonly DayValues[];
  readonly queue: readonly DayValues[];
}

export interface Report {
  readonly date: string;
  readonly at: string;
  readonly dryRun: boolean;
  readonly counts: TierCounts;
  readonly queue: number;
  readonly demotions: readonly Demotion[];
  readonly sections: readonly Section[];
  readonly since: Since;
  readonly trends: Trends;
}

// The texts of a report that came out of memories, taken out and put back: masking sees these and nothing else.
export function quotedIn(report: Report): readonly string[] {
  const words: string[] = [];
  withQuoted(report, (text) => {
    words.push(text);
    return text;
  });
  return words;
}

/** The same report with other words in the same places. */
export function withQuoted(report: Report, instead: (text: string) => string): Report {
  return {
    ...report,
    since: {
      ...report.since,
      gone: report.since.gone.map(({ key, quoted }) => ({ key, quoted: quoted.map(instead) })),
    },
    demotions: report.demotions.map((each) => ({ ...each, quoted: instead(each.quoted) })),
    sections: report.sections.map((section) => ({
      ...section,
      rows: section.rows.map((row) => ({
        ...row,
        quoted: row.quoted.map(instead),
        ...(row.saying === undefined ? {} : { saying: instead(row.saying) }),
      })),
    })),
  };
}

// The reports of `holdfast audit` in the personal store (AUD-1): audit/YYYY-MM-DD.md, and .html and .json beside it. They
// are derived: anybody may delete them, and they never reach git (SYN-13).
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

// Charts as SVG (AUD-2): drawn without a browser. Colours are names of the page's own variables, so that one drawing
// serves light and dark.
export interface Series {
  readonly name: string;
  /** A custom property of the page, such as "--verified". */
  readonly color: string;
  readonly values: readonly number[];
}

export interface Chart {
  readonly kind: "area" | "bar" | "line";
  /** What a value counts: "memories". */
  readonly unit: string;
  readonly labels: readonly string[];
  readonly series: readonly Series[];
  readonly stacked: boolean;
}

export interface Charts {
  /** An <svg> without scripts, style elements and style attributes; what it shows is told beside it. */
  draw(chart: Chart, words: { readonly id: string; readonly title: string; readonly description: string }): string;
}
