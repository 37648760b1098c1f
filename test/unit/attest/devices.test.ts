// SYN-20: a device statement is one canonical line, and nothing else reads as one.
import { describe, expect, test } from "vitest";
import {
  canonicalDevice,
  type DeviceStatement,
  deviceName,
  fingerprintOf,
  marksDigest,
  parseDevice,
  parseDeviceStatement,
  recordName,
  renderDevice,
} from "../../../src/attest/devices.ts";
import { parseStatement } from "../../../src/attest/statement.ts";

const KEY = `ssh-ed25519 ${"A".repeat(68)}`;
const JOIN: DeviceStatement = {
  kind: "device",
  version: 1,
  store: "personal",
  action: "join",
  device: "a".repeat(16),
  key: KEY,
  name: "laptop",
  date: "2026-05-01",
  by: "a".repeat(16),
  known: null,
};
const APPROVE: DeviceStatement = { ...JOIN, action: "approve", by: "b".repeat(16) };
const REVOKE: DeviceStatement = { ...APPROVE, action: "revoke", known: "0".repeat(64) };

describe("SYN-20: device statements", () => {
  test("read back as they were written, in one order of keys", () => {
    for (const each of [JOIN, APPROVE, REVOKE, { ...JOIN, store: "01JCQ0Z8M4X5T6V7W8Y9ZABCDE", name: "" }])
      expect(parseDeviceStatement(canonicalDevice(each))).toEqual(each);
    expect(canonicalDevice(JOIN)).toBe(
      `{"kind":"device","version":1,"store":"personal","action":"join","device":"${JOIN.device}","key":"${KEY}","name":"laptop","date":"2026-05-01","by":"${JOIN.by}","known":null}`,
    );
  });

  test.each<[string, Partial<Record<keyof DeviceStatement, unknown>>, DeviceStatement?]>([
    ["another kind", { kind: "memory" }],
    ["another version", { version: 2 }],
    ["an unknown act", { action: "trust" }],
    ["a store that is none", { store: "shared" }],
    ["a store with more behind it", { store: "personal " }],
    ["a store id with more before it", { store: "x01JCQ0Z8M4X5T6V7W8Y9ZABCDE" }],
    ["no device id", { device: "A".repeat(16), by: "A".repeat(16) }],
    ["a short device id", { device: "a".repeat(15), by: "a".repeat(15) }],
    ["a device id with more before it", { device: `x${"a".repeat(16)}`, by: `x${"a".repeat(16)}` }],
    ["a device id with more behind it", { device: `${"a".repeat(16)} `, by: `${"a".repeat(16)} ` }],
    ["a date with more before it", { date: "12026-05-01" }],
    ["a digest with more before it", { known: `x${"0".repeat(64)}` }, REVOKE],
    ["a digest with more behind it", { known: `${"0".repeat(64)}x` }, REVOKE],
    ["a name that begins with a dot", { name: ".laptop" }],
    ["a name that is a number", { name: 7 }],
    ["an author that is none", { by: "laptop" }, APPROVE],
    ["a number for an id", { device: 1, by: 1 }],
    ["another key type", { key: `ssh-rsa ${"A".repeat(68)}` }],
    ["a key with a comment", { key: `${KEY} me@host` }],
    ["a key with options before it", { key: `cert-authority ${KEY}` }],
    ["a short key", { key: "ssh-ed25519 AAAA" }],
    ["a name with a line break", { name: "lap\ntop" }],
    ["a name that ends in a space", { name: "laptop " }],
    ["a long name", { name: "x".repeat(41) }],
    ["no date", { date: "yesterday" }],
    ["a date with more", { date: "2026-05-011" }],
    ["someone who asks for another", { by: "b".repeat(16) }],
    ["one that approves itself", { by: "a".repeat(16) }, APPROVE],
    ["one that revokes itself", { by: "a".repeat(16) }, REVOKE],
    ["marks where there are none", { known: "0".repeat(64) }],
    ["a revocation without marks", { known: null }, REVOKE],
    ["a revocation with a short digest", { known: "0".repeat(63) }, REVOKE],
  ])("not: %s", (_, change, from = JOIN) => {
    expect(parseDeviceStatement(canonicalDevice({ ...from, ...change } as DeviceStatement))).toBeUndefined();
  });

  test("not: another order, a key more, spaces, no JSON, an array, more than 4096 characters", () => {
    const text = canonicalDevice(JOIN);
    const { kind, ...rest } = JOIN;
    for (const other of [
      JSON.stringify({ ...rest, kind }),
      JSON.stringify({ ...JOIN, more: 1 }),
      `${text} `,
      text.slice(1),
      "[]",
      "null",
      `${text}${" ".repeat(4096)}`,
    ])
      expect(parseDeviceStatement(other)).toBeUndefined();
  });

  test("none reads as a statement about a memory", () => {
    for (const each of [JOIN, APPROVE, REVOKE]) expect(parseStatement(canonicalDevice(each))).toBeUndefined();
  });

  test("a name is made of what a host is called", () => {
    expect(deviceName("dev-1.example")).toBe("dev-1.example");
    expect(deviceName("My \u001b[31mMac's\u202e")).toBe("My 31mMac s");
    expect(deviceName("x".repeat(60))).toBe("x".repeat(40));
    expect(deviceName(` ${"x".repeat(39)} y`)).toBe("x".repeat(39));
    expect(deviceName("a")).toBe("a");
    expect(deviceName("日本 1")).toBe("日本 1");
    expect(deviceName("-a-")).toBeUndefined();
    expect(deviceName("\n")).toBe("");
  });
});

describe("SYN-20: device records", () => {
  const record = (
    statement: DeviceStatement,
    known: readonly string[] = [],
  ): { text: string; signature: string; known: readonly string[] } => ({
    text: canonicalDevice(statement),
    signature: "signed",
    known,
  });
  const marks = ["a".repeat(32), "b".repeat(32)];
  const revoked = record({ ...REVOKE, known: marksDigest(marks) }, marks);

  test("read back under their own name, with their marks", () => {
    const joined = record(JOIN);
    expect(parseDevice(recordName(joined), renderDevice(joined))).toEqual({ ...joined, statement: JOIN });
    expect(renderDevice(joined)).toBe(`${JSON.stringify({ statement: joined.text, signature: "signed" })}\n`);
    expect(parseDevice(recordName(revoked), renderDevice(revoked))?.known).toEqual(marks);
    const nothing = record({ ...REVOKE, known: marksDigest([]) });
    expect(parseDevice(recordName(nothing), renderDevice(nothing))?.known).toEqual([]);
  });

  test("the name stands for the text and the signature", () => {
    const joined = record(JOIN);
    expect(recordName(joined)).toMatch(/^[0-9a-f]{32}\.json$/);
    expect(recordName({ ...joined, signature: "other" })).not.toBe(recordName(joined));
    expect(recordName(record(APPROVE))).not.toBe(recordName(joined));
    expect(parseDevice(recordName(record(APPROVE)), renderDevice(joined))).toBeUndefined();
  });

  test.each<[string, string, string]>([
    [
      "marks that are not those of the statement",
      recordName(revoked),
      renderDevice({ ...revoked, known: ["a".repeat(32)] }),
    ],
    ["no marks where there were some", recordName(revoked), renderDevice({ ...revoked, known: [] })],
    ["marks of a request", recordName(record(JOIN)), renderDevice(record(JOIN, ["a".repeat(32)]))],
    ["an empty mark of a request", recordName(record(JOIN)), renderDevice(record(JOIN, [""]))],
    ["two marks as one", recordName(revoked), renderDevice({ ...revoked, known: [marks.join("\n")] })],
    [
      "marks that are no texts",
      recordName(revoked),
      JSON.stringify({ statement: revoked.text, signature: "signed", known: [1] }),
    ],
    [
      "marks that are no list",
      recordName(revoked),
      JSON.stringify({ statement: revoked.text, signature: "signed", known: "ab" }),
    ],
    ["no signature", recordName(record(JOIN)), JSON.stringify({ statement: record(JOIN).text })],
    [
      "a statement that is none",
      recordName({ text: "{}", signature: "signed" }),
      JSON.stringify({ statement: "{}", signature: "signed" }),
    ],
    ["a statement that is no text", recordName(record(JOIN)), JSON.stringify({ statement: JOIN, signature: "signed" })],
    ["no JSON", recordName(record(JOIN)), "!"],
    ["null", recordName(record(JOIN)), "null"],
  ])("not: %s", (_, name, file) => {
    expect(parseDevice(name, file)).toBeUndefined();
  });

  test("marks have one digest, and a key the fingerprint that ssh-keygen prints", () => {
    expect(marksDigest(["a", "b"])).not.toBe(marksDigest(["ab"]));
    const key = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8g";
    expect(fingerprintOf(key)).toBe("SHA256:mKqU+0K8OhKmA8bBQi9Rz0Q5l7/g160hIP+rJYSTNj4");
    expect(fingerprintOf("none")).toMatch(/^SHA256:[A-Za-z0-9+/]{43}$/);
  });
});
