// Who did what, when, from which device or job (HUB-11), as a chain of its own per tenant. A line has codes, ids and digests, never
// text, a path or an address, so that it can stay when what it is about was erased. It is stored as the text that is hashed.
import { createHash } from "node:crypto";
import { linkOf } from "../protocol.ts";
import type { Action } from "./actions.ts";
import type { Tx } from "./database.ts";
import type { Caller } from "./roles.ts";

export interface Done {
  readonly action: Action;
  readonly about?: Readonly<Record<string, string | number | readonly string[]>>;
  /** By how many memories there are more now. */
  readonly grown?: number;
}

export interface AuditRow {
  readonly n: number;
  readonly at: string;
  readonly by: string;
  readonly device?: string;
  readonly action: string;
  readonly about: NonNullable<Done["about"]>;
}

const FIRST = createHash("sha256").update("holdfast audit 1").digest("hex");

/** A member, a machine or a job; the hub itself; or whoever types at its server, who holds the database and no key of a member's. */
export type Actor = Pick<Caller, "kind" | "id" | "device"> | "hub" | "operator";

/** The last thing a transaction does: from here on the tenant's others wait for it. */
export async function record(tx: Tx, by: Actor, { action, about = {}, grown = 0 }: Done): Promise<void> {
  const [head] = await tx.rows<{ n: number; chain: Buffer; at: Date }>(
    `WITH counted AS (
       INSERT INTO days (tenant_id, day, what, n)
       SELECT $1, (now() AT TIME ZONE 'UTC')::date, what, n FROM (VALUES ($2, 1), ('memories', $3::int)) AS new (what, n) WHERE n <> 0
       ON CONFLICT (tenant_id, day, what) DO UPDATE SET n = days.n + excluded.n
     )
     SELECT n + 1 AS n, chain, clock_timestamp() AS at FROM audit_heads WHERE tenant_id = $1 FOR NO KEY UPDATE`,
    [tx.tenant, action, grown],
  );
  if (head === undefined) throw new Error("the tenant has no audit");
  const who =
    typeof by === "string"
      ? { by }
      : { by: `${by.kind}:${by.id}`, ...(by.device !== undefined && { device: by.device }) };
  const row: AuditRow = { n: head.n, at: head.at.toISOString(), ...who, action, about };
  const line = JSON.stringify(row);
  const before = head.chain.length === 0 ? FIRST : head.chain.toString("hex");
  const link = Buffer.from(linkOf(before, digest(line)), "hex");
  await Promise.all([
    tx.last(`INSERT INTO audit (tenant_id, n, at, line, link) VALUES ($1, $2, $3, $4, $5)`, [
      tx.tenant,
      head.n,
      head.at,
      line,
      link,
    ]),
    tx.last(`UPDATE audit_heads SET n = $2, chain = $3 WHERE tenant_id = $1`, [tx.tenant, head.n, link]),
  ]);
}

const PAGE = 1000;

/** A line with its link, as it is asked for; whoever follows the chain takes the text. */
export type Linked = AuditRow & { readonly link: string };

export async function rowsSince(tx: Tx, since: number): Promise<readonly Linked[]> {
  const page = await pageSince(tx, since, PAGE);
  return page.map(({ line, link }) => ({ ...(JSON.parse(line) as AuditRow), link: link.toString("hex") }));
}

function pageSince(
  tx: Tx,
  since: number,
  limit: number,
): Promise<readonly { readonly n: number; readonly line: string; readonly link: Buffer }[]> {
  return tx.rows(`SELECT n, line, link FROM audit WHERE tenant_id = $1 AND n > $2 ORDER BY n LIMIT $3`, [
    tx.tenant,
    since,
    limit,
  ]);
}

/** Undefined where none has this link. */
export async function lineWith(tx: Tx, link: string): Promise<AuditRow | undefined> {
  const [row] = await tx.rows<{ line: string }>(`SELECT line FROM audit WHERE tenant_id = $1 AND link = $2`, [
    tx.tenant,
    Buffer.from(link, "hex"),
  ]);
  return row && (JSON.parse(row.line) as AuditRow);
}

export interface Audited {
  readonly text: string;
  /** Of its last line; of the page before where there is none. */
  readonly last: number;
}

/** NDJSON: each line as it was hashed, with its link, so that whoever has the last link can check all of it. */
export async function exported(tx: Tx, since: number, limit: number = PAGE): Promise<Audited> {
  const rows = await pageSince(tx, since, Math.min(limit, PAGE));
  const text = rows.map(({ line, link }) => `${JSON.stringify({ line, link: link.toString("hex") })}\n`).join("");
  return { text, last: rows.at(-1)?.n ?? since };
}

/** Of one line of it. */
export function linkIn(row = ""): string {
  return (JSON.parse(row) as { readonly link: string }).link;
}

/** Undefined where each line follows from the one before; else the number of the first that does not. */
export function brokenAt(ndjson: string, before: string = FIRST): number | undefined {
  let link = before;
  for (const text of ndjson.split("\n").filter(Boolean)) {
    const { line, link: said } = JSON.parse(text) as { readonly line: string; readonly link: string };
    link = linkOf(link, digest(line));
    if (link !== said) return (JSON.parse(line) as AuditRow).n;
  }
  return undefined;
}

function digest(line: string): string {
  return createHash("sha256").update(line).digest("hex");
}
