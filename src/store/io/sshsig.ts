// SSHSIG (the format of `ssh-keygen -Y sign`) with an ed25519 key, so that `ssh-keygen -Y verify` accepts what we sign
// and nobody has to trust our word for it (SYN-20). Namespace and hash are fixed: a signature made for another purpose
// is no signature here.
import { createPublicKey, hash, type KeyObject, sign, verify } from "node:crypto";

export const NAMESPACE = "holdfast";
const MAGIC = Buffer.from("SSHSIG");
const VERSION = 1;
const HASH = "sha512";
const KEY_TYPE = "ssh-ed25519";
const HARDWARE_TYPE = "sk-ssh-ed25519@openssh.com";
const TOUCHED = 1;
const BEGIN = "-----BEGIN SSH SIGNATURE-----";
const END = "-----END SSH SIGNATURE-----";

/** The public half in SSH's own form: the bytes behind `ssh-ed25519 AAAA...`. */
export function sshPublicKey(key: KeyObject): Buffer {
  return Buffer.concat([field(KEY_TYPE), field(publicBytes(key))]);
}

/** Of either half of an ed25519 key. */
export function publicBytes(key: KeyObject): Buffer {
  return Buffer.from(key.export({ format: "jwk" }).x ?? "", "base64url");
}

/** As `authorized_keys` and `allowed_signers` write it. */
export function sshKeyLine(key: KeyObject): string {
  return `${KEY_TYPE} ${sshPublicKey(key).toString("base64")}`;
}

/** The same line from a key's own bytes. */
export function keyLineOf(key: Buffer): string {
  return `${reader(key)?.field()?.toString() ?? ""} ${key.toString("base64")}`;
}

export function signText(text: string, key: KeyObject): string {
  const signature = sign(null, toSign(text), key);
  const blob = Buffer.concat([
    MAGIC,
    uint32(VERSION),
    field(sshPublicKey(key)),
    field(NAMESPACE),
    field(""),
    field(HASH),
    field(Buffer.concat([field(KEY_TYPE), field(signature)])),
  ]);
  const lines = blob.toString("base64").match(/.{1,70}/g) ?? [];
  return [BEGIN, ...lines, END, ""].join("\n");
}

/** The SSH key that made this signature over exactly this text, or undefined. */
export function signerOf(text: string, armoured: string): Buffer | undefined {
  const read = reader(unarmour(armoured));
  if (read === undefined || !read.skip(MAGIC) || read.uint32() !== VERSION) return undefined;
  const key = read.field();
  const named =
    read.field()?.toString() === NAMESPACE && read.field()?.length === 0 && read.field()?.toString() === HASH;
  const signature = read.field();
  if (key === undefined || signature === undefined || !named || !read.atEnd()) return undefined;
  return isSigned(toSign(text), key, signature) ? key : undefined;
}

function isSigned(message: Buffer, key: Buffer, signature: Buffer): boolean {
  const owner = reader(key);
  const made = reader(signature);
  const type = owner?.field()?.toString();
  const x = owner?.field();
  const bytes = made?.field()?.toString() === type ? made?.field() : undefined;
  if (owner === undefined || made === undefined || x?.length !== 32 || bytes?.length !== 64) return false;
  const publicKey = publicKeyOf(x.toString("base64url"));
  if (type === KEY_TYPE) return owner.atEnd() && made.atEnd() && verify(null, message, publicKey, bytes);
  if (type !== HARDWARE_TYPE) return false;
  // A security key signs the digest together with its application, whether it was touched, and its own counter.
  const application = owner.field();
  const state = made.rest();
  const touched = ((state[0] ?? 0) & TOUCHED) !== 0;
  if (application === undefined || !owner.atEnd() || state.length !== 5 || !touched) return false;
  return verify(null, Buffer.concat([sha256(application), state, sha256(message)]), publicKey, bytes);
}

/** One key signs nearly everything, and making it anew costs as much as a signature. */
function publicKeyOf(x: string): KeyObject {
  if (lastKey?.x !== x)
    lastKey = { x, key: createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" }) };
  return lastKey.key;
}

let lastKey: { readonly x: string; readonly key: KeyObject } | undefined;

function sha256(bytes: Buffer): Buffer {
  return hash("sha256", bytes, "buffer");
}

function toSign(text: string): Buffer {
  return Buffer.concat([MAGIC, field(NAMESPACE), field(""), field(HASH), field(hash(HASH, text, "buffer"))]);
}

function unarmour(armoured: string): Buffer | undefined {
  const lines = armoured.trim().split("\n");
  if (armoured.length > 8192 || lines[0] !== BEGIN || lines.at(-1) !== END) return undefined;
  const body = lines.slice(1, -1).join("");
  return /^[A-Za-z0-9+/]+={0,2}$/.test(body) ? Buffer.from(body, "base64") : undefined;
}

function uint32(value: number): Buffer {
  const buffer = Buffer.alloc(4);
  buffer.writeUInt32BE(value);
  return buffer;
}

function field(value: string | Uint8Array): Buffer {
  const bytes = Buffer.from(value as string);
  return Buffer.concat([uint32(bytes.length), bytes]);
}

interface Reader {
  uint32(): number | undefined;
  field(): Buffer | undefined;
  skip(expected: Buffer): boolean;
  rest(): Buffer;
  atEnd(): boolean;
}

function reader(bytes: Buffer | undefined): Reader | undefined {
  if (bytes === undefined) return undefined;
  let at = 0;
  const take = (length: number): Buffer | undefined => {
    if (at + length > bytes.length) return undefined;
    at += length;
    return bytes.subarray(at - length, at);
  };
  const number = (): number | undefined => take(4)?.readUInt32BE();
  return {
    uint32: number,
    field: () => {
      const length = number();
      return length === undefined ? undefined : take(length);
    },
    skip: (expected) => take(expected.length)?.equals(expected) === true,
    rest: () => bytes.subarray(at),
    atEnd: () => at === bytes.length,
  };
}
