// `holdfast audit` (AUD-1): reads everything once, lowers what fails its checks (TRU-6), and makes a report. It changes
// nothing else; a dry run, the only kind for who is no person, changes nothing at all.
import { gateForReport } from "../../checks/gate.ts";
import type { CheckSettings } from "../../checks/settings.ts";
import type { Finding } from "../../memory/findings.ts";
import { doubtsIn } from "../../recall/doubts.ts";
import type { Freshness, IsOutdated } from "../../recall/outdated.ts";
import type { Receipt } from "../../recall/receipts.ts";
import { usageIn } from "../../recall/usage.ts";
import { rowOf } from "../../review/list.ts";
import { lookAlikes, standingIn } from "../../review/waiting.ts";
import {
  type Catalogue,
  isInForce,
  type Memory,
  nameOf,
  readCatalogue,
  supersededAmong,
} from "../../store/catalogue.ts";
import type { Act, OpenStores } from "../../store/context.ts";
import { ledgersSeen, verifiedLedgers } from "../../store/log.ts";
import { type Refusal, refuse } from "../../text/errors.ts";
import { forbidden, permission } from "../../trust/authority.ts";
import { secondOf } from "../../trust/transitions.ts";
import {
  calledHere,
  failingAmong,
  findingsOf,
  isMass,
  type Lowered,
  lowerEach,
  type Seen,
  unreadIn,
} from "../enforce.ts";
import { forChannel } from "./for-agents.ts";
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
  readonly files?: Freshness | undefined;
  readonly project: string | undefined;
  readonly dryRun: boolean;
  /** Called as checking goes on; false asks to stop. */
  step(done: number, total: number): Promise<boolean>;
  /** Asked before so many are lowered at once; a no lowers none. */
  agree(failing: number, inUse: number): Promise<boolean>;
  /** The page, where it is wanted. */
  readonly page?: (report: Report) => string;
  readonly json: boolean;
}

export interface Audited {
  readonly kind: "audited";
  readonly report: Report;
  readonly markdown: string;
  /** Empty after a dry run. */
  readonly paths: readonly string[];
}

export async function audit(request: AuditRequest): Promise<Audited | Refusal> {
  const { stores, act, reports, dryRun } = request;
  const refused = forbidden("audit", act.channel) ?? (dryRun ? undefined : personOnly(act));
  if (refused !== undefined) return refused;
  const first = await lookAt(request);
  if (first === undefined) return refuse("changed-meanwhile", "Stopped; nothing was written.", "holdfast audit");
  const demotions = (await lowered(first, request)).map((each) => demotionOf(each, act));
  const isChanged = !dryRun && demotions.some(({ problem }) => problem === undefined);
  const catalogues = isChanged ? stores.map(({ store }) => readCatalogue(store)) : first.catalogues;
  const view = viewOf(
    request,
    catalogues,
    new Map(first.seen.map(({ memory, findings }) => [fileOf(memory), findings])),
  );
  const report = forChannel(reportOf(view, { ...request, demotions }), view, act);
  return written(report, request, reports, act.checks);
}

/** The report is kept in the store, and memories move: what others may do of it has its own words. */
function personOnly({ channel }: Act): Refusal | undefined {
  if (permission("audit", channel) === "full") return undefined;
  const message = "`holdfast audit` keeps a report in the store; without a person it takes --report or --enforce.";
  return refuse("needs-person", message, "holdfast audit --report");
}

interface Looked {
  readonly seen: readonly Seen[];
  readonly catalogues: readonly Catalogue[];
}

async function lookAt({ stores, act, step }: AuditRequest): Promise<Looked | undefined> {
  const catalogues = stores.map(({ store }) => readCatalogue(store));
  const all = stores.flatMap((open, at) => (catalogues[at]?.memories ?? []).map((memory) => ({ open, memory })));
  const seen: Seen[] = [];
  for (const { open, memory } of all) {
    seen.push({ open, memory, findings: findingsOf(memory, act.checks) });
    if (seen.length % 25 === 0 && !(await step(seen.length, all.length))) return undefined;
  }
  return { seen, catalogues };
}

async function lowered({ seen, catalogues }: Looked, request: AuditRequest): Promise<readonly Lowered[]> {
  const { stores, act, dryRun, agree } = request;
  const unread = stores.flatMap((open, at) => {
    const catalogue = catalogues[at];
    return catalogue === undefined ? [] : unreadIn(open, catalogue);
  });
  const failing = failingAmong(seen, unread);
  if (dryRun) return lowerEach(failing, act, "dry-run");
  const inUse = seen.filter(({ memory }) => memory.stored.place === "memories").length + unread.length;
  if (isMass(failing.length, inUse) && !(await agree(failing.length, inUse))) return [];
  return lowerEach(failing, act, "now");
}

function demotionOf({ what, failed, refused }: Lowered, act: Act): Demotion {
  const problem = refused === undefined ? {} : { problem: refused.message };
  const key = what.kind === "memory" ? keyOf(what) : `${what.spot.place}/${what.spot.file}`;
  return { key: `demotion ${key}`, quoted: calledHere(what, act), failed, ...problem };
}

/** Findings are those of before the demotions: that is what the report is about. */
function viewOf(
  { stores, act, receipts, isOutdated, files, project, dryRun }: AuditRequest,
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
    files,
    project,
    receipts,
    feedback: stores[0]?.feedback.all() ?? [],
    ledgers: dryRun ? ledgersSeen(stores) : verifiedLedgers(stores),
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

/** As `holdfast` alone counts them: what is put away or replaced stands in no tier that an agent meets. */
function countsOf({ memories, superseded }: AuditView): TierCounts {
  const counts = { unattested: 0, verified: 0, inferred: 0, quarantined: 0 };
  for (const memory of memories)
    if (memory.tier === "quarantined" || isInForce(memory, superseded)) counts[memory.tier]++;
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
  return { kind: "audited", report: masked, markdown: md ?? "", paths };
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
