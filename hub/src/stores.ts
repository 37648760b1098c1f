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
  /** A legal hold covers it: what is replaced or taken away is kept, and nothing is erased (preserve.ts). */
  readonly isKept: boolean;
  /** Of all its files. */
  readonly bytes: number;
  /** With those that are gone. */
  readonly paths: number;
}

const STORE = `SELECT store_id AS id, seq, chain, floor, is_kept AS "isKept", bytes, paths FROM stores WHERE tenant_id = $1 AND name = $2`;

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
    `INSERT INTO stores (tenant_id, store_id, name, chain, is_kept)
     SELECT $1, coalesce(max(store_id), 0) + 1, $2, $3,
       EXISTS (SELECT FROM preserved WHERE tenant_id = $1 AND ended_at IS NULL AND 'personal/' || member_id = $2)
     FROM stores WHERE tenant_id = $1
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

/** Those that members have mirrors of come first: a client reads so many and no more, and projects are anybody's to add. */
export async function listStores(tx: Tx, caller: Caller): Promise<readonly StoreRow[]> {
  const [rows, granted] = await Promise.all([
    tx.rows<Pick<Store, "seq" | "chain"> & { readonly name: string }>(
      `SELECT name, seq, chain FROM stores WHERE tenant_id = $1 ORDER BY name ~ '^(org$|team/)' DESC, name`,
      [tx.tenant],
    ),
    tx.rows<{ readonly name: string }>(
      `SELECT DISTINCT store AS name FROM grants WHERE tenant_id = $1 AND store LIKE 'team/%' AND store <> 'team/*' ORDER BY store`,
      [tx.tenant],
    ),
  ]);
  const there = new Set(rows.map(({ name }) => name));
  const isBare = (name: string): boolean => !there.has(name);
  // There before anybody wrote to them, for an admin's machine makes them: the organisation's own, and a team's in which somebody has a role.
  const teams = granted.map(({ name }) => name).filter((name) => isBare(name) && roleIn(caller, name) === "admin");
  const bare = ["org"].filter(isBare).concat(teams);
  const all = [
    ...bare.map((name) => ({ name, head: EMPTY_HEAD })),
    ...rows.map((row) => ({ name: row.name, head: headOf(row) })),
  ];
  const readable = all.flatMap(({ name, head }) => {
    const role = roleIn(caller, name);
    return role === undefined ? [] : [{ store: name, role, ...head }];
  });
  return readable.slice(0, LIMITS.storesTold);
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

export async function changesSince(tx: Tx, store: Store | undefined, asked: Asked): Promise<Changes> {
  const head = headOf(store);
  const { since, seen, limit } = asked;
  const isBefore = store !== undefined && since > 0 && since < store.floor;
  if (since > head.seq || isBefore) throw new Refused("history-changed");
  if (store === undefined) {
    follows(seen, EMPTY_HEAD.chain);
    return { changes: [], leaves: [], next: since, head };
  }
  const bound = Math.min(head.seq, since + LIMITS.leavesInPage);
  // Where the page can have all that is new, its leaves are asked for with it.
  const [chain, rows, all] = await Promise.all([
    seen === undefined ? undefined : chainAt(tx, store, since),
    since === bound ? [] : pageOf(tx, store.id, [since, bound], limit),
    bound - since <= limit ? leavesOf(tx, store.id, [since, bound]) : undefined,
  ]);
  follows(seen, chain);
  const sent = rows.slice(0, limit);
  const changes = sent.map(changeOf);
  // There may be more of which nothing was read.
  const isCut = sent.length < rows.length || sizeOf(sent) >= LIMITS.bytesInPage;
  const next = isCut ? (sent.at(-1)?.seq ?? since) : bound;
  const leaves = all?.slice(0, next - since) ?? (await leavesOf(tx, store.id, [since, next]));
  return { changes, leaves, next, head };
}

function follows(seen: string | undefined, chain: string | undefined): void {
  if (seen !== undefined && seen !== chain) throw new Refused("history-changed");
}

/** One more than asked for, to know whether there are more; and no bytes behind the change that fills the page. */
function pageOf(tx: Tx, store: number, [from, to]: readonly [number, number], limit: number): Promise<readonly Row[]> {
  return tx.rows<Row>(
    `SELECT erased, path, seq, hash, bytes FROM (
       SELECT erased, path, seq, page.hash, bytes,
         sum(octet_length(bytes)) OVER (ORDER BY seq ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before
       FROM (SELECT path, seq, hash, purge_at IS NOT NULL AS erased FROM files
         WHERE tenant_id = $1 AND store_id = $2 AND seq > $3 AND seq <= $4 ORDER BY seq LIMIT $5) AS page
       LEFT JOIN blobs ON blobs.tenant_id = $1 AND blobs.hash = page.hash
     ) AS sized WHERE coalesce(before, 0) < $6 ORDER BY seq`,
    [tx.tenant, store, from, to, limit + 1, LIMITS.bytesInPage],
  );
}

function sizeOf(rows: readonly Row[]): number {
  return rows.reduce((size, { bytes }) => size + (bytes?.length ?? 0), 0);
}

function changeOf({ path, seq, hash, bytes, erased }: Row): Change {
  if (hash === null || bytes === null) return { path, seq, gone: true, ...(erased && { erased }) };
  return { path, seq, hash: hash.toString("hex"), bytes: bytes.toString("base64") };
}

async function leavesOf(tx: Tx, store: number, [from, to]: readonly [number, number]): Promise<readonly string[]> {
  if (from === to) return [];
  const rows = await tx.rows<{ leaf: Buffer }>(
    `SELECT leaf FROM links WHERE tenant_id = $1 AND store_id = $2 AND seq > $3 AND seq <= $4 ORDER BY seq`,
    [tx.tenant, store, from, to],
  );
  return rows.map(({ leaf }) => leaf.toString("hex"));
}

async function chainAt(tx: Tx, store: Store, seq: number): Promise<string> {
  if (seq === 0) return EMPTY_HEAD.chain;
  if (seq === store.seq) return store.chain.toString("hex");
  const [row] = await tx.rows<{ link: Buffer }>(
    `SELECT link FROM links WHERE tenant_id = $1 AND store_id = $2 AND seq = $3`,
    [tx.tenant, store.id, seq],
  );
  return row?.link.toString("hex") ?? "";
}
