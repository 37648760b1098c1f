// holdfast audit: what should be looked at in the store, as a report that is kept.
import { audit, recordOf } from "../../health/audit/index.ts";
import { sinceLine } from "../../health/audit/markdown.ts";
import type { Report, SectionState } from "../../health/audit/report.ts";
import { COUNTS, DEMOTED, DRY, QUEUE, SECTION_TITLES, STATES } from "../../health/audit/wording.ts";
import { isRefusal } from "../../text/errors.ts";
import { EXIT } from "../exit.ts";
import { beside, type Output, type Style } from "../output.ts";
import { startProgress } from "../progress.ts";
import type { Commands, Ended, Invocation } from "../spec.ts";
import { clip, paragraph } from "../tell.ts";

/** As many as 90 days can hold, and a bound all the same. */
const RECEIPTS = 500_000;
const STYLE: Readonly<Record<SectionState, Style>> = { clear: "green", found: "yellow", "not-looked-at": "dim" };

export const commands: Commands = {
  audit: {
    usage: "holdfast audit [--html] [--json] [--dry-run]",
    about: [
      "Writes audit/YYYY-MM-DD.md in your store, and .html and .json beside it when asked for.",
      "A memory that fails a check is moved to quarantine; nothing else is changed.",
      "Exits 0, or 1 when a memory failed a check or a ledger is not as it was written.",
    ],
    options: {
      html: { type: "boolean", help: "Also a page with charts, one file that needs no network" },
      "dry-run": { type: "boolean", help: "Write no report and move nothing; only say what would be" },
    },
    names: [0, 0],
    scans: true,
    drains: true,
    examples: ["holdfast audit", "holdfast audit --html", "holdfast audit --dry-run --json"],
    run,
  },
};

async function run({ bench, out, options }: Invocation): Promise<Ended> {
  const stores = bench.stores();
  const page = options["html"] === true ? (await import("../../compose/audit-page.ts")).auditPage : undefined;
  const title = "Checking";
  let progress: ReturnType<typeof startProgress> | undefined;
  try {
    const done = await audit({
      stores,
      act: bench.act,
      reports: bench.reports(),
      receipts: bench.receipts(RECEIPTS),
      isOutdated: bench.isOutdated,
      project: bench.project?.id,
      dryRun: options["dry-run"] === true,
      json: out.options.json,
      step: (at, total) => {
        progress ??= startProgress(out, { title, total });
        return progress.step(at);
      },
      ...(page === undefined ? {} : { page }),
    });
    progress?.end();
    if (isRefusal(done)) return done;
    if (out.options.json) out.json({ ...recordOf(done.report), paths: done.paths });
    else print(done.report, done.paths, out);
    return exitOf(done.report);
  } finally {
    progress?.end();
  }
}

function print(report: Report, paths: readonly string[], out: Output): void {
  const { counts, sections, demotions, dryRun } = report;
  out.line(COUNTS(counts.verified, counts.inferred, counts.quarantined, counts.unattested));
  for (const { id, state, sentence } of sections) {
    const label = `${SECTION_TITLES[id].padEnd(19)} ${out.paint(STYLE[state], STATES[state].padEnd(13))}  `;
    for (const line of beside(label, 35, sentence, out.columns)) out.line(line);
  }
  if (demotions.length > 0) {
    const done = demotions.filter(({ problem }) => problem === undefined).length;
    paragraph(out, dryRun ? DEMOTED.would(demotions.length) : DEMOTED.done(done));
    for (const { quoted, problem } of demotions)
      out.line(`  ${clip(problem === undefined ? quoted : `${quoted}: ${DEMOTED.failed(problem)}`, out.columns - 2)}`);
  }
  paragraph(out, `${QUEUE(report.queue)} ${sinceLine(report.since)}`);
  if (dryRun) out.note(DRY);
  for (const path of paths) out.line(path);
}

/** Work is left where a memory lost its place or a ledger can't be believed; the rest may wait. */
function exitOf({ demotions, sections }: Report): number {
  const doubtful = sections.some(({ id, state }) => id === "ledger" && state === "found");
  return demotions.length > 0 || doubtful ? EXIT.findings : EXIT.done;
}
