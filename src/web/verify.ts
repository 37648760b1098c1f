// WebAuthn at the moment of the act, by @simplewebauthn/server, which is loaded when a passkey is used (decision 0050).
// Attestation is none: whose make an authenticator is tells nothing about the person, and no certificate is read.
import { createPublicKey, type JsonWebKey } from "node:crypto";
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import { RP_ID } from "../attest/presence.ts";
import type { Verifying } from "./presence.ts";

/** EdDSA, ES256, RS256. */
const ALGORITHMS = [-8, -7, -257];

export const verifying: Verifying = {
  registered: async (text, { challenge, origin }) => {
    const { verifyRegistrationResponse } = await import("@simplewebauthn/server");
    const response = parsed<RegistrationResponseJSON>(text);
    const found = await quietly(() =>
      verifyRegistrationResponse({
        response,
        expectedChallenge: challenge,
        expectedOrigin: origin,
        expectedRPID: RP_ID,
        requireUserVerification: true,
        supportedAlgorithmIDs: ALGORITHMS,
      }),
    );
    if (found?.verified !== true || found.registrationInfo.fmt !== "none") return undefined;
    const { id, publicKey, counter } = found.registrationInfo.credential;
    return { id, key: await spkiOf(publicKey), cose: Buffer.from(publicKey).toString("base64url"), counter };
  },
  asserted: async (text, { challenge, origin }, { id, cose, counter }) => {
    const { verifyAuthenticationResponse } = await import("@simplewebauthn/server");
    const response = parsed<AuthenticationResponseJSON>(text);
    if (response.id !== id) return undefined;
    const found = await quietly(() =>
      verifyAuthenticationResponse({
        response,
        expectedChallenge: challenge,
        expectedOrigin: origin,
        expectedRPID: RP_ID,
        requireUserVerification: true,
        credential: { id, counter, publicKey: new Uint8Array(Buffer.from(cose, "base64url")) },
      }),
    );
    if (found?.verified !== true) return undefined;
    const { authenticatorData, clientDataJSON, signature } = response.response;
    const { newCounter } = found.authenticationInfo;
    return { credential: id, authenticatorData, clientDataJSON, signature, counter: newCounter };
  },
};

/** It throws where something does not fit; all of that is one answer here. */
async function quietly<T>(verify: () => Promise<T>): Promise<T | undefined> {
  try {
    return await verify();
  } catch {
    return undefined; // not what was asked for, or not by whom
  }
}

function parsed<T>(text: string): T {
  try {
    return JSON.parse(text) as T;
  } catch {
    return {} as T; // the library says what is missing
  }
}

/** As node:crypto reads it: the authenticator's own form is another. */
async function spkiOf(cose: Uint8Array<ArrayBuffer>): Promise<string> {
  const { decodeCredentialPublicKey } = await import("@simplewebauthn/server/helpers");
  const fields = decodeCredentialPublicKey(cose) as unknown as ReadonlyMap<number, number | Uint8Array>;
  const text = (label: number): string => {
    const value = fields.get(label);
    return value instanceof Uint8Array ? Buffer.from(value).toString("base64url") : "";
  };
  const [x, y] = [text(-2), text(-3)];
  const keys: Readonly<Record<number, JsonWebKey>> = {
    1: { kty: "OKP", crv: "Ed25519", x },
    2: { kty: "EC", crv: "P-256", x, y },
    3: { kty: "RSA", n: text(-1), e: x },
  };
  const key = keys[fields.get(1) as number] ?? {};
  return createPublicKey({ key, format: "jwk" }).export({ type: "spki", format: "der" }).toString("base64");
}
