import { describe, expect, test } from "vitest";
import { copiedFrom } from "../../../src/memory/slug.ts";

describe("SYN-16: names that other sync tools give", () => {
  test.each([
    "reference_a.sync-conflict-20260101-120000-ABCDEFG.md",
    "reference_a.sync-conflict-20260101-120000.md",
    "reference_a (Someone's conflicted copy 2026-01-01).md",
    "reference_a (conflicted copy 2026-01-01 120000).md",
    "reference_a (In Konflikt stehende Kopie von Jürgen 2026-01-01).md",
    "reference_a (SFConflict me@example.org 2026-01-01-12-00-00).md",
    "reference_a 2.md",
    "reference_a (1).md",
    "reference_a(1).md",
    "reference_a-DESKTOP-7.md",
  ])("%s", (name) => {
    expect(copiedFrom(name)).toBe("reference_a.md");
  });

  test.each([
    "reference_a.md",
    "reference_a_2.md",
    "reference_a__abc123.md",
    "reference_a.old.md",
    "reference_a.sync-conflict-2026-ABCDEFG.md",
    "reference_a (a plan).md",
    "reference_a 2026.md",
    "reference_a (1000).md",
    "reference_a-.md",
    "reference_a-HOST",
    "reference_a (1).txt",
    "reference_a (1).md.md",
    "x reference_a (1).md",
    "Reference_a (1).md",
    "other_a (1).md",
    "(1).md",
    "reference_a (../../x 2026-01-01).md",
    "reference_a (\n2026-01-01).md",
    "reference_a (2026-01-01\u001b[31m).md",
    "reference_a (1)\n.md",
    `reference_a (${"x".repeat(121)}2026-01-01).md`,
    `reference_a (2026-01-01${"x".repeat(41)}).md`,
    `reference_${"a".repeat(100)} (1).md`,
    `reference_a-${"x".repeat(64)}.md`,
    `reference_${"a".repeat(80)} (${"é".repeat(118)}2026-01-01${"x".repeat(40)}).md`,
  ])("%j is no copy", (name) => {
    expect(copiedFrom(name)).toBeUndefined();
  });
});
