// Tenants, members and what they hold (HUB-2, HUB-7). Nothing here confirms a memory: an admin decides who may write where.
import { createPrivateKey, generateKeyPairSync, type KeyObject, randomBytes } from "node:crypto";
import type { Anchor } from "../../src/attest/circle.ts";
import { fingerprintOf } from "../../src/attest/devices.ts";
import { sshKeyLine } from "../../src/store/io/sshsig.ts";
import type { Role, TenantInfo, Token } from "../protocol.ts";
import { record } from "./audit.ts";
import { codeOf, type Tx } from "./database.ts";
import { Refused } from "./problems.ts";
import { type Caller, type Grant, isMember } from "./roles.ts";
import { digestOf, issue, secret } from "./tokens.ts";

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
  const member = await addMember(tx, { ...admin, grants: [{ store: "*", role: "admin" }] });
  if (first !== undefined)
    await tx.rows(`INSERT INTO devices (tenant_id, device, key, member_id, name) VALUES ($1, $2, $3, $4, '')`, [
      tx.tenant,
      first.device,
      first.key,
      member,
    ]);
  await record(tx, "hub", { action: "founded", about: { member } });
  return member;
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

export interface NewMember {
  readonly name: string;
  readonly email?: string | undefined;
  readonly grants: readonly Grant[];
}

export async function addMember(tx: Tx, { name, email, grants }: NewMember): Promise<string> {
  const member = randomBytes(13).toString("hex");
  await unlessTaken(
    tx.rows(`INSERT INTO members (tenant_id, member_id, name, email) VALUES ($1, $2, $3, $4)`, [
      tx.tenant,
      member,
      name,
      email?.toLowerCase() ?? null,
    ]),
  );
  await grant(tx, member, grants);
  return member;
}

async function unlessTaken<T>(asked: Promise<T>): Promise<T> {
  return asked.catch((error: unknown) => {
    if (codeOf(error) === "23505") throw new Refused("not-allowed", "This name is taken.");
    throw error;
  });
}

async function grant(tx: Tx, member: string, grants: readonly Grant[]): Promise<void> {
  await tx.rows(`DELETE FROM grants WHERE tenant_id = $1 AND member_id = $2`, [tx.tenant, member]);
  await unlessTaken(
    tx.rows(
      `INSERT INTO grants (tenant_id, member_id, store, role)
       SELECT $1, $2, store, role FROM unnest($3::text[], $4::text[]) AS held (store, role)`,
      [tx.tenant, member, grants.map(({ store }) => store), grants.map(({ role }) => role)],
    ),
  );
}

export interface MemberRow {
  readonly member: string;
  readonly name: string;
  readonly email: string | null;
  readonly ended: boolean;
  readonly grants: readonly Grant[];
  readonly devices: readonly string[];
}

export function members(tx: Tx): Promise<readonly MemberRow[]> {
  return tx.rows<MemberRow>(
    `SELECT member_id AS member, name, email, ended_at IS NOT NULL AS ended,
       coalesce((SELECT json_agg(json_build_object('store', store, 'role', role) ORDER BY store) FROM grants
         WHERE grants.tenant_id = $1 AND grants.member_id = members.member_id), '[]') AS grants,
       coalesce((SELECT json_agg(device ORDER BY device) FROM devices
         WHERE devices.tenant_id = $1 AND devices.member_id = members.member_id AND devices.ended_at IS NULL), '[]') AS devices
     FROM members WHERE tenant_id = $1 ORDER BY member_id`,
    [tx.tenant],
  );
}

/** An invitation is a word for one sign-in, for those whose organisation has no provider. */
export async function invite(
  tx: Tx,
  caller: Caller,
  wanted: NewMember,
): Promise<{ readonly member: string; readonly invite: string }> {
  const member = await addMember(tx, wanted);
  const code = await invitation(tx, member);
  await record(tx, caller, { action: "member-added", about: { member } });
  return { member, invite: code };
}

export async function invitation(tx: Tx, member: string): Promise<string> {
  const code = secret();
  await tx.rows(
    `INSERT INTO sign_ins (tenant_id, hash, kind, state, ends_at) VALUES ($1, $2, 'invite', $3, now() + interval '7 days')`,
    [tx.tenant, digestOf(code), member],
  );
  return code;
}

export async function accept(tx: Tx, code: string): Promise<Token> {
  const [row] = await tx.rows<{ member: string }>(
    `DELETE FROM sign_ins USING members WHERE sign_ins.tenant_id = $1 AND hash = $2 AND kind = 'invite' AND ends_at > now()
       AND members.tenant_id = $1 AND members.member_id = sign_ins.state AND members.ended_at IS NULL
     RETURNING sign_ins.state AS member`,
    [tx.tenant, digestOf(code)],
  );
  if (row === undefined) throw new Refused("unauthenticated");
  await record(tx, { kind: "person", id: row.member }, { action: "invitation-accepted" });
  return issue(tx, { kind: "person", member: row.member, seconds: 3600 });
}

export async function regrant(tx: Tx, caller: Caller, member: string, grants: readonly Grant[]): Promise<void> {
  const keeps = grants.some(({ store, role }) => store === "*" && role === "admin");
  if (member === caller.id && !keeps) throw new Refused("not-allowed", "Another admin takes this role from you.");
  await exists(tx, member);
  await grant(tx, member, grants);
  const held = grants.map(({ store, role }) => `${role} ${store}`);
  await record(tx, caller, { action: "roles-changed", about: { member, held } });
}

async function exists(tx: Tx, member: string): Promise<void> {
  const found = await tx.rows(
    `SELECT 1 FROM members WHERE tenant_id = $1 AND member_id = $2 AND ended_at IS NULL FOR UPDATE`,
    [tx.tenant, member],
  );
  if (found.length === 0) throw new Refused("not-found");
}

export async function endMember(tx: Tx, caller: Caller, member: string): Promise<void> {
  if (member === caller.id) throw new Refused("not-allowed", "Another admin ends your membership.");
  await exists(tx, member);
  await tx.rows(`UPDATE members SET ended_at = now() WHERE tenant_id = $1 AND member_id = $2`, [tx.tenant, member]);
  await tx.rows(`UPDATE devices SET ended_at = now() WHERE tenant_id = $1 AND member_id = $2 AND ended_at IS NULL`, [
    tx.tenant,
    member,
  ]);
  await tx.rows(`DELETE FROM tokens WHERE tenant_id = $1 AND member_id = $2`, [tx.tenant, member]);
  await record(tx, caller, { action: "member-ended", about: { member } });
}

export interface NewMachine {
  readonly name: string;
  readonly store: string;
  readonly role: Role;
  readonly days: number;
}

const DAY_SECONDS = 86_400;

export async function addMachine(tx: Tx, caller: Caller, { name, store, role, days }: NewMachine): Promise<Token> {
  const token = await unlessTaken(issue(tx, { kind: "machine", name, store, role, seconds: days * DAY_SECONDS }));
  await record(tx, caller, { action: "machine-added", about: { machine: name, store, role } });
  return token;
}

export interface MachineRow extends Omit<NewMachine, "days"> {
  readonly ends: Date;
}

export function machines(tx: Tx): Promise<readonly MachineRow[]> {
  return tx.rows<MachineRow>(
    `SELECT name, store, role, ends_at AS ends FROM tokens WHERE tenant_id = $1 AND kind = 'machine' ORDER BY name`,
    [tx.tenant],
  );
}

export async function endMachine(tx: Tx, caller: Caller, name: string): Promise<void> {
  const ended = await tx.rows(
    `DELETE FROM tokens WHERE tenant_id = $1 AND kind = 'machine' AND name = $2 RETURNING 1`,
    [tx.tenant, name],
  );
  if (ended.length === 0) throw new Refused("not-found");
  await record(tx, caller, { action: "machine-ended", about: { machine: name } });
}
