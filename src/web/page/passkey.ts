// The browser's own question for a passkey (WebAuthn). What comes back goes to the server as it is: nothing is judged here.
import type { Touch } from "../wire.ts";

const RP_ID = "localhost";
const MILLISECONDS = 120_000;
/** EdDSA, ES256, RS256. */
const ALGORITHMS = [-8, -7, -257];

/** Undefined where the person did not want it, or the browser can't. */
export async function created(challenge: string): Promise<string | undefined> {
  const credential = await asked(() =>
    navigator.credentials.create({
      publicKey: {
        challenge: bytesOf(challenge),
        rp: { id: RP_ID, name: "Holdfast" },
        user: { id: crypto.getRandomValues(new Uint8Array(32)), name: "holdfast", displayName: "Holdfast" },
        pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: "public-key", alg })),
        authenticatorSelection: { residentKey: "preferred", userVerification: "required" },
        attestation: "none",
        timeout: MILLISECONDS,
      },
    }),
  );
  const response = credential?.response;
  return response instanceof AuthenticatorAttestationResponse
    ? textOf(credential, response, { attestationObject: response.attestationObject })
    : undefined;
}

export async function signed({ challenge, credential: id }: Touch): Promise<string | undefined> {
  const credential = await asked(() =>
    navigator.credentials.get({
      publicKey: {
        challenge: bytesOf(challenge),
        rpId: RP_ID,
        allowCredentials: [{ type: "public-key", id: bytesOf(id) }],
        userVerification: "required",
        timeout: MILLISECONDS,
      },
    }),
  );
  const response = credential?.response;
  if (!(response instanceof AuthenticatorAssertionResponse)) return undefined;
  const { authenticatorData, signature } = response;
  return textOf(credential, response, { authenticatorData, signature });
}

async function asked(ask: () => Promise<Credential | null>): Promise<PublicKeyCredential | undefined> {
  try {
    const credential = await ask();
    return credential instanceof PublicKeyCredential ? credential : undefined;
  } catch {
    return undefined; // the person said no, or waited too long, or there is no passkey here
  }
}

function textOf(
  credential: PublicKeyCredential | undefined,
  { clientDataJSON }: AuthenticatorResponse,
  parts: Readonly<Record<string, ArrayBuffer>>,
): string {
  const texts = Object.entries({ clientDataJSON, ...parts }).map(([name, bytes]) => [name, base64url(bytes)]);
  const id = credential?.id ?? "";
  const response: unknown = Object.fromEntries(texts);
  return JSON.stringify({ id, rawId: id, type: "public-key", clientExtensionResults: {}, response });
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (char) => char.charCodeAt(0));
}

function base64url(bytes: ArrayBuffer): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes)));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
