// The organisation's own provider (HUB-8): OpenID Connect by openid-client, so that what a token must say is checked by a library
// that others check.
import * as client from "openid-client";
import type { Role } from "../protocol.ts";
import { type Actor, record } from "./audit.ts";
import type { Database, Tx } from "./database.ts";
import { Refused } from "./problems.ts";
import type { Reach } from "./reach.ts";
import { openRecent } from "./recent.ts";

export interface Provider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string | null;
  readonly groupsClaim: string | null;
  readonly groups: Readonly<Record<string, Readonly<Record<string, Role>>>>;
}

export type NewProvider = Pick<Provider, "issuer" | "clientId"> & {
  readonly [Name in "clientSecret" | "groupsClaim"]?: string | undefined;
} & { readonly groups?: Provider["groups"] | undefined };

export async function setProvider(tx: Tx, by: Actor, wanted: NewProvider): Promise<void> {
  const { issuer, clientId, clientSecret = null, groupsClaim = null, groups = {} } = wanted;
  await tx.rows(
    `INSERT INTO providers (tenant_id, issuer, client_id, client_secret, groups_claim, groups)
     VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (tenant_id) DO UPDATE SET issuer = $2, client_id = $3, client_secret = $4,
       groups_claim = $5, groups = $6`,
    [tx.tenant, issuer, clientId, clientSecret, groupsClaim, JSON.stringify(groups)],
  );
  await record(tx, by, { action: "provider-set" });
}

export interface SignInPorts {
  readonly database: Database;
  /** Without a slash at its end. */
  readonly hub: string;
  /** http:// for a provider on loopback, as tests have it. */
  readonly isInsecureAllowed: boolean;
  readonly reach: Reach;
}

export async function providerOf(tx: Tx): Promise<Provider> {
  const [found] = await tx.rows<Provider>(
    `SELECT issuer, client_id AS "clientId", client_secret AS "clientSecret", groups_claim AS "groupsClaim", groups
     FROM providers WHERE tenant_id = $1`,
    [tx.tenant],
  );
  if (found === undefined) throw new Refused("not-found", "No provider is set up for signing in here.");
  return found;
}

const known = openRecent<client.Configuration>();

function configurationOf(
  { issuer, clientId, clientSecret }: Provider,
  { isInsecureAllowed, reach }: SignInPorts,
): Promise<client.Configuration> {
  const options = {
    timeout: 10,
    [client.customFetch]: reach,
    ...(isInsecureAllowed && { execute: [client.allowInsecureRequests] }),
  };
  return known.of(JSON.stringify([issuer, clientId, clientSecret]), () =>
    client.discovery(new URL(issuer), clientId, clientSecret ?? undefined, auth(clientSecret), options),
  );
}

function auth(clientSecret: string | null): client.ClientAuth {
  return clientSecret === null ? client.None() : client.ClientSecretPost(clientSecret);
}

export async function providerFor(ports: SignInPorts, tenant: string): Promise<[Provider, client.Configuration]> {
  const provider = await ports.database.read(tenant, providerOf);
  try {
    return [provider, await configurationOf(provider, ports)];
  } catch {
    throw new Refused("unavailable", "The provider for signing in does not answer.");
  }
}

type Tokens = Awaited<ReturnType<typeof client.genericGrantRequest>>;

/** Of the ID token, which is signed; what a provider tells only when it is asked again is asked for, about the same subject. */
export async function claimsOf(
  config: client.Configuration,
  { groupsClaim }: Provider,
  tokens: Tokens,
): Promise<client.IDToken> {
  const claims = tokens.claims();
  if (claims === undefined) throw new Refused("unauthenticated");
  const isAllTold = claims["email"] !== undefined && (groupsClaim === null || claims[groupsClaim] !== undefined);
  if (isAllTold || config.serverMetadata().userinfo_endpoint === undefined) return claims;
  const told = await client.fetchUserInfo(config, tokens.access_token, claims.sub).catch(() => {
    throw new Refused("unavailable", "The provider for signing in does not say who signed in.");
  });
  return { ...told, ...claims } as client.IDToken;
}
