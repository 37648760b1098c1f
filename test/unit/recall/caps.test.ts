// CTX-9: how much of an answer may be unconfirmed, and from where.
import { describe, expect, test } from "vitest";
import type { Candidate } from "../../../src/recall/candidate.ts";
import { capped } from "../../../src/recall/serve.ts";
import { candidate } from "./candidates.ts";

function memory(tier: Candidate["tier"], day?: number, scope: Candidate["scope"] = "personal"): Candidate {
  return candidate({ tier, scope, ...(day === undefined ? {} : { madeOn: `2026-05-0${day}` }) });
}

const tiers = (all: readonly Candidate[], most = 5): string =>
  capped(all, most)
    .map(({ tier }) => tier[0])
    .join("");

describe("CTX-9: the caps", () => {
  test("confirmed memories fill every slot; of the others at most half", () => {
    expect(tiers(Array.from({ length: 9 }, () => memory("verified")))).toBe("vvvvv");
    const days = [1, 2, 3, 4, 5, 6].map((day) => memory("inferred", day));
    expect([tiers(days), tiers(days, 4), tiers(days, 1), tiers(days, 0)]).toEqual(["ii", "ii", "i", ""]);
    expect(tiers([...days, memory("verified")], 5)).toBe("iiv");
  });

  test("one for each day in the person's own store, one for all that carry no time, one for a repository's", () => {
    expect(
      tiers(
        [1, 1, 1, 2].map((day) => memory("inferred", day)),
        10,
      ),
    ).toBe("ii");
    expect(tiers([memory("inferred"), memory("unattested"), memory("inferred", 1)], 10)).toBe("ii");
    expect(
      tiers(
        [1, 2, 3].map((day) => memory("unattested", day, "shared")),
        10,
      ),
    ).toBe("u");
  });

  test("ARR-5: of what may apply two at most, after the caps", () => {
    const unsure = (each: Candidate): Candidate => ({ ...each, mayApply: true });
    const flood = [1, 1, 1, 1].map((day) => unsure(memory("inferred", day)));
    const sure = Array.from({ length: 4 }, () => unsure(memory("verified")));
    expect([tiers(sure), tiers(flood), tiers([...flood, ...sure])]).toEqual(["vv", "i", "iv"]);
    expect(tiers([memory("verified"), memory("verified"), ...sure])).toBe("vvvv");
  });
});
