// Erasure (HUB-11). Bytes leave the state at once and mirrors at their next pull; the chain stays, for it has digests of digests alone.
// A path is kept for as long as mirrors are told, because it is how they are told; then it goes too, and a mirror that was away
// for longer starts anew. The receipt names hashes, not words, and can be checked with ssh-keygen.
import { signText } from "../../src/store/io/sshsig.ts";
import { type ERASED_FOR, LIMITS } from "../protocol.ts";
import { type Actor, record } from "./audit.ts";
import type { Tx } from "./database.ts";
import { erasedBefore, type Receipt } from "./erased.ts";
import { endMember } from "./members.ts";
import { unlessPreserved, unlessStoreKept } from "./preserve.ts";
import { Refused } from "./problems.ts";
import { headAfter, letGo, stateAround, write } from "./push-state.ts";
import { lockStore, type Store, storeNamed } from "./stores.ts";
import { receiptKeyOf } from "./tenants.ts";

export type Reason = (typeof ERASED_FOR)[number];

const TELL_DAYS = 90;

/** Which one, and why. */
export interface Erasing {
  readonly store: string;
  readonly memory: string;
  readonly reason?: Reason | undefined;
}

export async function eraseMemory(tx: Tx, caller: Actor, { store: name, memory, reason }: Erasing): Promise<Receipt> {
  if ((await storeNamed(tx, name)) === undefined) throw new Refused("not-found");
  const store = await lockStore(tx, name);
  await unlessStoreKept(tx, store, name);
  const before = await erasedBefore(tx, store, { name, memory });
  if (before !== undefined) return before;
  const rows = await tx.rows<{ path: string }>(
    `SELECT path FROM files WHERE tenant_id = $1 AND store_id = $2 AND memory_id = $3 AND hash IS NOT NULL ORDER BY path`,
    [tx.tenant, store.id, memory],
  );
  const paths = new Set([...rows.map(({ path }) => path), tellingPath(memory)]);
  const gone = [...paths].map((path) => ({ path, replaces: null, bytes: undefined, hash: null, about: memory }));
  const { files: there } = await stateAround(tx, store.id, gone, { texts: false, most: LIMITS.storeBytes });
  const hashes = [...gone.flatMap(({ path }) => there.get(path)?.hash ?? []), ...(await dropKept(tx, store, memory))];
  const after = headAfter(store, gone, there);
  await write(tx, store, { changes: gone, there, ...after });
  await tx.rows(
    `UPDATE files SET purge_at = now() + make_interval(days => $4) WHERE tenant_id = $1 AND store_id = $2 AND memory_id = $3`,
    [tx.tenant, store.id, memory, TELL_DAYS],
  );
  await tx.rows(`INSERT INTO erased (tenant_id, store_id, memory_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`, [
    tx.tenant,
    store.id,
    memory,
  ]);
  const receipt = await receiptOf(tx, { store: name, memory, hashes, ...after.head });
  const about = { store: name, memory, ...why(reason), ...written(receipt) };
  await record(tx, caller, { action: "memory-erased", about, grown: after.grown });
  return receipt;
}

/**
 * How a mirror is told that lost sight of the memory's own paths: they were gone before, or another memory has one of them by now. No
 * device is called so; what is pushed there is about an erased memory, and refused.
 */
export function tellingPath(memory: string): string {
  return `attest/${memory}/0000000000000000.1.json`;
}

function why(reason: Reason | undefined): { readonly reason?: Reason } {
  return reason === undefined ? {} : { reason };
}

/** As its line of the audit has it. */
function written({ text, signature }: Receipt): { readonly receipt: string; readonly signature: string } {
  return { receipt: text, signature };
}

export async function eraseMember(tx: Tx, caller: Actor, member: string, reason?: Reason): Promise<Receipt> {
  // Their first push makes their store under this row: it is done, and seen here, or comes later, and finds that they are gone.
  await tx.rows(`SELECT 1 FROM tenants WHERE tenant_id = $1 FOR NO KEY UPDATE`, [tx.tenant]);
  const [row] = await tx.rows<{ ended: boolean }>(
    `SELECT ended_at IS NOT NULL AS ended FROM members WHERE tenant_id = $1 AND member_id = $2 FOR UPDATE`,
    [tx.tenant, member],
  );
  if (row === undefined) throw new Refused("not-found");
  await unlessPreserved(tx, member);
  if (!row.ended) await endMember(tx, caller, member);
  const store = await storeNamed(tx, `personal/${member}`);
  const { hashes, grown } = store === undefined ? { hashes: [], grown: 0 } : await dropStore(tx, store);
  await tx.rows(`DELETE FROM devices WHERE tenant_id = $1 AND member_id = $2`, [tx.tenant, member]);
  await tx.rows(`DELETE FROM grants WHERE tenant_id = $1 AND member_id = $2`, [tx.tenant, member]);
  // The id stays, and means nobody.
  await tx.rows(`UPDATE members SET name = '', email = NULL, subject = NULL WHERE tenant_id = $1 AND member_id = $2`, [
    tx.tenant,
    member,
  ]);
  const receipt = await receiptOf(tx, { member, hashes });
  const about = { member, ...why(reason), ...written(receipt) };
  await record(tx, caller, { action: "member-erased", about, grown });
  return receipt;
}

/** Of a personal store nothing stays: its only reader is the one who goes. */
async function dropStore(
  tx: Tx,
  store: Store,
): Promise<{ readonly hashes: readonly string[]; readonly grown: number }> {
  const [held] = await tx.rows<{ n: number }>(
    `SELECT verified + inferred + quarantined AS n FROM stores WHERE tenant_id = $1 AND store_id = $2`,
    [tx.tenant, store.id],
  );
  await tx.rows(
    `UPDATE stores SET verified = 0, inferred = 0, quarantined = 0, bytes = 0, paths = 0 WHERE tenant_id = $1 AND store_id = $2`,
    [tx.tenant, store.id],
  );
  const files = await tx.rows<{ hash: Buffer | null }>(
    `DELETE FROM files WHERE tenant_id = $1 AND store_id = $2 RETURNING hash`,
    [tx.tenant, store.id],
  );
  const all = [...files.flatMap(({ hash }) => hash?.toString("hex") ?? []), ...(await dropKept(tx, store))];
  const hashes = [...new Set(all)].toSorted();
  await letGo(tx, hashes);
  await tx.rows(`DELETE FROM pushes WHERE tenant_id = $1 AND store_id = $2`, [tx.tenant, store.id]);
  return { hashes, grown: -(held?.n ?? 0) };
}

/** What a hold that is over had kept, of one memory or of all, and the sweep has not met yet. */
async function dropKept(tx: Tx, store: Store, memory: string | null = null): Promise<readonly string[]> {
  const rows = await tx.rows<{ hash: Buffer }>(
    `DELETE FROM kept WHERE tenant_id = $1 AND store_id = $2 AND ($3::text IS NULL OR memory_id = $3) RETURNING hash`,
    [tx.tenant, store.id, memory],
  );
  const hashes = [...new Set(rows.map(({ hash }) => hash.toString("hex")))].toSorted();
  await letGo(tx, hashes);
  return hashes;
}

async function receiptOf(
  tx: Tx,
  about: Readonly<Record<string, string | number | readonly string[]>>,
): Promise<Receipt> {
  const [now] = await tx.rows<{ at: Date }>(`SELECT now() AS at FROM tenants WHERE tenant_id = $1`, [tx.tenant]);
  const at = (now?.at ?? new Date(0)).toISOString();
  const told = { "mirrors-told-for-days": TELL_DAYS, backups: "as long as the operator keeps them" };
  const text = JSON.stringify({ kind: "hub-receipt", version: 1, tenant: tx.tenant, at, ...about, ...told });
  return { text, signature: signText(text, await receiptKeyOf(tx)) };
}
