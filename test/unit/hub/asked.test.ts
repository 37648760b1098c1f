// What an auditor's options ask for, and what is told again from the audit's lines (HUB-11).
import { describe, expect, test } from "vitest";
import type { Role } from "../../../hub/protocol.ts";
import { type Asked, isAsked, momentIn } from "../../../hub/src/asked.ts";
import type { AuditRow } from "../../../hub/src/audit.ts";
import { type Could, couldIn } from "../../../hub/src/could.ts";

const NONE: Asked = { acts: [], without: [] };

function row(n: number, action: string, about: AuditRow["about"] = {}, more: Partial<AuditRow> = {}): AuditRow {
  const at = `2026-11-${String(n).padStart(2, "0")}T12:00:00.000Z`;
  return { n, at, by: "operator", action, about, ...more };
}

const PUSH = row(
  3,
  "push",
  { store: "org", from: 1, to: 2, memories: ["M1", "M2"], confirmed: ["M1 dd.2"] },
  { by: "device:ann", device: "aa" },
);

describe("HUB-11: a line is asked for", () => {
  test.each<readonly [string, Partial<Asked>, boolean]>([
    ["by whom, with the kind", { actor: "device:ann" }, true],
    ["by whom, without it", { actor: "ann" }, true],
    ["by another", { actor: "an" }, false],
    ["by the kind alone", { actor: "device" }, false],
    ["from its device", { device: "aa" }, true],
    ["by a device whose signature it brought", { device: "dd" }, true],
    ["by a device of a like name", { device: "d" }, false],
    ["about a memory among others", { memory: "M2" }, true],
    ["about none of them", { memory: "M3" }, false],
    ["for what it confirms", { memory: "M1", acts: ["confirm"] }, true],
    ["for what it only brings", { memory: "M2", acts: ["confirm"] }, false],
    ["for a confirmation by a device", { device: "dd", acts: ["confirm"] }, true],
    ["for a confirmation by who carried it", { device: "aa", acts: ["confirm"] }, false],
    ["by one of several acts", { acts: ["founded", "push"] }, true],
    ["without its act", { without: ["push"] }, false],
    ["in its store", { store: "org" }, true],
    ["in another", { store: "team/x" }, false],
    ["from its moment on", { from: PUSH.at }, true],
    ["up to its moment", { to: PUSH.at }, false],
  ])("%s", (_, asked, is) => expect(isAsked(PUSH, { ...NONE, ...asked })).toBe(is));

  test("a day is whole, a moment is itself, and nothing else is either", () => {
    expect(momentIn("2026-11-19", "from")).toBe("2026-11-19T00:00:00.000Z");
    expect(momentIn("2026-11-19", "to")).toBe("2026-11-20T00:00:00.000Z");
    expect(momentIn("2026-11-19T14:30Z", "to")).toBe("2026-11-19T14:30:00.000Z");
    for (const text of ["yesterday", "2026-11-19T14:30", "2026-13-01", "19.11.2026", ""])
      expect(momentIn(text, "to")).toBeUndefined();
  });
});

const HISTORY: readonly AuditRow[] = [
  row(1, "founded", { member: "root", held: ["admin *"], device: "r1" }, { by: "hub" }),
  row(2, "member-added", { member: "ann", held: ["reviewer org", "reader team/x"] }),
  row(3, "device-added", { device: "a1" }, { by: "person:ann" }),
  row(4, "member-added", { member: "ben", held: ["contributor *"] }),
  row(5, "device-added", { device: "b1" }, { by: "person:ben" }),
  row(6, "machine-added", { machine: "builder", store: "org", role: "reader", days: 3 }),
  row(8, "roles-changed", { member: "ben", held: ["reviewer org"] }, { by: "hub" }),
  row(10, "device-ended", { device: "a1" }),
  row(12, "member-ended", { member: "ben" }),
  row(14, "member-added", { member: "old" }),
];

function could(least: Role, [from, to]: readonly [number, number], store = "org"): readonly string[] {
  const day = (n: number): string => `2026-11-${String(n).padStart(2, "0")}T00:00:00.000Z`;
  const found = couldIn({ store, least, from: day(from), to: day(to) });
  for (const each of HISTORY) found.tell(each);
  return found.all().map(({ who, role, devices }: Could) => [who, role, ...devices].join(" "));
}

describe("HUB-11 HUB-7: who could, told again from the audit", () => {
  const [root, ann, ben] = ["member:root admin r1", "member:ann reviewer a1", "member:ben reviewer b1"];

  test("on a day before, on the day and after a role was given", () => {
    expect(could("reviewer", [7, 8])).toEqual([ann, root]);
    expect(could("reviewer", [8, 9])).toEqual([ann, ben, root]);
    expect(could("reviewer", [9, 10])).toEqual([ann, ben, root]);
  });

  test("who was out in the course of the day could in its beginning, and not on the next", () => {
    expect(could("reviewer", [10, 11])).toEqual([ann, ben, root]);
    expect(could("reviewer", [11, 12])).toEqual([ben, root]);
    expect(could("reviewer", [13, 14])).toEqual([root]);
  });

  test("a machine reads until its token ends, and never confirms", () => {
    expect(could("reader", [7, 8])).toContain("machine:builder reader");
    expect(could("reader", [10, 11])).not.toContain("machine:builder reader");
    expect(could("contributor", [7, 8])).not.toContain("machine:builder reader");
  });

  test("in another store, by what is granted there alone", () => {
    expect(could("reviewer", [9, 10], "team/x")).toEqual([root]);
    expect(could("reader", [7, 8], "team/x")).toEqual(["member:ann reader a1", "member:ben contributor b1", root]);
  });
});
