// A backup (SUR-10): an export, the configuration, whom the person trusts, the passkey's public half, and the device key sealed
// with a passphrase, as one JSON document. Reading is strict; what is inside is judged by whoever takes it.

import { parseLine } from "../hosts/json-line.ts";

/** A key that only the passphrase opens. The names are those of the algorithms, so that nobody needs us to open it. */
export interface SealedKey {
  readonly kdf: "scrypt";
  readonly cipher: "aes-256-gcm";
  readonly cost: number;
  readonly salt: string;
  readonly nonce: string;
  readonly data: string;
}

export interface Backup {
  /** The text of an export. */
  readonly store: string;
  readonly config: string | null;
  readonly signers: string | null;
  /** presence.json, which goes with the key. */
  readonly presence: string | null;
  readonly key: SealedKey | null;
}

export function renderBackup({ store, config, signers, presence, key }: Backup): string {
  return `${JSON.stringify({ "holdfast-backup": 1, config, signers, presence, key, store })}\n`;
}

export function parseBackup(text: string): Backup | undefined {
  const { "holdfast-backup": version, store, config, signers, presence = null, key } = parseLine(text) ?? {};
  const isWhole = version === 1 && typeof store === "string" && isText(config) && isText(signers) && isText(presence);
  return isWhole && (key === null || isSealed(key)) ? { store, config, signers, presence, key } : undefined;
}

function isText(value: unknown): value is string | null {
  return value === null || typeof value === "string";
}

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
/** More would let a file ask for all the memory there is. */
export const COST: number = 2 ** 17;

function isSealed(value: unknown): value is SealedKey {
  const { kdf, cipher, cost, salt, nonce, data } = (value ?? {}) as Record<string, unknown>;
  const texts = [salt, nonce, data].every((each) => typeof each === "string" && BASE64.test(each));
  return kdf === "scrypt" && cipher === "aes-256-gcm" && cost === COST && texts;
}
