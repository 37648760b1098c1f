// The counters of the programs that tell histories: each sentence that says what is wrong is counted as what it is.
import { expect, test } from "vitest";
import { countWrong, kindOfWrong } from "../../sync-histories/kinds.ts";
import { rowsOf } from "../../sync-pairs/exchange.ts";

test.each([
  ["lost", "a: 01J was added, never changed, and is gone"],
  ["lost", "a: x.md has other words"],
  ["lost", "a: x.md is inferred, not verified"],
  ["lost", "a: x.md is quarantined, not inferred"],
  ["lost", "a: Second of b is gone, not verified"],
  ["lost", "a: 4 memories, not 5"],
  ["lost", "a: git finds damage"],
  ["lost", "the log has a gap before 7"],
  ["raised", "a: memories/x.md is verified, and nobody confirmed this text"],
  ["raised", "a: memories/x.md is held, and lies in memories/"],
  ["raised", "a: x.md is verified, not inferred"],
  ["raised", "join, {}: a: First of a is verified, not quarantined"],
  ["raised", "FAIL A first: inferred | rename | agent edit: read as verified"],
  ["raised", "a secret that was typed here is an object of /x/.git"],
  ["diverged", "FAIL A first: the trees are not the same"],
  ["diverged", "FAIL B first: git status:  M memories/x.md"],
  ["diverged", "a: 6 memories, not 5"],
  ["diverged", "2 different trees at the end"],
  ["diverged", "link 3 does not follow from the one before"],
  ["diverged", "the log does not lead to the store's head"],
  ["diverged", "memories/x.md is not what the log says"],
  ["diverged", "of 7 changes a machine has seen []"],
  ["diverged", "of 7 changes the machines have seen []"],
  ["other", "Error: the hub did not start"],
])("%s: %s", (kind, line) => {
  expect(kindOfWrong(line)).toBe(kind);
});

test("a wrong outcome of a pair is raised, lost or diverged, whatever the table says of it", () => {
  const rows = rowsOf();
  expect(rows.length).toBeGreaterThan(100);
  const counts = { lost: 0, raised: 0, diverged: 0, other: 0 };
  for (const { base, acts, outcome } of rows) {
    const told = (is: string): string => `FAIL A first: ${base} | ${acts.A} | ${acts.B}: ${is}, not ${outcome}`;
    if (outcome.startsWith("verified")) expect(kindOfWrong(told("forgotten"))).toBe("lost");
    else expect(kindOfWrong(told("verified A 05-01"))).toBe("raised");
    expect(kindOfWrong(told("not its head"))).toBe("diverged");
    countWrong(counts, [`${told("a stranger")}; ${told("not its head")}`]);
  }
  expect(counts).toEqual({ lost: 0, raised: 0, diverged: 2 * rows.length, other: 0 });
});
