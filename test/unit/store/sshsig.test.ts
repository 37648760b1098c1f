// Signatures in SSH's own form, judged by ssh-keygen, and the keys that are believed.
import { execFileSync } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { field, positive, uint32 } from "../../../src/store/io/ssh-wire.ts";
import {
  isTouched,
  isUserVerified,
  keyLineIn,
  keyLineOf,
  signatureOf,
  signerOf,
  signText,
  sshKeyLine,
  sshPublicKey,
} from "../../../src/store/io/sshsig.ts";
import { armour, armoured, plainKey, securityKey, TOUCHED, toSign, VERIFIED } from "../../support/security-key.ts";

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(`${tmpdir()}/holdfast-ssh-`));
});
afterEach(() => rmSync(folder, { recursive: true }));

const { privateKey } = generateKeyPairSync("ed25519");
const TEXT = '{"version":1}';

function keygen(name: string, type = "ed25519"): string {
  execFileSync("ssh-keygen", ["-q", "-t", type, "-N", "", "-C", "", "-f", `${folder}/${name}`]);
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
    const bytes = blobOf(good);
    for (let at = 0; at < bytes.length; at++) {
      const bad = Buffer.from(bytes);
      bad[at] = (bad[at] ?? 0) ^ 1;
      const signer = signerOf(TEXT, armour(bad));
      expect([at, signer?.equals(sshPublicKey(privateKey)) ?? false]).toEqual([at, false]);
    }
    for (const text of ["", "x", good.slice(0, 60), good.replace("SSH", "PGP")])
      expect(signerOf(TEXT, text)).toBeUndefined();
  });
});

function blobOf(signature: string): Buffer {
  return Buffer.from(signature.split("\n").slice(1, -2).join(""), "base64");
}

describe.each(["ed25519", "ecdsa"] as const)("a security key, %s", (kind) => {
  let flags = TOUCHED;
  const key = securityKey(kind, () => flags);
  const made = (now: number): string => {
    flags = now;
    return armoured(TEXT, key);
  };

  test("TRU-25: its signature counts with a touch, which ssh-keygen sees as well, and without one it is none", () => {
    const good = signatureOf(TEXT, made(TOUCHED));
    expect([good?.key.equals(key.publicKey), good && isTouched(good), good && isUserVerified(good)]).toEqual([
      true,
      true,
      false,
    ]);
    expect(judged(TEXT, made(TOUCHED), key.line)).toBe(true);
    const verified = signatureOf(TEXT, made(TOUCHED | VERIFIED));
    expect(verified && isUserVerified(verified)).toBe(true);
    for (const without of [0, VERIFIED, 0xfe]) expect(signatureOf(TEXT, made(without))).toBeUndefined();
    expect(signatureOf(`${TEXT} `, made(TOUCHED))).toBeUndefined();
  });

  test("TRU-25: no changed byte passes: a touch or a proof can't be put in later, nor the counter changed", () => {
    for (const now of [0, TOUCHED]) {
      const bytes = blobOf(made(now));
      for (let at = 0; at < bytes.length; at++)
        for (const bit of [1, 4, 0x80]) {
          const bad = Buffer.from(bytes);
          bad[at] = (bad[at] ?? 0) ^ bit;
          expect([at, signerOf(TEXT, armour(bad))?.equals(key.publicKey) ?? false]).toEqual([at, false]);
        }
    }
  });

  test("SYN-20: cut anywhere, or with bytes behind any part, it is none", () => {
    const bytes = blobOf(made(TOUCHED));
    for (let at = 0; at < bytes.length; at++) expect(signerOf(TEXT, armour(bytes.subarray(0, at)))).toBeUndefined();
    const built = (publicKey: Buffer, inner: Buffer, end = Buffer.of()): string =>
      armour(
        Buffer.concat([
          Buffer.from("SSHSIG"),
          uint32(1),
          ...[publicKey, "holdfast", "", "sha512", inner].map(field),
          end,
        ]),
      );
    flags = TOUCHED;
    const inner = key.sign(toSign(TEXT));
    expect(signerOf(TEXT, built(key.publicKey, inner))).toBeDefined();
    const more = (part: Buffer): Buffer => Buffer.concat([part, Buffer.of(0)]);
    expect(signerOf(TEXT, built(more(key.publicKey), inner))).toBeUndefined();
    expect(signerOf(TEXT, built(key.publicKey, more(inner)))).toBeUndefined();
    expect(signerOf(TEXT, built(key.publicKey, inner, Buffer.of(0)))).toBeUndefined();
    expect(signerOf(TEXT, built(key.publicKey, inner.subarray(0, -5)))).toBeUndefined();
    // A length that reaches beyond the end, up to the largest there is.
    for (const length of [inner.length + 1, 0x7fffffff, 0xffffffff]) {
      const head = blobOf(built(key.publicKey, Buffer.of())).subarray(0, -4);
      expect(signerOf(TEXT, armour(Buffer.concat([head, uint32(length), inner])))).toBeUndefined();
    }
  });

  test("SYN-20: a plain key's signature does not pass for it, nor its for a plain key", () => {
    flags = TOUCHED;
    const plain = plainKey();
    const wrong = { ...plain, publicKey: key.publicKey };
    expect(signerOf(TEXT, armoured(TEXT, wrong))).toBeUndefined();
    expect(signerOf(TEXT, armoured(TEXT, { ...key, publicKey: plain.publicKey }))).toBeUndefined();
    const good = signatureOf(TEXT, armoured(TEXT, plain));
    expect(good && isTouched(good)).toBe(false);
  });

  test("SYN-20: its line is read from a .pub file, whatever comment stands there", () => {
    for (const text of [key.line, `${key.line} ann@desk`, `${key.line}\n`]) expect(keyLineIn(text)).toBe(key.line);
    expect(keyLineOf(key.publicKey)).toBe(key.line);
    for (const text of ["", "ssh-rsa AAAA", key.line.slice(0, -8), key.line.replace("sk-", ""), ` ${key.line}`])
      expect([text, keyLineIn(text)]).toEqual([text, undefined]);
  });
});

test("SYN-20: keys of other kinds, and points that are on no curve, are none", () => {
  expect(keyLineIn(readFileSync(`${keygen("ec", "ecdsa")}.pub`, "utf8"))).toBeUndefined();
  const type = "sk-ecdsa-sha2-nistp256@openssh.com";
  const point = Buffer.concat([Buffer.of(4), Buffer.alloc(64, 1)]);
  const key = Buffer.concat([type, "nistp256", point, "ssh:"].map(field));
  expect(keyLineIn(`${type} ${key.toString("base64")}`)).toBeUndefined();
});

test("SYN-20: a number has one spelling", () => {
  const of = (...bytes: number[]): string | undefined => positive(Buffer.from(bytes), 4)?.toString("hex");
  expect([of(1), of(0x7f, 0, 0, 0), of(0, 0x80, 0, 0, 0)]).toEqual(["00000001", "7f000000", "80000000"]);
  for (const bad of [[], [0], [0x80], [0, 1], [0, 0, 0x80], [1, 0, 0, 0, 0], [0, 0xff, 1, 1, 1, 1]])
    expect(of(...bad)).toBeUndefined();
});
