// Records that only somebody hostile writes (SYN-1, SYN-11): a clone that can push, and what it can't bring about. On real
// git.
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readCatalogue } from "../../../src/store/catalogue.ts";
import { planTierChange } from "../../../src/store/plan-transition.ts";
import { planArchive } from "../../../src/store/retire.ts";
import { apply, only, remember } from "../../support/sync-acts.ts";
import { type Machine, machine, treeOf, twoMachines } from "../../support/sync-machines.ts";

let base: string;
let a: Machine;
let b: Machine;
let thief: Machine;

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "holdfast-hostile-")));
  [a, b] = twoMachines(base) as [Machine, Machine];
  thief = machine(base, "t");
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

async function settle(): Promise<void> {
  for (const each of [a, b, a, b]) expect(await each.sync()).toMatchObject({ kind: "synced" });
  expect(treeOf(a)).toBe(treeOf(b));
}
/** With git alone, past every check of ours. */
function pushed(path: string, text: string): void {
  thief.git("pull", "-q", "--ff-only", "origin", "main");
  mkdirSync(join(thief.root, path, ".."), { recursive: true });
  thief.put(path, text);
  thief.git("add", "-A");
  thief.git("commit", "-q", "-m", "forged");
  thief.git("push", "-q", "origin", "HEAD:main");
}
const MANY = Array.from({ length: 256 }, (_, n) => `${n.toString(16).padStart(16, "0")}.1`).join(" ");

test("SYN-1: a record that has seen more than a line can hold takes no hold away", async () => {
  await remember(a, "Deploys run on Mondays", "Deploys");
  await settle();
  const { id, stored } = only(a);
  const standing = a.read(`memories/${stored.file}`);
  await apply(a, planTierChange(only(a), { verb: "demote", reason: "wrong" }, a.act()));
  await apply(a, planArchive(only(a), a.act()));
  await settle();
  const record = `tombstones/${id}.json`;
  expect(JSON.parse(a.read(record)).holds).toHaveLength(1);
  await thief.sync();
  pushed(record, `${JSON.stringify({ file: stored.file, sync: `1 | - | ${MANY}`, holds: [] })}\n`);
  expect(await a.sync()).toMatchObject({ kind: "synced" });
  expect(JSON.parse(a.read(record)).holds).toHaveLength(1);
  thief.git("pull", "-q", "--ff-only", "origin", "main");
  rmSync(join(thief.root, record));
  pushed(`memories/${stored.file}`, standing);
  await settle();
  for (const each of [a, b]) {
    expect(readCatalogue(each.open().store).memories.filter(({ tier }) => tier !== "quarantined")).toEqual([]);
    expect(JSON.parse(each.read(record)).holds).toHaveLength(1);
  }
});

test("SYN-13: a ledger that is too large to be joined stays as this machine has it", async () => {
  await remember(a, "Deploys run on Mondays", "Deploys");
  await settle();
  const path = `ledger/${a.device.id}.jsonl`;
  const ours = `${a.read(path)}${`${JSON.stringify({ filler: "x".repeat(1000) })}\n`.repeat(33_200)}`;
  a.put(path, ours);
  await thief.sync();
  pushed(path, `${thief.read(path)}{}\n`);
  const outcome = await a.sync();
  expect(outcome).toMatchObject({ kind: "synced" });
  expect(a.read(path).length).toBe(ours.length);
  expect(outcome.kind === "synced" && outcome.refused).toContainEqual({ path, why: "it is too large" });
});
