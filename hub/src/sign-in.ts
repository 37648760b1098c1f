// Signing in at a terminal and with a browser (HUB-8). What a flow has to remember stands in the database, for the next request may
// reach another process.
import * as client from "openid-client";
import type { DeviceSignIn, Token } from "../protocol.ts";
import type { Tx } from "./database.ts";
import { keep, look, take } from "./flows.ts";
import { Refused } from "./problems.ts";
import { claimsOf, providerFor, type SignInPorts } from "./providers.ts";
import { memberOf, personToken, signedIn } from "./signed-in.ts";
import { digestOf, secret } from "./tokens.ts";

const FLOW_SECONDS = 600;
/** Kept until the person is done; an answer of a provider may be as long as one is heard. */
const LONGEST_CODE = 4096;
const SCOPE = "openid email profile";

export async function startDevice(ports: SignInPorts, tenant: string): Promise<DeviceSignIn> {
  const [, config] = await providerFor(ports, tenant);
  const started = await client.initiateDeviceAuthorization(config, { scope: SCOPE }).catch(() => {
    throw new Refused("unavailable", "The provider does not start a sign-in at a terminal.");
  });
  const handle = secret();
  const seconds = Math.min(started.expires_in, FLOW_SECONDS);
  const { device_code } = started;
  if (device_code.length > LONGEST_CODE) throw new Refused("unavailable", "The provider's code is too long.");
  await ports.database.write(tenant, (tx) => keep(tx, "device", handle, JSON.stringify({ device_code }), seconds));
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
  const [provider, config] = await providerFor(ports, tenant);
  const state = await ports.database.read(tenant, (tx) => look(tx, "device", handle));
  // One question to the provider per question to us: waiting is the client's.
  const { device_code } = JSON.parse(state) as Pick<client.DeviceAuthorizationResponse, "device_code">;
  const asked = await client
    .genericGrantRequest(config, "urn:ietf:params:oauth:grant-type:device_code", { device_code })
    .catch((error: unknown) => {
      const code = (error as { error?: unknown }).error;
      if (code === "authorization_pending" || code === "slow_down") return undefined;
      throw new Refused("unauthenticated");
    });
  if (asked === undefined) return undefined;
  const claims = await claimsOf(config, provider, asked);
  return ports.database.write(tenant, async (tx) => {
    await take(tx, "device", handle);
    return signedIn(tx, provider, claims);
  });
}

/** Where it ends: on loopback, at the port of a client there; without one at the hub's own page. Nothing else can be asked for. */
export interface BrowserSignIn {
  readonly port?: string | undefined;
  /** Binds what arrives there to who asked. */
  readonly challenge: string;
}

export async function startBrowser(ports: SignInPorts, tenant: string, asked: BrowserSignIn): Promise<URL> {
  const [, config] = await providerFor(ports, tenant);
  const state = secret();
  const verifier = client.randomPKCECodeVerifier();
  const nonce = client.randomNonce();
  await ports.database.write(tenant, (tx) =>
    keep(tx, "browser", state, JSON.stringify({ ...asked, verifier, nonce }), FLOW_SECONDS),
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
  const [provider, config] = await providerFor(ports, tenant);
  const callback = new URL(`${callbackOf(ports.hub, tenant)}?${query}`);
  const checks = {
    pkceCodeVerifier: verifier ?? "",
    expectedState: state,
    expectedNonce: nonce ?? "",
    idTokenExpected: true,
  };
  const told = new URLSearchParams();
  try {
    const tokens = await client.authorizationCodeGrant(config, callback, checks);
    const claims = await claimsOf(config, provider, tokens);
    const code = secret();
    await ports.database.write(tenant, async (tx) => {
      const member = await memberOf(tx, provider, claims);
      await keep(tx, "code", code, JSON.stringify({ challenge, member }), 60);
    });
    told.set("code", code);
  } catch {
    // What the provider or its token lacked is the operator's to know; a page on a stranger's port is told nothing.
    told.set("error", "sign-in-failed");
  }
  if (port !== undefined) return new URL(`http://127.0.0.1:${Number(port)}/?${told}`);
  // Behind the #, which is sent to nobody and stands in no log.
  told.set("tenant", tenant);
  return new URL(`${ports.hub}/admin#${told}`);
}

export async function finish(tx: Tx, code: string, verifier: string): Promise<Token> {
  const { challenge, member } = JSON.parse(await take(tx, "code", code)) as Readonly<Record<string, string>>;
  if (digestOf(verifier).toString("base64url") !== challenge || member === undefined)
    throw new Refused("unauthenticated");
  return personToken(tx, member);
}

/** What the provider is told beforehand: the one place that it may send a browser to. */
export function callbackOf(hub: string, tenant: string): string {
  return `${hub}/v1/${tenant}/sign-in/callback`;
}
