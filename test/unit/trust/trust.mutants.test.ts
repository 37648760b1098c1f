// What a wrong line in the trust machine would change and no other test here would notice: the words of a refusal,
// the keys a state is written as, and the edges of a date.
import { describe, expect, test } from "vitest";
import { stateKeys } from "../../../src/memory/fields.ts";
import { forbidden } from "../../../src/trust/authority.ts";
import { parseDate } from "../../../src/trust/lifecycle.ts";
import { isTier, placeOf, TIERS } from "../../../src/trust/tiers.ts";
import { type EventName, type From, type TrustEvent, transition } from "../../../src/trust/transitions.ts";

const CREATED = new Date("2026-03-01T12:00:00Z");

function refusal(tier: From, name: EventName, more: Partial<TrustEvent> = {}): string {
  const event: TrustEvent = { name, channel: "terminal", device: "d", ...more };
  const result = transition({ tier, createdAt: CREATED }, event, CREATED);
  return result.kind === "refusal" ? result.message : "moved";
}

describe("TRU-2: every refusal says what is wrong", () => {
  test.each([
    ["none", "promote", "There is no memory to promote."],
    ["none", "reaffirm", "There is no memory to reaffirm."],
    ["verified", "assert", "Own words take the place of an inferred memory only; restore or re-affirm this one."],
    ["quarantined", "assert", "Own words take the place of an inferred memory only; restore or re-affirm this one."],
    ["inferred", "write", 'There is no transition "write" from inferred.'],
    ["inferred", "restore", 'There is no transition "restore" from inferred.'],
    ["verified", "promote", 'There is no transition "promote" from verified.'],
    ["quarantined", "demote", 'There is no transition "demote" from quarantined.'],
  ] as const)("%s %s", (tier, event, message) => {
    expect(refusal(tier, event)).toBe(message);
  });

  test("TRU-3: an observed memory names the second its observation ends", () => {
    expect(refusal("inferred", "promote")).toBe(
      "An inferred memory is observed for 7 days before it can be promoted; this one until 2026-03-08T12:00:00Z.",
    );
  });

  test("TRU-6: a restore without passing checks, also where nobody said how they went", () => {
    const message = "A quarantined memory is restored only when all checks pass.";
    expect(refusal("quarantined", "restore")).toBe(message);
    expect(refusal("quarantined", "restore", { checksPass: false })).toBe(message);
  });

  test("TRU-20: an act of a person that came through another channel names both", () => {
    expect(refusal("inferred", "demote", { channel: "mcp" })).toBe(
      "Only a person can demote a memory; this came through mcp.",
    );
    expect(forbidden("promote", "hook")).toMatchObject({
      code: "needs-person",
      message: "`holdfast promote` is a person's act; this came through hook.",
    });
  });
});

describe("TRU-1: a state is written as the managed keys, and what it does not have is removed", () => {
  test.each([
    [{ tier: "none" }, [null, null, null, null, null]],
    [{ tier: "inferred" }, ["inferred", null, null, null, null]],
    [{ tier: "verified", lastVerified: "2026-03-01" }, ["verified", "2026-03-01", null, null, null]],
    [
      { tier: "quarantined", lastVerified: "2026-03-01", quarantine: { at: "t", reason: "wrong", by: "dev1" } },
      ["quarantined", "2026-03-01", "t", "wrong", "dev1"],
    ],
  ] as const)("%j", (state, [tier, verified, at, reason, by]) => {
    expect(stateKeys(state)).toEqual({
      "trust-level": tier,
      "last-verified": verified,
      "quarantined-at": at,
      "quarantine-reason": reason,
      "quarantined-by": by,
    });
  });

  test("STO-5: only the quarantined tier lives in quarantine, and only three words are tiers", () => {
    expect(TIERS.map((tier) => placeOf(tier))).toEqual(["memories", "memories", "quarantine"]);
    expect(["verified", "inferred", "quarantined", "unattested", "", undefined].map(isTier)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});

describe("TRU-8: a date is written whole or is none", () => {
  test.each([
    "2026",
    "2026-01",
    "2026-01-01T10:00",
    "2026-01-01T10:00:00",
    "2026-01-01T10:00:00.5Z",
    "2026-01-01T10:00:00.000Z",
    "2026-01-01 ",
    "+010000-01-01",
    "x2026-01-01",
  ])("%j is no date", (text) => {
    expect(parseDate(text)).toBeUndefined();
  });

  test("a timestamp is read to the second", () => {
    expect(parseDate("2026-01-01T10:11:12Z")?.getTime()).toBe(Date.UTC(2026, 0, 1, 10, 11, 12));
    expect(parseDate(undefined)).toBeUndefined();
  });
});
