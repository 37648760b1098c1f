// `holdfast audit` (AUD-1): reads everything once, demotes what fails its checks (TRU-6), and makes a report. It changes
// nothing else; a dry run changes nothing at all.
import { gateForReport } from "../../checks/gate.ts";
import type { CheckSettings } from "../../checks/settings.ts";
import type { Finding } from "../../memory/findings.ts";
import { doubtsIn } from "../../recall/doubts.ts";
import type { IsOutdated } from "../../recall/outdated.ts";
import type { Receipt } from "../../recall/receipts.ts";
import { usageIn } from "../../recall/usage.ts";
import { rowOf } from "../../review/list.ts";
import { lookAlikes, standingIn } from "../../review/waiting.ts";
import { type Catalogue, type Memory, nameOf, readCatalogue, supersededAmong } from "../../store/catalogue.ts";
import type { Act, OpenStore, OpenStores } from "../../store/context.ts";
import { verifiedLedgers } from "../../store/log.ts";
import { write } from "../../store/write.ts";
import { isRefusal, type Refusal, refuse } from "../../text/errors.ts";
import { forbidden } from "../../trust/authority.ts";
import { secondOf } from "../../trust/transitions.ts";
import { demotionFor, disagrees, findingsOf, isDemotedBy } from "../doctor/content.ts";
import { markdownOf } from "./markdown.ts";
import {
  type Demotion,
  quotedIn,
  type Report,
  type ReportFiles,
  type Reports,
  type TierCounts,
  withQuoted,
} from "./report.ts";
import { type AuditView, keyOf, sectionsOf } from "./sections.ts";
import { earlierReports, queueOverTime, sinceOf } from "./since.ts";
import { trendsIn } from "./trends.ts";

export interface AuditRequest {
  readonly stores: OpenStores;
  readonly act: Act;
  readonly reports: Reports;
  readonly receipts: readonly Receipt[];
  readonly isOutdated: IsOutdated | undefined;
  readonly project: string | undefined;
  readonly dryRun: boolean;
  /** Called as checking goes on; false asks to stop. */
  step(done: number, total: number): Promise<boolean>;
  /** The page, where it is wanted. */
  readonly page?: (report: Report) => string;
  readonly json: boolean;
}

export interface Audited {
  readonly kind: "audited";
  readonly report: Report;
  /** Empty after a dry run. */
  readonly paths: readonly string[];
}

export async function audit(request: AuditRequest): Promise<Audited | Refusal> {
  const { stores, act, reports, dryRun } = request;
  const refused = forbidden("audit", act.channel);
  if (refused !== undefined) return refused;
  const first = await lookAt(request);
  if (first === undefined) return refuse("changed-meanwhile", "Stopped; nothing was written.", "holdfast audit");
  const failing = first.seen.filter(({ memory, findings }) => !disagrees(memory) && isDemotedBy(findings, memory));
  const demotions = await demoteEach(failing, act, dryRun);
  const isChanged = !dryRun && demotions.some(({ problem }) => problem === undefined);
  const catalogues = isChanged ? stores.map(({ store }) => readCatalogue(store)) : first.catalogues;
  const view = viewOf(
    request,
    catalogues,
    new Map(first.seen.map(({ memory, findings }) => [fileOf(memory), findings])),
  );
  const report = reportOf(view, { ...request, demotions });
  return written(report, request, reports, act.checks);
}

interface Seen {
  readonly open: OpenStore;
  readonly memory: Memory;
  readonly findings: readonly Finding[];
}

async function lookAt({
  stores,
  act,
  step,
}: AuditRequest): Promise<{ readonly seen: readonly Seen[]; readonly catalogues: readonly Catalogue[] } | undefined> {
  const catalogues = stores.map(({ store }) => readCatalogue(store));
  const all = stores.flatMap((open, at) => (catalogues[at]?.memories ?? []).map((memory) => ({ open, memory })));
  const seen: Seen[] = [];
  for (const { open, memory } of all) {
    seen.push({ open, memory, findings: findingsOf(memory, act.checks) });
    if (seen.length % 25 === 0 && !(await step(seen.length, all.length))) return undefined;
  }
  return { seen, catalogues };
}

/** A result per item, never stopping midway (STO-23). */
async function demoteEach(failing: readonly Seen[], act: Act, dryRun: boolean): Promise<readonly Demotion[]> {
  const done: Demotion[] = [];
  for (const { open, memory } of failing) {
    const plan = demotionFor(memory, "audit", act);
    const result = isRefusal(plan) || dryRun ? plan : await write(open, plan, act);
    const problem = isRefusal(result) ? { problem: result.message } : {};
    done.push({ key: `demotion ${keyOf(memory)}`, quoted: nameOf(memory), ...problem });
  }
  return done;
}

/** Findings are those of before the demotions: that is what the report is about. */
function viewOf(
  { stores, act, receipts, isOutdated, project }: AuditRequest,
  catalogues: readonly Catalogue[],
  findings: ReadonlyMap<string, readonly Finding[]>,
): AuditView {
  const memories = catalogues.flatMap((catalogue) => catalogue.memories);
  return {
    now: act.now,
    memories,
    broken: catalogues.flatMap((catalogue) => catalogue.broken),
    superseded: supersededAmong(memories),
    alike: lookAlikes(memories),
    findings: new Map(memories.map((memory) => [memory, findings.get(fileOf(memory)) ?? []])),
    isOutdated,
    project,
    receipts,
    feedback: stores[0]?.feedback.all() ?? [],
    ledgers: verifiedLedgers(stores),
  };
}

/** Stays the same when a memory moves to quarantine, and there gets its id. */
function fileOf({ scope, stored }: Memory): string {
  return `${scope} ${stored.file}`;
}

function reportOf(
  view: AuditView,
  { act, reports, dryRun, demotions }: AuditRequest & { readonly demotions: readonly Demotion[] },
): Report {
  const date = act.now.toISOString().slice(0, 10);
  const earlier = earlierReports(reports, date);
  const sections = sectionsOf(view);
  const queue = queueOf(view);
  const names = new Map<string, string>(view.memories.map((memory) => [keyOf(memory), nameOf(memory)]));
  return {
    date,
    at: secondOf(act.now),
    dryRun,
    counts: countsOf(view),
    queue,
    demotions,
    sections,
    since: sinceOf(sections, earlier.at(-1), (id) => names.get(id)),
    trends: trendsIn(view, queueOverTime(earlier, date, queue)),
  };
}

function countsOf({ memories }: AuditView): TierCounts {
  const counts = { unattested: 0, verified: 0, inferred: 0, quarantined: 0 };
  for (const { tier } of memories) counts[tier]++;
  return counts;
}

/** As the review counts it. */
function queueOf({ memories, now, superseded, alike, receipts, feedback, isOutdated }: AuditView): number {
  const usageOf = usageIn(receipts, feedback);
  const standingOf = standingIn({ alike, doubtAbout: doubtsIn(feedback), usageOf, isOutdated });
  return memories.filter((memory) => rowOf(memory, now, superseded.has(memory), standingOf(memory)).due.length > 0)
    .length;
}

/** Secrets are masked in whatever is quoted, before any of the forms is made. */
function written(report: Report, request: AuditRequest, reports: Reports, settings: CheckSettings): Audited | Refusal {
  let masked = report;
  const render = (words: readonly string[]): readonly string[] => {
    let at = 0;
    masked = withQuoted(report, () => words[at++] ?? "");
    return [markdownOf(masked), jsonOf(masked), request.page?.(masked) ?? ""];
  };
  const texts = gateForReport(quotedIn(report).map(oneLine), render, settings);
  if (texts === undefined)
    return refuse("checks-failed", "The secret scanner could not run, so no report is written.", "holdfast doctor");
  const [md, json, html] = texts;
  const files: ReportFiles = {
    ...(md === undefined ? {} : { md }),
    ...(json === undefined || !request.json ? {} : { json }),
    ...(html === undefined || request.page === undefined ? {} : { html }),
  };
  const paths = request.dryRun ? [] : reports.write(report.date, files);
  return { kind: "audited", report: masked, paths };
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ");
}

function jsonOf(report: Report): string {
  return `${JSON.stringify(recordOf(report), undefined, 2)}\n`;
}

/** As others read it: a version, and keys as everywhere in our JSON. */
export function recordOf({ dryRun, ...report }: Report): Record<string, unknown> {
  return { version: 1, "dry-run": dryRun, ...report };
}
