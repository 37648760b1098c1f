// The table of who may do what, written out, and what a memory is.
import { describe, expect, test } from "vitest";
import { forbidden, permission, VERBS } from "../../../src/trust/authority.ts";
import { CHANNELS, partyOf, sourceOf } from "../../../src/trust/channels.ts";
import { effectiveTier, PLACES, TIERS } from "../../../src/trust/tiers.ts";

const TO_AGENTS: Readonly<Record<string, string>> = {
  init: "limited",
  add: "limited",
  show: "limited",
  list: "limited",
  search: "limited",
  review: "limited",
  import: "limited",
  export: "limited",
  doctor: "limited",
  why: "limited",
  rules: "limited",
  check: "limited",
  audit: "limited",
  recover: "limited",
  enforce: "limited",
  schedule: "limited",
  hook: "full",
  mcp: "full",
  mirror: "full",
  feedback: "limited",
  conformance: "full",
  completion: "full",
};

describe("authority", () => {
  test("TRU-20 TRU-22 AGT-21: every verb by every channel", () => {
    for (const verb of VERBS)
      for (const channel of CHANNELS) {
        const party = partyOf(channel);
        const wanted =
          party === "person"
            ? "full"
            : party === "agent"
              ? (TO_AGENTS[verb] ?? "none")
              : verb === "add" || verb === "enforce" || (verb === "sync" && party === "file")
                ? "limited"
                : "none";
        expect([verb, channel, permission(verb, channel)]).toEqual([verb, channel, wanted]);
        expect(forbidden(verb, channel)?.code).toBe(wanted === "none" ? "needs-person" : undefined);
      }
  });

  test("a verb nobody listed is refused to everyone but a person", () => {
    const unlisted = "format-disk" as (typeof VERBS)[number];
    expect(permission(unlisted, "mcp")).toBe("none");
    expect(permission(unlisted, "terminal")).toBe("full");
  });

  test("TRU-20: the channel names the source", () => {
    expect(CHANNELS.map(sourceOf)).toEqual([
      "user",
      "user",
      "user",
      "agent",
      "agent",
      "agent",
      "agent",
      "observer",
      "import",
      "sync",
    ]);
  });
});

describe("effective tier", () => {
  test("STO-5 TRU-10 SYN-31: every combination; the more restrictive stands", () => {
    for (const declared of [...TIERS, undefined])
      for (const place of PLACES)
        for (const holds of [0, 1])
          for (const attested of [true, false])
            for (const foreign of [false, true]) {
              const tier = effectiveTier({ declared, place, holds, attested, foreign });
              const held = place === "quarantine" || declared === "quarantined" || holds > 0;
              const wanted = held
                ? "quarantined"
                : declared !== "verified"
                  ? "inferred"
                  : attested
                    ? "verified"
                    : foreign
                      ? "inferred"
                      : "unattested";
              expect([declared, place, holds, attested, foreign, tier]).toEqual([
                declared,
                place,
                holds,
                attested,
                foreign,
                wanted,
              ]);
            }
  });
});
