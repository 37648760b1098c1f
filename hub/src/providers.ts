// The organisation's own provider (HUB-8): OpenID Connect by openid-client, so that what a token must say is checked by a library
// that others check.
import * as client from "openid-client";
import type { Role } from "../protocol.ts";
import type { Database, Tx } from "./database.ts";
import { Refused } from "./problems.ts";

export interface Provider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string | null;
  readonly groupsClaim: string | null;
  readonly groups: Readonly<Record<string, Readonly<Record<string, Role>>>>;
}

export interface SignInPorts {
  readonly database: Database;
  /** Without a slash at its end. */
  readonly hub: string;
  /** http:// for a provider on loopback, as tests have it. */
  readonly isInsecureAllowed: boolean;
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

const known = new Map<string, Promise<client.Configuration>>();

/** Discovered once per process; one that failed is asked again. */
function configurationOf(
  { issuer, clientId, clientSecret }: Provider,
  insecure: boolean,
): Promise<client.Configuration> {
  const name = JSON.stringify([issuer, clientId, clientSecret]);
  const there = known.get(name);
  if (there !== undefined) return there;
  const options = { timeout: 10, ...(insecure && { execute: [client.allowInsecureRequests] }) };
  const found = client.discovery(new URL(issuer), clientId, clientSecret ?? undefined, auth(clientSecret), options);
  known.set(name, found);
  found.catch(() => known.delete(name));
  return found;
}

function auth(clientSecret: string | null): client.ClientAuth {
  return clientSecret === null ? client.None() : client.ClientSecretPost(clientSecret);
}

export async function providerFor(
  { database, isInsecureAllowed }: SignInPorts,
  tenant: string,
): Promise<[Provider, client.Configuration]> {
  const provider = await database.read(tenant, providerOf);
  try {
    return [provider, await configurationOf(provider, isInsecureAllowed)];
  } catch {
    throw new Refused("unavailable", "The provider for signing in does not answer.");
  }
}

type Tokens = Awaited<ReturnType<typeof client.genericGrantRequest>>;

/** Of the ID token, which is signed; what a provider tells only when it is asked again is asked for, about the same subject. */
export async function claimsOf(config: client.Configuration, tokens: Tokens): Promise<client.IDToken> {
  const claims = tokens.claims();
  if (claims === undefined) throw new Refused("unauthenticated");
  if (claims["email"] !== undefined || config.serverMetadata().userinfo_endpoint === undefined) return claims;
  const told = await client.fetchUserInfo(config, tokens.access_token, claims.sub);
  return { ...told, ...claims } as client.IDToken;
}
