// The report as Markdown. What memories say is plain text in it, whatever it looks like.
import { forMarkdownLine } from "../../text/sanitise.ts";
import type { Demotion, Report, ReportRow, Section, Since } from "./report.ts";
import { keptLine } from "./since.ts";
import { COLUMNS, COUNTS, DEMOTED, DRY, MORE, QUEUE, SECTION_TITLES, SINCE, STATES, TITLE } from "./wording.ts";

export const ROWS_SHOWN = 200;
const NAME_MAX = 100;
const DETAIL_MAX = 240;

export function markdownOf(report: Report): string {
  const { date, counts, queue, dryRun, since } = report;
  const appeared = new Set(since.appeared);
  return [
    `# ${TITLE}, ${date}`,
    ...(dryRun ? [DRY] : []),
    `${COUNTS(counts.verified, counts.inferred, counts.quarantined, counts.unattested)}. ${QUEUE(queue)} ${sinceLine(since)}`,
    overview(report.sections),
    ...demoted(report),
    ...report.sections.map((section) => sectionText(section, appeared)),
    ...goneText(since),
    keptLine(report),
    "",
  ].join("\n\n");
}

export function sinceLine({ date, appeared, gone }: Since): string {
  if (date === null) return SINCE.first;
  return appeared.length + gone.length === 0 ? SINCE.same(date) : SINCE.changed(date, appeared.length, gone.length);
}

function overview(sections: readonly Section[]): string {
  return sections
    .map(({ id, state, sentence }) => `- **${SECTION_TITLES[id]}**: ${STATES[state]}. ${sentence}`)
    .join("\n");
}

function demoted({ demotions, dryRun }: Report): readonly string[] {
  if (demotions.length === 0) return [];
  const done = demotions.filter(({ problem }) => problem === undefined).length;
  const lines = demotions.map(({ quoted, failed, problem }: Demotion) => {
    const told = forMarkdownLine(DEMOTED.told(failed, problem), { max: DETAIL_MAX });
    return `- ${forMarkdownLine(quoted, { max: NAME_MAX })}: ${told}`;
  });
  return [`## ${DEMOTED.title}`, dryRun ? DEMOTED.would(demotions.length) : DEMOTED.done(done), lines.join("\n")];
}

function sectionText({ id, sentence, rows }: Section, appeared: ReadonlySet<string>): string {
  const head = `## ${SECTION_TITLES[id]}\n\n${sentence}`;
  if (rows.length === 0) return head;
  const left = rows.length - ROWS_SHOWN;
  const table = [
    `| ${COLUMNS.what} | ${COLUMNS.detail} | ${COLUMNS.next} |`,
    "|---|---|---|",
    ...rows.slice(0, ROWS_SHOWN).map((row) => rowText(row, appeared.has(row.key))),
  ].join("\n");
  return left > 0 ? `${head}\n\n${table}\n\n${MORE(left)}` : `${head}\n\n${table}`;
}

function rowText({ quoted, detail, saying, next }: ReportRow, isNew: boolean): string {
  const names = quoted.map((name) => forMarkdownLine(name, { max: NAME_MAX })).join("<br>");
  const said = saying === undefined ? detail : `${detail}: ${saying}`;
  const mark = isNew ? `**${SINCE.mark}** ` : "";
  return `| ${names} | ${mark}${forMarkdownLine(said, { max: DETAIL_MAX })} | ${next === undefined ? "" : `\`${next}\``} |`;
}

function goneText({ date, gone }: Since): readonly string[] {
  if (date === null || gone.length === 0) return [];
  const lines = gone.slice(0, ROWS_SHOWN).map(({ key, quoted }) => {
    const names = quoted.map((name) => forMarkdownLine(name, { max: NAME_MAX })).join(" / ");
    return `- ${names === "" ? "" : `${names}: `}\`${key}\``;
  });
  const left = gone.length - ROWS_SHOWN;
  return [`## ${SINCE.gone(date)}`, lines.join("\n"), ...(left > 0 ? [MORE(left)] : [])];
}
