// Every (tier, event, channel, boundary instant) combination, against an expectation that is written out here and
// not taken from the code's own table.
import { describe, expect, test } from "vitest";
import { CHANNELS, type Channel } from "../../../src/trust/channels.ts";
import { EVENTS, type EventName, type From, TRANSITIONS, transition } from "../../../src/trust/transitions.ts";

const CREATED = new Date("2026-03-01T12:00:00Z");
const DAY = 86_400_000;
const WEEK = 7 * DAY;

const PERSONS: readonly Channel[] = ["terminal", "editor", "web"];
const TIERS: readonly From[] = ["none", "inferred", "verified", "quarantined"];

/** Time since `created-at`, and whether the observation is complete by then (TRU-3, TRU-8). */
const INSTANTS: readonly (readonly [string, number, boolean])[] = [
  ["the same second", 0, false],
  ["one day", DAY, false],
  ["7 d minus 1 s", WEEK - 1000, false],
  ["7 d minus 1 ms", WEEK - 1, false],
  ["7 d", WEEK, true],
  ["7 d plus 1 s", WEEK + 1000, true],
  ["90 d", 90 * DAY, true],
  ["91 d", 91 * DAY, true],
  ["before it was created", -DAY, false],
];

type Expected = { readonly to: string } | { readonly code: string };

function expectation(from: From, event: EventName, channel: Channel, observed: boolean, checksPass: boolean): Expected {
  const person = PERSONS.includes(channel);
  const byPerson = (to: string): Expected => (person ? { to } : { code: "needs-person" });
  switch (`${from} ${event}`) {
    case "none write":
      return { to: "inferred" };
    case "none assert":
    case "inferred assert":
      return byPerson("verified");
    case "inferred promote":
      return person ? (observed ? { to: "verified" } : { code: "observation" }) : { code: "needs-person" };
    case "inferred demote":
    case "verified demote":
      return byPerson("quarantined");
    case "inferred check-failed":
    case "verified check-failed":
      return { to: "quarantined" };
    case "quarantined restore":
      return person ? (checksPass ? { to: "verified" } : { code: "checks-failed" }) : { code: "needs-person" };
    case "verified reaffirm":
      return byPerson("verified");
    default:
      return { code: "transition-refused" };
  }
}

describe("the trust machine", () => {
  test("TRU-1 TRU-2 TRU-3 TRU-8 TRU-20: every tier, event, channel and boundary instant", () => {
    let seen = 0;
    for (const from of TIERS)
      for (const event of EVENTS)
        for (const channel of CHANNELS)
          for (const [label, since, observed] of INSTANTS)
            for (const checksPass of [true, false]) {
              const now = new Date(CREATED.getTime() + since);
              const state = from === "none" ? { tier: from } : { tier: from, createdAt: CREATED };
              const result = transition(state, { name: event, channel, device: "d", checksPass, reason: "r" }, now);
              const actual = result.kind === "moved" ? { to: result.state.tier } : { code: result.code };
              const where = `${from} ${event} ${channel} ${label} checks=${checksPass}`;
              expect([where, actual]).toEqual([where, expectation(from, event, channel, observed, checksPass)]);
              seen++;
            }
    expect(seen).toBe(4 * 7 * 10 * 9 * 2);
  });

  test("TRU-1: the table has the seven transitions and no others", () => {
    expect(TRANSITIONS.map((row) => `${row.id} ${row.from} ${row.event} ${row.to} ${row.needsPerson}`)).toEqual([
      "T1 none write inferred false",
      "T2 none assert verified true",
      "T2 inferred assert verified true",
      "T3 inferred promote verified true",
      "T4 inferred demote quarantined true",
      "T4 inferred check-failed quarantined false",
      "T5 verified demote quarantined true",
      "T5 verified check-failed quarantined false",
      "T6 quarantined restore verified true",
      "T7 verified reaffirm verified true",
    ]);
  });

  test("TRU-2: the refusals say why", () => {
    const refusal = (tier: From, name: EventName): string => {
      const result = transition({ tier, createdAt: CREATED }, { name, channel: "terminal", device: "d" }, CREATED);
      return result.kind === "refusal" ? result.message : "moved";
    };
    expect(refusal("quarantined", "promote")).toBe("A quarantined memory is never promoted; a person restores it.");
    expect(refusal("quarantined", "write")).toBe("Quarantined memories never become inferred.");
    expect(refusal("verified", "write")).toBe("Verified memories never become inferred; demote or supersede it.");
  });

  test("the effects: dates, reasons, and quarantine keys that come and go", () => {
    const now = new Date("2026-04-01T08:09:10Z");
    const event = { channel: "terminal", device: "dev1", reason: "wrong" } as const;
    const demoted = transition({ tier: "verified", createdAt: CREATED }, { ...event, name: "demote" }, now);
    expect(demoted).toEqual({
      kind: "moved",
      row: "T5",
      state: {
        tier: "quarantined",
        createdAt: CREATED,
        lastVerified: "2026-04-01",
        quarantine: { at: "2026-04-01T08:09:10Z", reason: "wrong", by: "dev1" },
      },
    });
    if (demoted.kind !== "moved") throw new Error("unreachable");
    const restored = transition(demoted.state, { ...event, name: "restore", checksPass: true }, now);
    expect(restored).toEqual({
      kind: "moved",
      row: "T6",
      state: { tier: "verified", createdAt: CREATED, lastVerified: "2026-04-01" },
    });
  });

  test("TRU-3: without a created-at nothing is ever observed long enough", () => {
    const later = new Date(CREATED.getTime() + 1000 * DAY);
    const result = transition({ tier: "inferred" }, { name: "promote", channel: "terminal", device: "d" }, later);
    expect(result.kind).toBe("refusal");
  });
});
