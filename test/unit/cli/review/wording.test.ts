// The command that shows the same queue again is copied into a shell.
import { expect, test } from "vitest";
import { againWords } from "../../../../src/cli/review/wording.ts";

test("REV-1: what is left is found by the command that showed it", () => {
  expect(againWords({})).toBe("holdfast review");
  expect(againWords({ limit: 3 })).toBe("holdfast review");
  expect(againWords({ origin: "01J9ZQ0000000000000000000A", limit: 1 })).toBe(
    "holdfast review --origin 01J9ZQ0000000000000000000A",
  );
  expect(againWords({ categories: ["stale", "unused"] })).toBe("holdfast review --category stale,unused");
});

test("REV-1: the name of a session that is no plain word is not put into a command", () => {
  for (const origin of ["x; rm -rf ~", "$(id)", "`id`", "--web", "a b", "x\ny", ""])
    expect(againWords({ origin })).toBe("holdfast review --origin ID");
});
