// What an audit looks at, a section each, in the order of the report. Everything they look at is read once.
import { isFailure } from "../../checks/failure.ts";
import { listField, textField, trustStateOf } from "../../memory/fields.ts";
import { blocks, type Finding, isFault } from "../../memory/findings.ts";
import { madeAt } from "../../memory/ids.ts";
import { windowOf } from "../../recall/due.ts";
import { type Freshness, goneFilesIn, type IsOutdated } from "../../recall/outdated.ts";
import type { Receipt } from "../../recall/receipts.ts";
import { usageIn } from "../../recall/usage.ts";
import type { LookAlike } from "../../review/waiting.ts";
import { conflictsAmong, type RulePair } from "../../rules/conflicts.ts";
import { type DeadRule, deadRules } from "../../rules/dead.ts";
import { standingRules } from "../../rules/standing.ts";
import { type Broken, handleOf, isInForce, type Memory, nameOf, stemOf } from "../../store/catalogue.ts";
import type { ReadLedger } from "../../store/log.ts";
import type { Feedback } from "../../store/records.ts";
import { daysSince, isAhead, isStale } from "../../trust/lifecycle.ts";
import type { ReportRow, Section } from "./report.ts";
import { SAY } from "./wording.ts";

// Everything the sections look at, read once.
export interface AuditView {
  readonly now: Date;
  readonly memories: readonly Memory[];
  readonly broken: readonly Broken[];
  readonly superseded: ReadonlySet<Memory>;
  readonly alike: readonly LookAlike[];
  readonly findings: ReadonlyMap<Memory, readonly Finding[]>;
  /** Undefined outside a project. */
  readonly isOutdated: IsOutdated | undefined;
  /** The files of the project. */
  readonly files: Freshness | undefined;
  readonly project: string | undefined;
  readonly receipts: readonly Receipt[];
  readonly feedback: readonly Feedback[];
  readonly ledgers: readonly ReadLedger[];
}

/** Without a name of its own in it: ids and file names are plain. */
export function keyOf(memory: Memory): string {
  return memory.id ?? `${memory.stored.place}/${memory.stored.file}`;
}

/** Neither put away nor replaced nor held. */
function inForce({ superseded }: AuditView, memory: Memory): boolean {
  return isInForce(memory, superseded);
}

export function sectionsOf(view: AuditView): readonly Section[] {
  return [
    checksSection(view),
    staleSection(view),
    ...alikeSections(view),
    rulesSection(view),
    referencesSection(view),
    unusedSection(view),
    ...quarantineSections(view),
    ledgerSection(view),
    spendSection(),
  ];
}

// What the checks say of every stored file, by all their layers (CHK-13): a row for each rule and memory. A finding's
// excerpt stays out: the hint says what is wrong, and the file is at hand. Notes on form are counted: a sentence is enough
// for a memory (SUR-00), and who wants to write at length asks for them.
function checksSection({ memories, broken, findings }: AuditView): Section {
  const all = memories.flatMap((memory) => byRule(findings.get(memory) ?? []).map((found) => ({ memory, found })));
  const fault = all.some(({ found }) => isFault(found[0]));
  const told = all.filter(({ found }) => !isFault(found[0]));
  const rows = told
    .filter(({ found }) => !isOfForm(found[0]))
    .sort((a, b) => rank(a.found[0]) - rank(b.found[0]))
    .map(({ memory, found }) => checksRow(memory, found));
  for (const { spot } of broken) {
    const path = `${spot.place}/${spot.file}`;
    rows.unshift({
      key: `checks ${path} unreadable`,
      quoted: [path],
      detail: SAY.unreadable,
      next: "holdfast audit --check",
    });
  }
  const blocking = broken.length + told.filter(({ found }) => blocks(found[0])).length;
  const forms = told.filter(({ found }) => isOfForm(found[0])).length;
  const sentence = SAY.checks({ blocking, rest: rows.length - blocking, forms }, memories.length + broken.length);
  const state = fault ? "not-looked-at" : rows.length === 0 ? "clear" : "found";
  return { id: "checks", state, sentence: fault ? `${sentence} ${SAY.scannerFault}` : sentence, rows };
}

function isOfForm(finding: Finding): boolean {
  return finding.check === "structure" && !blocks(finding);
}

/** What blocks comes first. */
function rank(finding: Finding): number {
  return blocks(finding) ? 0 : 1;
}

type Found = readonly [Finding, ...Finding[]];

function byRule(findings: readonly Finding[]): readonly Found[] {
  const rules = new Map<string, [Finding, ...Finding[]]>();
  for (const finding of findings) {
    const rule = `${finding.check}/${finding.rule}`;
    const known = rules.get(rule);
    if (known === undefined) rules.set(rule, [finding]);
    else known.push(finding);
  }
  return [...rules.values()];
}

function checksRow(memory: Memory, [first, ...more]: Found): ReportRow {
  const rule = `${first.check}/${first.rule}`;
  return {
    key: `checks ${keyOf(memory)} ${rule}`,
    quoted: [nameOf(memory)],
    detail: SAY.checksRow(rule, first.line, first.hint, more.length),
    next: `holdfast audit --check ${handleOf(memory)}`,
  };
}

// Verified memories that nobody confirmed for more than 90 days (TRU-4).
function staleSection(view: AuditView): Section {
  const rows = view.memories
    .filter((memory) => memory.tier === "verified" && inForce(view, memory))
    .map((memory) => ({ memory, last: trustStateOf(memory.document).lastVerified }))
    .filter(({ last }) => isStale(last, view.now))
    .map(({ memory, last }) => ({
      key: `stale ${keyOf(memory)}`,
      quoted: [nameOf(memory)],
      detail: SAY.staleRow(dayCount(last, view.now)),
      next: `holdfast confirm ${handleOf(memory)}`,
    }));
  return { id: "stale", state: rows.length === 0 ? "clear" : "found", sentence: SAY.stale(rows.length), rows };
}

function dayCount(last: string | undefined, now: Date): number | "ahead" | undefined {
  const days = daysSince(last, now);
  return days !== undefined && isAhead(days) ? "ahead" : days;
}

// Pairs that seem to say the same, and pairs that seem to say the opposite.
function alikeSections({ alike }: AuditView): readonly Section[] {
  return [alikeSection("duplicates", "duplicate", alike), alikeSection("contradictions", "contradiction", alike)];
}

function alikeSection(
  id: "duplicates" | "contradictions",
  kind: LookAlike["kind"],
  found: readonly LookAlike[],
): Section {
  const rows = found.filter((pair) => pair.kind === kind).map((pair) => alikeRow(id, pair));
  return { id, state: rows.length === 0 ? "clear" : "found", sentence: SAY[id](rows.length), rows };
}

function alikeRow(id: string, { a, b, score }: LookAlike): ReportRow {
  return {
    key: `${id} ${[keyOf(a), keyOf(b)].sort().join(" ")}`,
    quoted: namesOf(a, b),
    detail: SAY.alike(score),
    // Which of two opposites holds is for a person to say; of two that say the same the first may stay.
    next: id === "duplicates" ? `holdfast off ${handleOf(b)} --by ${handleOf(a)}` : `holdfast show ${handleOf(a)}`,
  };
}

/** Two of one name are told apart by their files. */
function namesOf(a: Memory, b: Memory): readonly string[] {
  const names = [nameOf(a), nameOf(b)];
  return names[0] === names[1] ? [a, b].map((memory) => `${nameOf(memory)} (${stemOf(memory)})`) : names;
}

// Rules of which a person should know that they are not what they seem (RUL-8): two that can't both be meant, and those that
// stop nothing.
function rulesSection({ memories, now, project, superseded, files }: AuditView): Section {
  const standing = standingRules(memories, now);
  const isHere = ({ scope, document }: Memory): boolean =>
    scope === "shared" || (project !== undefined && textField(document, "project") === project);
  const look = (memory: Memory): ReturnType<Freshness["look"]> | undefined =>
    isHere(memory) ? files?.look() : undefined;
  const pairs = conflictsAmong(standing, project);
  const dead = deadRules(memories, { now, superseded, look });
  const rows = [...pairs.map(conflictRow), ...dead.map(deadRow)];
  const sentence = SAY.rules(standing.length, pairs.length, dead.length);
  return { id: "rules", state: rows.length === 0 ? "clear" : "found", sentence, rows };
}

function conflictRow({ a, b, conflict }: RulePair): ReportRow {
  return {
    key: `rules ${[keyOf(a), keyOf(b)].sort().join(" ")}`,
    quoted: namesOf(a, b),
    detail: SAY.conflict(conflict.kind),
    saying: conflict.said.join(" / "),
    next: `holdfast edit ${handleOf(a)}`,
  };
}

function deadRow({ memory, why, said }: DeadRule): ReportRow {
  return {
    key: `rules ${keyOf(memory)} ${why}`,
    quoted: [nameOf(memory)],
    detail: SAY.dead(why),
    ...(said === undefined ? {} : { saying: said }),
    next: `holdfast ${why === "superseded" ? "off" : "edit"} ${handleOf(memory)}`,
  };
}

// Memories of this project that name files or symbols which are gone (CTX-8). Another project's files are not at hand;
// how many memories that leaves out is said.
const NAMED = 3;

function referencesSection(view: AuditView): Section {
  const { isOutdated, project, files } = view;
  const inUse = view.memories.filter((memory) => inForce(view, memory));
  const naming = inUse.filter(({ document }) => listField(document, "paths").length > 0);
  if (isOutdated === undefined) return { id: "references", state: "not-looked-at", sentence: SAY.noProject, rows: [] };
  const isHere = ({ scope, document }: Memory): boolean =>
    scope === "shared" || textField(document, "project") === project;
  const gone = (memory: Memory): readonly string[] => {
    if (naming.includes(memory) && isOutdated(memory)) return listField(memory.document, "paths");
    return files !== undefined && isHere(memory) ? goneFilesIn(memory.document, files.look()) : [];
  };
  const rows = inUse.flatMap((memory) => {
    const named = gone(memory);
    if (named.length === 0) return [];
    const saying = named.slice(0, NAMED).join(", ");
    const next = `holdfast edit ${handleOf(memory)}`;
    return [{ key: `references ${keyOf(memory)}`, quoted: [nameOf(memory)], detail: SAY.referencesRow, saying, next }];
  });
  const others = naming.filter((memory) => !isHere(memory)).length;
  const sentence = SAY.references(rows.length, others);
  return { id: "references", state: rows.length === 0 ? "clear" : "found", sentence, rows };
}

// What was in the store for 90 days and shown to nobody in that time. The id tells when a memory came into the store;
// receipts are kept for 90 days (SUR-9), and how far they really reach back is said.
const UNUSED_MS = 90 * 86_400_000;

function unusedSection(view: AuditView): Section {
  const { receipts, now } = view;
  const oldest = receipts.reduce<string | undefined>(
    (first, { at }) => (first === undefined || at < first ? at : first),
    undefined,
  );
  if (oldest === undefined) return { id: "unused", state: "not-looked-at", sentence: SAY.noReceipts, rows: [] };
  const usage = usageIn(receipts, []);
  const rows = view.memories.flatMap((memory) => {
    if (memory.id === undefined || !inForce(view, memory) || usage(memory).shown > 0) return [];
    const since = madeAt(memory.id);
    if (now.getTime() - since.getTime() < UNUSED_MS) return [];
    const detail = SAY.unusedRow(since.toISOString().slice(0, 10));
    const next = `holdfast off ${handleOf(memory)}`;
    return [{ key: `unused ${keyOf(memory)}`, quoted: [nameOf(memory)], detail, next }];
  });
  const sentence = SAY.unused(rows.length, oldest.slice(0, 10));
  return { id: "unused", state: rows.length === 0 ? "clear" : "found", sentence, rows };
}

// Quarantine by its windows (TRU-5): of the first 30 days only their number is told and what a check put there, then each is
// listed with its original reason, and from day 91 it may be archived, which is a person's act. Name and reason, no other
// text.
function quarantineSections({ memories, now }: AuditView): readonly Section[] {
  const held = memories.filter(({ tier }) => tier === "quarantined");
  const within = (window: ReturnType<typeof windowOf>): readonly Memory[] =>
    held.filter((memory) => windowOf(memory, now) === window);
  const rowOf = (memory: Memory): ReportRow => heldRow(memory, now, "quarantine", "on --edit");
  const listed = within("audited").map(rowOf);
  const failed = within("passive").filter(({ document }) => isFailure(textField(document, "quarantine-reason")));
  const old = within("archive-candidate").map((memory) => heldRow(memory, now, "archive", "off"));
  const sentence = SAY.quarantine(within("passive").length, listed.length);
  return [
    {
      id: "quarantine",
      state: listed.length === 0 ? "clear" : "found",
      sentence,
      rows: [...listed, ...failed.map(rowOf)],
    },
    { id: "archive", state: old.length === 0 ? "clear" : "found", sentence: SAY.archive(old.length), rows: old },
  ];
}

function heldRow(memory: Memory, now: Date, section: "quarantine" | "archive", verb: string): ReportRow {
  const { document, stored } = memory;
  const days =
    daysSince(textField(document, "quarantined-at"), now) ??
    daysSince(textField(document, "last-verified"), now) ??
    daysSince(new Date(stored.mtimeMs).toISOString().slice(0, 10), now) ??
    0;
  return {
    key: `${section} ${keyOf(memory)}`,
    quoted: [nameOf(memory)],
    detail: SAY.quarantineRow(days),
    saying: textField(document, "quarantine-reason") ?? SAY.noReason,
    next: `holdfast ${verb} ${handleOf(memory)}`,
  };
}

// Whether the ledgers are as they were written (STO-31). A break is told, never mended.
function ledgerSection({ ledgers }: AuditView): Section {
  const doubtful = ledgers.filter(({ report }) => report.state !== "whole");
  const rows = doubtful.map(({ report: { scope, device, state } }) => ({
    key: `ledger ${scope} ${device} ${state}`,
    quoted: [],
    detail: SAY.ledgerRow(scope, device, state),
    next: "holdfast log --verify",
  }));
  const sentence = SAY.ledger(ledgers.length, doubtful.length);
  return { id: "ledger", state: rows.length === 0 ? "clear" : "found", sentence, rows };
}

// What models cost. The observer's own record is not read here yet, so the section claims nothing about it.
function spendSection(): Section {
  return { id: "spend", state: "not-looked-at", sentence: SAY.spend, rows: [] };
}
