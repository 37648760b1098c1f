// The organisation's own provider (HUB-8): OpenID Connect by openid-client, so that what a token must say is checked by a library
// that others check. What a flow has to remember stands in the database, for the next request may reach another process.
import * as client from "openid-client";
import type { DeviceSignIn, Role, Token } from "../protocol.ts";
import { ROLES } from "../protocol.ts";
import { record } from "./audit.ts";
import { codeOf, type Database, type Tx } from "./database.ts";
import { Refused } from "./problems.ts";
import { digestOf, issue, secret } from "./tokens.ts";

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

const FLOW_SECONDS = 600;
const PERSON_SECONDS = 3600;
const SCOPE = "openid email profile";

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

async function set(
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

export async function startDevice(ports: SignInPorts, tenant: string): Promise<DeviceSignIn> {
  const [, config] = await set(ports, tenant);
  const started = await client.initiateDeviceAuthorization(config, { scope: SCOPE }).catch(() => {
    throw new Refused("unavailable", "The provider does not start a sign-in at a terminal.");
  });
  const handle = secret();
  const seconds = Math.min(started.expires_in, FLOW_SECONDS);
  await ports.database.write(tenant, (tx) => keep(tx, "device", handle, JSON.stringify(started), seconds));
  const { user_code, verification_uri, verification_uri_complete, interval = 5 } = started;
  const ends = new Date(Date.now() + seconds * 1000).toISOString();
  return {
    handle,
    user_code,
    verification_uri,
    interval,
    ends,
    ...(verification_uri_complete && { verification_uri_complete }),
  };
}

/** Undefined: the person is not done yet. */
export async function pollDevice(ports: SignInPorts, tenant: string, handle: string): Promise<Token | undefined> {
  const [provider, config] = await set(ports, tenant);
  const state = await ports.database.read(tenant, (tx) => look(tx, "device", handle));
  // One question to the provider per question to us: waiting is the client's.
  const { device_code } = JSON.parse(state) as client.DeviceAuthorizationResponse;
  const asked = await client
    .genericGrantRequest(config, "urn:ietf:params:oauth:grant-type:device_code", { device_code })
    .catch((error: unknown) => {
      const code = (error as { error?: unknown }).error;
      if (code === "authorization_pending" || code === "slow_down") return undefined;
      throw new Refused("unauthenticated");
    });
  if (asked === undefined) return undefined;
  const claims = await claimsOf(config, asked);
  return ports.database.write(tenant, async (tx) => {
    await take(tx, "device", handle);
    return signedIn(tx, provider, claims);
  });
}

/** Where the browser is sent. `port` is the client's, on loopback; `challenge` binds what arrives there to that client. */
export async function startBrowser(ports: SignInPorts, tenant: string, port: number, challenge: string): Promise<URL> {
  const [, config] = await set(ports, tenant);
  const state = secret();
  const verifier = client.randomPKCECodeVerifier();
  const nonce = client.randomNonce();
  await ports.database.write(tenant, (tx) =>
    keep(tx, "browser", state, JSON.stringify({ port, challenge, verifier, nonce }), FLOW_SECONDS),
  );
  return client.buildAuthorizationUrl(config, {
    redirect_uri: callbackOf(ports.hub, tenant),
    scope: SCOPE,
    state,
    nonce,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
  });
}

export async function finishInBrowser(ports: SignInPorts, tenant: string, query: URLSearchParams): Promise<URL> {
  const state = query.get("state") ?? "";
  const kept = await ports.database.write(tenant, (tx) => take(tx, "browser", state));
  const { port, challenge, verifier, nonce } = JSON.parse(kept) as Readonly<Record<string, string>>;
  const back = new URL(`http://127.0.0.1:${Number(port)}/`);
  const [provider, config] = await set(ports, tenant);
  const callback = new URL(`${callbackOf(ports.hub, tenant)}?${query}`);
  const checks = {
    pkceCodeVerifier: verifier ?? "",
    expectedState: state,
    expectedNonce: nonce ?? "",
    idTokenExpected: true,
  };
  try {
    const tokens = await client.authorizationCodeGrant(config, callback, checks);
    const claims = await claimsOf(config, tokens);
    const code = secret();
    await ports.database.write(tenant, async (tx) => {
      const member = await memberOf(tx, provider, claims);
      await keep(tx, "code", code, JSON.stringify({ challenge, member }), 60);
    });
    back.searchParams.set("code", code);
  } catch {
    // What the provider or its token lacked is the operator's to know; a page on a stranger's port is told nothing.
    back.searchParams.set("error", "sign-in-failed");
  }
  return back;
}

export async function finish(tx: Tx, code: string, verifier: string): Promise<Token> {
  const { challenge, member } = JSON.parse(await take(tx, "code", code)) as Readonly<Record<string, string>>;
  if (digestOf(verifier).toString("base64url") !== challenge || member === undefined)
    throw new Refused("unauthenticated");
  return personToken(tx, member);
}

type Tokens = Awaited<ReturnType<typeof client.genericGrantRequest>>;

/** Of the ID token, which is signed; what a provider tells only when it is asked again is asked for, about the same subject. */
async function claimsOf(config: client.Configuration, tokens: Tokens): Promise<client.IDToken> {
  const claims = tokens.claims();
  if (claims === undefined) throw new Refused("unauthenticated");
  if (claims["email"] !== undefined || config.serverMetadata().userinfo_endpoint === undefined) return claims;
  const told = await client.fetchUserInfo(config, tokens.access_token, claims.sub);
  return { ...told, ...claims } as client.IDToken;
}

function callbackOf(hub: string, tenant: string): string {
  return `${hub}/v1/${tenant}/sign-in/callback`;
}

async function keep(tx: Tx, kind: string, handle: string, state: string, seconds: number): Promise<void> {
  await tx.rows(`DELETE FROM sign_ins WHERE tenant_id = $1 AND ends_at < now()`, [tx.tenant]);
  await tx.rows(
    `INSERT INTO sign_ins (tenant_id, hash, kind, state, ends_at) VALUES ($1, $2, $3, $4, now() + make_interval(secs => $5))`,
    [tx.tenant, digestOf(handle), kind, state, seconds],
  );
}

async function look(tx: Tx, kind: string, handle: string): Promise<string> {
  return stateIn(
    await tx.rows<{ state: string }>(
      `SELECT state FROM sign_ins WHERE tenant_id = $1 AND hash = $2 AND kind = $3 AND ends_at > now()`,
      [tx.tenant, digestOf(handle), kind],
    ),
  );
}

/** Once. */
async function take(tx: Tx, kind: string, handle: string): Promise<string> {
  return stateIn(
    await tx.rows<{ state: string }>(
      `DELETE FROM sign_ins WHERE tenant_id = $1 AND hash = $2 AND kind = $3 AND ends_at > now() RETURNING state`,
      [tx.tenant, digestOf(handle), kind],
    ),
  );
}

function stateIn([row]: readonly { readonly state: string }[]): string {
  if (row === undefined) throw new Refused("unauthenticated");
  return row.state;
}

async function signedIn(tx: Tx, provider: Provider, claims: client.IDToken): Promise<Token> {
  return personToken(tx, await memberOf(tx, provider, claims));
}

async function personToken(tx: Tx, member: string): Promise<Token> {
  const token = await issue(tx, { kind: "person", member, seconds: PERSON_SECONDS });
  await record(tx, { kind: "person", id: member }, { action: "signed-in" });
  return token;
}

/** By what the provider calls them; by a verified address once, where an admin gave one. Nobody becomes a member by signing in. */
async function memberOf(tx: Tx, provider: Provider, claims: client.IDToken): Promise<string> {
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
  await mapGroups(tx, provider, claims, found.member);
  return found.member;
}

/** What an admin mapped to groups follows the groups at each sign-in; other grants stay as they are. */
async function mapGroups(
  tx: Tx,
  { groupsClaim, groups }: Provider,
  claims: client.IDToken,
  member: string,
): Promise<void> {
  const claimed = groupsClaim === null ? undefined : claims[groupsClaim];
  if (groupsClaim === null || !Array.isArray(claimed)) return;
  const mapped = new Set(Object.values(groups).flatMap((grants) => Object.keys(grants)));
  const held = new Map<string, Role>();
  for (const group of claimed) {
    for (const [store, role] of Object.entries(groups[String(group)] ?? {})) {
      const best = Math.max(ROLES.indexOf(role), ROLES.indexOf(held.get(store) ?? "reader"));
      held.set(store, ROLES[best] ?? "reader");
    }
  }
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
}
