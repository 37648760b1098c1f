// What changes replaced, for `undo` (STO-25, TRU-9): bytes in history/<store>/<id>/<sha256>.md, one record per
// change beside them. Written before the change, but not synced: losing it loses `undo`, nothing else; at most 20 per memory and 180 days; damaged records are skipped.
import type { Directory } from "../../disk/directory.ts";
import { dropFile, jotFile, removeFile, removeTemps } from "../../disk/durable-write.ts";
import { removeIfEmpty } from "../../disk/edit-files.ts";
import { orFault } from "../../disk/errno.ts";
import { inFolder, inFolderIfThere } from "../../disk/folder.ts";
import { fieldsOf, jsonBytes, parseJson } from "../../disk/json-file.ts";
import { descend } from "../../disk/paths.ts";
import { bytesIn, mustRead } from "../../disk/read-file.ts";
import { isMemoryId, type MemoryId } from "../../memory/ids.ts";
import { sha256Hex } from "../../text/digest.ts";
import { Fault } from "../../text/errors.ts";
import { HISTORY_LIMITS, type History, type HistoryRecord } from "../records.ts";

const KEPT = HISTORY_LIMITS.changes;
const KEPT_MS = HISTORY_LIMITS.days * 24 * 60 * 60 * 1000;
const MAX_BYTES = 1024 * 1024;
/** A command that takes a thousand names leaves records that list them all. */
const MAX_RECORD_BYTES = 256 * 1024;
/** Order within one memory, then the moment of writing for the order over all. */
const RECORD = /^([0-9]{6})-([0-9]{13})\.json$/;
const BYTES = /^([0-9a-f]{64})\.md$/;

interface Entry {
  readonly name: string;
  readonly order: number;
  readonly writtenMs: number;
  readonly record: HistoryRecord;
}

export function openHistory(stateDir: string, storeKey: string): History {
  const base = ["history", storeKey];
  const reading = <T>(names: readonly string[], read: (folder: Directory) => T): T | undefined =>
    orFault("Reading the history", () => inFolderIfThere(stateDir, [...base, ...names], read));
  const entriesOf = (id: MemoryId): readonly Entry[] => reading([id], (folder) => readEntries(folder, mustOpen)) ?? [];
  return {
    record: (record, bytesBefore) =>
      orFault("Writing the history", () =>
        inFolder(stateDir, [...base, checkedId(record.id)], (folder) => add(folder, record, bytesBefore), false),
      ),
    ofMemory: (id) => (isMemoryId(id) ? entriesOf(id).map((entry) => entry.record) : []),
    newest: (limit) => {
      const ids = reading([], (folder) => latestIds(folder, limit)) ?? [];
      const entries = ids.flatMap(entriesOf).sort((a, b) => b.writtenMs - a.writtenMs || b.order - a.order);
      return entries.slice(0, limit).map((entry) => entry.record);
    },
    bytes: (id, sha256) => {
      if (!isMemoryId(id) || !BYTES.test(`${sha256}.md`)) return undefined;
      const bytes = reading([id], (folder) => bytesIn(folder, `${sha256}.md`, MAX_BYTES));
      return bytes !== undefined && sha256Hex(bytes) === sha256 ? bytes : undefined;
    },
  };
}

let lastWrittenMs = 0;

function add(folder: Directory, record: HistoryRecord, bytesBefore: Uint8Array | undefined): void {
  if (record.before !== undefined && bytesBefore !== undefined) keepBytes(folder, record.before.sha256, bytesBefore);
  const order = Math.max(0, ...recordNames(folder).map(({ order }) => order)) + 1;
  lastWrittenMs = Math.max(Date.now(), lastWrittenMs + 1);
  const name = `${String(order).padStart(6, "0")}-${String(lastWrittenMs).padStart(13, "0")}.json`;
  jotFile(folder, name, jsonBytes(record), 0o600);
  prune(folder, Date.parse(record.at));
}

function keepBytes(folder: Directory, sha256: string, bytes: Uint8Array): void {
  if (sha256Hex(bytes) !== sha256) throw new Fault("io", "The bytes to keep are not those the record names.");
  const kept = bytesIn(folder, `${sha256}.md`, MAX_BYTES);
  if (kept !== undefined && sha256Hex(kept) === sha256) return;
  if (kept !== undefined) dropFile(folder, `${sha256}.md`);
  jotFile(folder, `${sha256}.md`, bytes, 0o600);
}

/** Records beyond the limits go, then the bytes that no record names any more. */
function prune(folder: Directory, nowMs: number): void {
  const entries = readEntries(folder);
  const isKept = (entry: Entry, index: number): boolean =>
    index < KEPT && !(nowMs - Date.parse(entry.record.at) > KEPT_MS);
  const kept = entries.filter(isKept);
  for (const entry of entries) if (!kept.includes(entry)) dropFile(folder, entry.name);
  const named = new Set(kept.map((entry) => entry.record.before?.sha256));
  const names = folder.names();
  removeTemps(folder, names);
  for (const name of names) {
    const sha256 = BYTES.exec(name)?.[1];
    if (sha256 !== undefined && !named.has(sha256)) dropFile(folder, name);
  }
}

function recordNames(folder: Directory): { name: string; order: number; writtenMs: number }[] {
  return folder.names().flatMap((name) => {
    const match = RECORD.exec(name);
    return match === null ? [] : [{ name, order: Number(match[1]), writtenMs: Number(match[2]) }];
  });
}

/** Newest first. */
function readEntries(folder: Directory, open: typeof bytesIn = bytesIn): Entry[] {
  const found = recordNames(folder).flatMap((named) => {
    const record = parseRecord(open(folder, named.name, MAX_RECORD_BYTES));
    return record === undefined ? [] : [{ ...named, record }];
  });
  return found.sort((a, b) => b.order - a.order);
}

/** For who asks what was last: passing over a closed record would answer with an older change. */
function mustOpen(folder: Directory, name: string, maxBytes: number): Uint8Array | undefined {
  const path = `${folder.path}/${name}`;
  const hint = `Look at it, or remove it: ls -l ${path}`;
  return mustRead(folder, name, maxBytes, { what: `The record ${path}`, hint })?.bytes;
}

/** Undefined for a damaged one: the history is disposable, `undo` goes on without it. */
function parseRecord(bytes: Uint8Array | undefined): HistoryRecord | undefined {
  const record = fieldsOf(parseJson(Buffer.from(bytes ?? []).toString("utf8"))) as Partial<HistoryRecord>;
  const { id, group, at, members = [] } = record;
  const whole = isMemoryId(id) && typeof group === "string" && typeof at === "string";
  return whole && Array.isArray(members) && members.every(isMemoryId) ? (record as HistoryRecord) : undefined;
}

/** Each record touches its folder, so the newest records lie in the folders changed last. */
function latestIds(folder: Directory, limit: number): MemoryId[] {
  const dated = folder.names().flatMap((name) => {
    const stats = isMemoryId(name) ? folder.look(name) : undefined;
    return stats?.isDirectory() === true ? [{ id: name as MemoryId, changed: stats.mtimeNs }] : [];
  });
  return dated
    .sort((a, b) => Number(b.changed - a.changed))
    .slice(0, limit)
    .map(({ id }) => id);
}

function checkedId(id: MemoryId): MemoryId {
  if (isMemoryId(id)) return id;
  throw new Fault("unsafe-path", "A history record needs a memory id.");
}

/** Forgetting: every version and record of it. Gives how many files went. */
export function dropHistory(stateDir: string, storeKey: string, id: MemoryId): number {
  const dropped = inFolderIfThere(stateDir, ["history", storeKey, checkedId(id)], (folder) => {
    const names = folder.names();
    for (const name of names) removeFile(folder, name);
    return names.length;
  });
  if (dropped !== undefined) removeIfEmpty(descend(stateDir, "history", storeKey, id));
  return dropped ?? 0;
}

/** Whatever the records say: each text that is kept of it. */
export function keptVersions(stateDir: string, storeKey: string, id: MemoryId): readonly Uint8Array[] {
  const kept = inFolderIfThere(stateDir, ["history", storeKey, checkedId(id)], (folder) =>
    folder.names().flatMap((name) => (BYTES.test(name) ? (bytesIn(folder, name, MAX_BYTES) ?? []) : [])),
  );
  return kept ?? [];
}

/** Of whom anything is kept. */
export function idsWithHistory(stateDir: string, storeKey: string): readonly MemoryId[] {
  return inFolderIfThere(stateDir, ["history", storeKey], (folder) => folder.names().filter(isMemoryId)) ?? [];
}
