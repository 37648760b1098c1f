// A security key in software, by its published protocol: both kinds that OpenSSH knows, with the flags that a test asks for. And
// an ssh-agent that holds keys of ours, so that the real ssh-keygen signs with one.
import { generateKeyPairSync, hash, type KeyObject, sign } from "node:crypto";
import { createServer, type Server } from "node:net";
import { field, reader, uint32 } from "../../src/store/io/ssh-wire.ts";

export const TOUCHED = 1;
export const VERIFIED = 4;

export interface SoftwareKey {
  /** As SSH writes it: the bytes behind the type's name. */
  readonly publicKey: Buffer;
  readonly line: string;
  /** The signature as it stands in an SSHSIG or an agent's answer. */
  sign(message: Buffer): Buffer;
}

export function plainKey(privateKey: KeyObject = generateKeyPairSync("ed25519").privateKey): SoftwareKey {
  const type = "ssh-ed25519";
  const publicKey = Buffer.concat([field(type), field(jwkPart(privateKey, "x"))]);
  const made = (message: Buffer): Buffer => Buffer.concat([field(type), field(sign(null, message, privateKey))]);
  return { publicKey, line: `${type} ${publicKey.toString("base64")}`, sign: made };
}

export function securityKey(kind: "ed25519" | "ecdsa", flags: () => number): SoftwareKey {
  const application = "ssh:";
  const isEcdsa = kind === "ecdsa";
  const type = isEcdsa ? "sk-ecdsa-sha2-nistp256@openssh.com" : "sk-ssh-ed25519@openssh.com";
  const { privateKey } = isEcdsa ? generateKeyPairSync("ec", { namedCurve: "P-256" }) : generateKeyPairSync("ed25519");
  const point = isEcdsa
    ? [field("nistp256"), field(Buffer.concat([Buffer.of(4), jwkPart(privateKey, "x"), jwkPart(privateKey, "y")]))]
    : [field(jwkPart(privateKey, "x"))];
  const publicKey = Buffer.concat([field(type), ...point, field(application)]);
  let counter = 0;
  const made = (message: Buffer): Buffer => {
    const state = Buffer.concat([Buffer.of(flags()), uint32(++counter)]);
    const signed = Buffer.concat([sha256(application), state, sha256(message)]);
    const bytes = isEcdsa
      ? numbers(sign("sha256", signed, { key: privateKey, dsaEncoding: "ieee-p1363" }))
      : sign(null, signed, privateKey);
    return Buffer.concat([field(type), field(bytes), state]);
  };
  return { publicKey, line: `${type} ${publicKey.toString("base64")}`, sign: made };
}

/** As `ssh-keygen -Y sign -n holdfast` writes it. */
export function armoured(text: string, key: SoftwareKey, namespace = "holdfast"): string {
  const message = toSign(text, namespace);
  const blob = Buffer.concat([
    Buffer.from("SSHSIG"),
    uint32(1),
    field(key.publicKey),
    field(namespace),
    field(""),
    field("sha512"),
    field(key.sign(message)),
  ]);
  return armour(blob);
}

export function armour(blob: Buffer): string {
  const lines = blob.toString("base64").match(/.{1,70}/g) ?? [];
  return ["-----BEGIN SSH SIGNATURE-----", ...lines, "-----END SSH SIGNATURE-----", ""].join("\n");
}

export function toSign(text: string, namespace = "holdfast"): Buffer {
  const digest = hash("sha512", text, "buffer");
  return Buffer.concat([Buffer.from("SSHSIG"), field(namespace), field(""), field("sha512"), field(digest)]);
}

/** Answers for the key; `instead` is what it has signed in the place of what it was asked for. */
export function startAgent(socket: string, key: SoftwareKey, instead?: Buffer): Promise<Server> {
  const server = createServer((client) => {
    let got = Buffer.alloc(0);
    client.on("error", () => {}); // ssh-keygen leaves as it likes
    client.on("data", (chunk) => {
      got = Buffer.concat([got, chunk]);
      while (got.length >= 4 && got.length >= 4 + got.readUInt32BE()) {
        const end = 4 + got.readUInt32BE();
        client.write(field(answer(got.subarray(4, end), key, instead)));
        got = got.subarray(end);
      }
    });
  });
  return new Promise((resolve) => server.listen(socket, () => resolve(server)));
}

function answer(request: Buffer, key: SoftwareKey, instead: Buffer | undefined): Buffer {
  const [kind] = request;
  if (kind === 11) return Buffer.concat([Buffer.of(12), uint32(1), field(key.publicKey), field("")]);
  const read = reader(request.subarray(1));
  const asked = kind === 13 && read.field() !== undefined ? read.field() : undefined;
  return asked === undefined ? Buffer.of(5) : Buffer.concat([Buffer.of(14), field(key.sign(instead ?? asked))]);
}

function jwkPart(key: KeyObject, name: "x" | "y"): Buffer {
  return Buffer.from(key.export({ format: "jwk" })[name] ?? "", "base64url");
}

function sha256(bytes: string | Buffer): Buffer {
  return hash("sha256", bytes, "buffer");
}

/** Two positive numbers, as SSH writes them. */
function numbers(raw: Buffer): Buffer {
  return Buffer.concat([raw.subarray(0, 32), raw.subarray(32)].map((part) => field(positiveNumber(part))));
}

function positiveNumber(part: Buffer): Buffer {
  const start = part.findIndex((byte) => byte !== 0);
  const digits = part.subarray(start);
  return (digits[0] ?? 0) > 0x7f ? Buffer.concat([Buffer.of(0), digits]) : digits;
}
