// The device key under a passphrase (SUR-10): scrypt, then AES-256-GCM. A wrong passphrase and a changed file look alike.
import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from "node:crypto";
import { COST, type SealedKey } from "../backup-document.ts";

const TAG = 16;
const MEMORY = 256 * 1024 * 1024;

export function seal(pem: string, passphrase: string): SealedKey {
  const [salt, nonce] = [randomBytes(16), randomBytes(12)];
  const cipher = createCipheriv("aes-256-gcm", keyOf(passphrase, salt), nonce);
  const data = Buffer.concat([cipher.update(pem, "utf8"), cipher.final(), cipher.getAuthTag()]);
  const text = (bytes: Buffer): string => bytes.toString("base64");
  return { kdf: "scrypt", cipher: "aes-256-gcm", cost: COST, salt: text(salt), nonce: text(nonce), data: text(data) };
}

/** Undefined: the passphrase is another one, or the file was changed. */
export function unseal({ salt, nonce, data }: SealedKey, passphrase: string): string | undefined {
  const bytes = Buffer.from(data, "base64");
  try {
    const key = keyOf(passphrase, Buffer.from(salt, "base64"));
    const decipher = createDecipheriv("aes-256-gcm", key, Buffer.from(nonce, "base64"), { authTagLength: TAG });
    decipher.setAuthTag(bytes.subarray(-TAG));
    return Buffer.concat([decipher.update(bytes.subarray(0, -TAG)), decipher.final()]).toString("utf8");
  } catch {
    return undefined; // nothing tells the two apart
  }
}

function keyOf(passphrase: string, salt: Buffer): Buffer {
  return scryptSync(passphrase.normalize("NFKC"), salt, 32, { N: COST, r: 8, p: 1, maxmem: MEMORY });
}
