import { describe, expect, it } from "vitest";
import type { Receipt } from "../../../src/recall/receipts.ts";
import { weeksOfUse } from "../../../src/recall/use.ts";

const receipt = (at: string, session: string, ...ids: readonly string[]): Receipt =>
  ({ at, session, shown: ids.map((id) => ({ id })) }) as unknown as Receipt;
/** A Tuesday. */
const NOW = new Date("2026-11-17T12:00:00Z");
const RECEIPTS = [
  receipt("2026-11-16T00:00:00Z", "s1", "a", "b"),
  receipt("2026-11-17T09:00:00Z", "s1", "a"),
  receipt("2026-11-15T23:59:59Z", "s2", "a"),
  receipt("2026-09-01T00:00:00Z", "s3", "c"),
];

describe("SUR-13 use by week", () => {
  it("begins a week on Monday, counts sessions and memories once, and keeps empty weeks", () => {
    expect(weeksOfUse(RECEIPTS, NOW, 3)).toEqual([
      { week: "2026-11-02", sessions: 0, memories: 0 },
      { week: "2026-11-09", sessions: 1, memories: 1 },
      { week: "2026-11-16", sessions: 1, memories: 2 },
    ]);
  });

  it("leaves out what lies before, after, or has no date", () => {
    const odd = [receipt("2027-01-01T00:00:00Z", "s9", "z"), receipt("never", "s8", "y")];
    expect(weeksOfUse(odd, NOW, 2).map(({ sessions }) => sessions)).toEqual([0, 0]);
  });
});
