// Erasure (HUB-11). Bytes leave the state at once and mirrors at their next pull; the chain stays, for it has digests of digests alone.
// A path is kept for as long as mirrors are told, because it is how they are told; then it goes too, and a mirror that was away
// for longer starts anew. The receipt names hashes, not words, and can be checked with ssh-keygen.
import { signText } from "../../src/store/io/sshsig.ts";
import { record } from "./audit.ts";
import type { Tx } from "./database.ts";
import { endMember } from "./members.ts";
import { Refused } from "./problems.ts";
import { letGo, stateAround, write } from "./push-state.ts";
import type { Caller } from "./roles.ts";
import { lockStore, type Store, storeNamed } from "./stores.ts";
import { receiptKeyOf } from "./tenants.ts";

export interface Receipt {
  /** What is signed: one canonical line. */
  readonly text: string;
  readonly signature: string;
}

const TELL_DAYS = 90;

export async function eraseMemory(tx: Tx, caller: Caller, name: string, memory: string): Promise<Receipt> {
  if ((await storeNamed(tx, name)) === undefined) throw new Refused("not-found");
  const store = await lockStore(tx, name);
  const rows = await tx.rows<{ path: string }>(
    `SELECT path FROM files WHERE tenant_id = $1 AND store_id = $2 AND memory_id = $3 AND hash IS NOT NULL ORDER BY path`,
    [tx.tenant, store.id, memory],
  );
  const gone = rows.map(({ path }) => ({ path, replaces: null, bytes: undefined, hash: null, about: memory }));
  const there = await stateAround(tx, store.id, gone);
  const hashes = gone.flatMap(({ path }) => there.get(path)?.hash ?? []);
  const head = await write(tx, store, gone, there);
  await tx.rows(
    `UPDATE files SET purge_at = now() + make_interval(days => $4) WHERE tenant_id = $1 AND store_id = $2 AND memory_id = $3`,
    [tx.tenant, store.id, memory, TELL_DAYS],
  );
  await tx.rows(`INSERT INTO erased (tenant_id, store_id, memory_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`, [
    tx.tenant,
    store.id,
    memory,
  ]);
  const receipt = await receiptOf(tx, { store: name, memory, hashes, seq: head.seq, chain: head.chain });
  await record(tx, caller, { action: "memory-erased", about: { store: name, memory, hashes } });
  return receipt;
}

export async function eraseMember(tx: Tx, caller: Caller, member: string): Promise<Receipt> {
  const [row] = await tx.rows<{ ended: boolean }>(
    `SELECT ended_at IS NOT NULL AS ended FROM members WHERE tenant_id = $1 AND member_id = $2`,
    [tx.tenant, member],
  );
  if (row === undefined) throw new Refused("not-found");
  if (!row.ended) await endMember(tx, caller, member);
  const store = await storeNamed(tx, `personal/${member}`);
  const hashes = store === undefined ? [] : await dropStore(tx, store);
  await tx.rows(`DELETE FROM devices WHERE tenant_id = $1 AND member_id = $2`, [tx.tenant, member]);
  await tx.rows(`DELETE FROM grants WHERE tenant_id = $1 AND member_id = $2`, [tx.tenant, member]);
  // The id stays, and means nobody.
  await tx.rows(`UPDATE members SET name = '', email = NULL, subject = NULL WHERE tenant_id = $1 AND member_id = $2`, [
    tx.tenant,
    member,
  ]);
  const receipt = await receiptOf(tx, { member, hashes });
  await record(tx, caller, { action: "member-erased", about: { member, hashes } });
  return receipt;
}

/** Of a personal store nothing stays: its only reader is the one who goes. */
async function dropStore(tx: Tx, store: Store): Promise<readonly string[]> {
  const files = await tx.rows<{ hash: Buffer | null }>(
    `DELETE FROM files WHERE tenant_id = $1 AND store_id = $2 RETURNING hash`,
    [tx.tenant, store.id],
  );
  const hashes = [...new Set(files.flatMap(({ hash }) => hash?.toString("hex") ?? []))].toSorted();
  await letGo(tx, hashes);
  await tx.rows(`DELETE FROM pushes WHERE tenant_id = $1 AND store_id = $2`, [tx.tenant, store.id]);
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

/** What mirrors were told for long enough, and what a push was answered a month ago. */
export async function purge(tx: Tx): Promise<void> {
  await tx.rows(
    `WITH gone AS (
       DELETE FROM files WHERE tenant_id = $1 AND purge_at < now() AND hash IS NULL RETURNING store_id, seq
     )
     UPDATE stores SET floor = greatest(stores.floor, last.seq)
     FROM (SELECT store_id, max(seq) AS seq FROM gone GROUP BY store_id) AS last
     WHERE stores.tenant_id = $1 AND stores.store_id = last.store_id`,
    [tx.tenant],
  );
  await tx.rows(`DELETE FROM pushes WHERE tenant_id = $1 AND at < now() - interval '30 days'`, [tx.tenant]);
}
