import { describe, expect, test } from "vitest";
import type { Statement } from "../../../src/attest/statement.ts";
import { vouchersOf } from "../../../src/attest/vouch.ts";
import type { MemoryId } from "../../../src/memory/ids.ts";

const TEXT = "a".repeat(64);
const OTHER = "b".repeat(64);
const ID = "01J9ZQ0000000000000000000A" as MemoryId;

function said(device: string, n: number, content: string | null, seen: Statement["seen"] = {}): Statement {
  const vouches = content === null ? null : { content, status: "active" as const, supersedes: [] };
  return {
    version: 1,
    scope: "personal",
    id: ID,
    action: "edit",
    date: "2026-05-01",
    dot: { device, n },
    seen,
    vouches,
  };
}

const facts = { content: TEXT, status: "active" } as const;

describe("SYN-31: whose word it is", () => {
  test("everybody whose latest word is exactly this, in the order of their ids", () => {
    expect(vouchersOf([said("bb", 1, TEXT), said("aa", 1, TEXT), said("cc", 1, OTHER)], facts)).toEqual(["aa", "bb"]);
  });

  test("one who was seen by a later word does not speak any more", () => {
    expect(vouchersOf([said("aa", 1, TEXT), said("bb", 1, TEXT, { aa: 1 })], facts)).toEqual(["bb"]);
    expect(vouchersOf([said("aa", 2, TEXT), said("bb", 1, TEXT, { aa: 1 })], facts)).toEqual(["aa", "bb"]);
  });

  test("nobody, where it was withdrawn, is another text or has another status", () => {
    expect(vouchersOf([said("aa", 1, TEXT), said("bb", 1, null)], facts)).toEqual([]);
    expect(vouchersOf([said("aa", 1, TEXT), said("bb", 1, null, { aa: 1 })], facts)).toEqual([]);
    expect(vouchersOf([said("aa", 1, TEXT)], { content: OTHER, status: "active" })).toEqual([]);
    expect(vouchersOf([said("aa", 1, TEXT)], { content: TEXT, status: "retired" })).toEqual([]);
    expect(vouchersOf([], facts)).toEqual([]);
  });

  test("a withdrawal that a later word had seen holds nothing back", () => {
    expect(vouchersOf([said("bb", 1, null), said("aa", 1, TEXT, { bb: 1 })], facts)).toEqual(["aa"]);
  });
});
