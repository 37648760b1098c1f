// Time and trust, to the second and the day.
import { describe, expect, test } from "vitest";
import {
  ago,
  daysSince,
  freshDays,
  isStale,
  isUnused,
  observationOf,
  parseDate,
  quarantineWindow,
} from "../../../src/trust/lifecycle.ts";

const at = (text: string): Date => new Date(text);

describe("lifecycle", () => {
  test("TRU-3 TRU-8: 7 days are 168 hours, to the second, also over a leap day", () => {
    const created = at("2028-02-25T10:00:00Z");
    expect(observationOf(created, at("2028-03-03T09:59:59Z")).complete).toBe(false);
    expect(observationOf(created, at("2028-03-03T10:00:00Z")).complete).toBe(true);
    expect(observationOf(created, created).ends.toISOString()).toBe("2028-03-03T10:00:00.000Z");
  });

  test("TRU-8: a created-at in the future counts as now", () => {
    const now = at("2026-01-01T00:00:00Z");
    expect(observationOf(at("2099-01-01T00:00:00Z"), now)).toEqual({
      complete: false,
      ends: at("2026-01-08T00:00:00Z"),
    });
  });

  test("REV-3 TRU-8: unused after 90 days in the store without being shown", () => {
    const now = new Date("2026-06-01T00:00:00Z");
    const daysAgo = (days: number): number => now.getTime() - days * 86_400_000;
    expect(isUnused(daysAgo(90), undefined, now)).toBe(false);
    expect(isUnused(daysAgo(91), undefined, now)).toBe(true);
    expect(isUnused(daysAgo(400), daysAgo(90), now)).toBe(false);
    expect(isUnused(daysAgo(400), daysAgo(91), now)).toBe(true);
    expect(isUnused(daysAgo(1), daysAgo(400), now)).toBe(false);
    expect(isUnused(daysAgo(-3), undefined, now)).toBe(false);
  });

  test("TRU-4 TRU-8: stale after 90 days, or without a date", () => {
    const now = at("2026-06-30T23:59:59Z");
    expect(isStale("2026-04-01", now)).toBe(false);
    expect(isStale("2026-03-31", now)).toBe(true);
    expect(isStale(undefined, now)).toBe(true);
    expect(isStale("2026-02-30", now)).toBe(true);
  });

  test("TRU-4 SYN-16: a day that has not come yet keeps nothing fresh; tomorrow is somebody's today", () => {
    const now = at("2026-06-30T12:00:00Z");
    expect(isStale("2026-06-30", now)).toBe(false);
    expect(isStale("2026-07-01", now)).toBe(false);
    expect(isStale("2026-07-02", now)).toBe(true);
    expect(isStale("2027-06-30", now)).toBe(true);
  });

  test("TRU-5 TRU-8: quarantine windows at 30, 31, 90 and 91 days", () => {
    const start = "2026-01-01T15:00:00Z";
    const after = (days: number): Date => new Date(Date.UTC(2026, 0, 1 + days, 1));
    const windows = [0, 30, 31, 90, 91].map((days) =>
      quarantineWindow({ quarantinedAt: start, mtimeMs: 0 }, after(days)),
    );
    expect(windows).toEqual(["passive", "passive", "audited", "audited", "archive-candidate"]);
  });

  test("TRU-5: the age counts from quarantined-at, else last-verified, else the file's time", () => {
    const now = at("2026-04-15T00:00:00Z");
    const old = Date.UTC(2025, 0, 1);
    expect(
      quarantineWindow({ quarantinedAt: "2026-04-14T00:00:00Z", lastVerified: "2025-01-01", mtimeMs: old }, now),
    ).toBe("passive");
    expect(quarantineWindow({ lastVerified: "2026-04-14", mtimeMs: old }, now)).toBe("passive");
    expect(quarantineWindow({ mtimeMs: old }, now)).toBe("archive-candidate");
    expect(quarantineWindow({ quarantinedAt: "not a date", mtimeMs: old }, now)).toBe("archive-candidate");
  });

  test("dates are really parsed", () => {
    expect(parseDate("2028-02-29")?.toISOString()).toBe("2028-02-29T00:00:00.000Z");
    for (const wrong of [
      "2026-02-29",
      "2026-13-01",
      "2026-1-1",
      "2026-01-01T24:00:00Z",
      "2026-01-01T10:00:00+01:00",
      "",
      "now",
    ]) {
      expect([wrong, parseDate(wrong)]).toEqual([wrong, undefined]);
    }
    expect(daysSince("2026-03-01", at("2026-03-02T00:00:00Z"))).toBe(1);
  });
});

test.each(["2026-06-08T00:00:00Z", "2026-06-08T23:59:59Z", "2028-03-01T12:00:00Z"])(
  "TRU-4 TRU-8: the days an index counts by are those of the rule, at %s",
  (time) => {
    const now = at(time);
    const [first, last] = freshDays(now);
    for (let day = -200; day <= 10; day++) {
      const then = new Date(now.getTime() + day * 86_400_000).toISOString().slice(0, 10);
      expect([then, then < first || then > last]).toEqual([then, isStale(then, now)]);
    }
  },
);

test.each([
  [undefined, ""],
  ["no date", ""],
  ["2026-03-10T00:00:00Z", ", today"],
  ["2026-03-10T01:02:03.456Z", ", today"],
  ["2026-03-09T12:00:00Z", ", yesterday"],
  ["2026-03-09T11:59:59.5Z", ", yesterday"],
  ["2026-03-05T00:00:00.123Z", ", 5 days ago"],
])("how long ago %s was, for people: %s", (date, words) => {
  expect(ago(date, new Date("2026-03-10T12:00:00Z"))).toBe(words);
});
