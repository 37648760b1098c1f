// An authenticator made of node:crypto: assertions as a browser would hand them over, with whatever is wrong in them.
import { createHash, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { challengeFor, type Passkey, type Presence } from "../../src/attest/presence.ts";

export const ORIGIN = "http://localhost:4567";

export interface Authenticator {
  readonly passkey: Passkey;
  assert(covers: readonly string[], change?: Partial<Asserting>): Presence;
}

interface Asserting {
  readonly rp: string;
  readonly flags: number;
  readonly counter: number;
  readonly type: string;
  readonly origin: string;
  readonly crossOrigin: boolean;
  readonly challenge: string;
}

export const KINDS = ["ES256", "EdDSA", "RS256"] as const;

function pair(kind: (typeof KINDS)[number]): { readonly privateKey: KeyObject; readonly publicKey: KeyObject } {
  if (kind === "ES256") return generateKeyPairSync("ec", { namedCurve: "P-256" });
  return kind === "EdDSA" ? generateKeyPairSync("ed25519") : generateKeyPairSync("rsa", { modulusLength: 2048 });
}

export function makeAuthenticator(kind: (typeof KINDS)[number] = "ES256"): Authenticator {
  const { privateKey, publicKey } = pair(kind);
  const key = publicKey.export({ type: "spki", format: "der" }).toString("base64");
  const id = createHash("sha256").update(key).digest("base64url");
  const passkey = { id, key, cose: "", counter: 5, origins: [ORIGIN], at: "2026-11-16T12:00:00Z" };
  const assert: Authenticator["assert"] = (covers, change = {}) => {
    const said = {
      rp: "localhost",
      flags: 0b101,
      counter: 5,
      type: "webauthn.get",
      origin: ORIGIN,
      crossOrigin: false,
      challenge: challengeFor(covers),
      ...change,
    };
    const { type, challenge, origin, crossOrigin } = said;
    const client = Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin }));
    const count = Buffer.alloc(4);
    count.writeUInt32BE(said.counter);
    const data = Buffer.concat([digest(said.rp), Buffer.from([said.flags]), count]);
    const signature = sign(kind === "EdDSA" ? null : "sha256", Buffer.concat([data, digest(client)]), privateKey);
    return {
      credential: id,
      covers,
      authenticatorData: data.toString("base64url"),
      clientDataJSON: client.toString("base64url"),
      signature: signature.toString("base64url"),
    };
  };
  return { passkey, assert };
}

function digest(data: string | Uint8Array): Buffer {
  return createHash("sha256").update(data).digest();
}
