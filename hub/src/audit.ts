// Who did what, when, from which device or job (HUB-11), as a chain of its own per tenant. A line has codes, ids and digests, never
// text, a path or an address, so that it can stay when what it is about was erased. It is stored as the text that is hashed.
import { createHash } from "node:crypto";
import { linkOf } from "../protocol.ts";
import type { Tx } from "./database.ts";
import type { Caller } from "./roles.ts";

export interface Done {
  readonly action: string;
  readonly about?: Readonly<Record<string, string | number | readonly string[]>>;
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

/** The last thing a transaction does: from here on the tenant's others wait for it. */
export async function record(
  tx: Tx,
  by: Pick<Caller, "kind" | "id" | "device"> | "hub",
  { action, about = {} }: Done,
): Promise<void> {
  const [head] = await tx.rows<{ n: number; chain: Buffer; at: Date }>(
    `UPDATE audit_heads SET n = n + 1 WHERE tenant_id = $1 RETURNING n, chain, clock_timestamp() AS at`,
    [tx.tenant],
  );
  if (head === undefined) throw new Error("the tenant has no audit");
  const who =
    by === "hub" ? { by } : { by: `${by.kind}:${by.id}`, ...(by.device !== undefined && { device: by.device }) };
  const row: AuditRow = { n: head.n, at: head.at.toISOString(), ...who, action, about };
  const line = JSON.stringify(row);
  const before = head.chain.length === 0 ? FIRST : head.chain.toString("hex");
  const link = Buffer.from(linkOf(before, digest(line)), "hex");
  await tx.rows(`INSERT INTO audit (tenant_id, n, at, line, link) VALUES ($1, $2, $3, $4, $5)`, [
    tx.tenant,
    head.n,
    head.at,
    line,
    link,
  ]);
  await tx.rows(`UPDATE audit_heads SET chain = $2 WHERE tenant_id = $1`, [tx.tenant, link]);
}

const PAGE = 1000;

/** NDJSON: each line as it was hashed, with its link, so that whoever has the last link can check all of it. */
export async function exported(tx: Tx, since: number): Promise<string> {
  const rows = await tx.rows<{ line: string; link: Buffer }>(
    `SELECT line, link FROM audit WHERE tenant_id = $1 AND n > $2 ORDER BY n LIMIT $3`,
    [tx.tenant, since, PAGE],
  );
  return rows.map(({ line, link }) => `${JSON.stringify({ line, link: link.toString("hex") })}\n`).join("");
}

/** What is older than a tenant keeps goes; the chain goes on from the first that stays. */
export async function forgetOld(tx: Tx): Promise<void> {
  await tx.rows(
    `DELETE FROM audit USING tenants WHERE audit.tenant_id = $1 AND tenants.tenant_id = $1
       AND audit.at < now() - make_interval(days => tenants.audit_days)`,
    [tx.tenant],
  );
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
