// A ledger on its way to a hub (HUB-1): it grows without end, and a hub takes 256 KiB a file. So it travels in parts that end
// with a line, the first at its own path. What is behind the last cut is all that a new line changes, and all that is sent for
// it. The parts are the hub's alone: no store has such a file on a disk or in git.
import { kindOf, type SyncKind } from "../paths.ts";

/** What a sync sends for one new line, at most. */
export const PART_BYTES = 65_536;

/** Of each part that a hub has of a ledger its size, in their order; null where there is none. */
export type Sizes = readonly (number | null)[];

type Piece = Uint8Array | undefined;

const LEDGER = /^(ledger\/[0-9a-f]{16,64})(?:\.(\d{4}))?\.jsonl$/;
const NEWLINE = 0x0a;

/** Of a part or a whole one: its path in a store, and which part it is. */
export function ledgerIn(path: string): { readonly ledger: string; readonly n: number } | undefined {
  const [, stem, n] = LEDGER.exec(path) ?? [];
  if (stem === undefined || Number(n) === 0) return undefined;
  return { ledger: `${stem}.jsonl`, n: Number(n ?? 0) };
}

/** What a hub's path is; undefined: nothing that a hub has. */
export function carriedKind(path: string): SyncKind | undefined {
  return ledgerIn(path) === undefined ? kindOf(path) : "lines";
}

function partPath(ledger: string, n: number): string {
  return n === 0 ? ledger : ledger.replace(/jsonl$/, `${String(n).padStart(4, "0")}.jsonl`);
}

/** However much is added behind them, all but the last stay as they are. */
export function cut(bytes: Uint8Array): readonly Uint8Array[] {
  const parts: Uint8Array[] = [];
  let at = 0;
  while (bytes.length - at > PART_BYTES) {
    const end = endOf(bytes, at);
    parts.push(bytes.subarray(at, end));
    at = end;
  }
  if (at < bytes.length || parts.length === 0) parts.push(bytes.subarray(at));
  return parts;
}

/** Behind the last line that fits; a line that is longer is not cut. */
function endOf(bytes: Uint8Array, at: number): number {
  const fits = bytes.lastIndexOf(NEWLINE, at + PART_BYTES - 1) + 1;
  if (fits > at) return fits;
  const next = bytes.indexOf(NEWLINE, at + PART_BYTES);
  return next < 0 ? bytes.length : next + 1;
}

/** The parts that a hub has, of the whole that they make. */
export function apart(whole: Uint8Array, sizes: Sizes = [whole.length]): readonly Piece[] {
  let at = 0;
  return sizes.map((size) => {
    if (size === null) return undefined;
    at += size;
    return whole.subarray(at - size, at);
  });
}

export function byPath(ledger: string, parts: readonly Piece[]): ReadonlyMap<string, Uint8Array> {
  return new Map(parts.flatMap((part, n) => (part === undefined ? [] : [[partPath(ledger, n), part] as const])));
}

/** As others have changed them: undefined for a part that is gone. */
export function changed(parts: readonly Piece[], news: ReadonlyMap<number, Piece>): readonly Piece[] {
  const most = Math.max(parts.length, ...[...news.keys()].map((n) => n + 1));
  const all = Array.from({ length: most }, (_, n) => (news.has(n) ? news.get(n) : parts[n]));
  return all.slice(0, all.findLastIndex((part) => part !== undefined) + 1);
}

export function sizesOf(parts: readonly Piece[]): Sizes {
  return parts.map((part) => part?.length ?? null);
}

/** Undefined where there is no part. */
export function together(parts: readonly Piece[]): Uint8Array | undefined {
  return parts.length === 0 ? undefined : new Uint8Array(Buffer.concat(parts.flatMap((part) => part ?? [])));
}
