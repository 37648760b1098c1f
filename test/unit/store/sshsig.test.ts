// Signatures in SSH's own form, judged by ssh-keygen, and the keys that are believed.
import { execFileSync } from "node:child_process";
import { createHash, createPublicKey, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { sshKeys } from "../../../src/store/io/ssh-signer.ts";
import { keyLineOf, signerOf, signText, sshKeyLine, sshPublicKey } from "../../../src/store/io/sshsig.ts";

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(`${tmpdir()}/holdfast-ssh-`));
});
afterEach(() => rmSync(folder, { recursive: true }));

const { privateKey } = generateKeyPairSync("ed25519");
const TEXT = '{"version":1}';

function keygen(name: string, ...more: string[]): string {
  execFileSync("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-C", "", "-f", `${folder}/${name}`, ...more]);
  return `${folder}/${name}`;
}

function judged(text: string, signature: string, line: string, namespace = "holdfast"): boolean {
  writeFileSync(`${folder}/signers`, `dev namespaces="${namespace}" ${line}\n`);
  writeFileSync(`${folder}/sig`, signature);
  const args = ["-Y", "verify", "-f", `${folder}/signers`, "-I", "dev", "-n", namespace, "-s", `${folder}/sig`];
  try {
    execFileSync("ssh-keygen", args, { input: text, stdio: ["pipe", "ignore", "ignore"] });
    return true;
  } catch {
    return false; // ssh-keygen's way of saying no
  }
}

describe("SSHSIG", () => {
  test("SYN-20: ssh-keygen accepts ours, we accept its, and both refuse a changed text", () => {
    expect(judged(TEXT, signText(TEXT, privateKey), sshKeyLine(privateKey))).toBe(true);
    expect(judged(`${TEXT} `, signText(TEXT, privateKey), sshKeyLine(privateKey))).toBe(false);
    const key = keygen("mine");
    const theirs = execFileSync("ssh-keygen", ["-Y", "sign", "-n", "holdfast", "-f", key], {
      input: TEXT,
      encoding: "utf8",
      stdio: ["pipe", "pipe", "ignore"],
    });
    const [, encoded = ""] = readFileSync(`${key}.pub`, "utf8").split(" ");
    expect(signerOf(TEXT, theirs)?.toString("base64")).toBe(encoded.trim());
    expect(signerOf(`${TEXT}!`, theirs)).toBeUndefined();
  });

  test("SYN-20: another namespace is no signature here, though ssh-keygen made it", () => {
    const key = keygen("mine");
    for (const namespace of ["git", "file", "holdfast2"]) {
      const made = execFileSync("ssh-keygen", ["-Y", "sign", "-n", namespace, "-f", key], {
        input: TEXT,
        encoding: "utf8",
        stdio: ["pipe", "pipe", "ignore"],
      });
      expect(judged(TEXT, made, readFileSync(`${key}.pub`, "utf8").trim(), namespace)).toBe(true);
      expect([namespace, signerOf(TEXT, made)]).toEqual([namespace, undefined]);
    }
  });

  test("SYN-20: no single changed byte of a signature passes, and none throws", () => {
    const good = signText(TEXT, privateKey);
    const body = good.split("\n").slice(1, -2).join("");
    const bytes = Buffer.from(body, "base64");
    for (let at = 0; at < bytes.length; at++) {
      const bad = Buffer.from(bytes);
      bad[at] = (bad[at] ?? 0) ^ 1;
      const armoured = [
        "-----BEGIN SSH SIGNATURE-----",
        bad.toString("base64"),
        "-----END SSH SIGNATURE-----",
        "",
      ].join("\n");
      const signer = signerOf(TEXT, armoured);
      expect([at, signer?.equals(sshPublicKey(privateKey)) ?? false]).toEqual([at, false]);
    }
    for (const text of ["", "x", good.slice(0, 60), good.replace("SSH", "PGP")])
      expect(signerOf(TEXT, text)).toBeUndefined();
  });
});

const field = (value: string | Uint8Array): Buffer => {
  const bytes = Buffer.from(value as string);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
};

/** What a security key does, by its published protocol: no such key is at hand in a test. */
function hardware(key: KeyObject, flags: number): { readonly publicKey: Buffer; readonly signature: string } {
  const type = "sk-ssh-ed25519@openssh.com";
  const x = Buffer.from(createPublicKey(key).export({ format: "jwk" }).x ?? "", "base64url");
  const publicKey = Buffer.concat([field(type), field(x), field("ssh:")]);
  const digest = createHash("sha512").update(TEXT).digest();
  const message = Buffer.concat([Buffer.from("SSHSIG"), field("holdfast"), field(""), field("sha512"), field(digest)]);
  const state = Buffer.from([flags, 0, 0, 0, 7]);
  const hash = (bytes: string | Buffer): Buffer => createHash("sha256").update(bytes).digest();
  const made = sign(null, Buffer.concat([hash("ssh:"), state, hash(message)]), key);
  const inner = Buffer.concat([field(type), field(made), state]);
  const blob = Buffer.concat([
    Buffer.from("SSHSIG"),
    Buffer.from([0, 0, 0, 1]),
    field(publicKey),
    field("holdfast"),
    field(""),
    field("sha512"),
    field(inner),
  ]);
  const lines = blob.toString("base64").match(/.{1,70}/g) ?? [];
  return {
    publicKey,
    signature: ["-----BEGIN SSH SIGNATURE-----", ...lines, "-----END SSH SIGNATURE-----", ""].join("\n"),
  };
}

describe("signing = ssh", () => {
  test("TRU-25 SYN-20: the user's own key signs, and only its word counts", () => {
    const key = keygen("mine");
    const device = "0123456789abcdef";
    const keys = sshKeys(device, key);
    const signature = keys.sign?.(TEXT) ?? "";
    expect(keyLineOf(signerOf(TEXT, signature) ?? Buffer.of())).toBe(keys.own?.key);
    expect(keyLineOf(signerOf(TEXT, signText(TEXT, privateKey)) ?? Buffer.of())).not.toBe(keys.own?.key);
    expect(keys.line).toMatch(/^0123456789abcdef namespaces="holdfast" ssh-ed25519 /);
  });

  test("TRU-25: a security key's signature counts only with a touch", () => {
    const touched = hardware(privateKey, 1);
    expect(signerOf(TEXT, touched.signature)?.equals(touched.publicKey)).toBe(true);
    expect(judged(TEXT, touched.signature, `sk-ssh-ed25519@openssh.com ${touched.publicKey.toString("base64")}`)).toBe(
      true,
    );
    expect(signerOf(TEXT, hardware(privateKey, 0).signature)).toBeUndefined();
  });

  test("TRU-25: a missing or unfit key is refused, with what to do", () => {
    for (const file of ["", `${folder}/none`])
      expect(() => sshKeys("0123456789abcdef", file)).toThrow(/signing is ssh/);
    execFileSync("ssh-keygen", ["-q", "-t", "ecdsa", "-N", "", "-C", "", "-f", `${folder}/ec`]);
    expect(() => sshKeys("0123456789abcdef", `${folder}/ec`)).toThrow(/no ed25519 public key/);
  });
});
