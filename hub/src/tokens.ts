// Tokens: 256 random bits behind a prefix that scanners for secrets can know. What is kept of one is its digest, so whoever reads the
// table can't use it; what a token may do is looked up with each request, so that what ended has ended at once (HUB-8).
import { createHash, randomBytes } from "node:crypto";
import type { Role, Token } from "../protocol.ts";
import type { Tx } from "./database.ts";
import { Refused } from "./problems.ts";
import type { Caller, Grant } from "./roles.ts";

export const PREFIXES = { device: "hfs_", person: "hfp_", machine: "hfm_", job: "hfj_" } as const;
type Kind = keyof typeof PREFIXES;
const TOKEN = /^hf[spmj]_[A-Za-z0-9_-]{43}$/;

export function secret(): string {
  return randomBytes(32).toString("base64url");
}

export function digestOf(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

interface MemberToken {
  readonly kind: "device" | "person";
  readonly member: string;
  readonly device?: string;
  readonly seconds: number;
}

interface ScopedToken {
  readonly kind: "machine" | "job";
  readonly name: string;
  readonly store: string;
  readonly role: Role;
  readonly seconds: number;
}

export async function issue(tx: Tx, made: MemberToken | ScopedToken): Promise<Token> {
  const token = `${PREFIXES[made.kind]}${secret()}`;
  const member = "member" in made ? [made.member, made.device ?? null] : [null, null];
  const scope = "store" in made ? [made.name, made.store, made.role] : [null, null, null];
  const [row] = await tx.rows<{ ends: Date }>(
    `INSERT INTO tokens (tenant_id, hash, kind, member_id, device, name, store, role, ends_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, now() + make_interval(secs => $9)) RETURNING ends_at AS ends`,
    [tx.tenant, digestOf(token), made.kind, ...member, ...scope, made.seconds],
  );
  return { token, ends: (row?.ends ?? new Date(0)).toISOString() };
}

export interface LiveToken {
  readonly hash: string;
  readonly kind: Kind;
  /** Of a member its id; of a machine or job its name. */
  readonly who: string;
  readonly device: string | null;
  readonly store: string | null;
  readonly role: Role | null;
  readonly made: Date;
  readonly ends: Date;
}

const TOKENS = 1000;

/** What counts now, a page behind a digest. */
export function liveTokens(tx: Tx, after: string): Promise<readonly LiveToken[]> {
  return tx.rows<LiveToken>(
    `SELECT encode(hash, 'hex') AS hash, kind, coalesce(member_id, name) AS who, device, store, role, made_at AS made, ends_at AS ends
     FROM tokens WHERE tenant_id = $1 AND ends_at > now() AND hash > $2 ORDER BY hash LIMIT $3`,
    [tx.tenant, Buffer.from(after, "hex"), TOKENS],
  );
}

/** By whoever has it. */
export async function endToken(tx: Tx, header = ""): Promise<void> {
  await tx.rows(`DELETE FROM tokens WHERE tenant_id = $1 AND hash = $2`, [
    tx.tenant,
    digestOf(header.slice("Bearer ".length)),
  ]);
}

function tokenIn(header: string | undefined): string {
  const token = /^Bearer (\S+)$/.exec(header ?? "")?.[1] ?? "";
  if (!TOKEN.test(token)) throw new Refused("unauthenticated");
  return token;
}

interface Row {
  readonly kind: Kind;
  readonly member: string | null;
  readonly memberName: string | null;
  readonly device: string | null;
  readonly name: string | null;
  readonly store: string | null;
  readonly role: Role | null;
  readonly grants: readonly Grant[] | null;
}

/**
 * Whoever asks, in the transaction that does what they ask for: their row is held, so that what they may do is not taken from them
 * between the look and the act. Of one tenant they act one after another; two admins who end each other would both be done.
 */
export async function actorOf(tx: Tx, header: string | undefined): Promise<Caller> {
  await tx.rows(`SELECT 1 FROM tenants WHERE tenant_id = $1 FOR NO KEY UPDATE`, [tx.tenant]);
  await tx.rows(
    `SELECT 1 FROM members WHERE tenant_id = $1
       AND member_id = (SELECT member_id FROM tokens WHERE tokens.tenant_id = $1 AND hash = $2) FOR NO KEY UPDATE`,
    [tx.tenant, digestOf(tokenIn(header))],
  );
  // By a statement of its own, which sees what was committed while it waited.
  return callerOf(tx, header);
}

/** Of the header. One answer to everything that does not count. */
export async function callerOf(tx: Tx, header: string | undefined): Promise<Caller> {
  const token = tokenIn(header);
  const [row] = await tx.rows<Row>(
    `SELECT tokens.kind, tokens.member_id AS member, members.name AS "memberName", tokens.device,
       tokens.name, tokens.store, tokens.role,
       (SELECT json_agg(json_build_object('store', grants.store, 'role', grants.role)) FROM grants
         WHERE grants.tenant_id = $1 AND grants.member_id = tokens.member_id) AS grants
     FROM tokens
     LEFT JOIN members ON members.tenant_id = $1 AND members.member_id = tokens.member_id
     LEFT JOIN devices ON devices.tenant_id = $1 AND devices.device = tokens.device
     WHERE tokens.tenant_id = $1 AND tokens.hash = $2 AND tokens.ends_at > now()
       AND members.ended_at IS NULL AND devices.ended_at IS NULL`,
    [tx.tenant, digestOf(token)],
  );
  if (row === undefined) throw new Refused("unauthenticated");
  const { kind, member, memberName, device, name, store, role } = row;
  if (member !== null) {
    const caller = { kind, id: member, name: memberName ?? "", grants: row.grants ?? [] };
    return device === null ? caller : { ...caller, device };
  }
  if (store === null || role === null) throw new Refused("unauthenticated");
  return { kind, id: name ?? "", name: name ?? "", grants: [{ store, role }] };
}
