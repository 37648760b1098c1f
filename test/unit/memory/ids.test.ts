// Ids carry the moment they were made.
import { describe, expect, test } from "vitest";
import { isMemoryId, makeId, timeOfId } from "../../../src/memory/ids.ts";

describe("ids", () => {
  test("STO-11 TRU-8: the time that went in comes out", () => {
    for (const time of [0, 1, 31, 32, 1_780_000_000_123, 2 ** 45]) {
      const id = makeId(time, new Uint8Array(10).fill(255));
      expect([isMemoryId(id), timeOfId(id)]).toEqual([true, time]);
    }
    expect(timeOfId(makeId(-5, new Uint8Array(10)))).toBe(0);
  });
});
