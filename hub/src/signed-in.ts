// Who a provider's claims are here, and what their groups give them (HUB-8). Nobody becomes a member by signing in.
import type { IDToken } from "openid-client";
import { ROLES, type Role, type Token } from "../protocol.ts";
import { codeOf } from "./again.ts";
import { record } from "./audit.ts";
import type { Tx } from "./database.ts";
import { grantsOf, heldIn } from "./members.ts";
import { Refused } from "./problems.ts";
import { type Provider, providerOf } from "./providers.ts";
import { issue } from "./tokens.ts";

const PERSON_SECONDS = 3600;

export async function signedIn(tx: Tx, provider: Provider, claims: IDToken): Promise<Token> {
  return personToken(tx, await memberOf(tx, provider, claims));
}

export async function personToken(tx: Tx, member: string): Promise<Token> {
  const token = await issue(tx, { kind: "person", member, seconds: PERSON_SECONDS });
  await record(tx, { kind: "person", id: member }, { action: "signed-in" });
  return token;
}

/** By what the provider calls them; by a verified address once, where an admin gave one. Nobody becomes a member by signing in. */
export async function memberOf(tx: Tx, provider: Provider, claims: IDToken): Promise<string> {
  const subject = `${claims.iss} ${claims.sub}`;
  const email = claims["email_verified"] === true ? String(claims["email"] ?? "").toLowerCase() : "";
  const [found] = await tx
    .rows<{ member: string }>(
      `UPDATE members SET subject = $2 WHERE tenant_id = $1 AND ended_at IS NULL
         AND (subject = $2 OR (subject IS NULL AND $3 <> '' AND email = $3)) RETURNING member_id AS member`,
      [tx.tenant, subject, email],
    )
    .catch((error: unknown) => {
      if (codeOf(error) === "23505") throw new Refused("unauthenticated");
      throw error;
    });
  if (found === undefined) throw new Refused("unauthenticated");
  // The person took their time, and so did the provider.
  const now = await providerOf(tx);
  if (now.issuer !== provider.issuer || now.clientId !== provider.clientId) throw new Refused("unauthenticated");
  await mapGroups(tx, now, claims, found.member);
  return found.member;
}

/** What an admin mapped to groups follows the groups at each sign-in; other grants stay as they are. */
async function mapGroups(tx: Tx, { groupsClaim, groups }: Provider, claims: IDToken, member: string): Promise<void> {
  if (groupsClaim === null) return;
  // A token that says nothing of groups says that there are none: what was said once is no word about today.
  const said = claims[groupsClaim];
  const claimed = Array.isArray(said) ? said.filter((group) => typeof group === "string") : [];
  const mapped = new Set(Object.values(groups).flatMap((grants) => Object.keys(grants)));
  const held = new Map<string, Role>();
  for (const group of claimed) {
    for (const [store, role] of Object.entries(groups[group] ?? {})) {
      const best = Math.max(ROLES.indexOf(role), ROLES.indexOf(held.get(store) ?? "reader"));
      held.set(store, ROLES[best] ?? "reader");
    }
  }
  const before = heldIn(await grantsOf(tx, member));
  await tx.rows(`DELETE FROM grants WHERE tenant_id = $1 AND member_id = $2 AND store = ANY($3)`, [
    tx.tenant,
    member,
    [...mapped],
  ]);
  await tx.rows(
    `INSERT INTO grants (tenant_id, member_id, store, role)
     SELECT $1, $2, store, role FROM unnest($3::text[], $4::text[]) AS held (store, role)`,
    [tx.tenant, member, [...held.keys()], [...held.values()]],
  );
  const after = heldIn(await grantsOf(tx, member));
  if (after.join() !== before.join())
    await record(tx, "hub", { action: "roles-changed", about: { member, held: after } });
}
