// What a release says about itself.
import { expect, test } from "vitest";
import { channelOf, notesOf } from "../../../scripts/release/notes.ts";

const CHANGELOG =
  "# Changelog\n\nHow.\n\n## 0.2.0\n\n### Minor Changes\n\n- Two.\n\n## 0.2.0-rc.1\n\n- One.\n\n## 0.1.0\n\n";

test("the notes are the section of the version, and of no other that begins like it", () => {
  expect(notesOf(CHANGELOG, "0.2.0")).toBe("### Minor Changes\n\n- Two.\n");
  expect(notesOf(CHANGELOG, "0.2.0-rc.1")).toBe("- One.\n");
  expect([notesOf(CHANGELOG, "0.1.0"), notesOf(CHANGELOG, "0.3.0")]).toEqual([undefined, undefined]);
});

test("a prerelease never becomes what npm install gets", () => {
  expect(["1.0.0", "1.0.0-rc.1", "0.2.0-beta"].map(channelOf)).toEqual(["latest", "next", "next"]);
});
