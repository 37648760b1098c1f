// A made-up report, with something in every section and every chart: for the browser checks and for the pictures.

import type { DayValues, Report, ReportRow, Section } from "../../src/health/audit/report.ts";
import { memories as counted, SAY } from "../../src/health/audit/wording.ts";

const DAY_MS = 86_400_000;
const TODAY = Date.parse("2026-06-01T00:00:00Z");
const dayBefore = (days: number): string => new Date(TODAY - days * DAY_MS).toISOString().slice(0, 10);
const idAt = (n: number): string => `01JCQ0Z8M4X5T6V7W8Y9ZA${String(n).padStart(4, "0")}`;

function days(count: number, step: number, valuesAt: (at: number) => readonly number[]): readonly DayValues[] {
  return Array.from({ length: count }, (_, at) => ({ day: dayBefore((count - 1 - at) * step), values: valuesAt(at) }));
}

function row(
  section: string,
  n: number,
  quoted: readonly string[],
  more: Omit<ReportRow, "key" | "quoted">,
): ReportRow {
  return { key: `${section} ${idAt(n)}`, quoted, ...more };
}

const SECTIONS: readonly Section[] = [
  {
    id: "checks",
    state: "found",
    sentence: SAY.checks({ blocking: 1, rest: 1, forms: 0 }, 214),
    rows: [
      row("checks", 1, ["Staging database password"], {
        detail: SAY.checksRow("secrets/generic-password", 12, "A password in plain text. Keep it in a vault.", 0),
        next: `holdfast check ${idAt(1)}`,
      }),
      row("checks", 2, ["Release steps"], {
        detail: SAY.checksRow("structure/missing-section", 9, 'Add a heading "Verification".', 1),
        next: `holdfast check ${idAt(2)}`,
      }),
    ],
  },
  {
    id: "stale",
    state: "found",
    sentence: SAY.stale(3),
    rows: [
      row("stale", 3, ["Deploys go through the release branch"], {
        detail: SAY.staleRow(131),
        next: `holdfast reaffirm ${idAt(3)}`,
      }),
      row("stale", 4, ["Money is stored in minor units"], {
        detail: SAY.staleRow(118),
        next: `holdfast reaffirm ${idAt(4)}`,
      }),
      row("stale", 5, ["The API is versioned by date"], {
        detail: SAY.staleRow(97),
        next: `holdfast reaffirm ${idAt(5)}`,
      }),
    ],
  },
  {
    id: "duplicates",
    state: "found",
    sentence: SAY.duplicates(1),
    rows: [
      row("duplicates", 6, ["Use pnpm in the shop", "pnpm for packages"], {
        detail: SAY.alike(0.91),
        next: `holdfast retire ${idAt(7)} --by ${idAt(6)}`,
      }),
    ],
  },
  {
    id: "contradictions",
    state: "found",
    sentence: SAY.contradictions(1),
    rows: [
      row("contradictions", 8, ["The exporter listens on port 9100", "Exporter: port 9200"], {
        detail: SAY.alike(0.97),
        next: `holdfast show ${idAt(8)}`,
      }),
    ],
  },
  {
    id: "references",
    state: "found",
    sentence: SAY.references(1, 12),
    rows: [
      row("references", 10, ["How vouchers are rounded"], {
        detail: SAY.referencesRow,
        saying: "src/pricing/vouchers/**",
        next: `holdfast edit ${idAt(10)}`,
      }),
    ],
  },
  {
    id: "unused",
    state: "found",
    sentence: SAY.unused(2, "2026-03-04"),
    rows: [
      row("unused", 11, ["Old names of the build agents"], {
        detail: SAY.unusedRow("2025-11-20"),
        next: `holdfast retire ${idAt(11)}`,
      }),
      row("unused", 12, ["Colours of the first logo"], {
        detail: SAY.unusedRow("2025-12-02"),
        next: `holdfast retire ${idAt(12)}`,
      }),
    ],
  },
  {
    id: "quarantine",
    state: "found",
    sentence: SAY.quarantine(4, 1),
    rows: [
      row("quarantine", 13, ["Push to main when CI is slow"], {
        detail: SAY.quarantineRow(44),
        saying: "not what we agreed on",
        next: `holdfast restore --edit ${idAt(13)}`,
      }),
    ],
  },
  { id: "archive", state: "clear", sentence: SAY.archive(0), rows: [] },
  { id: "ledger", state: "clear", sentence: SAY.ledger(2, 0), rows: [] },
  { id: "spend", state: "clear", sentence: SAY.spend, rows: [] },
];

export const SAMPLE: Report = {
  date: "2026-06-01",
  at: "2026-06-01T09:30:00Z",
  dryRun: false,
  counts: { verified: 148, inferred: 56, quarantined: 9, unattested: 1 },
  queue: 17,
  demotions: [
    {
      key: `demotion ${idAt(1)}`,
      quoted: "Staging database password",
      failed: "secrets/generic-api-key (checks 0.3.0)",
    },
  ],
  sections: SECTIONS,
  since: {
    date: "2026-05-25",
    appeared: [`checks ${idAt(1)}`, `contradictions ${idAt(8)}`],
    gone: [
      { key: `stale ${idAt(20)}`, quoted: ["Integration tests need redis"] },
      { key: `unused ${idAt(21)}`, quoted: [] },
    ],
  },
  trends: {
    tiers: days(26, 7, (at) => [Math.round(20 + at * 5.1), Math.round(12 + at * 1.5 + (at % 4) * 3), Math.min(9, at)]),
    ages: [71, 34, 40, 3, 0, 0],
    injections: days(30, 1, (at) => {
      const shown = at % 7 > 4 ? 2 : 14 + ((at * 13) % 17);
      return [shown, Math.round(shown * 0.4), at % 6 === 0 ? 1 : 0];
    }),
    spend: [],
    queue: days(14, 7, (at) => [at === 13 ? 17 : Math.max(4, 26 - at + ((at * 5) % 7))]),
  },
};

/** Longer than a page should be, and hostile: what is cut stays readable, and nothing in it is markup. */
export const HOSTILE: Report = {
  ...SAMPLE,
  sections: SAMPLE.sections.map((section) =>
    section.id === "stale"
      ? {
          ...section,
          sentence: `${counted(250)} ${"x".repeat(300)}`,
          rows: Array.from({ length: 250 }, (_, n) =>
            row("stale", n, [`<script>document.title = "ran"</script>${"w".repeat(200)}`], {
              detail: `"><img src="https://example.org/x.png" onerror="document.title='ran'">`,
              saying: "<style>body{display:none}</style>",
              next: "holdfast show `x` & </code>",
            }),
          ),
        }
      : section,
  ),
};
