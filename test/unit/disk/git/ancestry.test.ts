// SYN-10, SYN-16: whether one commit goes on from another, with real git. Dates are data, never order.
import { execFileSync } from "node:child_process";
import { beforeEach, expect, test } from "vitest";
import type { GitRepository } from "../../../../src/disk/git/carrier.ts";
import { scratch } from "../../../support/disk.ts";
import { AT, commitOf, type GitBox, gitBox } from "../../../support/git-store.ts";

const BUDGET = 20_000;
let box: GitBox;
let repository: GitRepository;
beforeEach(async () => {
  box = gitBox(scratch());
  repository = await box.open();
});

/** A commit for each date, one after the other; gives the last. */
function chain(name: string, dates: readonly number[], from?: string): string {
  const commits = dates.map((at, n) => {
    const parent = n === 0 && from !== undefined ? `from ${from}\n` : "";
    return `commit refs/test/${name}\ncommitter a <a@example.org> ${at} +0000\ndata 0\n${parent}`;
  });
  execFileSync("git", ["-C", box.root, "fast-import", "--quiet"], { env: box.env, input: commits.join("") });
  return box.git("rev-parse", `refs/test/${name}`);
}
const twentyFrom = (at: number): readonly number[] => Array.from({ length: 20 }, (_, n) => at + n);

test.each([
  ["an hour ahead", 3600],
  ["a year ahead", 365 * 24 * 3600],
  ["an hour behind", -3600],
  ["a year behind", -365 * 24 * 3600],
])("SYN-16: ancestry asks no date: the machine that began had a clock %s", async (_, skew) => {
  const odd = chain("odd", [AT + skew, AT + skew + 1]);
  const root = box.git("rev-parse", `${odd}^`);
  const newer = chain("newer", twentyFrom(AT), odd);
  const aside = chain("aside", twentyFrom(AT + 2 * skew), root);
  for (const [older, later] of [
    [root, newer],
    [odd, newer],
    [root, aside],
  ] as const)
    expect(await repository.isAncestor(older, later)).toBe(true);
  for (const [older, later] of [
    [newer, odd],
    [odd, aside],
    [aside, newer],
    [newer, aside],
  ] as const)
    expect(await repository.isAncestor(older, later)).toBe(false);
  await repository.backup(odd);
  expect(await repository.isLeftBehind(newer, newer)).toBe(false);
  expect(await repository.isLeftBehind(newer, aside)).toBe(true);
  expect(await repository.isLeftBehind(aside, newer)).toBe(false);
  await repository.setRemote(box.bare);
  await repository.push(odd, BUDGET);
  box.git("push", "-q", box.bare, `${newer}:refs/heads/main`);
  expect(await repository.fetchRemote(BUDGET)).toEqual({ commit: newer, backup: undefined });
});

test("a commit that is not there is a failure, and no answer", async () => {
  const first = await commitOf(repository, { "memories/a.md": "one" });
  await expect(repository.isAncestor("f".repeat(40), first)).rejects.toMatchObject({ reason: "other", exit: 128 });
});
