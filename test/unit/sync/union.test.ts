// Files that one device writes, joined (SYN-13).
import { describe, expect, test } from "vitest";
import { type Pair, unite } from "../../../src/sync/union.ts";
import { sha256Hex } from "../../../src/text/digest.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const pair = (kind: Pair["kind"], path: string, a: string, b: string): Pair => ({
  kind,
  path,
  ours: bytes(a),
  theirs: bytes(b),
});
const both = (kind: Pair["kind"], a: string, b: string): readonly string[] =>
  [pair(kind, "x/y", a, b), pair(kind, "x/y", b, a)]
    .map((each) => unite(each, () => false))
    .map((united) => `${new TextDecoder().decode(united.bytes)}${united.torn ? "!" : ""}`);

describe("SYN-13: the union of files", () => {
  test("a ledger that grew stands, from whichever side it is seen", () => {
    expect(both("lines", "1\n", "1\n2\n")).toEqual(["1\n2\n", "1\n2\n"]);
  });

  test("two that tell different things: no line is lost, alike on both sides, and it is told", () => {
    expect(both("lines", "1\n3\n", "1\n2\n4\n")).toEqual(["1\n2\n4\n3\n!", "1\n2\n4\n3\n!"]);
    expect(new Set(both("lines", "1\n3\n", "1\n2\n")).size).toBe(1);
    expect(both("lines", "1\n3", "12\n")).toEqual(["1\n3\n12\n!", "1\n3\n12\n!"]);
  });

  test("what was made of two stands against each of them, so that machines come to an end", () => {
    const [made = ""] = both("lines", "1\n3\n", "1\n2\n4\n").map((each) => each.replace("!", ""));
    for (const one of ["1\n3\n", "1\n2\n4\n", "1\n"]) expect(both("lines", made, one)[0]).toMatch(/^1\n2\n4\n3\n!?$/);
    expect(new Set(both("lines", "1\n2\n3\n", "1\n3\n2\n"))).toEqual(new Set(["1\n2\n3\n!"]));
  });

  test("signers are a union of lines; a side that has all of them stands as it is", () => {
    expect(both("signers", "b\na\n", "b\n")).toEqual(["b\na\n", "b\na\n"]);
    expect(both("signers", "b\n", "a\n")).toEqual(["a\nb\n", "a\nb\n"]);
    expect(both("signers", "b\na\n", "a\nb\n")).toEqual(["a\nb\n", "a\nb\n"]);
  });

  test("the marker: the lower of two stores; one that no store could be opened with never stands", () => {
    const marker = (id: string, format = 1): string => `{"format":${format},"store-id":"${id}"}\n`;
    const [low, high] = [marker("01JCQ0Z8M4X5T6V7W8Y9ZABCDE"), marker("01JCQ0Z8M4X5T6V7W8Y9ZABCDF")];
    expect(both("marker", low, high)).toEqual([low, low]);
    for (const bad of ["{}\n", "", "a", ` ${marker("01JCQ0Z8M4X5T6V7W8Y9ZABCD0", 99)}`])
      expect(both("marker", high, bad)).toEqual([high, high]);
  });

  test("of two allowances the one that had seen more stands, alike on both sides", () => {
    expect(both("allowance", "a", "bb")).toEqual(["bb", "bb"]);
    expect(both("allowance", "a", "b")).toEqual(["a", "a"]);
  });

  test("a revocation is named by its bytes, and nothing else takes its place", () => {
    const path = `allowances/x.0011223344556677.${sha256Hex("kept").slice(0, 32)}.json`;
    for (const junk of ["a", "much longer junk"]) {
      for (const [one, other] of [
        ["kept", junk],
        [junk, "kept"],
      ] as const)
        expect(new TextDecoder().decode(unite(pair("allowance", path, one, other), () => false).bytes)).toBe("kept");
    }
  });

  test("a statement under one name with two contents is one of them on every machine", () => {
    expect(both("statement", "x", "y")).toEqual(["x!", "x!"]);
  });
});
