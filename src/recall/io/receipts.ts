// What each injection showed and withheld, so that `why` can tell: one JSON line per event, one file per day,
// kept 90 days (SUR-9). Disposable: not synced to disk, and a line that can't be read is skipped.

import { appendLine, filterLines } from "../../disk/append-log.ts";
import type { Directory } from "../../disk/directory.ts";
import { removeFile } from "../../disk/durable-write.ts";
import { inFolder, inFolderIfThere } from "../../disk/folder.ts";
import { type Fields, fieldsOf, jsonLinesIn, parseJson } from "../../disk/json-file.ts";
import { lastLines } from "../../disk/read-file.ts";
import { type Receipt, RULE_WORD } from "../receipts.ts";

export interface ReceiptQuery {
  readonly session?: string;
  /** Only those at or after this moment. */
  readonly since?: Date;
  readonly limit?: number;
}

const DAY = /^[0-9]{4}-[0-9]{2}-[0-9]{2}\.jsonl$/;
const KEPT_DAYS = 90;
const MAX_BYTES = 64 * 1024 * 1024;

export function appendReceipt(stateDir: string, receipt: Receipt, keptDays: number = KEPT_DAYS): void {
  const day = fileOf(new Date(receipt.at));
  inFolder(stateDir, ["receipts"], (folder) => {
    const { made } = appendLine(folder, day, JSON.stringify(receipt), { durable: false });
    if (made) dropOld(folder, fileOf(new Date(Date.parse(receipt.at) - keptDays * 86_400_000)));
  });
}

/** Newest first. */
export function readReceipts(stateDir: string, query: ReceiptQuery = {}): readonly Receipt[] {
  return inFolderIfThere(stateDir, ["receipts"], (folder) => collect(folder, query)) ?? [];
}

/** Enough for the prompts of some sessions; a start does not read a day's file to its beginning. */
const LATEST_BYTES = 64 * 1024;
const LATEST_DAYS = 2;

/** Of the last days that have any, newest first, as far as little reading brings. */
export function latestReceipts(stateDir: string): readonly Receipt[] {
  const read = (folder: Directory): readonly Receipt[] =>
    days(folder)
      .slice(-LATEST_DAYS)
      .flatMap((day) => lastLines(folder.at(day), LATEST_BYTES).flatMap((line) => receiptIn(fieldsOf(parseJson(line)))))
      .toReversed();
  return inFolderIfThere(stateDir, ["receipts"], read) ?? [];
}

function collect(folder: Directory, { session, since, limit = 1000 }: ReceiptQuery): Receipt[] {
  const found: Receipt[] = [];
  const first = since === undefined ? "" : fileOf(since);
  for (const day of days(folder).toReversed()) {
    if (day < first || found.length >= limit) break;
    for (const receipt of jsonLinesIn(folder, day, MAX_BYTES).flatMap(receiptIn).toReversed()) {
      const early = since !== undefined && Date.parse(receipt.at) < since.getTime();
      if (!early && (session === undefined || receipt.session === session)) found.push(receipt);
    }
  }
  return found.slice(0, limit);
}

function receiptIn(line: Fields): readonly Receipt[] {
  const { session, shown, withheld, at } = line as Partial<Receipt>;
  const whole = typeof session === "string" && Array.isArray(shown) && Array.isArray(withheld);
  return whole && !Number.isNaN(Date.parse(at ?? "")) ? [line as unknown as Receipt] : [];
}

function dropOld(folder: Directory, oldest: string): void {
  for (const day of days(folder)) if (day < oldest) removeFile(folder, day);
}

function days(folder: Directory): string[] {
  return folder
    .names()
    .filter((name) => DAY.test(name))
    .toSorted();
}

function fileOf(date: Date): string {
  return `${date.toISOString().slice(0, 10)}.jsonl`;
}

const NAMELESS = "(forgotten)";

/** Forgetting: that a memory was shown stays, what it was called and what its rule said goes. Gives how many lines changed. */
export function blankInReceipts(stateDir: string, ids: ReadonlySet<string>): number {
  const blanked = inFolderIfThere(stateDir, ["receipts"], (folder) =>
    days(folder).reduce((sum, day) => sum + filterLines(folder, day, (line) => withoutNames(line, ids)), 0),
  );
  return blanked ?? 0;
}

function withoutLine(rule: string): string {
  return rule.startsWith(RULE_WORD) ? `${RULE_WORD}${NAMELESS}` : rule;
}

/** A line that can't be read may hold anything, and tells nobody anything: it goes. */
function withoutNames(line: string, ids: ReadonlySet<string>): string | undefined {
  const [receipt] = receiptIn(fieldsOf(parseJson(line)));
  if (receipt === undefined) return undefined;
  const { shown, withheld } = receipt;
  if (![...shown, ...withheld].some(({ id }) => ids.has(id))) return line;
  const after: Receipt = {
    ...receipt,
    shown: shown.map((item) =>
      ids.has(item.id) ? { ...item, name: NAMELESS, file: NAMELESS, rule: withoutLine(item.rule) } : item,
    ),
    withheld: withheld.map((item) => (ids.has(item.id) ? { ...item, name: NAMELESS } : item)),
  };
  return JSON.stringify(after);
}
