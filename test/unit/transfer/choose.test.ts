// Which of a numbered list a person wants, in the words they type (IMP-5).
import { describe, expect, test } from "vitest";
import { chosenBy, inGroups } from "../../../src/transfer/choose.ts";

describe("IMP-5: chosen by number", () => {
  test.each([
    ["", []],
    ["no", []],
    ["none", []],
    ["all", [1, 2, 3, 4, 5, 6, 7, 8]],
    ["ALL", [1, 2, 3, 4, 5, 6, 7, 8]],
    ["all but 3, 5-7", [1, 2, 4, 8]],
    ["all except 1", [2, 3, 4, 5, 6, 7, 8]],
    ["all but 1-8", []],
    ["1-3, 8", [1, 2, 3, 8]],
    ["2 4 and 6", [2, 4, 6]],
    ["5", [5]],
  ])("%j", (answer, numbers) => {
    expect([...(chosenBy(answer, 8) ?? ["unread"])]).toEqual(numbers);
  });

  test.each(["9", "0", "3-2", "1-9", "some", "all but", "all but x", "all 3", "-1", "1,,x", "y3"])(
    "%j can't be read, and is no choice",
    (answer) => expect(chosenBy(answer, 8)).toBeUndefined(),
  );
});

test("IMP-5: rules are grouped by file and heading, whole files by folder, and the order is kept", () => {
  const found = [
    { from: "~/a/AGENTS.md:3", section: "Style" },
    { from: "~/notes/one.md" },
    { from: "~/a/AGENTS.md:9", section: "Tests" },
    { from: "~/a/AGENTS.md:5", section: "Style" },
    { from: "~/notes/two.md" },
    { from: "~/mem0.json, memory 7" },
    { from: "~/a/CLAUDE.md:1" },
    { from: "claude session 0a1b2c3d, 2026-10-01" },
  ];
  expect(inGroups(found, (each) => each).map(({ title, items }) => [title, items.length])).toEqual([
    ["~/a/AGENTS.md, Style", 2],
    ["~/notes/", 2],
    ["~/a/AGENTS.md, Tests", 1],
    ["~/mem0.json", 1],
    ["~/a/CLAUDE.md", 1],
    ["claude session 0a1b2c3d, 2026-10-01", 1],
  ]);
});
