import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { filesHolding } from "../../../src/disk/search-files.ts";
import { fateOf } from "../../../src/forget/io/traces.ts";
import { scratch } from "../../support/disk.ts";

describe("FOR-1: what becomes of a file that holds a forgotten phrase", () => {
  test.each([
    ["store", "memories/project_x.md", "memory"],
    ["store", "archive/2026-01/project_x.md", "memory"],
    ["store", "memories/.holdfast-1-0011223344556677.tmp", "whole"],
    ["store", "memories/project_x (1).md", "left"],
    ["store", "memories/notes.txt", "left"],
    ["store", "audit/2026-01-01.html", "whole"],
    ["store", "ledger/00112233445566aa.jsonl", "left"],
    ["store", "README.md", "left"],
    ["cache", "index/KEY/index.db-wal", "index"],
    ["cache", "compiled/x", "whole"],
    ["config", "config.json", "left"],
    ["state", "receipts/2026-01-01.jsonl", "lines"],
    ["state", "notices.jsonl", "lines"],
    ["state", "raw/20260101T000000Z-aa.bin", "raw"],
    ["state", "drafts/draft-1.md", "whole"],
    ["state", "imports/01J9ZQ0000000000000000000A/00001.md", "whole"],
    ["state", "install/claude.json", "left"],
    ["state", "something/new.json", "whole"],
  ] as const)("%s %s: %s", (area, path, kind) => {
    expect(fateOf(area, path.split("/")).kind).toBe(kind);
  });

  test("a copy goes with its note, an index with its log", () => {
    expect(fateOf("state", ["raw", "x.json"])).toEqual({ kind: "raw", name: "x" });
    expect(fateOf("cache", ["index", "KEY", "index.db"])).toEqual({ kind: "index", key: "KEY" });
  });
});

test("FOR-1: a phrase that lies across two pieces of a file is found; links are not followed", () => {
  const root = scratch();
  const needle = Buffer.from("the pelican waits");
  const outside = scratch();
  writeFileSync(join(outside, "secret"), needle);
  symlinkSync(join(outside, "secret"), join(root, "link"));
  symlinkSync(outside, join(root, "folder"));
  mkdirSync(join(root, "a/b"), { recursive: true });
  for (const at of [0, 1024 * 1024 - 5, 2 * 1024 * 1024 - 9, 3_000_000]) {
    const bytes = Buffer.alloc(3_100_000, 0x20);
    needle.copy(bytes, at);
    writeFileSync(join(root, "a/b/large"), bytes);
    expect(filesHolding(root, [needle]).hits, String(at)).toEqual([["a", "b", "large"]]);
  }
  for (const [text, isThere] of [
    ["the pelican waits", true],
    ["the pelican waitsx", false],
    ["the pelican waits_2 the pelican waits.", true],
    ["the pelican waits\u00e9", true],
    [`${"x".repeat(1024 * 1024 - needle.length)}the pelican waits9`, false],
    [`${"x".repeat(1024 * 1024 - needle.length)}the pelican waits`, true],
    [`${"x".repeat(1024 * 1024 - needle.length)}the pelican waits `, true],
  ] as const) {
    writeFileSync(join(root, "a/b/large"), text);
    expect(filesHolding(root, [needle]).hits.length, text.slice(-30)).toBe(isThere ? 1 : 0);
  }
  writeFileSync(join(root, "a/b/large"), readFileSync(join(root, "a/b/large")).fill(0x20));
  expect(filesHolding(root, [needle])).toEqual({ hits: [], closed: [] });
  expect(filesHolding(join(root, "none"), [needle])).toEqual({ hits: [], closed: [] });
  expect(filesHolding(root, []).hits).toEqual([]);
});
