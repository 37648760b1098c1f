// Does each line and each change of a tenant follow from the one before, and is each file what its change says? Asked after a restore,
// or whenever somebody could have been at the database.
import { createHash } from "node:crypto";
import { EMPTY_HEAD, leafOf, linkOf } from "../protocol.ts";
import { brokenAt, exported, linkIn } from "./audit.ts";
import type { Database, Tx } from "./database.ts";

export interface Verified {
  readonly stores: number;
  readonly changes: number;
  readonly lines: number;
  /** What does not follow, a sentence each; of each chain the first. */
  readonly broken: readonly string[];
}

export function verifyTenant(database: Database, tenant: string): Promise<Verified> {
  return database.read(tenant, verifyIn);
}

export async function verifyIn(tx: Tx): Promise<Verified> {
  const stores = await tx.rows<StoreRow>(
    `SELECT store_id AS id, name, seq, chain FROM stores WHERE tenant_id = $1 ORDER BY store_id`,
    [tx.tenant],
  );
  const audit = await brokenAudit(tx);
  const broken: string[] = audit.broken === undefined ? [] : [audit.broken];
  for (const store of stores) {
    const wrong = await brokenStore(tx, store);
    if (wrong !== undefined) broken.push(`${store.name}: ${wrong}`);
  }
  const changes = stores.reduce((sum, { seq }) => sum + seq, 0);
  return { stores: stores.length, changes, lines: audit.lines, broken };
}

async function brokenAudit(tx: Tx): Promise<{ readonly lines: number; readonly broken?: string }> {
  const [head] = await tx.rows<{ n: number; chain: Buffer }>(`SELECT n, chain FROM audit_heads WHERE tenant_id = $1`, [
    tx.tenant,
  ]);
  let [from, lines, before] = [0, 0, undefined as string | undefined];
  for (;;) {
    const { text, last } = await exported(tx, from);
    if (last === from) break;
    const rows = text.trimEnd().split("\n");
    // What is older than a tenant keeps is gone: the first that stays is believed.
    const isCut = from === 0 && !/^\{"line":"\{\\"n\\":1,/.test(text);
    const wrong = isCut ? brokenAt(rows.slice(1).join("\n"), linkIn(rows[0])) : brokenAt(text, before);
    if (wrong !== undefined) return { lines, broken: `the audit: line ${wrong} does not follow from the one before` };
    lines += rows.length;
    before = linkIn(rows.at(-1));
    from = last;
  }
  const isWhole = head?.n === from && (from === 0 || head.chain.toString("hex") === before);
  return { lines, ...(!isWhole && { broken: "the audit: its end is not the one that was written down" }) };
}

interface StoreRow {
  readonly id: number;
  readonly name: string;
  readonly seq: number;
  readonly chain: Buffer;
}

interface Change {
  readonly seq: number;
  readonly leaf: Buffer;
  readonly link: Buffer;
  readonly path: string | null;
  readonly hash: Buffer | null;
  readonly bytes: Buffer | null;
}

const PAGE = 500;

async function brokenStore(tx: Tx, { id, seq, chain }: StoreRow): Promise<string | undefined> {
  let [at, link] = [0, EMPTY_HEAD.chain];
  while (at < seq) {
    const rows = await tx.rows<Change>(
      `SELECT links.seq, leaf, link, files.path, files.hash, blobs.bytes FROM links
       LEFT JOIN files ON files.tenant_id = $1 AND files.store_id = $2 AND files.seq = links.seq
       LEFT JOIN blobs ON blobs.tenant_id = $1 AND blobs.hash = files.hash
       WHERE links.tenant_id = $1 AND links.store_id = $2 AND links.seq > $3 ORDER BY links.seq LIMIT $4`,
      [tx.tenant, id, at, PAGE],
    );
    const kept = await keptAmong(tx, id, [at, at + rows.length]);
    for (const row of rows) {
      at += 1;
      link = linkOf(link, row.leaf.toString("hex"));
      if (row.seq !== at) return `change ${at} is missing`;
      if (link !== row.link.toString("hex")) return `change ${at} does not follow from the one before`;
      if (!isWhatItSays({ ...row, ...kept.get(at) })) return `change ${at} is not the file that stands there`;
    }
    if (rows.length === 0) return `change ${at + 1} is missing`;
  }
  return at === seq && link === chain.toString("hex") ? undefined : "its head is not the last of its changes";
}

type KeptChange = Pick<Change, "path" | "hash" | "bytes">;

/** What a legal hold kept of changes that others took the place of. */
async function keptAmong(
  tx: Tx,
  store: number,
  [from, to]: readonly [number, number],
): Promise<ReadonlyMap<number, KeptChange>> {
  const rows = await tx.rows<KeptChange & { readonly seq: number }>(
    `SELECT kept.seq, kept.path, kept.hash, blobs.bytes FROM kept
     LEFT JOIN blobs ON blobs.tenant_id = $1 AND blobs.hash = kept.hash
     WHERE kept.tenant_id = $1 AND kept.store_id = $2 AND kept.seq > $3 AND kept.seq <= $4`,
    [tx.tenant, store, from, to],
  );
  return new Map(rows.map(({ seq, ...each }) => [seq, each]));
}

function isWhatItSays({ seq, leaf, path, hash, bytes }: Change): boolean {
  // A later change stands there.
  if (path === null) return true;
  if (leafOf(seq, path, hash?.toString("hex") ?? null) !== leaf.toString("hex")) return false;
  return hash === null || (bytes !== null && createHash("sha256").update(bytes).digest().equals(hash));
}
