// What a push looks at and what it writes, in few statements whatever its size.
import { decodeText, parseDocument } from "../../src/memory/document.ts";
import { declaredTier } from "../../src/memory/fields.ts";
import { carriedKind } from "../../src/sync/hub/parts.ts";
import { twinOf } from "../../src/sync/paths.ts";
import { type Finding, type Head, LIMITS, leafOf, linkOf } from "../protocol.ts";
import type { Tx } from "./database.ts";
import { finding } from "./judge.ts";
import { headOf, type Store } from "./stores.ts";

export interface Wanted {
  readonly path: string;
  readonly replaces: string | null;
  /** Undefined: gone. */
  readonly bytes: Uint8Array | undefined;
  readonly hash: string | null;
  readonly about: string | null;
}

export interface There {
  readonly path: string;
  readonly hash: string | null;
  readonly about: string | null;
  /** Null for one that is gone, and where there is more than is read. */
  readonly bytes: Buffer | null;
  readonly size: number;
}

export interface Around {
  readonly files: ReadonlyMap<string, There>;
  /** False: there is more than is read for one push, and this is what stands at the paths, without bytes. */
  readonly isWhole: boolean;
}

interface Row extends Omit<There, "hash" | "path"> {
  /** Null in the one row of where there is nothing, which says of all whether they are told. */
  readonly path: string | null;
  readonly hash: Buffer | null;
  readonly whole: boolean;
}

/**
 * What stands at the paths and by the same names, what is about the same memories, and what every push is judged with: records of devices, allowances, and
 * where texts come in (`texts`) what is quarantined, which may not come back under another name.
 */
export async function stateAround(
  tx: Tx,
  store: number,
  wanted: readonly Wanted[],
  { texts, most = LIMITS.judgedBytes }: { readonly texts: boolean; readonly most?: number },
): Promise<Around> {
  const ids = new Set(wanted.flatMap(({ about }) => about ?? []));
  // With what a new file of one name would hide.
  const paths = [...new Set(wanted.flatMap(({ path }) => [path, twinOf(path) ?? path]))];
  const rows = await tx.rows<Row>(
    `WITH asked AS (
       SELECT memory_id FROM files
       WHERE tenant_id = $1 AND store_id = $2 AND path = ANY($3) AND memory_id IS NOT NULL
       UNION SELECT unnest($4::text[])
     ), found AS (
       SELECT path FROM files WHERE tenant_id = $1 AND store_id = $2 AND path = ANY($3)
       UNION SELECT path FROM files WHERE tenant_id = $1 AND store_id = $2 AND memory_id IN (SELECT memory_id FROM asked)
       UNION SELECT path FROM files WHERE tenant_id = $1 AND store_id = $2 AND path = ANY($5)
       UNION SELECT path FROM files WHERE tenant_id = $1 AND store_id = $2 AND hash IS NOT NULL
         AND ((path >= 'allowances/' AND path < 'allowances0') OR (path >= 'devices/' AND path < 'devices0'))
       UNION SELECT path FROM files WHERE $6 AND tenant_id = $1 AND store_id = $2 AND hash IS NOT NULL
         AND ((path >= 'quarantine/' AND path < 'quarantine/raw/') OR (path >= 'quarantine/raw0' AND path < 'quarantine0'))
     ), sized AS (
       SELECT files.path, files.hash, files.memory_id AS about, blobs.bytes, coalesce(octet_length(blobs.bytes), 0) AS size
       FROM found JOIN files ON files.tenant_id = $1 AND files.store_id = $2 AND files.path = found.path
       LEFT JOIN blobs ON blobs.tenant_id = $1 AND blobs.hash = files.hash
     ), bound AS (
       SELECT coalesce(sum(size), 0) <= $7 AS whole FROM sized
     )
     SELECT path, hash, about, CASE WHEN whole THEN bytes END AS bytes, size, whole
     FROM bound LEFT JOIN sized ON whole OR path = ANY($3)`,
    [tx.tenant, store, paths, [...ids], [...TOP], texts, most],
  );
  const files = rows.flatMap(({ path, hash, about, bytes, size }): [string, There][] =>
    path === null ? [] : [[path, { path, about, bytes, size, hash: hash?.toString("hex") ?? null }]],
  );
  return { files: new Map(files), isWhole: rows[0]?.whole === true };
}

const TOP: readonly string[] = ["holdfast.json", "allowed_signers", ".gitignore", ".gitattributes"];

interface Link {
  readonly leaf: Buffer;
  readonly link: Buffer;
}

type Held = Readonly<Record<"verified" | "inferred" | "quarantined" | "bytes" | "paths", number>>;

export interface After {
  readonly head: Head;
  readonly links: readonly Link[];
  readonly held: Held;
  /** By how many memories there are more. */
  readonly grown: number;
}

export function headAfter(store: Store, changes: readonly Wanted[], there: ReadonlyMap<string, There>): After {
  const links = linksOf(store, changes);
  const chain = links.at(-1)?.link ?? store.chain;
  const held = heldBy(changes, there);
  const grown = held.verified + held.inferred + held.quarantined;
  return { head: headOf({ seq: store.seq + changes.length, chain }), links, held, grown };
}

interface Writing extends Omit<After, "grown"> {
  readonly changes: readonly Wanted[];
  readonly there: ReadonlyMap<string, There>;
}

/** Asked for at once, done in this order: bytes are there before a file names them, and let go of when none does. */
export async function write(tx: Tx, store: Store, { changes, links, head, held, there }: Writing): Promise<void> {
  if (changes.length === 0) return;
  const blobs = writeBlobs(tx, changes);
  const kept = store.isKept ? keep(tx, store, changes) : undefined;
  const files = tx.rows(
    `INSERT INTO files (tenant_id, store_id, path, seq, hash, memory_id)
     SELECT $1, $2, path, $3 + at, hash, about FROM unnest($4::text[], $5::bytea[], $6::text[]) WITH ORDINALITY
       AS new (path, hash, about, at)
     ON CONFLICT (tenant_id, store_id, path) DO UPDATE
       SET seq = excluded.seq, hash = excluded.hash, purge_at = NULL,
           memory_id = coalesce(excluded.memory_id, files.memory_id)`,
    [
      tx.tenant,
      store.id,
      store.seq,
      changes.map(({ path }) => path),
      changes.map(({ hash }) => (hash === null ? null : Buffer.from(hash, "hex"))),
      changes.map(({ about }) => about),
    ],
  );
  const chain = tx.rows(
    `INSERT INTO links (tenant_id, store_id, seq, leaf, link)
     SELECT $1, $2, $3 + at, leaf, link FROM unnest($4::bytea[], $5::bytea[]) WITH ORDINALITY AS new (leaf, link, at)`,
    [tx.tenant, store.id, store.seq, links.map(({ leaf }) => leaf), links.map(({ link }) => link)],
  );
  const { verified, inferred, quarantined, bytes, paths } = held;
  const counter = tx.rows(
    `UPDATE stores SET seq = $3, chain = $4, verified = verified + $5, inferred = inferred + $6, quarantined = quarantined + $7,
       bytes = bytes + $8, paths = paths + $9, pushed_at = now() WHERE tenant_id = $1 AND store_id = $2`,
    [tx.tenant, store.id, head.seq, Buffer.from(head.chain, "hex"), verified, inferred, quarantined, bytes, paths],
  );
  const gone = letGo(
    tx,
    changes.flatMap(({ path }) => there.get(path)?.hash ?? []),
  );
  await Promise.all([blobs, kept, files, chain, counter, gone]);
}

/** What a store holds more, or less, after these changes (HUB-13). */
function heldBy(changes: readonly Wanted[], there: ReadonlyMap<string, There>): Held {
  const held = { verified: 0, inferred: 0, quarantined: 0, bytes: 0, paths: 0 };
  const count = (path: string, bytes: Uint8Array, by: 1 | -1): void => {
    const kind = carriedKind(path) === "memory" ? heldAs(path, bytes) : undefined;
    if (kind !== undefined) held[kind] += by;
  };
  for (const { path, bytes } of changes) {
    const before = there.get(path);
    held.bytes += (bytes?.length ?? 0) - (before?.size ?? 0);
    // One that is gone keeps its row.
    if (before === undefined) held.paths += 1;
    if (before !== undefined && before.bytes !== null) count(path, before.bytes, -1);
    if (bytes !== undefined) count(path, bytes, 1);
  }
  return held;
}

function heldAs(path: string, bytes: Uint8Array): "verified" | "inferred" | "quarantined" {
  if (path.startsWith("quarantine/")) return "quarantined";
  const text = decodeText(bytes);
  const document = typeof text === "string" ? parseDocument(text) : undefined;
  return document?.kind === "document" && declaredTier(document) === "verified" ? "verified" : "inferred";
}

function linksOf(store: Store, changes: readonly Wanted[]): readonly Link[] {
  let before = store.chain.toString("hex");
  return changes.map(({ path, hash }, at) => {
    const leaf = leafOf(store.seq + 1 + at, path, hash);
    before = linkOf(before, leaf);
    return { leaf: Buffer.from(leaf, "hex"), link: Buffer.from(before, "hex") };
  });
}

/** In one order, whoever writes: two pushes that bring the same bytes wait for each other and never in a circle. */
async function writeBlobs(tx: Tx, changes: readonly Wanted[]): Promise<void> {
  const brought = new Map(
    changes.flatMap(({ hash, bytes }) => (hash === null || bytes === undefined ? [] : [[hash, bytes]])),
  );
  const hashes = [...brought.keys()].toSorted();
  if (hashes.length === 0) return;
  await tx.rows(
    `INSERT INTO blobs (tenant_id, hash, bytes) SELECT $1, hash, bytes FROM unnest($2::bytea[], $3::bytea[]) AS new (hash, bytes)
     ON CONFLICT DO NOTHING`,
    [
      tx.tenant,
      hashes.map((hash) => Buffer.from(hash, "hex")),
      hashes.map((hash) => Buffer.from(brought.get(hash) ?? [])),
    ],
  );
}

/** Under a legal hold: each file as it stands, before another takes its place or none does. */
async function keep(tx: Tx, store: Store, changes: readonly Wanted[]): Promise<void> {
  await tx.rows(
    `INSERT INTO kept (tenant_id, store_id, seq, path, hash, memory_id)
     SELECT tenant_id, store_id, seq, path, hash, memory_id FROM files
     WHERE tenant_id = $1 AND store_id = $2 AND path = ANY($3) AND hash IS NOT NULL`,
    [tx.tenant, store.id, changes.map(({ path }) => path)],
  );
}

/** Bytes that no path of the tenant has any more, and no hold keeps. */
export async function letGo(tx: Tx, hashes: readonly string[]): Promise<void> {
  if (hashes.length === 0) return;
  await tx.rows(
    `DELETE FROM blobs WHERE tenant_id = $1 AND hash = ANY($2)
       AND NOT EXISTS (SELECT FROM files WHERE files.tenant_id = $1 AND files.hash = blobs.hash)
       AND NOT EXISTS (SELECT FROM kept WHERE kept.tenant_id = $1 AND kept.hash = blobs.hash)`,
    [tx.tenant, hashes.toSorted().map((hash) => Buffer.from(hash, "hex"))],
  );
}

interface Answer {
  readonly key: string;
  readonly digest: Buffer;
  readonly head: Head;
}

export async function remember(tx: Tx, store: Store, { key, digest, head }: Answer): Promise<void> {
  await tx.rows(
    `INSERT INTO pushes (tenant_id, store_id, key, body_hash, seq, chain) VALUES ($1, $2, $3, $4, $5, $6)`,
    [tx.tenant, store.id, key, digest, head.seq, Buffer.from(head.chain, "hex")],
  );
}

export async function erasedAmong(tx: Tx, store: number, changes: readonly Wanted[]): Promise<readonly Finding[]> {
  const ids = changes.flatMap(({ about, bytes }) => (bytes === undefined ? [] : (about ?? [])));
  const rows = await tx.rows<{ id: string }>(
    `SELECT memory_id AS id FROM erased WHERE tenant_id = $1 AND store_id = $2 AND memory_id = ANY($3)`,
    [tx.tenant, store, ids],
  );
  const gone = new Set(rows.map(({ id }) => id));
  return changes
    .filter(({ about, bytes }) => bytes !== undefined && about !== null && gone.has(about))
    .map(({ path }) => finding("erased", path, "an admin had this memory erased", "let go of it"));
}
