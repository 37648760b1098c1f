// What is said of sync at session start and in doctor.
import { expect, test } from "vitest";
import { proposalsWaiting, syncLine, syncStanding } from "../../../src/sync/health.ts";
import type { SyncRecord } from "../../../src/sync/ports.ts";

const NOW = new Date("2026-06-08T10:00:00Z");
const ago = (hours: number): string => new Date(NOW.getTime() - hours * 3_600_000).toISOString();
const record = (about: Partial<SyncRecord> = {}): SyncRecord => ({ proposals: [], ...about });

test("SYN-15: silence when all is well, and for a failure of less than a day", () => {
  expect(syncLine(record({ worked: ago(0.1) }), 0, NOW)).toBeUndefined();
  expect(syncLine(record({ worked: ago(4000) }), 0, NOW)).toBeUndefined();
  expect(syncLine(record({ failing: { since: ago(24), why: "x" } }), 0, NOW)).toBeUndefined();
});

test("SYN-15: the age and the proposals, or since when it fails", () => {
  expect(syncLine(record({ worked: ago(2.5) }), 1, NOW)).toBe(
    "Synced 2 h ago, 1 proposal waits: run `holdfast review`.",
  );
  expect(syncLine(record({ worked: ago(0) }), 3, NOW)).toBe(
    "Synced 1 min ago, 3 proposals wait: run `holdfast review`.",
  );
  expect(syncLine(record(), 1, NOW)).toBe("1 proposal waits: run `holdfast review`.");
  expect(syncLine(record({ worked: ago(90), failing: { since: ago(73), why: "x" } }), 1, NOW)).toBe(
    "Sync has failed for 3 days: run `holdfast sync`.",
  );
  expect(syncLine(record({ failing: { since: ago(25), why: "x" } }), 0, NOW)).toContain("for 25 h:");
  expect(syncLine(record({ worked: ago(-9) }), 1, NOW)).toContain("Synced 1 min ago");
});

test("SYN-15: a proposal that somebody decided on waits no more", () => {
  const waits = record({
    proposals: [
      { place: "memories", file: "a__123456.md", sha256: "1" },
      { place: "memories", file: "b__123456.md", sha256: "1" },
      { place: "memories", file: "gone__123456.md", sha256: "1" },
    ],
  });
  const store = {
    read: ({ place, file }: { place: "memories" | "quarantine"; file: string }) =>
      file.startsWith("gone")
        ? undefined
        : ({
            kind: "file",
            place,
            file,
            bytes: new Uint8Array(),
            sha256: file.startsWith("a") ? "1" : "2",
            mtimeMs: 0,
          } as const),
  };
  expect(proposalsWaiting(waits, store)).toBe(1);
  expect(proposalsWaiting(waits, undefined)).toBe(0);
});

test("SYN-15 AGT-33: doctor tells the last run, and why it fails, in safe text", () => {
  expect(syncStanding(record({ worked: ago(3) }), NOW)).toEqual({ health: "ok", message: "last worked 3 h ago" });
  expect(syncStanding(record({ worked: ago(3), leftOut: 2 }), NOW)).toEqual({
    health: "warning",
    message: "last worked 3 h ago, but 2 files were left out",
    remedy: "holdfast sync",
  });
  expect(syncStanding(record({ failing: { since: ago(30), why: "no\u001b[31m route" } }), NOW)).toEqual({
    health: "warning",
    message: "has failed for 30 h, never worked here: no route",
    remedy: "holdfast sync",
  });
});
