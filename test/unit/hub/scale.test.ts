// What `npm run proof hub:scale` measures on and counts by: sizes of tenants, and the patience of clients.
import { describe, expect, test } from "vitest";
import { sizesOf } from "../../../hub/test/sizes.ts";
import { type Attempt, hastyOf, mostOf } from "../../hub-scale/patience.ts";
import { chance } from "../../support/acts.ts";

describe("sizes of tenants", () => {
  test.each([
    [20_000, 200, 1000],
    [1_000_000, 10_000, 50_000],
  ])(
    "%i memories of %i tenants: all of them, half of the tenants with 46 or less, one with %i",
    (memories, tenants, most) => {
      const sizes = sizesOf(memories, tenants, chance(1)).toSorted((a, b) => a - b);
      expect(sizes).toHaveLength(tenants);
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(memories);
      expect(Math.abs((sizes[tenants / 2] ?? 0) - 46)).toBeLessThanOrEqual(2);
      expect([sizes[0], sizes.at(-1)]).toEqual([1, most]);
      expect(sizesOf(memories, tenants, chance(1))).toEqual(sizesOf(memories, tenants, chance(1)));
    },
  );
});

describe("patience", () => {
  const at = (ms: number, status: number, after = 0, client = 1): Attempt => ({
    client,
    at: ms,
    ms: 10,
    status,
    after,
  });

  test("HUB-4: who was told to wait two seconds, or was not answered, and comes sooner is hasty", () => {
    expect(hastyOf([at(0, 503, 2), at(1000, 200)])).toBe(1);
    expect(hastyOf([at(0, 503, 2), at(2010, 200)])).toBe(0);
    expect(hastyOf([at(0, 0), at(50, 0), at(400, 200)])).toBe(1);
    expect(hastyOf([at(0, 0), at(160, 0), at(500, 200)])).toBe(0);
    expect(hastyOf([at(0, 503, 2, 1), at(20, 200, 0, 2)])).toBe(0);
  });

  test("the most of one client within any second", () => {
    expect(mostOf([at(0, 0), at(900, 0), at(1100, 0), at(1850, 0), at(950, 0, 0, 2)])).toBe(3);
  });
});
