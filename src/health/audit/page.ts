// The report as one page (AUD-2): no script, no request, one style element whose hash the policy names. Everything that
// came from a memory passes `text`, in element content and attributes alike.

import { sha256Base64 } from "../../text/digest.ts";
import { forHtmlLine } from "../../text/sanitise.ts";
import { ROWS_SHOWN, sinceLine } from "./markdown.ts";
import type { Chart, Charts, Report, ReportRow, Section, Since } from "./report.ts";
import { STYLE } from "./style.ts";
import { chartsOf, type Drawn } from "./trends.ts";
import {
  CHARTS_TITLE,
  COLUMNS,
  COUNTS,
  DEMOTED,
  DRY,
  FOOTER,
  MORE,
  NUMBERS,
  OVERVIEW,
  QUEUE,
  SECTION_TITLES,
  SINCE,
  STATES,
  TITLE,
} from "./wording.ts";

const MAX = { max: 240 };
const text = (words: string): string => forHtmlLine(words, MAX);

export function pageOf(report: Report, charts: Charts): string {
  const appeared = new Set(report.since.appeared);
  const { counts } = report;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy()}">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${TITLE}, ${report.date}</title>
<style>${STYLE}</style>
</head>
<body>
<header>
<h1>${TITLE}, <time datetime="${report.date}">${report.date}</time></h1>
<p>${COUNTS(counts.verified, counts.inferred, counts.quarantined, counts.unattested)}. ${QUEUE(report.queue)}</p>
<p class="soft">${sinceLine(report.since)}${report.dryRun ? ` ${DRY}` : ""}</p>
</header>
<main>
${overview(report.sections)}
${demoted(report)}
<h2>${CHARTS_TITLE}</h2>
<div class="charts">
${chartsOf(report.trends)
  .map((each) => figure(each, charts))
  .join("\n")}
</div>
${report.sections.map((section) => sectionHtml(section, appeared)).join("\n")}
${goneHtml(report.since)}
</main>
<footer>${FOOTER}</footer>
</body>
</html>
`;
}

function policy(): string {
  const hash = sha256Base64(STYLE);
  return `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`;
}

function overview(sections: readonly Section[]): string {
  const rows = sections.map(
    ({ id, state, sentence }) =>
      `<tr><th scope="row"><a href="#${id}">${SECTION_TITLES[id]}</a></th><td class="${state}">${STATES[state]}</td><td>${text(sentence)}</td></tr>`,
  );
  const head = `<tr><th scope="col">${OVERVIEW.section}</th><th scope="col">${OVERVIEW.state}</th><th scope="col">${COLUMNS.detail}</th></tr>`;
  return table(OVERVIEW.caption, head, rows);
}

function demoted({ demotions, dryRun }: Report): string {
  if (demotions.length === 0) return "";
  const done = demotions.filter(({ problem }) => problem === undefined).length;
  const items = demotions.map(
    ({ quoted, failed, problem }) => `<li>${text(quoted)}: ${text(DEMOTED.told(failed, problem))}</li>`,
  );
  const words = text(dryRun ? DEMOTED.would(demotions.length) : DEMOTED.done(done));
  const sentence = words.replace(/`([^`]+)`/g, "<code>$1</code>");
  return `<h2>${DEMOTED.title}</h2>\n<p>${sentence}</p>\n<ul>${items.join("")}</ul>`;
}

function sectionHtml({ id, state, sentence, rows }: Section, appeared: ReadonlySet<string>): string {
  const title = SECTION_TITLES[id];
  const head = `<h2 id="${id}">${title} <span class="mark ${state}">${STATES[state]}</span></h2>\n<p>${text(sentence)}</p>`;
  if (rows.length === 0) return head;
  const columns = [COLUMNS.what, COLUMNS.detail, COLUMNS.next].map((name) => `<th scope="col">${name}</th>`);
  const shown = rows.slice(0, ROWS_SHOWN).map((row) => rowHtml(row, appeared.has(row.key)));
  const left = rows.length - ROWS_SHOWN;
  const more = left > 0 ? `\n<p class="soft">${MORE(left)}</p>` : "";
  return `${head}\n${table(title, `<tr>${columns.join("")}</tr>`, shown, "rows")}${more}`;
}

function rowHtml({ quoted, detail, saying, next }: ReportRow, isNew: boolean): string {
  const names = quoted.map((name) => `<span>${text(name)}</span>`).join("");
  const mark = isNew ? `<span class="mark">${SINCE.mark}</span> ` : "";
  const said = text(saying === undefined ? detail : `${detail}: ${saying}`);
  const command = next === undefined ? "" : `<code>${text(next)}</code>`;
  return `<tr><td class="names">${names}</td><td class="what">${mark}${said}</td><td>${command}</td></tr>`;
}

function goneHtml({ date, gone }: Since): string {
  if (date === null || gone.length === 0) return "";
  const items = gone.slice(0, ROWS_SHOWN).map(({ key, quoted }) => {
    const names = quoted.length === 0 ? "" : `${text(quoted.join(" / "))}: `;
    return `<li>${names}<code>${text(key)}</code></li>`;
  });
  const left = gone.length - ROWS_SHOWN;
  return `<h2>${SINCE.gone(date)}</h2>\n<ul>${items.join("")}</ul>${left > 0 ? `<p>${MORE(left)}</p>` : ""}`;
}

/** The same numbers stand in a table below, for who can't see a chart. */
function figure({ id, words, first, chart }: Drawn, charts: Charts): string {
  const head = `<h3>${words.title}</h3>`;
  const caption = `<figcaption>${words.description}</figcaption>`;
  if (chart === undefined) return `<figure>${head}${caption}<p class="empty">${words.empty}</p></figure>`;
  const svg = charts.draw(chart, { id: `chart-${id}`, title: words.title, description: words.description });
  return `<figure>${head}${caption}${svg}<details><summary>${NUMBERS(words.title)}</summary>${numbers(chart, words.title, first)}</details></figure>`;
}

function numbers({ labels, series }: Chart, caption: string, first: string): string {
  const names = series.map(({ name }) => `<th scope="col" class="number">${name}</th>`).join("");
  const rows = labels.map((label, at) => {
    const values = series.map(({ values: each }) => `<td class="number">${each[at] ?? 0}</td>`).join("");
    return `<tr><th scope="row">${label}</th>${values}</tr>`;
  });
  return table(caption, `<tr><th scope="col">${first}</th>${names}</tr>`, rows);
}

/** In a section the heading above says what the caption says to who does not see it. */
function table(caption: string, head: string, rows: readonly string[], kind: "rows" | "plain" = "plain"): string {
  const body = `<caption>${caption}</caption><thead>${head}</thead><tbody>\n${rows.join("\n")}\n</tbody>`;
  return `<div class="scroll" role="region" aria-label="${caption}" tabindex="0"><table class="${kind}">${body}</table></div>`;
}
