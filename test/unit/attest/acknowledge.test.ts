// A word about a break in a ledger reads back as exactly what was signed, and as nothing else.
import { describe, expect, test } from "vitest";
import {
  type Acknowledgement,
  canonicalAcknowledgement,
  followsOf,
  parseAcknowledgement,
  parseSignedAcknowledgement,
} from "../../../src/attest/acknowledge.ts";
import { recordName } from "../../../src/attest/devices.ts";

const SAID: Acknowledgement = {
  kind: "ledger",
  version: 1,
  store: "personal",
  device: "0123456789abcdef",
  from: 3,
  to: 7,
  follows: "a".repeat(64),
  date: "2026-05-02",
  by: "fedcba9876543210",
};
const TEXT = canonicalAcknowledgement(SAID);

describe("an acknowledgement", () => {
  test("is one line in one spelling", () => {
    expect(TEXT).toBe(
      `{"kind":"ledger","version":1,"store":"personal","device":"0123456789abcdef","from":3,"to":7,"follows":"${"a".repeat(64)}","date":"2026-05-02","by":"fedcba9876543210"}`,
    );
    expect(parseAcknowledgement(TEXT)).toEqual(SAID);
    expect(parseAcknowledgement(TEXT.replace(",", ", "))).toBeUndefined();
    expect(parseAcknowledgement(TEXT.replace("}", ',"more":1}'))).toBeUndefined();
    expect(parseAcknowledgement("no JSON")).toBeUndefined();
    expect(parseAcknowledgement("null")).toBeUndefined();
  });

  test.each<[keyof Acknowledgement, readonly unknown[]]>([
    ["kind", ["device", null]],
    ["version", [2, "1"]],
    ["store", ["other", "", 7]],
    ["device", ["0123", "g123456789abcdef", "x0123456789abcdef", "0123456789abcdefx", `${"0".repeat(65)}`]],
    ["from", [0, -1, 1.5, "3", 8]],
    ["to", [2, 7.5, "7", 0]],
    ["follows", ["a".repeat(63), "a".repeat(65), "A".repeat(64)]],
    ["date", ["2026-5-2", "12026-05-02", "2026-05-022"]],
    ["by", ["", "z".repeat(16), "0".repeat(65), `x${"0".repeat(16)}`]],
  ])("says nothing with another %s", (name, values) => {
    for (const value of values)
      expect(parseAcknowledgement(canonicalAcknowledgement({ ...SAID, [name]: value })), String(value)).toBeUndefined();
  });

  test("may be about one line, and about the first", () => {
    const said = { ...SAID, from: 1, to: 1 };
    expect(parseAcknowledgement(canonicalAcknowledgement(said))).toEqual(said);
    const shared = { ...SAID, store: "01JCQ0Z8M4X5T6V7W8Y9ZABCDE" };
    expect(parseAcknowledgement(canonicalAcknowledgement(shared))).toEqual(shared);
  });

  test("names the lines by their digest, with their ends", () => {
    expect(followsOf(["a", "b"])).toBe(followsOf(["a\nb"]));
    expect(followsOf(["a", "b"])).not.toBe(followsOf(["ab"]));
    expect(followsOf(["a"])).toBe("ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb");
  });

  test("stands under its own name only, whole", () => {
    const signed = { text: TEXT, signature: "a signature" };
    const file = JSON.stringify({ statement: TEXT, signature: signed.signature });
    expect(parseSignedAcknowledgement(recordName(signed), file)).toEqual({ ...signed, said: SAID });
    expect(parseSignedAcknowledgement("0".repeat(32), file)).toBeUndefined();
    for (const bad of [
      "{",
      "null",
      "{}",
      JSON.stringify({ statement: TEXT }),
      JSON.stringify({ signature: "a signature" }),
    ])
      expect(parseSignedAcknowledgement(recordName(signed), bad), bad).toBeUndefined();
    const other = { text: "{}", signature: "a signature" };
    const named = JSON.stringify({ statement: other.text, signature: other.signature });
    expect(parseSignedAcknowledgement(recordName(other), named)).toBeUndefined();
  });
});
