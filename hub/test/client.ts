// A client that says exactly what it is told to, well or badly, and keeps what it was answered.
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, randomUUID } from "node:crypto";
import { signText, sshKeyLine } from "../../src/store/io/sshsig.ts";
import { sha256Hex } from "../../src/text/digest.ts";
import type { Push, PushChange, Token } from "../protocol.ts";
import { sessionText } from "../protocol.ts";

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Undefined where it is no JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: a test looks at whatever came
  readonly body: any;
}

export interface Asking {
  readonly token?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface Client {
  ask(method: string, path: string, asking?: Asking): Promise<Answer>;
  push(store: string, changes: readonly PushChange[], token: string, key?: string): Promise<Answer>;
  session(key: KeyObject, tenant?: string, hub?: string): Promise<Answer>;
}

export function clientOf(url: string, tenant: string): Client {
  const ask = async (method: string, path: string, { token, headers = {}, body }: Asking = {}): Promise<Answer> => {
    const answer = await fetch(`${url}${path}`, {
      method,
      redirect: "manual",
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, text, body: parsed(text) };
  };
  return {
    ask,
    push: (store, changes, token, key = randomUUID()) => {
      const body: Push = { changes };
      const path = `/v1/${tenant}/stores/${encodeURIComponent(store)}/push`;
      return ask("POST", path, { token, headers: { "idempotency-key": key }, body });
    },
    session: (key, at = tenant, hub = url) => {
      const asked = { key: sshKeyLine(key), at: new Date().toISOString(), nonce: randomUUID() };
      const body = { ...asked, signature: signText(sessionText({ hub, tenant: at }, asked), key) };
      return ask("POST", `/v1/${at}/session`, { body });
    },
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function newKey(): KeyObject {
  return createPrivateKey(generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "pem" }));
}

/** As this project derives a device's id from its key. */
export function deviceOf(key: KeyObject): string {
  return sha256Hex(createPublicKey(key).export({ type: "spki", format: "der" })).slice(0, 16);
}

export function put(path: string, bytes: string | Uint8Array, replaces: string | Uint8Array | null = null): PushChange {
  const before = replaces === null ? null : sha256Hex(replaces);
  return { path, replaces: before, bytes: Buffer.from(bytes).toString("base64") };
}

export function gone(path: string, replaces: string | Uint8Array): PushChange {
  return { path, replaces: sha256Hex(replaces), gone: true };
}

export function tokenIn({ body }: Answer): string {
  return (body as Token).token;
}
