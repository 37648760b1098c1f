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
