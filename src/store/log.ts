// The history of changes as the ledgers tell it, and whether they can be believed (STO-30, STO-31). A ledger holds no
// text: names are looked up in the store, for display only (STO-34). Nothing here mends a ledger: it is evidence.
import { isFailure } from "../checks/failure.ts";
import { type Refusal, refuse } from "../text/errors.ts";
import { nameOf, readCatalogue } from "./catalogue.ts";
import type { OpenStore, OpenStores } from "./context.ts";
import { type LedgerLine, type LedgerVerdict, readings, verifyReadings } from "./ledger.ts";
import type { Scope } from "./memory-store.ts";
import type { GitChange, GitHistory, LedgerFile } from "./records.ts";
import { resolve } from "./resolve.ts";

const SHORTEST_PREFIX = 4;

export interface LogEntry extends Omit<LedgerLine, "prev" | "hash"> {
  readonly scope: Scope;
  /** Of the memory as it is now; null for one that is gone. */
  readonly name: string | null;
}

/** `torn`: a crash cut a line off and nothing else is wrong. */
export type LedgerState = "whole" | "torn" | "broken";

export interface LedgerReport extends LedgerVerdict {
  readonly state: LedgerState;
  readonly scope: Scope;
  readonly device: string;
  readonly isOurs: boolean;
  readonly path: string;
  /** Where this machine's mark stands, for who put a backup back and knows it. */
  readonly markPath?: string;
  /** The file exists and may not be read: a link, a foreign owner. */
  readonly refused?: string;
}

export interface Log {
  readonly kind: "log";
  /** Newest first. */
  readonly entries: readonly LogEntry[];
  /** How many there are without the limit. */
  readonly total: number;
  readonly reports: readonly LedgerReport[];
}

export interface ReadLedger {
  readonly report: LedgerReport;
  readonly lines: readonly LedgerLine[];
}

/** Every ledger of these stores; of those that are whole this machine remembers how far they went. */
export function verifyLedgers(stores: OpenStores): readonly LedgerReport[] {
  return verifiedLedgers(stores).map(({ report }) => report);
}

/** The same with what they say, each file in its own order. */
export function verifiedLedgers(stores: OpenStores): readonly ReadLedger[] {
  return stores.flatMap((open) =>
    readLedgers(open).map(({ report, lines }) => ({ report: remembered(open, report), lines })),
  );
}

/** As they are, leaving no mark of how far they went. */
export function ledgersSeen(stores: OpenStores): readonly ReadLedger[] {
  return stores.flatMap(readLedgers);
}

export function readLog(stores: OpenStores, name: string | undefined, limit: number): Log | Refusal {
  const ledgers = ledgersSeen(stores);
  const id = name === undefined ? undefined : idFor(stores, name, ledgers);
  if (typeof id === "object") return id;
  const named = namesOf(stores);
  const files = ledgers.map(({ report, lines }) => {
    const wanted = id === undefined ? lines : lines.filter((line) => line.id === id);
    return wanted.map((line) => entryOf(line, report.scope, named));
  });
  const entries = newestFirst(files, limit);
  const total = files.reduce((sum, file) => sum + file.length, 0);
  return { kind: "log", entries, total, reports: ledgers.map(({ report }) => report) };
}

/** The commits that changed a memory, newest first (FOR-2); none for one that has no file. */
export async function committedChanges(
  stores: OpenStores,
  name: string,
  git: GitHistory,
): Promise<readonly GitChange[]> {
  const found = resolve(stores, name);
  if (found.kind !== "found") return [];
  return git.changes(found.open.store.info.root, found.memory.stored.file);
}

/** This machine's own first, then by device. */
function readLedgers(open: OpenStore): readonly ReadLedger[] {
  const rank = ({ device }: LedgerFile): number => (device === open.ledger.device ? 0 : 1);
  const files = open.ledger.files().toSorted((a, b) => rank(a) - rank(b));
  return files.map((file) => {
    const { content, device, mark } = file;
    if (!(content instanceof Uint8Array) && content !== "gone")
      return { report: reportOf(open, file, { entries: 0, torn: [], refused: content.refused }), lines: [] };
    const found = readings(content === "gone" ? new Uint8Array() : content);
    const lines = found.flatMap(({ line }) => (line === undefined ? [] : [line]));
    return { report: reportOf(open, file, verifyReadings(found, device, mark)), lines };
  });
}

function reportOf(
  { store, ledger }: OpenStore,
  { device, path, markPath }: LedgerFile,
  verdict: LedgerVerdict & { readonly refused?: string },
): LedgerReport {
  const where = { scope: store.info.scope, device, isOurs: device === ledger.device, path };
  const isBroken = verdict.refused !== undefined || verdict.broken !== undefined;
  const state = isBroken ? "broken" : verdict.torn.length > 0 ? "torn" : "whole";
  return { state, ...where, ...(markPath === undefined ? {} : { markPath }), ...verdict };
}

function remembered({ ledger }: OpenStore, report: LedgerReport): LedgerReport {
  if (report.state !== "broken" && report.head !== undefined) ledger.remember(report.device, report.head);
  return report;
}

/** A memory of the store, else one that only a ledger still knows: archived, taken out, forgotten. */
function idFor(stores: OpenStores, name: string, ledgers: readonly ReadLedger[]): string | Refusal {
  const found = resolve(stores, name);
  if (found.kind === "found" && found.memory.id !== undefined) return found.memory.id;
  if (found.kind === "refusal" && found.code !== "not-found") return found;
  if (found.kind !== "refusal") return refuse("not-found", `${name} has no id yet, so no ledger tells of it.`);
  const prefix = name.toUpperCase();
  const ids = new Set(ledgers.flatMap(({ lines }) => lines.map((line) => line.id)));
  const gone = name.length < SHORTEST_PREFIX ? [] : [...ids].filter((id) => id.startsWith(prefix));
  const [first, ...more] = gone;
  if (first === undefined) return found;
  return more.length === 0
    ? first
    : refuse("ambiguous", `"${name}" names ${gone.length} memories.`, "Give the whole id.", gone);
}

function namesOf(stores: OpenStores): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const { store } of stores) {
    for (const memory of readCatalogue(store).memories) {
      if (memory.id !== undefined) names.set(memory.id, nameOf(memory));
    }
  }
  return names;
}

function entryOf(line: LedgerLine, scope: Scope, names: ReadonlyMap<string, string>): LogEntry {
  const { seq, ts, device, actor, channel, action, id, from, to, sha256, reason } = line;
  const name = names.get(id) ?? null;
  // A ledger may come from another machine: only the words of a check are told.
  const failed = isFailure(line.failed) ? { failed: line.failed } : {};
  return { seq, ts, device, scope, actor, channel, action, id, name, from, to, sha256, reason, ...failed };
}

/** Between files the time decides; within one its own order does, whatever its clock said. */
function newestFirst(files: readonly (readonly LogEntry[])[], limit: number): readonly LogEntry[] {
  const rest = files.map((file) => ({ file, at: file.length - 1 }));
  const entries: LogEntry[] = [];
  while (entries.length < limit) {
    let newest: { entry: LogEntry; from: { at: number } } | undefined;
    for (const from of rest) {
      const entry = from.file[from.at];
      if (entry !== undefined && (newest === undefined || entry.ts > newest.entry.ts)) newest = { entry, from };
    }
    if (newest === undefined) break;
    newest.from.at--;
    entries.push(newest.entry);
  }
  return entries;
}
