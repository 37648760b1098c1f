// Members and what they hold (HUB-7). Nothing here confirms a memory: an admin decides who may write where.
import { randomBytes } from "node:crypto";
import { fingerprintOf } from "../../src/attest/devices.ts";
import type { ReviewerRow, Role, Token } from "../protocol.ts";
import { codeOf } from "./again.ts";
import { type Actor, record } from "./audit.ts";
import type { Tx } from "./database.ts";
import { keep, take } from "./flows.ts";
import { Refused } from "./problems.ts";
import { administers, type Caller, type Grant, reaches, roleHeld } from "./roles.ts";
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
    `A member here has the address ${email} already.`,
    `holdfast-hub invite ${tx.tenant} --email ${email} --again, where they need another invitation`,
  );
  await grant(tx, member, grants);
  return member;
}

export async function unlessTaken<T>(asked: Promise<T>, message = "This name is taken.", next?: string): Promise<T> {
  return asked.catch((error: unknown) => {
    if (codeOf(error) === "23505") throw new Refused("not-allowed", message, {}, next);
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
    "A store is named twice in these roles.",
  );
}

export function grantsOf(tx: Tx, member: string): Promise<readonly Grant[]> {
  return tx.rows<Grant>(`SELECT store, role FROM grants WHERE tenant_id = $1 AND member_id = $2`, [tx.tenant, member]);
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

/** Those of members who may confirm there: a signer compares the fingerprint before they approve one (HUB-2). */
export function reviewersOf(tx: Tx, store: string): Promise<readonly ReviewerRow[]> {
  return devicesOf(tx, store, "reviewer");
}

/** Whose signature makes a policy (HUB-10). */
export function adminsOf(tx: Tx, store: string): Promise<readonly ReviewerRow[]> {
  return devicesOf(tx, store, "admin");
}

async function devicesOf(tx: Tx, store: string, least: Role): Promise<readonly ReviewerRow[]> {
  const rows = await tx.rows<Omit<ReviewerRow, "fingerprint"> & { readonly grants: readonly Grant[] }>(
    `SELECT devices.device, devices.key, members.name,
       (SELECT json_agg(json_build_object('store', store, 'role', role)) FROM grants
         WHERE grants.tenant_id = $1 AND grants.member_id = members.member_id) AS grants
     FROM devices JOIN members ON members.tenant_id = $1 AND members.member_id = devices.member_id
     WHERE devices.tenant_id = $1 AND devices.ended_at IS NULL AND members.ended_at IS NULL ORDER BY members.name, device`,
    [tx.tenant],
  );
  return rows
    .filter(({ grants }) => reaches(roleHeld(grants ?? [], store), least))
    .map(({ device, key, name }) => ({ device, key, name, fingerprint: fingerprintOf(key) }));
}

/** An invitation is a word for one sign-in, for those whose organisation has no provider. */
export async function invite(tx: Tx, by: Actor, wanted: NewMember): Promise<Invited> {
  const member = await addMember(tx, wanted);
  const code = await invitation(tx, member, by);
  await record(tx, by, { action: "member-added", about: { member, held: heldIn(wanted.grants) } });
  return { member, invite: code };
}

/** By one of them: a member's id, their address, or a name that only one has. */
export interface Known {
  readonly member?: string | undefined;
  readonly email?: string | undefined;
  readonly name?: string | undefined;
}

/** Another word for whom lost theirs: a member already, with what they hold. */
export async function inviteAgain(tx: Tx, by: Actor, { member, email, name }: Known): Promise<Invited> {
  const found = await tx.rows<{ member: string }>(
    `SELECT member_id AS member FROM members WHERE tenant_id = $1 AND ended_at IS NULL
       AND (member_id = $2 OR email = $3 OR name = $4) ORDER BY member_id`,
    [tx.tenant, member ?? null, email?.toLowerCase() ?? null, name ?? null],
  );
  const [first, ...others] = found;
  const who =
    member === undefined ? (email === undefined ? `the name ${name}` : `the address ${email}`) : `the id ${member}`;
  if (first === undefined) throw new Refused("not-found", `No member here has ${who}.`);
  if (others.length > 0)
    throw new Refused(
      "not-allowed",
      `${found.length} members have ${who}: ${found.map((each) => each.member).join(", ")}.`,
      {},
      `holdfast-hub invite ${tx.tenant} --member ID --again`,
    );
  return invitedAgain(tx, by, first.member);
}

/**
 * By an admin, for whom nobody was here as yet: an invitation is a way in, and what is a member's own is theirs alone. Of whom has a
 * device or a store, the operator makes one, who has the database anyway.
 */
export async function inviteNewcomer(tx: Tx, by: Caller, member: string): Promise<Invited> {
  await exists(tx, member);
  const own = await tx.rows(
    `SELECT FROM devices WHERE tenant_id = $1 AND member_id = $2 UNION ALL SELECT FROM stores WHERE tenant_id = $1 AND name = $3`,
    [tx.tenant, member, `personal/${member}`],
  );
  if (own.length > 0)
    throw new Refused(
      "not-allowed",
      `They have a device or a store of their own here. The operator invites them again: holdfast-hub invite ${tx.tenant} --member ${member} --again`,
    );
  return invitedAgain(tx, by, member);
}

async function invitedAgain(tx: Tx, by: Actor, member: string): Promise<Invited> {
  const code = await invitation(tx, member, by);
  await record(tx, by, { action: "member-invited", about: { member } });
  return { member, invite: code };
}

export interface Invited {
  readonly member: string;
  readonly invite: string;
}

const INVITED_SECONDS = 7 * 86_400;

/** In the place of any that the member was given before. */
export async function invitation(tx: Tx, member: string, by: Actor): Promise<string> {
  const code = secret();
  await tx.rows(`DELETE FROM sign_ins WHERE tenant_id = $1 AND kind = 'invite' AND starts_with(state, $2)`, [
    tx.tenant,
    stateOf(member),
  ]);
  const maker = typeof by === "string" ? "" : by.id;
  await keep(tx, "invite", code, `${stateOf(member)}${maker}`, INVITED_SECONDS);
  return code;
}

/** Whom it lets in, and behind that who made it: a member's id, nothing for the operator. */
function stateOf(member: string): string {
  return `${member} by `;
}

export async function accept(tx: Tx, code: string): Promise<Token> {
  const [, member = "", maker = ""] = /^(\w+) by (\w*)$/.exec(await take(tx, "invite", code)) ?? [];
  await mayInvite(tx, maker);
  if (!(await isHere(tx, member))) throw new Refused("unauthenticated");
  const token = await issue(tx, { kind: "person", member, seconds: 3600 });
  await record(tx, { kind: "person", id: member }, { action: "invitation-accepted" });
  return token;
}

/** Whoever took an admin's role away would have to think of what that admin left behind. */
async function mayInvite(tx: Tx, maker: string): Promise<void> {
  if (maker === "") return;
  if (!(await isHere(tx, maker)) || !administers(await grantsOf(tx, maker))) throw new Refused("unauthenticated");
}

async function isHere(tx: Tx, member: string): Promise<boolean> {
  const found = await tx.rows(`SELECT 1 FROM members WHERE tenant_id = $1 AND member_id = $2 AND ended_at IS NULL`, [
    tx.tenant,
    member,
  ]);
  return found.length > 0;
}

export async function regrant(tx: Tx, caller: Caller, member: string, grants: readonly Grant[]): Promise<void> {
  if (member === caller.id && !administers(grants))
    throw new Refused("not-allowed", "Another admin takes this role from you.");
  await exists(tx, member);
  await grant(tx, member, grants);
  await record(tx, caller, { action: "roles-changed", about: { member, held: heldIn(grants) } });
}

/** As the audit says it; could.ts reads it back. */
export function heldIn(grants: readonly Grant[]): readonly string[] {
  return grants.map(({ store, role }) => `${role} ${store}`).toSorted();
}

async function exists(tx: Tx, member: string): Promise<void> {
  const found = await tx.rows(
    `SELECT 1 FROM members WHERE tenant_id = $1 AND member_id = $2 AND ended_at IS NULL FOR UPDATE`,
    [tx.tenant, member],
  );
  if (found.length === 0) throw new Refused("not-found");
}

export async function endMember(tx: Tx, caller: Actor, member: string): Promise<void> {
  if (typeof caller === "object" && member === caller.id)
    throw new Refused("not-allowed", "Another admin ends your membership.");
  await exists(tx, member);
  await tx.rows(`UPDATE members SET ended_at = now() WHERE tenant_id = $1 AND member_id = $2`, [tx.tenant, member]);
  await tx.rows(`UPDATE devices SET ended_at = now() WHERE tenant_id = $1 AND member_id = $2 AND ended_at IS NULL`, [
    tx.tenant,
    member,
  ]);
  await tx.rows(`DELETE FROM tokens WHERE tenant_id = $1 AND member_id = $2`, [tx.tenant, member]);
  await record(tx, caller, { action: "member-ended", about: { member } });
}
