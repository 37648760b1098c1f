// What all statements about a memory come to (SYN-1, SYN-2): each act holds until one that had seen it takes it back.
import { describe, expect, test } from "vitest";
import { standingOf } from "../../../src/attest/standing.ts";
import type { Stated, Statement, Vouched } from "../../../src/attest/statement.ts";
import { isHeld, isRetired } from "../../../src/attest/vouch.ts";
import type { MemoryId } from "../../../src/memory/ids.ts";

const ID = "01ARZ3NDEKTSV4RRFFQ69G5FAV" as MemoryId;
const [A, B] = ["a".repeat(16), "b".repeat(16)];
const vouching = (status: Vouched["status"]): Vouched => ({ content: "0".repeat(64), status, supersedes: [] });
const [ACTIVE, RETIRED] = [vouching("active"), vouching("retired")];

function said(action: Stated, n: number, more: Partial<Statement> = {}): Statement {
  const dot = { device: A, n };
  return { version: 1, scope: "personal", id: ID, action, date: "2026-03-01", dot, seen: {}, vouches: null, ...more };
}

const VERSION = { device: B, n: 4 };
/** One that had seen all of A's up to there, and the version. */
const later = (action: Stated, n: number, vouches: Vouched | null = null): Statement =>
  said(action, n, { seen: { [A]: n - 1, [B]: VERSION.n }, vouches });

describe("SYN-1: removals", () => {
  test("a forgetting takes everything, whoever had seen what; nothing else does", () => {
    expect(standingOf([said("forget", 1)]).forgotten).toBe(true);
    for (const action of ["archive", "demote", "retire"] as const)
      expect(standingOf([said(action, 1)]).forgotten, action).toBe(false);
    expect(standingOf([]).forgotten).toBe(false);
  });

  test("an archiving takes the versions that its author had seen", () => {
    for (const action of ["archive", "forget"] as const) {
      expect(standingOf([later(action, 1)]).removed(VERSION), action).toBe(true);
      expect(standingOf([later(action, 1)]).removed({ device: B, n: VERSION.n + 1 }), action).toBe(false);
      expect(standingOf([said(action, 1)]).removed(VERSION), action).toBe(false);
    }
  });

  test("no other act takes a version away, nor one by that name that vouches", () => {
    for (const action of ["demote", "retire", "edit", "restore", "undo"] as const)
      expect(standingOf([later(action, 1)]).removed(VERSION), action).toBe(false);
    expect(standingOf([later("archive", 1, ACTIVE)]).removed(VERSION)).toBe(false);
    expect(standingOf([later("forget", 1, ACTIVE)]).forgotten).toBe(false);
  });
});

describe("SYN-2: holds", () => {
  test.each(["demote", "archive"] as const)("a signed %s stands", (action) => {
    expect(standingOf([said(action, 1)]).holds).toEqual([said(action, 1)]);
    expect(isHeld([said(action, 1)])).toBe(true);
    expect(isHeld([said(action, 1, { vouches: ACTIVE })])).toBe(false);
  });

  test("other acts hold nothing, nor one that vouches", () => {
    for (const action of ["retire", "forget", "edit", "undo"] as const) {
      expect(standingOf([said(action, 1)]).holds, action).toEqual([]);
      expect(isHeld([said(action, 1)]), action).toBe(false);
    }
    expect(standingOf([said("demote", 1, { vouches: ACTIVE })]).holds).toEqual([]);
    expect(isHeld([])).toBe(false);
  });

  test("a restore that had seen it lets it out, and so does an undo", () => {
    const hold = said("demote", 1);
    for (const way of [later("restore", 2, ACTIVE), later("undo", 2), later("undo", 2, ACTIVE)]) {
      expect(standingOf([hold, way]).holds).toEqual([]);
      expect(standingOf([hold, way]).released(hold.dot)).toBe(true);
    }
  });

  test("one that had not seen it does not, nor one that vouches for nothing, nor another act", () => {
    const hold = said("demote", 1);
    const ways = [
      said("restore", 2, { vouches: ACTIVE }),
      said("undo", 2),
      later("restore", 2),
      later("promote", 2, ACTIVE),
      later("edit", 2, ACTIVE),
    ];
    for (const way of ways) {
      expect(standingOf([hold, way]).holds).toContain(hold);
      expect(standingOf([hold, way]).released(hold.dot)).toBe(false);
    }
  });

  test("a dot of another device is not seen by a number of this one", () => {
    const hold = said("demote", 1, { dot: { device: B, n: 2 } });
    expect(standingOf([hold, said("restore", 9, { seen: { [A]: 8 }, vouches: ACTIVE })]).holds).toEqual([hold]);
    expect(standingOf([hold, said("restore", 9, { seen: { [B]: 1 }, vouches: ACTIVE })]).holds).toEqual([hold]);
    expect(standingOf([hold, said("restore", 9, { seen: { [B]: 2 }, vouches: ACTIVE })]).holds).toEqual([]);
  });
});

describe("SYN-2: retirements", () => {
  test("a signed retiring stands, and an undo that vouches for a retired text is one", () => {
    for (const each of [
      said("retire", 1),
      said("retire", 1, { vouches: RETIRED }),
      said("undo", 1, { vouches: RETIRED }),
    ])
      expect(standingOf([each]).retirements).toEqual([each]);
    for (const each of [said("undo", 1), said("undo", 1, { vouches: ACTIVE }), said("edit", 1, { vouches: RETIRED })])
      expect(standingOf([each]).retirements).toEqual([]);
  });

  test("by the latest word it is retired, whatever act vouches for that", () => {
    for (const each of [said("retire", 1), said("reaffirm", 1, { vouches: RETIRED })])
      expect(isRetired([each])).toBe(true);
    for (const each of [
      said("demote", 1),
      said("retire", 1, { vouches: ACTIVE }),
      said("edit", 1, { vouches: ACTIVE }),
    ])
      expect(isRetired([each])).toBe(false);
    expect(isRetired([])).toBe(false);
    expect(isRetired([said("retire", 1), later("unretire", 2, ACTIVE)])).toBe(false);
    expect(isRetired([said("retire", 1), said("edit", 2, { vouches: ACTIVE })])).toBe(true);
  });

  test("beside who took it back, who vouches for the retired text does not count; who retired it does", () => {
    const back = said("unretire", 5, { vouches: ACTIVE });
    expect(isRetired([said("reaffirm", 4, { vouches: RETIRED }), back])).toBe(false);
    expect(isRetired([back, said("edit", 4, { vouches: RETIRED })])).toBe(false);
    expect(isRetired([said("retire", 4, { vouches: RETIRED }), back])).toBe(true);
    expect(isRetired([said("retire", 4), back])).toBe(true);
  });

  test("the way back that had seen it ends it; so does whatever vouches for it in use", () => {
    const retired = said("retire", 1);
    for (const way of [later("unretire", 2), later("undo", 2), later("promote", 2, ACTIVE), later("edit", 2, ACTIVE)]) {
      expect(standingOf([retired, way]).retirements).toEqual([]);
      expect(standingOf([retired, way]).unretired(retired.dot)).toBe(true);
    }
  });

  test("what had not seen it does not, nor what vouches for it retired, nor a demotion", () => {
    const retired = said("retire", 1);
    for (const way of [said("unretire", 2), said("undo", 2), later("edit", 2, RETIRED), later("demote", 2)]) {
      expect(standingOf([retired, way]).retirements).toContain(retired);
      expect(standingOf([retired, way]).unretired(retired.dot)).toBe(false);
    }
  });
});

describe("SYN-3: what the latest word vouches for", () => {
  const other: Vouched = { content: "1".repeat(64), status: "active", supersedes: [] };

  test("the contents of all who had not seen each other, and of no earlier one", () => {
    expect(standingOf([]).signed).toEqual([]);
    expect(standingOf([said("create", 1, { vouches: ACTIVE })]).signed).toEqual([ACTIVE.content]);
    const edit = later("edit", 2, other);
    expect(standingOf([said("create", 1, { vouches: ACTIVE }), edit]).signed).toEqual([other.content]);
    const beside = said("edit", 1, { dot: { device: B, n: 1 }, vouches: other });
    expect(standingOf([said("create", 1, { vouches: ACTIVE }), beside]).signed).toEqual([
      ACTIVE.content,
      other.content,
    ]);
  });

  test("nothing where one of them withdrew it", () => {
    const demote = said("demote", 1, { dot: { device: B, n: 1 } });
    expect(standingOf([said("create", 1, { vouches: ACTIVE }), demote]).signed).toEqual([]);
    expect(standingOf([said("create", 1, { vouches: ACTIVE }), later("demote", 2)]).signed).toEqual([]);
  });
});
