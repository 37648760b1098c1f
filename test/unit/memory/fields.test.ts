import { describe, expect, test } from "vitest";
import { type MemoryDocument, parseDocument } from "../../../src/memory/document.ts";
import {
  confidenceOf,
  declaredTier,
  idOf,
  isExpired,
  kindField,
  listField,
  statusOf,
  textField,
  trustStateOf,
  typeField,
} from "../../../src/memory/fields.ts";

function read(head: string): MemoryDocument {
  return parseDocument(`---\n${head}\n---\nbody`) as MemoryDocument;
}

describe("typed readers", () => {
  test("valid values", () => {
    const doc = read(
      "id: 01ARZ3NDEKTSV4RRFFQ69G5FAV\ntype: user\nkind: fact\ntrust-level: verified\nstatus: retired\nconfidence: 1",
    );
    expect([idOf(doc), typeField(doc), kindField(doc), declaredTier(doc), statusOf(doc), confidenceOf(doc)]).toEqual([
      "01ARZ3NDEKTSV4RRFFQ69G5FAV",
      "user",
      "fact",
      "verified",
      "retired",
      1,
    ]);
  });

  test.each([
    "",
    "id: x\ntype: Users\nkind: y\ntrust-level: Verified\nstatus: gone\nconfidence: 2",
    "id: [a]\ntype:\nkind: ''\nconfidence: high",
  ])("absent or invalid values read as none: %j", (head) => {
    const doc = read(head);
    expect([idOf(doc), typeField(doc), kindField(doc), declaredTier(doc), confidenceOf(doc)]).toEqual(
      Array(5).fill(undefined),
    );
    expect(statusOf(doc)).toBe("active");
  });

  test("a list reads its texts; one scalar is a list of one", () => {
    const doc = read("tags: [a, ~, 3]\nasks: one\npaths:");
    expect([listField(doc, "tags"), listField(doc, "asks"), listField(doc, "paths")]).toEqual([
      ["a", "3"],
      ["one"],
      [],
    ]);
    expect(textField(doc, "tags")).toBeUndefined();
  });

  test("a memory holds through the day it expires on", () => {
    const doc = read("expires: 2026-01-31");
    expect(isExpired(doc, new Date("2026-01-31T23:59:59Z"))).toBe(false);
    expect(isExpired(doc, new Date("2026-02-01T00:00:00Z"))).toBe(true);
    expect(isExpired(read("name: x"), new Date("2026-02-01T00:00:00Z"))).toBe(false);
  });
});

describe("trustStateOf (TRU-1)", () => {
  test("a file that states no tier, or an unknown one, counts as inferred", () => {
    expect(trustStateOf(read("name: x"))).toEqual({ tier: "inferred" });
    expect(trustStateOf(read("trust-level: trusted\ncreated-at: yesterday\nlast-verified: 2026-02-30"))).toEqual({
      tier: "inferred",
    });
  });

  test("everything the machine needs is read", () => {
    const head =
      "trust-level: quarantined\ncreated-at: 2026-01-01T00:00:00Z\nlast-verified: 2026-01-02\nquarantined-at: 2026-01-03T00:00:00Z\nquarantine-reason: wrong\nquarantined-by: dev";
    expect(trustStateOf(read(head))).toEqual({
      tier: "quarantined",
      createdAt: new Date("2026-01-01T00:00:00Z"),
      lastVerified: "2026-01-02",
      quarantine: { at: "2026-01-03T00:00:00Z", reason: "wrong", by: "dev" },
    });
  });
});
