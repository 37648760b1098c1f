// holdfast audit: what should be looked at in the store, as a report that is kept; and what the checks do by themselves.
import { audit, recordOf } from "../../health/audit/index.ts";
import { sinceLine } from "../../health/audit/markdown.ts";
import type { Report, SectionState } from "../../health/audit/report.ts";
import { CLEAR, COUNTS, DEMOTED, DRY, ENFORCED, QUEUE, SECTION_TITLES, STATES } from "../../health/audit/wording.ts";
import { calledHere, type Enforced, enforce } from "../../health/enforce.ts";
import type { Act } from "../../store/context.ts";
import { isRefusal, refuse } from "../../text/errors.ts";
import { permission } from "../../trust/authority.ts";
import { EXIT, exitFor } from "../exit.ts";
import { beside, type Output, type Style } from "../output.ts";
import { startProgress } from "../progress.ts";
import { type Commands, type Ended, type Invocation, startAs } from "../spec.ts";
import { clip, paragraph } from "../tell.ts";
import { CHECK_OPTIONS } from "./check.ts";

/** As many as 90 days can hold, and a bound all the same. */
const RECEIPTS = 500_000;
const STYLE: Readonly<Record<SectionState, Style>> = { clear: "green", found: "yellow", "not-looked-at": "dim" };

export const commands: Commands = {
  audit: {
    usage: "holdfast audit [--html] [--dry-run] | --report | --enforce | --check [NAME|FILE...] | --ci | --stats",
    about: [
      "Writes audit/YYYY-MM-DD.md in your store, and .html and .json beside it when asked for.",
      "A memory that fails a check is moved to quarantine; nothing else is changed.",
      "Exits 0, or 1 when a memory failed a check or a ledger is not as it was written.",
      "--check runs the checks alone, over memories or files: exits 0 clean, 1 if anything blocks, 3 if anything warns, 2 for a fault. A finding never shows the secret: it has a name, RULE:DIGEST, by which --allow accepts that one value.",
      "--ci judges a pull request by its commits: exits 1 if its shared store raises trust that no signer of the base signed.",
      "--stats tells which memories earn their place: shown, used, corrected, in the last 90 days on this machine.",
      "--report and --enforce run without a terminal too: in cron, in CI, by an agent. --report changes nothing.",
      "--enforce moves what fails a check out of use, in your own store. Where that is more than a tenth of it, and at least 5, it changes nothing and exits 2: a person looks first.",
    ],
    options: {
      html: { type: "boolean", help: "Also a page with charts, one file that needs no network" },
      "dry-run": { type: "boolean", help: "Write no report and move nothing; only say what would be" },
      report: { type: "boolean", help: "Print the report; write no file and move nothing" },
      enforce: { type: "boolean", help: "Move what fails a check to quarantine, and no more" },
      check: { type: "boolean", help: "Run the checks over these memories or files, or over all" },
      stats: { type: "boolean", help: "Which memories earn their place" },
      limit: { type: "string", value: "N", help: "--stats: at most so many of each group (default 10)" },
      ...CHECK_OPTIONS,
    },
    names: [0, 1000],
    scans: true,
    examples: [
      "holdfast audit",
      "holdfast audit --html",
      "holdfast audit --check",
      "holdfast audit --stats",
      "holdfast audit --report --json",
    ],
    run,
  },
};

async function run(call: Invocation): Promise<Ended> {
  const { options, bench, names } = call;
  if (options["check"] === true || Object.keys(CHECK_OPTIONS).some((each) => options[each] !== undefined))
    return startAs(call, "check");
  if (names.length > 0)
    return refuse("usage", "An audit is of the whole store; found a name.", `holdfast audit --check ${names[0]}`);
  if (options["stats"] === true) return startAs(call, "stats");
  const asked = ["report", "enforce"].filter((each) => options[each] === true);
  if (asked.length > 1 || (asked.length > 0 && options["html"] === true))
    return refuse("usage", "--report, --enforce and --html are not for one run.", "holdfast audit --report");
  if (options["enforce"] === true) return runEnforce(call);
  const isLook = options["report"] === true || options["dry-run"] === true;
  if (!isLook && permission("audit", bench.channel) === "full" && bench.hasStore()) await bench.drain();
  return runAudit(call, isLook);
}

async function runAudit({ bench, out, options }: Invocation, isLook: boolean): Promise<Ended> {
  const place = isLook ? bench.looking() : { stores: bench.stores(), act: bench.act, reports: () => bench.reports() };
  const page = options["html"] === true ? (await import("../../compose/audit-page.ts")).auditPage : undefined;
  const title = "Checking";
  let progress: ReturnType<typeof startProgress> | undefined;
  try {
    const done = await audit({
      stores: place.stores,
      act: place.act,
      reports: place.reports(),
      receipts: bench.receipts(RECEIPTS),
      isOutdated: bench.isOutdated,
      files: bench.files,
      project: bench.project?.id,
      dryRun: isLook,
      json: out.options.json,
      step: (at, total) => {
        progress ??= startProgress(out, { title, total });
        return progress.step(at);
      },
      agree: (failing, inUse) => {
        progress?.end();
        return bench.ask(DEMOTED.mass(failing, inUse), "no");
      },
      ...(page === undefined ? {} : { page }),
    });
    progress?.end();
    if (isRefusal(done)) return done;
    if (out.options.json) out.json({ ...recordOf(done.report), paths: done.paths });
    else if (options["report"] === true) out.line(done.markdown.trimEnd());
    else print(done.report, done.paths, out);
    return exitOf(done.report);
  } finally {
    progress?.end();
  }
}

/** Silence was asked for: then nothing is looked at (SUR-9). */
async function runEnforce({ bench, out, options }: Invocation): Promise<Ended> {
  if (bench.here.isSilent(new Date(), "everywhere")) {
    if (out.options.json) out.json({ paused: true, lowered: [], left: 0 });
    out.note(ENFORCED.paused);
    return EXIT.done;
  }
  const { open, act, lenient } = await bench.enforcing();
  const done = await enforce({ open, act, lenient, dryRun: options["dry-run"] === true });
  if (isRefusal(done)) return done;
  if (out.options.json) out.json(enforcedRecord(done, act));
  else printEnforced(done, act, out);
  const refused = done.lowered.flatMap(({ refused: why }) => (why === undefined ? [] : [exitFor(why.code)]));
  return Math.max(done.lowered.length + done.left > 0 ? EXIT.findings : EXIT.done, ...refused);
}

function printEnforced({ lowered, looked, left, dryRun }: Enforced, act: Act, out: Output): void {
  const done = lowered.filter(({ refused }) => refused === undefined).length;
  if (lowered.length > 0) paragraph(out, dryRun ? DEMOTED.would(lowered.length) : DEMOTED.done(done));
  for (const { what, failed, refused } of lowered) {
    const told = DEMOTED.told(failed, refused?.message);
    for (const line of beside("  ", 4, `${calledHere(what, act)}: ${told}`, out.columns)) out.line(line);
  }
  if (left > 0) paragraph(out, ENFORCED.left(left));
  if (lowered.length + left === 0) out.note(ENFORCED.none(looked));
  if (dryRun) out.note(DRY);
}

function enforcedRecord({ lowered, looked, left, dryRun }: Enforced, act: Act): Record<string, unknown> {
  const rows = lowered.map(({ what, failed, refused }) => ({
    memory: calledHere(what, act),
    failed,
    ...(refused === undefined ? {} : { problem: refused.message }),
  }));
  return { "dry-run": dryRun, looked, lowered: rows, left };
}

function print(report: Report, paths: readonly string[], out: Output): void {
  const { counts, sections, demotions, dryRun } = report;
  out.line(COUNTS(counts.verified, counts.inferred, counts.quarantined, counts.unattested));
  const clear = sections.filter(({ state }) => state === "clear").length;
  for (const { id, state, sentence } of sections) {
    if (state === "clear") continue;
    const label = `${SECTION_TITLES[id].padEnd(19)} ${out.paint(STYLE[state], STATES[state].padEnd(13))}  `;
    for (const line of beside(label, 35, sentence, out.columns)) out.line(line);
  }
  out.note(out.paint("dim", CLEAR(clear, sections.length)));
  if (demotions.length > 0) {
    const done = demotions.filter(({ problem }) => problem === undefined).length;
    paragraph(out, dryRun ? DEMOTED.would(demotions.length) : DEMOTED.done(done));
    for (const { quoted, failed, problem } of demotions) {
      const told = problem === undefined ? failed : DEMOTED.failed(problem);
      out.line(`  ${clip(`${quoted}: ${told}`, out.columns - 2)}`);
    }
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
