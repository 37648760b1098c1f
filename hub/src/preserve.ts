// Legal holds (HUB-11): what has to stay as it is until somebody with the right to say so says otherwise. A hold is the operator's to set
// and to end, because an admin is who erases. While it stands, what it covers is not erased, what a push replaces or takes away is kept
// beside the state, and the sweep leaves it. Whoever erases has locked the row that says so, so that one of the two comes first.
import type { PRESERVED_FOR } from "../protocol.ts";
import { record } from "./audit.ts";
import type { Tx } from "./database.ts";
import { unlessTaken } from "./members.ts";
import { Refused } from "./problems.ts";
import { type Store, storeNamed } from "./stores.ts";

export interface Preserving {
  readonly hold: string;
  readonly store?: string | undefined;
  readonly member?: string | undefined;
  readonly for: (typeof PRESERVED_FOR)[number];
}

export interface Hold {
  readonly hold: string;
  readonly store: string | null;
  readonly member: string | null;
  readonly reason: Preserving["for"];
  readonly by: string;
  readonly begun: Date;
  readonly endedBy: string | null;
  readonly ended: Date | null;
}

/** Refused for a hold, with what ends it. */
export class Preserved extends Refused {
  constructor(tenant: string, { hold, reason, begun, store, member }: Hold) {
    const what = store ?? `the member ${member}`;
    const since = begun.toISOString().slice(0, 10);
    const next = `holdfast-hub preserve ${tenant} --end ${hold}`;
    super(
      "not-allowed",
      `The legal hold ${hold} (${reason}, since ${since}) covers ${what}: nothing of it is erased. The operator ends it: ${next}`,
      {},
      next,
    );
  }
}

const OPERATOR = "operator";
const HOLDS = `SELECT hold, store, member_id AS member, reason, begun_by AS by, begun_at AS begun, ended_by AS "endedBy", ended_at AS ended
  FROM preserved WHERE tenant_id = $1`;

export function holds(tx: Tx): Promise<readonly Hold[]> {
  return tx.rows<Hold>(`${HOLDS} ORDER BY begun_at, hold`, [tx.tenant]);
}

export async function preserve(tx: Tx, wanted: Preserving): Promise<void> {
  const { hold, store, member } = wanted;
  if (store?.startsWith("personal/") === true)
    throw new Refused("bad-request", "A member's own store is preserved with its member: --member ID.");
  await oneAtATime(tx);
  if (store !== undefined && (await storeNamed(tx, store)) === undefined)
    throw new Refused("not-found", `There is no store ${store} here.`);
  // Whoever erases them waits here, or was first.
  const there =
    member === undefined ||
    (await tx.rows(`SELECT 1 FROM members WHERE tenant_id = $1 AND member_id = $2 FOR UPDATE`, [tx.tenant, member]))
      .length > 0;
  if (!there) throw new Refused("not-found", `There is no member ${member} here.`);
  await unlessTaken(
    tx.rows(
      `INSERT INTO preserved (tenant_id, hold, store, member_id, reason, begun_by) VALUES ($1, $2, $3, $4, $5, $6)`,
      [tx.tenant, hold, store ?? null, member ?? null, wanted.for, OPERATOR],
    ),
  );
  await mark(tx, store ?? `personal/${member}`);
  await record(tx, OPERATOR, {
    action: "hold-set",
    about: { hold, ...covered({ store, member }), reason: wanted.for },
  });
}

export async function endHold(tx: Tx, hold: string): Promise<void> {
  await oneAtATime(tx);
  const [ended] = await tx.rows<{ store: string | null; member: string | null }>(
    `UPDATE preserved SET ended_at = now(), ended_by = $3 WHERE tenant_id = $1 AND hold = $2 AND ended_at IS NULL
     RETURNING store, member_id AS member`,
    [tx.tenant, hold, OPERATOR],
  );
  if (ended === undefined) throw new Refused("not-found", `No hold called ${hold} stands here.`);
  await mark(tx, ended.store ?? `personal/${ended.member}`);
  await record(tx, OPERATOR, { action: "hold-ended", about: { hold, ...covered(ended) } });
}

function covered({
  store,
  member,
}: {
  readonly store?: string | null | undefined;
  readonly member?: string | null | undefined;
}): Record<string, string> {
  return typeof store === "string" ? { store } : { member: member ?? "" };
}

/** Holds of a tenant wait for each other, and stores are not made meanwhile (lockStore). */
async function oneAtATime(tx: Tx): Promise<void> {
  await tx.rows(`SELECT 1 FROM tenants WHERE tenant_id = $1 FOR NO KEY UPDATE`, [tx.tenant]);
}

/** In the store's row, as all holds say that stand. Waits for the push or the erasure that has it. */
async function mark(tx: Tx, name: string): Promise<void> {
  await tx.rows(
    `UPDATE stores SET is_kept = EXISTS (SELECT FROM preserved WHERE preserved.tenant_id = $1 AND ended_at IS NULL
       AND (preserved.store = $2 OR 'personal/' || preserved.member_id = $2)) WHERE tenant_id = $1 AND name = $2`,
    [tx.tenant, name],
  );
}

/** `store` is locked. */
export async function unlessStoreKept(tx: Tx, { isKept }: Store, name: string): Promise<void> {
  if (!isKept) return;
  const [hold] = await tx.rows<Hold>(
    `${HOLDS} AND ended_at IS NULL AND (store = $2 OR 'personal/' || member_id = $2) ORDER BY begun_at LIMIT 1`,
    [tx.tenant, name],
  );
  if (hold !== undefined) throw new Preserved(tx.tenant, hold);
}

/** The member's row is locked. */
export async function unlessPreserved(tx: Tx, member: string): Promise<void> {
  const [hold] = await tx.rows<Hold>(`${HOLDS} AND ended_at IS NULL AND member_id = $2 ORDER BY begun_at LIMIT 1`, [
    tx.tenant,
    member,
  ]);
  if (hold !== undefined) throw new Preserved(tx.tenant, hold);
}

export interface KeptFile {
  readonly seq: number;
  readonly path: string;
  readonly memory: string | null;
  readonly hash: string;
  /** Until when it stood there; null: it does. */
  readonly until: Date | null;
  readonly bytes: string;
}

/** That somebody took all of it along. */
export async function printing(tx: Tx, hold: string): Promise<string> {
  const [found] = await tx.rows<Hold>(`${HOLDS} AND hold = $2`, [tx.tenant, hold]);
  if (found === undefined) throw new Refused("not-found", `There is no hold called ${hold} here.`);
  await record(tx, OPERATOR, { action: "hold-printed", about: { hold } });
  return found.store ?? `personal/${found.member}`;
}

const PAGE = 50;

/** What stands in the store and what stood there since it is preserved, in the order in which it came. */
export async function keptFiles(tx: Tx, name: string, since: number): Promise<readonly KeptFile[]> {
  const store = await storeNamed(tx, name);
  if (store === undefined) return [];
  return tx.rows<KeptFile>(
    `SELECT each.seq, path, memory_id AS memory, encode(each.hash, 'hex') AS hash, until, encode(blobs.bytes, 'base64') AS bytes FROM (
       SELECT tenant_id, seq, path, memory_id, hash, NULL AS until FROM files WHERE tenant_id = $1 AND store_id = $2 AND seq > $3 AND hash IS NOT NULL
       UNION ALL SELECT tenant_id, seq, path, memory_id, hash, until FROM kept WHERE tenant_id = $1 AND store_id = $2 AND seq > $3
     ) AS each JOIN blobs ON blobs.tenant_id = $1 AND blobs.hash = each.hash ORDER BY each.seq LIMIT $4`,
    [tx.tenant, store.id, since, PAGE],
  );
}
