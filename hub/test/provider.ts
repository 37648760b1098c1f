// A real OpenID provider (oidc-provider, which is certified) on loopback, and a browser of forms and cookies that signs in to it. And
// the provider of a CI's jobs: what it publishes, and the tokens it signs.
import { randomUUID } from "node:crypto";
import { createServer, type Server } from "node:http";
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import Provider from "oidc-provider";
import { freePort } from "./port.ts";

export interface TestProvider {
  readonly issuer: string;
  end(): Promise<void>;
}

export const CLIENT_ID = "hub";

/** Whoever types a name is that person; their groups are what stands behind a plus: ann+builders. */
export async function startProvider(callback: string): Promise<TestProvider> {
  const port = await freePort();
  const issuer = `http://127.0.0.1:${port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT_ID,
        token_endpoint_auth_method: "none",
        application_type: "native",
        redirect_uris: [callback],
        response_types: ["code"],
        grant_types: ["authorization_code", "urn:ietf:params:oauth:grant-type:device_code"],
      },
    ],
    cookies: { keys: ["a key of the test"] },
    claims: { openid: ["sub", "groups"], email: ["email", "email_verified"], profile: ["name"] },
    features: { deviceFlow: { enabled: true }, devInteractions: { enabled: true } },
    pkce: { required: () => true },
    findAccount: (_context, id) => {
      const [name = "", ...groups] = id.split("+");
      return { accountId: id, claims: () => ({ sub: id, email: `${name}@example.org`, email_verified: true, groups }) };
    },
  });
  const server = createServer(provider.callback());
  await listen(server, port);
  return { issuer, end: () => close(server) };
}

export interface Browser {
  /** Goes there, fills in every form it meets, and gives the address or the page at which it ends. */
  goes(url: string, login: string): Promise<{ readonly url: string; readonly text: string }>;
}

/** `stops`: an address at which nobody needs to answer. */
export function newBrowser(stops: (url: string) => boolean): Browser {
  const jar = new Map<string, string>();
  const visit = async (url: string, form?: URLSearchParams): Promise<Response> => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await fetch(url, {
      redirect: "manual",
      headers: { cookie },
      ...(form && { method: "POST", body: form }),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === "") jar.delete(name);
      else jar.set(name, value);
    }
    return answer;
  };
  return {
    goes: async (start, login) => {
      let url = start;
      let form: URLSearchParams | undefined;
      for (let steps = 0; steps < 30; steps++) {
        const answer = await visit(url, form);
        form = undefined;
        const location = answer.headers.get("location");
        if (location !== null) {
          url = new URL(location, url).href;
          if (stops(url)) return { url, text: "" };
          continue;
        }
        const text = await answer.text();
        const [, action, inside] = /<form[^>]*action="([^"]+)"[^>]*>([\s\S]*?)<\/form>/.exec(text) ?? [];
        if (action === undefined || inside === undefined) return { url, text };
        url = new URL(action.replaceAll("&amp;", "&"), url).href;
        form = filled(inside, login);
      }
      throw new Error(`the sign-in goes round in a circle at ${url}`);
    },
  };
}

function filled(form: string, login: string): URLSearchParams {
  const values = new URLSearchParams();
  for (const [tag] of form.matchAll(/<input[^>]*>/g)) {
    const name = /name="([^"]+)"/.exec(tag)?.[1];
    if (name === undefined) continue;
    const value = /value="([^"]*)"/.exec(tag)?.[1];
    values.set(name, name === "login" ? login : (value ?? "x"));
  }
  return values;
}

export interface JobProvider extends TestProvider {
  /** Signed as the provider does, unless told otherwise; each with a name of its own, unless that is said. */
  sign(
    claims: Readonly<Record<string, unknown>>,
    options?: { readonly isForged?: boolean; readonly ends?: string },
  ): Promise<string>;
}

/** `before`: waited for before it tells its keys. */
export async function startJobProvider(before: Promise<void> = Promise.resolve()): Promise<JobProvider> {
  const port = await freePort();
  const issuer = `http://127.0.0.1:${port}`;
  const own = await generateKeyPair("RS256");
  const forger = await generateKeyPair("RS256");
  const jwk = { ...(await exportJWK(own.publicKey)), kid: "1", alg: "RS256", use: "sig" };
  const server = createServer((request, answer) => {
    answer.setHeader("content-type", "application/json");
    if (request.url === "/jwks") void before.then(() => answer.end(JSON.stringify({ keys: [jwk] })));
    else answer.end(JSON.stringify({ issuer, jwks_uri: `${issuer}/jwks` }));
  });
  await listen(server, port);
  return {
    issuer,
    end: () => close(server),
    sign: (claims, { isForged = false, ends = "5m" } = {}) =>
      new SignJWT({ iss: issuer, jti: randomUUID(), ...claims } as JWTPayload)
        .setProtectedHeader({ alg: "RS256", kid: "1" })
        .setIssuedAt()
        .setExpirationTime(ends)
        .sign(isForged ? forger.privateKey : own.privateKey),
  };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve) => server.listen(port, "127.0.0.1", resolve));
}

function close(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
