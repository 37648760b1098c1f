// Members and what they hold (HUB-7). Nothing here confirms a memory: an admin decides who may write where.
import { randomBytes } from "node:crypto";
import type { Token } from "../protocol.ts";
import { record } from "./audit.ts";
import { codeOf, type Tx } from "./database.ts";
import { keep, take } from "./flows.ts";
import { Refused } from "./problems.ts";
import type { Caller, Grant } from "./roles.ts";
import { issue, secret } from "./tokens.ts";

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

export async function unlessTaken<T>(asked: Promise<T>): Promise<T> {
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

const INVITED_SECONDS = 7 * 86_400;

export async function invitation(tx: Tx, member: string): Promise<string> {
  const code = secret();
  await keep(tx, "invite", code, member, INVITED_SECONDS);
  return code;
}

export async function accept(tx: Tx, code: string): Promise<Token> {
  const member = await take(tx, "invite", code);
  const found = await tx.rows(`SELECT 1 FROM members WHERE tenant_id = $1 AND member_id = $2 AND ended_at IS NULL`, [
    tx.tenant,
    member,
  ]);
  if (found.length === 0) throw new Refused("unauthenticated");
  const token = await issue(tx, { kind: "person", member, seconds: 3600 });
  await record(tx, { kind: "person", id: member }, { action: "invitation-accepted" });
  return token;
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
