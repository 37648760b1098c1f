// A fingerprint of what a scan saw, in parts: files fall into buckets by name, and only the rows of a bucket whose
// fingerprint changed are compared one by one. An unchanged store is recognised without reading a row (SEA-1).
import type { FileStamp } from "../../../store/memory-store.ts";
import { sha256Hex } from "../../../text/digest.ts";

export const BUCKETS = 256;
const WIDTH = 16;
/** Of a bucket that holds a file whose stamp proves nothing: it equals no other, itself not either. */
const UNSETTLED: string = "?".repeat(WIDTH);

export interface ScanPrint {
  readonly files: readonly (readonly FileStamp[])[];
  readonly digests: string;
}

export function bucketOf(file: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < file.length; at++) hash = Math.imul(hash ^ file.charCodeAt(at), 0x01000193);
  return ((hash >>> 16) ^ hash) & (BUCKETS - 1);
}

export function fingerprint(stamps: readonly FileStamp[]): ScanPrint {
  const files: FileStamp[][] = Array.from({ length: BUCKETS }, () => []);
  for (const each of stamps) files[bucketOf(each.file)]?.push(each);
  return { files, digests: files.map(digestOf).join("") };
}

function digestOf(files: readonly FileStamp[]): string {
  if (files.some(({ stamp }) => stamp === "")) return UNSETTLED;
  // A listing has no order of its own.
  const lines = files.map(({ place, file, stamp }) => `${place}/${file} ${stamp}`).sort();
  return sha256Hex(lines.join("\n")).slice(0, WIDTH);
}

/** Numbers of the buckets that differ, or that can't be known not to. */
export function changedBuckets(before: string, now: string): readonly number[] {
  const changed: number[] = [];
  for (let bucket = 0; bucket < BUCKETS; bucket++) {
    const part = now.slice(bucket * WIDTH, (bucket + 1) * WIDTH);
    if (part === UNSETTLED || part !== before.slice(bucket * WIDTH, (bucket + 1) * WIDTH)) changed.push(bucket);
  }
  return changed;
}
