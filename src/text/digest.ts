// The only use of node:crypto in core. Everything that needs a hash asks here.
import { createHmac, hash } from "node:crypto";

export function sha256Hex(data: string | Uint8Array): string {
  return hash("sha256", data, "hex");
}

/** As a content security policy, and a key's fingerprint, name it. */
export function sha256Base64(data: string | Uint8Array): string {
  return hash("sha256", data, "base64");
}

export function hmacSha256Hex(key: string, data: string): string {
  return createHmac("sha256", key).update(data).digest("hex");
}

const PRIME = 0x100000001b3n;
const START = 0xcbf29ce484222325n;

/**
 * A short name for a long text, such as a folder for a path: FNV-1a, 64 bits, as 16 hexadecimal digits. Two texts with one
 * name are unlikely by accident and easy on purpose: nothing may be decided by it.
 */
export function nameHash(text: string): string {
  let hash = START;
  for (const byte of new TextEncoder().encode(text)) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * PRIME);
  }
  return hash.toString(16).padStart(16, "0");
}
