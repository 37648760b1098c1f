// What a push looks at and what it writes, in few statements whatever its size.
import { type Finding, type Head, leafOf, linkOf } from "../protocol.ts";
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
  readonly bytes: Buffer | null;
}

/** What stands at the paths, what is about the same memories, and what every push is judged with. */
export async function stateAround(
  tx: Tx,
  store: number,
  wanted: readonly Wanted[],
): Promise<ReadonlyMap<string, There>> {
  const ids = new Set(wanted.flatMap(({ about }) => about ?? []));
  const paths = wanted.map(({ path }) => path);
  const rows = await tx.rows<{ path: string; hash: Buffer | null; about: string | null; bytes: Buffer | null }>(
    `WITH asked AS (
       SELECT memory_id FROM files
       WHERE tenant_id = $1 AND store_id = $2 AND path = ANY($3) AND memory_id IS NOT NULL
       UNION SELECT unnest($4::text[])
     ), found AS (
       SELECT path FROM files WHERE tenant_id = $1 AND store_id = $2 AND path = ANY($3)
       UNION SELECT path FROM files WHERE tenant_id = $1 AND store_id = $2 AND memory_id IN (SELECT memory_id FROM asked)
       UNION SELECT path FROM files WHERE tenant_id = $1 AND store_id = $2 AND path = ANY($5)
       UNION SELECT path FROM files WHERE tenant_id = $1 AND store_id = $2 AND hash IS NOT NULL
         AND ((path >= 'allowances/' AND path < 'allowances0') OR (path >= 'devices/' AND path < 'devices0')
           OR (path >= 'quarantine/' AND path < 'quarantine0'))
     )
     SELECT files.path, files.hash, files.memory_id AS about, blobs.bytes
     FROM found JOIN files ON files.tenant_id = $1 AND files.store_id = $2 AND files.path = found.path
     LEFT JOIN blobs ON blobs.tenant_id = $1 AND blobs.hash = files.hash`,
    [tx.tenant, store, paths, [...ids], [...TOP]],
  );
  return new Map(
    rows.map(({ path, hash, about, bytes }) => [path, { path, about, bytes, hash: hash?.toString("hex") ?? null }]),
  );
}

const TOP: readonly string[] = ["holdfast.json", "allowed_signers", ".gitignore", ".gitattributes"];

export async function write(
  tx: Tx,
  store: Store,
  changes: readonly Wanted[],
  there: ReadonlyMap<string, There>,
): Promise<Head> {
  if (changes.length === 0) return headOf(store);
  const links = linksOf(store, changes);
  await writeBlobs(tx, changes);
  await tx.rows(
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
  await tx.rows(
    `INSERT INTO links (tenant_id, store_id, seq, leaf, link)
     SELECT $1, $2, $3 + at, leaf, link FROM unnest($4::bytea[], $5::bytea[]) WITH ORDINALITY AS new (leaf, link, at)`,
    [tx.tenant, store.id, store.seq, links.map(({ leaf }) => leaf), links.map(({ link }) => link)],
  );
  const chain = links.at(-1)?.link ?? store.chain;
  const seq = store.seq + changes.length;
  await tx.rows(`UPDATE stores SET seq = $3, chain = $4 WHERE tenant_id = $1 AND store_id = $2`, [
    tx.tenant,
    store.id,
    seq,
    chain,
  ]);
  await letGo(
    tx,
    changes.flatMap(({ path }) => there.get(path)?.hash ?? []),
  );
  return { seq, chain: chain.toString("hex") };
}

function linksOf(
  store: Store,
  changes: readonly Wanted[],
): readonly { readonly leaf: Buffer; readonly link: Buffer }[] {
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

/** Bytes that no path of the tenant has any more. */
export async function letGo(tx: Tx, hashes: readonly string[]): Promise<void> {
  if (hashes.length === 0) return;
  await tx.rows(
    `DELETE FROM blobs WHERE tenant_id = $1 AND hash = ANY($2)
       AND NOT EXISTS (SELECT FROM files WHERE files.tenant_id = $1 AND files.hash = blobs.hash)`,
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

export async function erasedAmong(tx: Tx, store: Store, changes: readonly Wanted[]): Promise<readonly Finding[]> {
  const ids = changes.flatMap(({ about, bytes }) => (bytes === undefined ? [] : (about ?? [])));
  const rows = await tx.rows<{ id: string }>(
    `SELECT memory_id AS id FROM erased WHERE tenant_id = $1 AND store_id = $2 AND memory_id = ANY($3)`,
    [tx.tenant, store.id, ids],
  );
  const gone = new Set(rows.map(({ id }) => id));
  return changes
    .filter(({ about, bytes }) => bytes !== undefined && about !== null && gone.has(about))
    .map(({ path }) => finding("erased", path, "an admin had this memory erased", "let go of it"));
}
