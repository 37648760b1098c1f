// What goes with time (HUB-4, HUB-11), in one place: answers to pushes after a month, what ended of sign-ins, tokens and nonces, lines of
// the audit that are older than a tenant keeps, paths of erased memories of which mirrors were told for long enough, and what a legal hold
// kept when it is over. The links of the chain stay, or nobody could follow it. In batches, so that nothing is held for long.
import type { Tx } from "./database.ts";
import { letGo } from "./push-state.ts";

const BATCH = 2000;

/** Whether something is left for another turn. Nothing is done where it was done within a day, or is being done. */
export async function sweep(tx: Tx): Promise<boolean> {
  const due = await tx.rows(
    `SELECT 1 FROM places WHERE tenant_id = $1 AND swept_at < now() - interval '1 day' FOR UPDATE SKIP LOCKED`,
    [tx.tenant],
  );
  if (due.length === 0) return false;
  const gone = [
    await tx.rows(
      `DELETE FROM pushes WHERE tenant_id = $1 AND ctid = ANY(ARRAY(
         SELECT ctid FROM pushes WHERE tenant_id = $1 AND at < now() - interval '30 days' LIMIT $2)) RETURNING 1`,
      [tx.tenant, BATCH],
    ),
    await tx.rows(
      `DELETE FROM tokens WHERE tenant_id = $1 AND ctid = ANY(ARRAY(
         SELECT ctid FROM tokens WHERE tenant_id = $1 AND ends_at < now() LIMIT $2)) RETURNING 1`,
      [tx.tenant, BATCH],
    ),
    await tx.rows(
      `DELETE FROM nonces WHERE tenant_id = $1 AND ctid = ANY(ARRAY(
         SELECT ctid FROM nonces WHERE tenant_id = $1 AND ends_at < now() LIMIT $2)) RETURNING 1`,
      [tx.tenant, BATCH],
    ),
    await tx.rows(
      `DELETE FROM sign_ins WHERE tenant_id = $1 AND ctid = ANY(ARRAY(
         SELECT ctid FROM sign_ins WHERE tenant_id = $1 AND ends_at < now() LIMIT $2)) RETURNING 1`,
      [tx.tenant, BATCH],
    ),
    await oldLines(tx),
    await toldPaths(tx),
    await keptNoMore(tx),
  ];
  const isMore = gone.some(({ length }) => length >= BATCH);
  if (!isMore) await tx.rows(`UPDATE places SET swept_at = now() WHERE tenant_id = $1`, [tx.tenant]);
  return isMore;
}

/** From the old end, so that the chain goes on from the first that stays: none while a hold stands, whichever lines it is about. */
function oldLines(tx: Tx): Promise<readonly unknown[]> {
  return tx.rows(
    `DELETE FROM audit WHERE tenant_id = $1 AND n IN (
       SELECT n FROM audit JOIN tenants ON tenants.tenant_id = $1
       WHERE audit.tenant_id = $1 AND audit.at < now() - make_interval(days => tenants.audit_days)
         AND NOT EXISTS (SELECT FROM preserved WHERE preserved.tenant_id = $1 AND ended_at IS NULL) ORDER BY n LIMIT $2) RETURNING 1`,
    [tx.tenant, BATCH],
  );
}

/** A mirror that was away for longer starts anew: what lies before the floor was purged. */
function toldPaths(tx: Tx): Promise<readonly unknown[]> {
  return tx.rows(
    `WITH gone AS (
       DELETE FROM files WHERE tenant_id = $1 AND (store_id, seq) IN (
         SELECT files.store_id, files.seq FROM files JOIN stores ON stores.tenant_id = $1 AND stores.store_id = files.store_id
         WHERE files.tenant_id = $1 AND purge_at < now() AND hash IS NULL AND NOT is_kept ORDER BY files.seq LIMIT $2)
       RETURNING store_id, seq
     ), floors AS (
       UPDATE stores SET floor = greatest(stores.floor, last.seq), paths = paths - last.n
       FROM (SELECT store_id, max(seq) AS seq, count(*) AS n FROM gone GROUP BY store_id) AS last
       WHERE stores.tenant_id = $1 AND stores.store_id = last.store_id
     ) SELECT 1 FROM gone`,
    [tx.tenant, BATCH],
  );
}

/** Of stores that no hold covers any more. */
async function keptNoMore(tx: Tx): Promise<readonly unknown[]> {
  const gone = await tx.rows<{ hash: Buffer }>(
    `DELETE FROM kept WHERE tenant_id = $1 AND (store_id, seq) IN (
       SELECT kept.store_id, kept.seq FROM kept JOIN stores ON stores.tenant_id = $1 AND stores.store_id = kept.store_id
       WHERE kept.tenant_id = $1 AND NOT is_kept LIMIT $2) RETURNING hash`,
    [tx.tenant, BATCH],
  );
  await letGo(tx, [...new Set(gone.map(({ hash }) => hash.toString("hex")))]);
  return gone;
}
