// Which known word was meant.
import { describe, expect, test } from "vitest";
import { nearest } from "../../../src/text/nearest.ts";

const OPTIONS = ["tier", "type", "due", "json", "quiet"];

describe("SUR-4: the nearest right word", () => {
  test("two letters in the wrong order are one mistake", () => {
    expect(nearest("teir", OPTIONS)).toBe("tier");
    expect(nearest("josn", OPTIONS)).toBe("json");
    expect(nearest("edu", OPTIONS)).toBeUndefined();
    expect(nearest("udqiet", ["quiet"])).toBeUndefined();
  });

  test("one letter too many, too few or another one", () => {
    expect(nearest("tierr", OPTIONS)).toBe("tier");
    expect(nearest("quit", OPTIONS)).toBe("quiet");
    expect(nearest("tipe", OPTIONS)).toBe("type");
  });

  test("what is not near is nothing, and the nearer one wins", () => {
    expect(nearest("colour", OPTIONS)).toBeUndefined();
    expect(nearest("tpe", OPTIONS)).toBe("type");
    expect(nearest("", OPTIONS)).toBeUndefined();
    expect(nearest("confrim", ["conform", "confirm"])).toBe("confirm");
  });
});
