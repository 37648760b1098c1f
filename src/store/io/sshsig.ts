// SSHSIG (the format of `ssh-keygen -Y sign`), so that `ssh-keygen -Y verify` accepts what we sign and nobody has to trust our
// word for it (SYN-20). Namespace and hash are fixed: a signature made for another purpose is no signature here. Believed are
// ed25519 keys and both kinds of security keys (FIDO2), those only with a touch.
import { createPublicKey, hash, type KeyObject, sign, verify } from "node:crypto";
import { field, positive, type Reader, reader, uint32 } from "./ssh-wire.ts";

export const NAMESPACE = "holdfast";
const MAGIC = Buffer.from("SSHSIG");
const VERSION = 1;
const HASH = "sha512";
const KEY_TYPE = "ssh-ed25519";
const HARDWARE_ED25519 = "sk-ssh-ed25519@openssh.com";
const HARDWARE_ECDSA = "sk-ecdsa-sha2-nistp256@openssh.com";
const CURVE = "nistp256";
const TOUCHED = 1;
const USER_VERIFIED = 4;
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
  return `${reader(key).field()?.toString() ?? ""} ${key.toString("base64")}`;
}

/** A key's line as a `.pub` file has it, without its comment; undefined for a kind that is not believed. */
export function keyLineIn(text: string): string | undefined {
  const key = Buffer.from(text.trim().split(" ")[1] ?? "", "base64");
  return publicKeyOf(key) !== undefined && text.startsWith(keyLineOf(key)) ? keyLineOf(key) : undefined;
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

/** One that was checked over its text: nothing else has this type. */
export interface Signature {
  readonly key: Buffer;
  /** What a security key says of its person; 0 for a key that is only a file. */
  readonly flags: number;
}

/** Somebody touched a security key for it. */
export function isTouched({ flags }: Signature): boolean {
  return (flags & TOUCHED) !== 0;
}

/** And proved to the security key who they are, by a PIN or a finger. */
export function isUserVerified({ flags }: Signature): boolean {
  return (flags & USER_VERIFIED) !== 0;
}

/** The SSH key that made this signature over exactly this text, or undefined. */
export function signerOf(text: string, armoured: string): Buffer | undefined {
  return signatureOf(text, armoured)?.key;
}

/**
 * Undefined for anything but a good signature over exactly this text. A command asks the same of one statement several times; that
 * it was checked is known to this process alone, and to no file (0068).
 */
export function signatureOf(text: string, armoured: string): Signature | undefined {
  return remembered(made, hash("sha256", `${text.length} ${text}${armoured}`, "base64"), () =>
    madeOver(text, armoured),
  );
}

const made = new Map<string, Signature | undefined>();

/** More than one store has; whoever goes on for days starts again. */
const REMEMBERED = 100_000;

function remembered<T>(known: Map<string, T>, name: string, find: () => T): T {
  const there = known.get(name);
  if (there !== undefined || known.has(name)) return there as T;
  if (known.size >= REMEMBERED) known.clear();
  const found = find();
  known.set(name, found);
  return found;
}

function madeOver(text: string, armoured: string): Signature | undefined {
  const blob = unarmour(armoured);
  if (blob === undefined) return undefined;
  const read = reader(blob);
  if (!read.skip(MAGIC) || read.uint32() !== VERSION) return undefined;
  const key = read.field();
  const named =
    read.field()?.toString() === NAMESPACE && read.field()?.length === 0 && read.field()?.toString() === HASH;
  const signature = read.field();
  if (key === undefined || signature === undefined || !named || !read.atEnd()) return undefined;
  const owner = publicKeyOf(key);
  const flags = owner && checked(toSign(text), owner, reader(signature));
  return flags === undefined ? undefined : { key, flags };
}

/** The flags; undefined: not signed by it. */
function checked(message: Buffer, owner: Owner, made: Reader): number | undefined {
  if (made.field()?.toString() !== owner.type) return undefined;
  const bytes = signatureBytes(owner, made.field());
  const state = made.rest();
  if (bytes === undefined || state.length !== (owner.application === undefined ? 0 : 5)) return undefined;
  const [flags = 0] = state;
  // A security key signs the digest together with its application, what it says of its person, and its own counter.
  const signed =
    owner.application === undefined ? message : Buffer.concat([sha256(owner.application), state, sha256(message)]);
  if (owner.application !== undefined && (flags & TOUCHED) === 0) return undefined;
  const algorithm = owner.type === HARDWARE_ECDSA ? "sha256" : null;
  return verify(algorithm, signed, { key: owner.key, dsaEncoding: "ieee-p1363" }, bytes) ? flags : undefined;
}

function signatureBytes({ type }: Owner, written: Buffer | undefined): Buffer | undefined {
  if (written === undefined) return undefined;
  if (type !== HARDWARE_ECDSA) return written.length === 64 ? written : undefined;
  const read = reader(written);
  const [r, s] = [positive(read.field(), 32), positive(read.field(), 32)];
  return r === undefined || s === undefined || !read.atEnd() ? undefined : Buffer.concat([r, s]);
}

interface Owner {
  readonly type: string;
  readonly key: KeyObject;
  /** Of a security key alone. */
  readonly application: Buffer | undefined;
}

/** Few keys sign everything, and making one anew costs as much as a signature. */
function publicKeyOf(key: Buffer): Owner | undefined {
  return remembered(owners, key.toString("latin1"), () => parsedKey(key));
}

const owners = new Map<string, Owner | undefined>();

function parsedKey(bytes: Buffer): Owner | undefined {
  const read = reader(bytes);
  const type = read.field()?.toString() ?? "";
  const jwk = type === HARDWARE_ECDSA ? onCurve(read) : edwards(type, read);
  const application = type === KEY_TYPE ? undefined : read.field();
  if (jwk === undefined || (type !== KEY_TYPE && application === undefined) || !read.atEnd()) return undefined;
  try {
    return { type, key: createPublicKey({ key: jwk, format: "jwk" }), application };
  } catch {
    return undefined; // a point that is not on the curve is no key
  }
}

type Jwk = Readonly<Record<string, string>>;

function edwards(type: string, read: Reader): Jwk | undefined {
  const x = read.field();
  if ((type !== KEY_TYPE && type !== HARDWARE_ED25519) || x?.length !== 32) return undefined;
  return { kty: "OKP", crv: "Ed25519", x: x.toString("base64url") };
}

function onCurve(read: Reader): Jwk | undefined {
  const named = read.field()?.toString() === CURVE;
  const point = read.field();
  if (!named || point?.length !== 65 || point[0] !== 4) return undefined;
  const part = (from: number, to: number): string => point.subarray(from, to).toString("base64url");
  return { kty: "EC", crv: "P-256", x: part(1, 33), y: part(33, 65) };
}

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
