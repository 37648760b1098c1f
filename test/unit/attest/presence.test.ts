// A passkey's assertion under a statement (SYN-20b): what counts, and each thing that may be wrong with it.
import { describe, expect, test } from "vitest";
import { isPresent, parsePresence } from "../../../src/attest/presence.ts";
import { isSigned } from "../../../src/people/io/passkey.ts";
import { sha256Hex } from "../../../src/text/digest.ts";
import { KINDS, makeAuthenticator } from "../../support/authenticator.ts";

const TEXT = '{"version":1}';
const COVERS = [sha256Hex("another"), sha256Hex(TEXT)];

describe("SYN-20b: an assertion counts", () => {
  test.each(KINDS)("with %s, for each statement that it covers", (kind) => {
    const { passkey, assert } = makeAuthenticator(kind);
    const presence = parsePresence(JSON.parse(JSON.stringify(assert(COVERS))));
    expect(presence).toBeDefined();
    if (presence === undefined) return;
    expect(isPresent(TEXT, presence, passkey, isSigned)).toBe(true);
    expect(isPresent("another", presence, passkey, isSigned)).toBe(true);
    expect(isPresent("a third", presence, passkey, isSigned)).toBe(false);
  });
});

describe("SYN-20b: an assertion counts for nothing", () => {
  const { passkey, assert } = makeAuthenticator();
  test.each([
    ["without user verification", { flags: 0b001 }],
    ["without a touch", { flags: 0b100 }],
    ["for another RP id", { rp: "localhost.example" }],
    ["from another origin", { origin: "https://evil.example" }],
    ["from another port of this machine", { origin: "http://localhost:4568" }],
    ["from a frame of another page", { crossOrigin: true }],
    ["made for a registration", { type: "webauthn.create" }],
    ["for another challenge", { challenge: "AAAA" }],
    ["beyond the count that was kept", { counter: 6 }],
  ])("%s", (_, change) => {
    expect(isPresent(TEXT, assert(COVERS, change), passkey, isSigned)).toBe(false);
  });

  test("of another passkey, or under another's name", () => {
    const other = makeAuthenticator();
    const presence = other.assert(COVERS);
    expect(isPresent(TEXT, presence, passkey, isSigned)).toBe(false);
    expect(isPresent(TEXT, { ...presence, credential: passkey.id }, passkey, isSigned)).toBe(false);
  });

  test("with other statements written into it", () => {
    const presence = assert([sha256Hex("another")]);
    expect(isPresent(TEXT, { ...presence, covers: COVERS }, passkey, isSigned)).toBe(false);
  });

  test.each([
    ["nothing", undefined],
    ["a text", "presence"],
    ["a digest of two lines", { ...assert(COVERS), covers: [`${COVERS[0]}\n${COVERS[1]}`] }],
    ["no signature", { ...assert(COVERS), signature: "" }],
    ["no base64url", { ...assert(COVERS), clientDataJSON: "a b" }],
  ])("that has not its shape: %s", (_, value) => {
    expect(parsePresence(value)).toBeUndefined();
  });

  test("with bytes that are no key, no JSON or too short", () => {
    const presence = assert(COVERS);
    expect(isPresent(TEXT, presence, { ...passkey, key: "AAAA" }, isSigned)).toBe(false);
    expect(isPresent(TEXT, { ...presence, clientDataJSON: "AAAA" }, passkey, isSigned)).toBe(false);
    expect(isPresent(TEXT, { ...presence, authenticatorData: "AAAA" }, passkey, isSigned)).toBe(false);
  });
});
