// File names that every machine chooses alike (SYN-2, STO-11).
import { describe, expect, test } from "vitest";
import { isMemoryId, type MemoryId, timeOfId } from "../../../src/memory/ids.ts";
import { FILE_NAME } from "../../../src/memory/slug.ts";
import { joinedName, namesOf, siblingId } from "../../../src/replica/names.ts";

const LOW = "01JX4Q8ZK0AAAAAAAAAAAAAAAA" as MemoryId;
const HIGH = "01JX4Q8ZK0BBBBBBBBBBBBBBBB" as MemoryId;
const HASH = "abcdef".padEnd(64, "1");

describe("SYN-2: names", () => {
  test("a sibling is named by six digits of its hash", () => {
    const names = namesOf([{ id: LOW, file: "project_x.md", siblings: [HASH] }]);
    expect(names.get(LOW)).toEqual({ file: "project_x.md", siblings: new Map([[HASH, "project_x__abcdef.md"]]) });
  });

  test("of two memories with one name the lower id keeps it, in whatever order they are read", () => {
    const both = [HIGH, LOW].map((id) => ({ id, file: "project_x.md", siblings: [] }));
    for (const memories of [both, both.toReversed()]) {
      expect(namesOf(memories).get(LOW)?.file).toBe("project_x.md");
      expect(namesOf(memories).get(HIGH)?.file).toBe("project_x__bbbbbb.md");
    }
  });

  test("a name that somebody has already is not taken by a sibling or a second memory", () => {
    const names = namesOf([
      { id: LOW, file: "project_x.md", siblings: [HASH, "abcdef".padEnd(64, "2")] },
      { id: HIGH, file: "project_x__abcdef.md", siblings: [] },
    ]);
    expect(names.get(HIGH)?.file).toBe("project_x__abcdef.md");
    expect([...(names.get(LOW)?.siblings.values() ?? [])]).toEqual(["project_x__abcdef1.md", "project_x__abcdef2.md"]);
  });

  test("STO-11: the longest name still is one, and equal digits get numbers", () => {
    const file = `project_${"a".repeat(89)}.md`;
    const hashes = ["1", "2", "3"].map((end) => "c".repeat(63) + end);
    const names = namesOf([{ id: LOW, file, siblings: hashes }]);
    const files = [...(names.get(LOW)?.siblings.values() ?? [])];
    expect(new Set([file, ...files]).size).toBe(4);
    for (const each of files) expect(each).toMatch(FILE_NAME);
    const again = namesOf([
      { id: LOW, file: "user_x.md", siblings: ["c".repeat(64)] },
      ...Array.from({ length: 58 }, (_, n) => ({
        id: siblingId(LOW, String(n)),
        file: `user_x__${"c".repeat(n + 6)}.md`,
        siblings: [],
      })),
    ]);
    expect([...(again.get(LOW)?.siblings.values() ?? [])]).toEqual(["user_x__cccccc_2.md"]);
  });

  test("of two names for one memory the lower stands", () => {
    expect(joinedName("project_b.md", "project_a.md")).toBe("project_a.md");
    expect(joinedName("project_a.md", "project_b.md")).toBe("project_a.md");
  });

  test("a sibling has an id of its own, the same everywhere", () => {
    expect(isMemoryId(siblingId(LOW, HASH))).toBe(true);
    expect(siblingId(LOW, HASH)).toBe(siblingId(LOW, HASH));
    expect(new Set([LOW, siblingId(LOW, HASH), siblingId(HIGH, HASH), siblingId(LOW, "f")]).size).toBe(4);
    expect(timeOfId(siblingId(LOW, HASH))).toBe(timeOfId(LOW));
  });
});
