// A person's presence as a second signature under a statement (SYN-20b): the assertion of a passkey, whose challenge is the
// digest of exactly the statements that one decision makes. What is checked here is what WebAuthn asks a relying party to
// check, for one passkey and one way to use it; whoever has no such assertion says nothing.
import { sha256Hex } from "../text/digest.ts";

/** The one that a person registered on this machine. */
export interface Passkey {
  /** base64url, as browsers name it. */
  readonly id: string;
  /** SPKI in base64, for node:crypto. */
  readonly key: string;
  /** The same key as the authenticator gave it (COSE, base64url), for the act. */
  readonly cose: string;
  /** The highest that was seen; 0 for those that do not count. */
  readonly counter: number;
  /** Where this machine asked for it: a page on another port may use the same RP id, and is none of ours. */
  readonly origins: readonly string[];
  readonly at: string;
}

/** In the statement's file, beside the device's signature. Bytes are base64url. */
export interface Presence {
  readonly credential: string;
  /** The digests of all statements that the person's one act made, this one's among them. */
  readonly covers: readonly string[];
  readonly authenticatorData: string;
  readonly clientDataJSON: string;
  readonly signature: string;
}

/** A name that browsers take for this machine: an address is no RP id. */
export const RP_ID = "localhost";

/** Whether this key signed these bytes. */
export type Verify = (key: string, bytes: Uint8Array, signature: Uint8Array) => boolean;

/** What the passkey is asked to sign. */
export function challengeFor(covers: readonly string[]): string {
  return Buffer.from(sha256Hex(covers.join("\n")), "hex").toString("base64url");
}

/** Undefined for anything that has not its shape. */
export function parsePresence(value: unknown): Presence | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { credential, covers, authenticatorData, clientDataJSON, signature } = value as Record<string, unknown>;
  const texts = [credential, authenticatorData, clientDataJSON, signature];
  const isWhole = texts.every(isText) && Array.isArray(covers) && covers.every(isDigest);
  return isWhole ? ({ credential, covers, authenticatorData, clientDataJSON, signature } as Presence) : undefined;
}

function isText(value: unknown): boolean {
  return typeof value === "string" && /^[\w-]{1,8192}$/.test(value);
}

/** Of one spelling only: the challenge is over their lines. */
function isDigest(value: unknown): boolean {
  return typeof value === "string" && /^[0-9a-f]{64}$/.test(value);
}

export function isPresent(text: string, presence: Presence, passkey: Passkey, verify: Verify): boolean {
  const data = bytesOf(presence.authenticatorData);
  const client = bytesOf(presence.clientDataJSON);
  return (
    presence.credential === passkey.id &&
    presence.covers.includes(sha256Hex(text)) &&
    isOurPage(client, presence.covers, passkey) &&
    isOurUse(data, passkey) &&
    verify(passkey.key, Buffer.concat([data, digest(client)]), bytesOf(presence.signature))
  );
}

/** What the browser says of the page that asked. */
function isOurPage(bytes: Buffer, covers: readonly string[], { origins }: Passkey): boolean {
  try {
    const { type, challenge, origin, crossOrigin, topOrigin } = JSON.parse(bytes.toString("utf8")) as Client;
    const isAsked = type === "webauthn.get" && challenge === challengeFor(covers);
    return isAsked && origins.includes(String(origin)) && crossOrigin !== true && topOrigin === undefined;
  } catch {
    // No JSON, or no object: no page said so.
    return false;
  }
}

type Client = Readonly<Partial<Record<"type" | "challenge" | "origin" | "crossOrigin" | "topOrigin", unknown>>>;

const TOUCHED = 0b001;
const VERIFIED = 0b100;

/** What the authenticator says: for which RP id, that somebody was there and who, and its count. */
function isOurUse(data: Buffer, { counter }: Passkey): boolean {
  if (data.length < 37 || !data.subarray(0, 32).equals(digest(RP_ID))) return false;
  const flags = data.readUInt8(32);
  const isPerson = (flags & TOUCHED) !== 0 && (flags & VERIFIED) !== 0;
  // Each use on the page is kept before it counts: one beyond that was made elsewhere, or the list was put back.
  return isPerson && data.readUInt32BE(33) <= counter;
}

function digest(data: string | Uint8Array): Buffer {
  return Buffer.from(sha256Hex(data), "hex");
}

function bytesOf(text: string): Buffer {
  return Buffer.from(text, "base64url");
}
