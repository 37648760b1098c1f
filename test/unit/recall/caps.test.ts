// CTX-9: how much of an answer may be unconfirmed, and from where.
import { describe, expect, test } from "vitest";
import { parseDocument } from "../../../src/memory/document.ts";
import { capped, type Sourced } from "../../../src/recall/caps.ts";

function memory(tier: Sourced["tier"], day?: number, scope: Sourced["scope"] = "personal"): Sourced {
  const created = day === undefined ? "" : `created-at: 2026-05-0${day}T10:00:00Z\n`;
  const document = parseDocument(`---\nname: n\n${created}session: s${day}\n---\nx\n`);
  if (document.kind !== "document") throw new Error("no memory");
  return { tier, scope, document };
}

const tiers = (all: readonly Sourced[], most = 5): string =>
  capped(all, most, (each) => each)
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
});
