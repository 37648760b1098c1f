// Brings the index up to what stands in the store (SEA-1). Stamps decide what is read, bytes decide what is replaced.
// Everything is written in one transaction: other processes see the index before it or after it. Who finds another
// process at it waits a moment, then goes on with what is there.
import type { DatabaseSync } from "node:sqlite";
import type { FileStamp, MemoryStore, Spot, Stamps } from "../../../store/memory-store.ts";
import type { IndexState, RefreshOptions } from "../../search-index.ts";
import { bucketOf, changedBuckets, fingerprint, type ScanPrint } from "./buckets.ts";
import type { Background } from "./developer-text.ts";
import { entryOf } from "./entry.ts";
import { isBuilt, type Meta, readMeta, writeMeta } from "./meta.ts";
import { inTransaction, isPassing, writer } from "./sqlite.ts";
import { Update } from "./update.ts";

export interface Parts {
  readonly database: DatabaseSync;
  readonly store: MemoryStore;
  readonly background: Background | undefined;
}

interface Known {
  readonly stamp: string;
  readonly sha256: string;
  readonly document: number;
}

interface Changes {
  readonly look: readonly { readonly at: FileStamp; readonly known: Known | undefined }[];
  readonly gone: readonly (Spot & { readonly document: number })[];
}

/** How often somebody looks at every file of a store that is too large for a session start to do it. */
const SCAN_MS = 10 * 60_000;

export function refresh(parts: Parts, options: RefreshOptions): IndexState {
  const meta = readMeta(parts.database);
  const mayTrust = isBuilt(meta) && meta.places !== "" && !isMissing(meta, parts.background);
  if (mayTrust && isShallow(parts.database, options)) {
    if (parts.store.stamps("places").places === meta.places) return "current";
  }
  const stamps = parts.store.stamps("files");
  const seen = fingerprint(stamps.files);
  try {
    if (isUnchanged(meta, stamps, seen, parts.background)) {
      if (isDue(meta, Date.now())) writeMeta(parts.database, { scanned: Date.now() });
      return "current";
    }
    return inTransaction(parts.database, () => update(parts, { meta, stamps, seen }, options.most));
  } catch (error) {
    if (!isPassing(error)) throw error;
    return isBuilt(readMeta(parts.database)) ? "behind" : "empty";
  }
}

export function isDue({ scanned }: Meta, now: number): boolean {
  return now - scanned > SCAN_MS;
}

function isShallow(database: DatabaseSync, { depth, filesUpTo = Number.POSITIVE_INFINITY }: RefreshOptions): boolean {
  if (depth === "places" || filesUpTo === Number.POSITIVE_INFINITY) return depth === "places";
  return Number(database.prepare("SELECT count(*) AS n FROM files").get()?.n) > filesUpTo;
}

function isUnchanged(meta: Meta, stamps: Stamps, { digests }: ScanPrint, background: Background | undefined): boolean {
  const sameFiles = isBuilt(meta) && changedBuckets(meta.buckets, digests).length === 0;
  const samePlaces = stamps.places === "" || stamps.places === meta.places;
  return sameFiles && samePlaces && !isMissing(meta, background);
}

function isMissing(meta: Meta, background: Background | undefined): background is Background {
  return background !== undefined && background.version !== meta.background;
}

interface Scan {
  readonly meta: Meta;
  readonly stamps: Stamps;
  readonly seen: ScanPrint;
}

function update(parts: Parts, before: Scan, most: number = Number.POSITIVE_INFINITY): IndexState {
  const { database, background } = parts;
  const scan = again(parts, before);
  const changes = changesIn(database, scan);
  if (changes.look.length > most) return isBuilt(scan.meta) ? "behind" : "empty";
  const digests = changes.look.length + changes.gone.length === 0 ? scan.seen.digests : apply(parts, scan, changes);
  if (isMissing(scan.meta, background)) fillBackground(database, background);
  const generation = scan.meta.generation + 1;
  writeMeta(database, { generation, places: scan.stamps.places, buckets: digests, scanned: Date.now() });
  return "current";
}

/** What was seen before the lock may be older than what another process wrote since: then the store is looked at again. */
function again({ database, store }: Parts, before: Scan): Scan {
  const meta = readMeta(database);
  if (meta.generation === before.meta.generation) return { ...before, meta };
  const stamps = store.stamps("files");
  return { meta, stamps, seen: fingerprint(stamps.files) };
}

function changesIn(database: DatabaseSync, { meta, seen }: Scan): Changes {
  const rows = database.prepare("SELECT place, file, stamp, sha256, document FROM files WHERE bucket = ?");
  const look: Changes["look"][number][] = [];
  const gone: Changes["gone"][number][] = [];
  for (const bucket of changedBuckets(meta.buckets, seen.digests)) {
    const known = new Map<string, Known & Spot>();
    for (const row of rows.all(bucket) as unknown as (Known & Spot)[]) known.set(`${row.place}/${row.file}`, row);
    for (const at of seen.files[bucket] ?? []) {
      const key = `${at.place}/${at.file}`;
      const row = known.get(key);
      known.delete(key);
      if (row === undefined || at.stamp === "" || row.stamp !== at.stamp) look.push({ at, known: row });
    }
    gone.push(...known.values());
  }
  return { look, gone };
}

/** The fingerprint of what is in the index now. */
function apply({ database, store }: Parts, { seen }: Scan, { look, gone }: Changes): string {
  const work = new Update(database);
  const put = writer(
    database,
    `INSERT INTO files(place, file, bucket, stamp, sha256, document) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET stamp = excluded.stamp, sha256 = excluded.sha256, document = excluded.document`,
  );
  const drop = writer(database, "DELETE FROM files WHERE place = ? AND file = ?");
  const forget = ({ place, file }: Spot, document: number): void => {
    work.remove(document);
    drop(place, file);
  };
  for (const each of gone) forget(each, each.document);
  const unsure = new Set<string>();
  const sorted = look.toSorted(inOrder);
  let next = 0;
  for (const read of store.readEach(sorted.map(({ at }) => at))) {
    const { at, known } = sorted[next++] as Changes["look"][number];
    const { place, file } = at;
    if (read === undefined) {
      if (known !== undefined) forget(at, known.document);
      unsure.add(file);
      continue;
    }
    // What can't be opened now may be readable later with the same stamp.
    const refused = read.kind === "refused-file";
    if (refused) unsure.add(file);
    const sha256 = refused ? "" : read.sha256;
    const stamp = refused ? "" : at.stamp;
    let document = known?.document;
    if (document === undefined || known?.sha256 !== sha256) {
      if (document !== undefined) work.remove(document);
      document = work.add(entryOf(read, store.info.scope));
    }
    put(place, file, bucketOf(file), stamp, sha256, document);
  }
  work.finish();
  return unsure.size === 0 ? seen.digests : without(seen, unsure);
}

/** Quarantine first, so that a twin in memories/ finds it there; else by name, as the table is. */
function inOrder({ at: a }: Changes["look"][number], { at: b }: Changes["look"][number]): number {
  if (a.place !== b.place) return a.place === "quarantine" ? -1 : 1;
  return a.file < b.file ? -1 : 1;
}

/** Buckets of files that could not be read as they were seen are looked at again the next time. */
function without({ files }: ScanPrint, unsure: ReadonlySet<string>): string {
  const marked = files.flat().map((each) => (unsure.has(each.file) ? { ...each, stamp: "" } : each));
  return fingerprint(marked).digests;
}

function fillBackground(database: DatabaseSync, background: Background): void {
  const { size, counts } = background.load();
  database.exec("DELETE FROM background");
  const put = writer(database, "INSERT OR REPLACE INTO background VALUES (?, ?)");
  for (const [term, n] of counts) put(term, n);
  writeMeta(database, { background: background.version, backgroundSize: size });
}
