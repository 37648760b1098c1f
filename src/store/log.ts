// The history of changes as the ledgers tell it, and whether they can be believed (STO-30, STO-31). A ledger holds no
// text: names are looked up in the store, for display only (STO-34). Nothing here mends a ledger: it is evidence.
import { type Acknowledgement, followsOf } from "../attest/acknowledge.ts";
import { isFailure } from "../checks/failure.ts";
import { type Refusal, refuse } from "../text/errors.ts";
import { forbidden } from "../trust/authority.ts";
import { dayOf } from "../trust/transitions.ts";
import { nameOf, readCatalogue } from "./catalogue.ts";
import type { Act, OpenStore, OpenStores } from "./context.ts";
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

/** `torn`: a crash cut a line off and nothing else is wrong; `acknowledged`: a person knows of each break. */
export type LedgerState = "whole" | "torn" | "acknowledged" | "broken";

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
  /** Every line as it stands, those that can't be read too. */
  readonly texts: readonly string[];
}

/** Every ledger of these stores; of those that are whole this machine remembers how far they went. */
export function verifyLedgers(stores: OpenStores): readonly LedgerReport[] {
  return verifiedLedgers(stores).map(({ report }) => report);
}

/** The same with what they say, each file in its own order. */
export function verifiedLedgers(stores: OpenStores): readonly ReadLedger[] {
  return stores.flatMap((open) =>
    readLedgers(open).map((read) => ({ ...read, report: remembered(open, read.report) })),
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

/** What every ledger tells of one memory, newest first: no other is looked up. */
export function readPast(stores: OpenStores, id: string): readonly LogEntry[] {
  const files = ledgersSeen(stores).map(({ report, lines }) =>
    lines.filter((line) => line.id === id).map((line) => entryOf(line, report.scope, new Map())),
  );
  return newestFirst(files, Number.POSITIVE_INFINITY);
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
  const known = Map.groupBy(acknowledgedIn(open), ({ device }) => device);
  return files.map((file) => {
    const { content, device, mark } = file;
    if (!(content instanceof Uint8Array) && content !== "gone")
      return {
        report: reportOf(open, file, { entries: 0, torn: [], acknowledged: [], refused: content.refused }),
        lines: [],
        texts: [],
      };
    const found = readings(content === "gone" ? new Uint8Array() : content);
    const lines = found.flatMap(({ line }) => (line === undefined ? [] : [line]));
    const all = found.map(({ text }) => text);
    const texts = all.at(-1) === "" ? all.slice(0, -1) : all;
    return { report: reportOf(open, file, verifyReadings(found, device, mark, known.get(device))), lines, texts };
  });
}

/** The ledger of a shared store stays on this machine, and so would its breaks. */
function acknowledgedIn({ store, devices }: OpenStore): readonly Acknowledgement[] {
  return store.info.scope === "personal" ? devices.acknowledged() : [];
}

/** A break as it stands now, for a person to acknowledge. */
export interface Acknowledging extends Pick<Acknowledgement, "device" | "from" | "to" | "follows"> {
  readonly kind: "acknowledging";
  readonly report: LedgerReport;
}

/** `named`: the device whose ledger it is, or how its id begins. */
export function planAcknowledge(open: OpenStore, named: string): Acknowledging | Refusal {
  const verify = "holdfast log --verify";
  const found = readLedgers(open).filter(({ report }) => report.device.startsWith(named));
  const [first, ...more] = named === "" ? [] : found;
  if (more.length > 0) return refuse("ambiguous", `"${named}" names ${found.length} ledgers.`, "Give the whole id.");
  if (first === undefined) return refuse("not-found", `There is no ledger of a device ${named}.`, verify);
  const { report } = first;
  const { broken, device } = report;
  if (report.refused !== undefined) return refuse("usage", `It may not be read: ${report.refused}.`, verify);
  if (broken === undefined) return refuse("not-found", `The ledger of ${device} has no break to acknowledge.`, verify);
  // What stands there is whole; only this machine has seen more.
  if (broken.kind === "shorter" || broken.kind === "replaced")
    return refuse("usage", "Nothing follows that could be acknowledged; only this machine has seen more.", verify);
  const lines = first.texts.slice(broken.line - 1);
  const to = broken.line - 1 + lines.length;
  return { kind: "acknowledging", report, device, from: broken.line, to, follows: followsOf(lines) };
}

export function acknowledge({ devices }: OpenStore, plan: Acknowledging, act: Act): Refusal | undefined {
  const stopped = forbidden("log", act.channel);
  if (stopped !== undefined) return stopped;
  if (devices.own === undefined) return refuse("not-allowed", "This way in has no key to sign with.");
  const { device, from, to, follows } = plan;
  const said = { kind: "ledger", version: 1, store: devices.store, device, from, to, follows } as const;
  devices.acknowledge({ ...said, date: dayOf(act.now), by: devices.own.device });
  return undefined;
}

function reportOf(
  { store, ledger }: OpenStore,
  { device, path, markPath }: LedgerFile,
  verdict: LedgerVerdict & { readonly refused?: string },
): LedgerReport {
  const where = { scope: store.info.scope, device, isOurs: device === ledger.device, path };
  const isBroken = verdict.refused !== undefined || verdict.broken !== undefined;
  const isKnown = verdict.acknowledged.length > 0;
  const state = isBroken ? "broken" : verdict.torn.length > 0 ? "torn" : isKnown ? "acknowledged" : "whole";
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
