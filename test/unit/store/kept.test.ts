// The comparison of what was left with what stands there (STO-35), and what explains a difference.
import fc from "fast-check";
import { expect, test } from "vitest";
import { compare, isMeantFile, isMeantGone, isToldWord, type Meant, outsideLine } from "../../../src/store/kept.ts";
import type { LedgerLine } from "../../../src/store/ledger.ts";
import type { HistoryRecord } from "../../../src/store/records.ts";

const NOTHING: Meant = { records: [], lines: [] };
const line = (over: Partial<LedgerLine>): LedgerLine =>
  ({ action: "promote", to: "verified", sha256: "k", ...over }) as LedgerLine;
const record = (over: Partial<HistoryRecord>): HistoryRecord => over as HistoryRecord;
const at = (place: "memories" | "quarantine", sha256 = "a") => ({ place, file: "user_x.md", sha256 });

test("STO-35: changed, gone, new and renamed are told apart", () => {
  const left = new Map([
    ["memories/user_a.md", "1"],
    ["memories/user_b.md", "2"],
    ["memories/user_c.md", "3"],
  ]);
  const standing = new Map([
    ["memories/user_a.md", "9"],
    ["memories/user_d.md", "3"],
    ["memories/user_e.md", "5"],
  ]);
  expect(compare(left, standing)).toEqual([
    { kind: "changed", path: "memories/user_a.md" },
    { kind: "gone", path: "memories/user_b.md" },
    { kind: "renamed", path: "memories/user_d.md", from: "memories/user_c.md" },
    { kind: "new", path: "memories/user_e.md" },
  ]);
});

test("STO-35: nothing is told of what is as it was, and everything of what is not", () => {
  const path = fc.constantFrom("memories/user_a.md", "memories/user_b.md", "holdfast.json", "attest/x");
  const files = fc.dictionary(path, fc.string({ maxLength: 1 }));
  fc.assert(
    fc.property(files, files, (a, b) => {
      const [left, standing] = [new Map(Object.entries(a)), new Map(Object.entries(b))];
      expect(compare(left, left)).toEqual([]);
      const named = new Set(
        compare(left, standing).flatMap((each) => ("from" in each ? [each.path, each.from] : each.path)),
      );
      for (const each of new Set([...left.keys(), ...standing.keys()]))
        expect(named.has(each)).toBe(left.get(each) !== standing.get(each));
    }),
  );
});

test("STO-35: a write that was killed before its copy is explained by the history, and a power cut by the ledger", () => {
  const file = { path: "memories/user_x.md", sha256: "a", keyed: "k" };
  expect(isMeantFile(file, NOTHING)).toBe(false);
  expect(isMeantFile(file, { records: [record({ after: at("memories") })], lines: [] })).toBe(true);
  expect(isMeantFile(file, { records: [], lines: [line({})] })).toBe(true);
  // An older text, a text whose digest has no key here, and the same text under another name or in another place.
  expect(isMeantFile({ ...file, keyed: "old" }, { records: [], lines: [line({})] })).toBe(false);
  expect(isMeantFile({ ...file, keyed: undefined }, { records: [], lines: [line({})] })).toBe(false);
  expect(
    isMeantFile(
      { ...file, path: "memories/user_y.md" },
      { records: [record({ after: at("memories") })], lines: [line({})] },
    ),
  ).toBe(false);
  expect(isMeantFile(file, { records: [], lines: [line({ to: "quarantined" })] })).toBe(false);
});

test("STO-35: what an archiving put away before it was killed is explained by the history", () => {
  const file = { path: "archive/2026-11/user_x.md", sha256: "a", keyed: undefined };
  const put = (before: ReturnType<typeof at>): Meant => ({
    records: [record({ action: "archive", before })],
    lines: [],
  });
  expect(isMeantFile(file, put(at("quarantine")))).toBe(true);
  expect(isMeantFile(file, put(at("quarantine", "b")))).toBe(false);
  expect(isMeantFile({ ...file, path: "archive/2026-11/user_y.md" }, put(at("quarantine")))).toBe(false);
  expect(isMeantFile({ ...file, path: "memories/user_x.md" }, put(at("quarantine")))).toBe(false);
});

test("STO-35: a file that an act took away is not missed", () => {
  const path = "memories/user_x.md";
  expect(isMeantGone(path, NOTHING)).toBe(false);
  expect(isMeantGone(path, { records: [], lines: [line({})] })).toBe(false);
  expect(isMeantGone(path, { records: [record({ before: at("memories"), after: at("quarantine") })], lines: [] })).toBe(
    true,
  );
  expect(isMeantGone(path, { records: [], lines: [line({ action: "forget", to: "none" })] })).toBe(true);
});

test("STO-35: of a store that is not known yet, a word counts that the ledger tells of", () => {
  const told = (n: number, lines: readonly LedgerLine[], vouches = true): boolean =>
    isToldWord(n, vouches, { records: [], lines });
  expect([told(2, [line({ said: 1 }), line({ said: 2 })]), told(1, [line({ said: 1 }), line({ said: 2 })])]).toEqual([
    true,
    false,
  ]);
  expect([told(1, []), told(1, [line({})]), told(1, [line({ to: "quarantined" })])]).toEqual([false, true, false]);
  expect(told(1, [line({ to: "quarantined" })], false)).toBe(true);
});

test("STO-35: one line, by the number of memories", () => {
  const id = "01JCQ0Z8M4X5T6V7W8Y9ZABCDE";
  const both = [
    { kind: "gone", path: "memories/user_a.md" },
    { kind: "gone", path: `attest/${id}/${"0".repeat(16)}.1.json` },
  ] as const;
  expect(outsideLine(both, () => id)).toBe("1 memory changed outside Holdfast: run `holdfast doctor`.");
  const idOf = (path: string): string | undefined => (path.endsWith(".md") ? id : undefined);
  expect(outsideLine([...both, { kind: "gone", path: "holdfast.json" }], idOf)).toMatch(/^2 files of your store/);
  expect(outsideLine([], () => id)).toBeUndefined();
});
