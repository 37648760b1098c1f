// Tenants (HUB-2): how one is founded, and what it tells whoever is let in.
import { createPrivateKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import type { Anchor } from "../../src/attest/circle.ts";
import { fingerprintOf } from "../../src/attest/devices.ts";
import { sshKeyLine } from "../../src/store/io/sshsig.ts";
import type { TenantInfo } from "../protocol.ts";
import { record } from "./audit.ts";
import type { Tx } from "./database.ts";
import { addMember, heldIn } from "./members.ts";
import { Refused } from "./problems.ts";
import { type Caller, isMember } from "./roles.ts";

export interface Founding {
  readonly name: string;
  readonly admin: { readonly name: string; readonly email?: string | undefined };
  /** The admin's device, which is the tenant's first key. */
  readonly first: Anchor | undefined;
}

export async function found(tx: Tx, { name, admin, first }: Founding): Promise<string> {
  const key = generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  const made = await tx.rows(
    `INSERT INTO tenants (tenant_id, name, receipt_key, first_keys) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING RETURNING 1`,
    [tx.tenant, name, key, JSON.stringify(first === undefined ? [] : [first])],
  );
  if (made.length === 0) throw new Refused("not-allowed", `There is a tenant called ${tx.tenant} already.`);
  await tx.rows(`INSERT INTO audit_heads (tenant_id, chain) VALUES ($1, ''::bytea)`, [tx.tenant]);
  const grants = [{ store: "*", role: "admin" }] as const;
  const member = await addMember(tx, { ...admin, grants });
  if (first !== undefined)
    await tx.rows(`INSERT INTO devices (tenant_id, device, key, member_id, name) VALUES ($1, $2, $3, $4, '')`, [
      tx.tenant,
      first.device,
      first.key,
      member,
    ]);
  const about = { member, held: heldIn(grants), ...(first !== undefined && { device: first.device }) };
  await record(tx, "hub", { action: "founded", about });
  return member;
}

/** A tenant that was founded without a device has that of its first admin for its first key. */
export async function beginsWith(tx: Tx, caller: Caller, { device, key }: Anchor): Promise<void> {
  const begun = await tx.rows(
    `UPDATE tenants SET first_keys = $2 WHERE tenant_id = $1 AND first_keys = '[]'::jsonb RETURNING 1`,
    [tx.tenant, JSON.stringify([{ device, key }])],
  );
  if (begun.length > 0) await record(tx, caller, { action: "first-key", about: { device } });
}

/** Whose word counts in what is the organisation's, whatever its stores say. */
export async function firstKeysOf(tx: Tx): Promise<readonly Anchor[]> {
  const [found] = await tx.rows<{ keys: readonly Anchor[] }>(
    `SELECT first_keys AS keys FROM tenants WHERE tenant_id = $1`,
    [tx.tenant],
  );
  return found?.keys ?? [];
}

export async function infoFor(tx: Tx, caller: Caller): Promise<TenantInfo> {
  const [row] = await tx.rows<{ name: string; keys: readonly Anchor[]; receiptKey: string }>(
    `SELECT name, first_keys AS keys, receipt_key AS "receiptKey" FROM tenants WHERE tenant_id = $1`,
    [tx.tenant],
  );
  if (row === undefined) throw new Refused("unauthenticated");
  const { kind, id, name } = caller;
  return {
    tenant: tx.tenant,
    name: row.name,
    keys: row.keys.map(({ device, key }) => ({ device, key, fingerprint: fingerprintOf(key) })),
    receiptKey: sshKeyLine(createPrivateKey(row.receiptKey)),
    you: { kind, id, name, ...(isMember(caller) && { personal: `personal/${id}` }) },
  };
}

export async function receiptKeyOf(tx: Tx): Promise<KeyObject> {
  const [row] = await tx.rows<{ key: string }>(`SELECT receipt_key AS key FROM tenants WHERE tenant_id = $1`, [
    tx.tenant,
  ]);
  if (row === undefined) throw new Refused("unauthenticated");
  return createPrivateKey(row.key);
}
