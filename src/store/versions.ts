// Which text of a memory was current at a moment (FOR-2, STO-25), as far as the local history reaches. A record
// tells what a change replaced, so the first change after the moment holds the answer; with none, the present file is
// it. Where the history can't know, it says so: a guess about the past would pass for evidence.
import { textField } from "../memory/fields.ts";
import type { MemoryDocument } from "../memory/model.ts";
import { parseDate } from "../trust/lifecycle.ts";
import type { StoredFile } from "./memory-store.ts";
import { type FileVersion, HISTORY_LIMITS, type HistoryRecord } from "./records.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

export interface Present {
  readonly stored: StoredFile;
  readonly document: MemoryDocument;
}

export type AsOf =
  | { readonly kind: "present"; readonly since: string | null }
  | { readonly kind: "earlier"; readonly version: FileVersion; readonly since: string | null; readonly until: string }
  | { readonly kind: "not-yet" }
  | { readonly kind: "unknown" };

/** `moment` is exclusive: what changed at that very moment changed after it. Records are newest first. */
export function versionAt(present: Present, records: readonly HistoryRecord[], moment: Date): AsOf {
  const created = parseDate(textField(present.document, "created-at"));
  if (created !== undefined && created >= moment) return { kind: "not-yet" };
  const oldestFirst = records.toReversed();
  const next = oldestFirst.findIndex((record) => Date.parse(record.at) >= moment.getTime());
  return next < 0 ? lastOf(present, records[0], moment) : earlierThan(oldestFirst, next, moment);
}

/** Nothing changed since, unless somebody changed the file by hand. */
function lastOf({ stored }: Present, newest: HistoryRecord | undefined, moment: Date): AsOf {
  if (newest?.after?.sha256 === stored.sha256) return { kind: "present", since: newest.at };
  return stored.mtimeMs < moment.getTime() ? { kind: "present", since: null } : { kind: "unknown" };
}

function earlierThan(records: readonly HistoryRecord[], next: number, moment: Date): AsOf {
  const { before: version, at: until } = records[next] as HistoryRecord;
  if (version === undefined) return { kind: "not-yet" };
  const previous = records[next - 1];
  if (previous === undefined && isCut(records, moment)) return { kind: "unknown" };
  const since = previous?.after?.sha256 === version.sha256 ? previous.at : null;
  return { kind: "earlier", version, since, until };
}

/** Changes older than the oldest that is kept may have been dropped. */
function isCut(oldestFirst: readonly HistoryRecord[], moment: Date): boolean {
  const newest = oldestFirst.at(-1);
  const reach = Date.parse(newest?.at ?? "") - HISTORY_LIMITS.days * DAY_MS;
  return oldestFirst.length >= HISTORY_LIMITS.changes || moment.getTime() < reach;
}

/** Days at whose end the text is known, oldest first. */
export function knownDays(present: Present, records: readonly HistoryRecord[]): readonly string[] {
  const days = records.map(({ at }) => at.slice(0, 10));
  const today = new Date(present.stored.mtimeMs).toISOString().slice(0, 10);
  return [...new Set([...days, ...(records[0]?.after?.sha256 === present.stored.sha256 ? [] : [today])])].sort();
}
