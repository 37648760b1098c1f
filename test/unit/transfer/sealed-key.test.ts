// SUR-10: the device key under a passphrase.
import { describe, expect, test } from "vitest";
import { parseBackup, renderBackup, type SealedKey } from "../../../src/transfer/backup-document.ts";
import { seal, unseal } from "../../../src/transfer/io/sealed-key.ts";

const PEM = "the private half\n";
const sealed = seal(PEM, "correct horse");

describe("SUR-10: a sealed key", () => {
  test("opens with its passphrase, however its letters were typed, and with no other", () => {
    expect(unseal(sealed, "correct horse")).toBe(PEM);
    expect(unseal(sealed, "correct horsE")).toBeUndefined();
    expect(unseal(seal(PEM, "caf\u00e9 au lait"), "cafe\u0301 au lait")).toBe(PEM);
    expect(Buffer.from(sealed.data, "base64").toString("latin1")).not.toContain("private");
  });

  test("each one has a salt and a nonce of its own", () => {
    const again = seal(PEM, "correct horse");
    expect([again.salt === sealed.salt, again.nonce === sealed.nonce, again.data === sealed.data]).toEqual([
      false,
      false,
      false,
    ]);
  });

  test.each<[string, Partial<SealedKey>]>([
    ["another byte", { data: `${sealed.data.startsWith("A") ? "B" : "A"}${sealed.data.slice(1)}` }],
    ["a shorter text", { data: Buffer.from(sealed.data, "base64").subarray(1).toString("base64") }],
    ["hardly a byte", { data: "AA==" }],
    ["another nonce", { nonce: "AAAAAAAAAAAAAAAA" }],
    ["another salt", { salt: "AAAA" }],
  ])("opens not with %s", (_, change) => {
    expect(unseal({ ...sealed, ...change }, "correct horse")).toBeUndefined();
  });
});

describe("SUR-10: the document", () => {
  const backup = { store: "{}", config: null, signers: "{}", presence: null, key: sealed };

  test("reads back as it was written", () => {
    expect(parseBackup(renderBackup(backup))).toEqual(backup);
    expect(parseBackup(renderBackup({ ...backup, key: null }))?.key).toBeNull();
  });

  test("one from before passkeys has none", () => {
    const { presence: _, ...before } = JSON.parse(renderBackup(backup));
    expect(parseBackup(JSON.stringify(before))).toEqual(backup);
  });

  test.each<[string, object]>([
    ["another version", { "holdfast-backup": 2 }],
    ["no store", { store: 1 }],
    ["settings that are no text", { config: {} }],
    ["signers that are no text", { signers: 1 }],
    ["a passkey that is no text", { presence: {} }],
    ["a key that would take all the memory", { key: { ...sealed, cost: 2 ** 24 } }],
    ["a key of another kind", { key: { ...sealed, kdf: "none" } }],
    ["a key with another cipher", { key: { ...sealed, cipher: "none" } }],
    ["a key without a salt", { key: { ...sealed, salt: 1 } }],
    ["no word about a key", { key: undefined }],
  ])("not: %s", (_, change) => {
    expect(parseBackup(JSON.stringify({ ...JSON.parse(renderBackup(backup)), ...change }))).toBeUndefined();
  });

  test("not: what is no JSON, or no object", () => {
    for (const text of ["", "null", "[]", "{"]) expect(parseBackup(text)).toBeUndefined();
  });
});
