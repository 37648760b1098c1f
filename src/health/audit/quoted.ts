// The texts of a report that came out of memories, taken out and put back: masking sees these and nothing else.
import type { Report } from "./report.ts";

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
