// A store as a change log (HUB-3, HUB-4): the head, the changes since a moment, and their chain. What is read is read in one
// transaction that sees one moment, so a page never has half of a push.
import { type Change, type Changes, EMPTY_HEAD, type Head, LIMITS, type StoreRow } from "../protocol.ts";
import type { Tx } from "./database.ts";
import { Refused } from "./problems.ts";
import { type Caller, roleIn } from "./roles.ts";

export interface Store {
  readonly id: number;
  readonly seq: number;
  readonly chain: Buffer;
  /** What lies before it was purged after an erasure. */
  readonly floor: number;
}

const STORE = `SELECT store_id AS id, seq, chain, floor FROM stores WHERE tenant_id = $1 AND name = $2`;

export async function storeNamed(tx: Tx, name: string): Promise<Store | undefined> {
  return (await tx.rows<Store>(STORE, [tx.tenant, name]))[0];
}

/** From here on this push is the only one to this store. */
export async function lockStore(tx: Tx, name: string): Promise<Store> {
  const [found] = await tx.rows<Store>(`${STORE} FOR UPDATE`, [tx.tenant, name]);
  if (found !== undefined) return found;
  // No key's lock: every line of the audit holds the tenant's key, and waits behind others that make a store.
  await tx.rows(`SELECT 1 FROM tenants WHERE tenant_id = $1 FOR NO KEY UPDATE`, [tx.tenant]);
  await tx.rows(
    `INSERT INTO stores (tenant_id, store_id, name, chain)
     SELECT $1, coalesce(max(store_id), 0) + 1, $2, $3 FROM stores WHERE tenant_id = $1
     ON CONFLICT (tenant_id, name) DO NOTHING`,
    [tx.tenant, name, Buffer.from(EMPTY_HEAD.chain, "hex")],
  );
  const [made] = await tx.rows<Store>(`${STORE} FOR UPDATE`, [tx.tenant, name]);
  if (made === undefined) throw new Refused("unavailable");
  return made;
}

export function headOf(store: Pick<Store, "seq" | "chain"> | undefined): Head {
  return store === undefined ? EMPTY_HEAD : { seq: store.seq, chain: store.chain.toString("hex") };
}

export function etagOf({ seq, chain }: Head): string {
  return `"${seq}-${chain}"`;
}

export async function listStores(tx: Tx, caller: Caller): Promise<readonly StoreRow[]> {
  const rows = await tx.rows<Store & { readonly name: string }>(
    `SELECT name, store_id AS id, seq, chain, floor FROM stores WHERE tenant_id = $1 ORDER BY name`,
    [tx.tenant],
  );
  return rows.flatMap((row) => {
    const role = roleIn(caller, row.name);
    return role === undefined ? [] : [{ store: row.name, role, ...headOf(row) }];
  });
}

export interface Asked {
  readonly since: number;
  readonly limit: number;
  readonly seen?: string | undefined;
}

interface Row {
  readonly path: string;
  readonly seq: number;
  readonly hash: Buffer | null;
  readonly bytes: Buffer | null;
  readonly erased: boolean;
}

export async function changesSince(tx: Tx, name: string, asked: Asked): Promise<Changes> {
  const store = await storeNamed(tx, name);
  const head = headOf(store);
  const { since } = asked;
  const isBefore = store !== undefined && since > 0 && since < store.floor;
  if (since > head.seq || isBefore || (asked.seen !== undefined && asked.seen !== (await chainAt(tx, store, since))))
    throw new Refused("history-changed");
  if (store === undefined || since === head.seq) return { changes: [], leaves: [], next: since, head };
  const bound = Math.min(head.seq, since + LIMITS.leavesInPage);
  const rows = await pageOf(tx, store.id, [since, bound], asked.limit);
  const cut = cutOf(rows, asked.limit);
  const changes = rows.slice(0, cut).map(changeOf);
  const next = cut < rows.length ? (rows[cut - 1]?.seq ?? since) : bound;
  return { changes, leaves: await leavesOf(tx, store.id, [since, next]), next, head };
}

/** One more than asked for, to know whether there are more. */
function pageOf(tx: Tx, store: number, [from, to]: readonly [number, number], limit: number): Promise<readonly Row[]> {
  return tx.rows<Row>(
    `SELECT files.path, files.seq, files.hash, blobs.bytes, files.purge_at IS NOT NULL AS erased
     FROM files LEFT JOIN blobs ON blobs.tenant_id = $1 AND blobs.hash = files.hash
     WHERE files.tenant_id = $1 AND files.store_id = $2 AND files.seq > $3 AND files.seq <= $4
     ORDER BY files.seq LIMIT $5`,
    [tx.tenant, store, from, to, limit + 1],
  );
}

function cutOf(rows: readonly Row[], limit: number): number {
  let size = 0;
  const full = rows.findIndex(({ bytes }) => {
    size += bytes?.length ?? 0;
    return size >= LIMITS.bytesInPage;
  });
  return Math.min(limit, full < 0 ? rows.length : full + 1);
}

function changeOf({ path, seq, hash, bytes, erased }: Row): Change {
  if (hash === null || bytes === null) return { path, seq, gone: true, ...(erased && { erased }) };
  return { path, seq, hash: hash.toString("hex"), bytes: bytes.toString("base64") };
}

async function leavesOf(tx: Tx, store: number, [from, to]: readonly [number, number]): Promise<readonly string[]> {
  const rows = await tx.rows<{ leaf: Buffer }>(
    `SELECT leaf FROM links WHERE tenant_id = $1 AND store_id = $2 AND seq > $3 AND seq <= $4 ORDER BY seq`,
    [tx.tenant, store, from, to],
  );
  return rows.map(({ leaf }) => leaf.toString("hex"));
}

async function chainAt(tx: Tx, store: Store | undefined, seq: number): Promise<string> {
  if (store === undefined || seq === 0) return EMPTY_HEAD.chain;
  const [row] = await tx.rows<{ link: Buffer }>(
    `SELECT link FROM links WHERE tenant_id = $1 AND store_id = $2 AND seq = $3`,
    [tx.tenant, store.id, seq],
  );
  return row?.link.toString("hex") ?? "";
}
