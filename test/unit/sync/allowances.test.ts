// A revoked allowance does not come back with a sync (CHK-12, SYN-13); on real git.
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { allow, revoke } from "../../../src/store/allow.ts";
import { type Machine, treeOf, twoMachines } from "../../support/sync-machines.ts";

let base: string;
let a: Machine;
let b: Machine;
const ID = "github-pat:0011223344556677";

beforeEach(async () => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "holdfast-allow-")));
  [a, b] = twoMachines(base) as [Machine, Machine];
  expect(await allow(a.open(), ID, a.act())).toMatchObject({ kind: "allowed" });
  await settle();
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

async function settle(order: readonly Machine[] = [a, b, a, b]): Promise<void> {
  for (const each of order) expect(await each.sync()).toMatchObject({ kind: "synced", refused: [] });
  expect(treeOf(a)).toBe(treeOf(b));
  for (const each of [a, b]) expect(each.git("status", "--porcelain")).toBe("");
}
const allowed = (): readonly number[] => [a, b].map((each) => each.open().allowances.all().length);
const ORDERS: readonly [string, () => readonly Machine[]][] = [
  ["who revoked syncs first", () => [a, b, a, b]],
  ["who revoked syncs last", () => [b, a, b, a]],
];

describe("CHK-12: a revocation joins", () => {
  test("what is allowed on one machine is allowed on the other", () => {
    expect(allowed()).toEqual([1, 1]);
  });

  test.each(ORDERS)("it stays revoked: %s", async (_, order) => {
    expect(await revoke(a.open(), ID, a.act())).toMatchObject({ kind: "revoked" });
    expect(a.open().allowances.all()).toEqual([]);
    await settle(order());
    expect(allowed()).toEqual([0, 0]);
  });

  test.each(ORDERS)("deny wins over one who allows it again without having seen it: %s", async (_, order) => {
    await revoke(a.open(), ID, a.act());
    await allow(b.open(), ID, b.act("terminal", "2026-06-01"));
    await settle(order());
    expect(allowed()).toEqual([0, 0]);
  });

  test.each(ORDERS)("who saw it and allows it again is heard, and can revoke it again: %s", async (_, order) => {
    await revoke(a.open(), ID, a.act());
    await settle();
    await allow(b.open(), ID, b.act("terminal", "2026-06-01"));
    await settle(order());
    expect(allowed()).toEqual([1, 1]);
    await revoke(b.open(), ID, b.act());
    await revoke(a.open(), ID, a.act());
    await settle(order());
    expect(allowed()).toEqual([0, 0]);
    await allow(a.open(), ID, a.act());
    await settle(order());
    expect(allowed()).toEqual([1, 1]);
  });

  test("both revoke, and one allows it again without having seen the other: it stays revoked", async () => {
    await revoke(a.open(), ID, a.act());
    await allow(a.open(), ID, a.act());
    await revoke(b.open(), ID, b.act());
    expect(a.open().allowances.all()).toHaveLength(1);
    await settle();
    expect(allowed()).toEqual([0, 0]);
  });

  test("junk in a revocation's place, however long, does not take it back", async () => {
    await revoke(a.open(), ID, a.act());
    await settle();
    const [mark = ""] = readdirSync(join(a.root, "allowances")).filter((name) => name.length > "x.json".length + 45);
    const text = a.read(`allowances/${mark}`);
    const root = join(base, "other");
    a.git("clone", "-q", join(base, "remote.git"), root);
    writeFileSync(join(root, "allowances", mark), text.replace(/"signature":".*"/, `"signature":"${"x".repeat(900)}"`));
    const run = (...args: readonly string[]): string => a.git("-C", root, ...args);
    run("commit", "-q", "-a", "-m", "x");
    run("push", "-q", "origin", "HEAD:main");
    await settle();
    expect(a.read(`allowances/${mark}`)).toBe(text);
    expect(allowed()).toEqual([0, 0]);
  });

  test("a second revocation of nothing says so, and a forged or damaged one revokes nothing", async () => {
    const folder = join(a.root, "allowances");
    await revoke(b.open(), ID, b.act());
    const [mark = ""] = readdirSync(join(b.root, "allowances"));
    const text = readFileSync(join(b.root, "allowances", mark), "utf8");
    for (const forged of [
      text.replace("github-pat", "github-pax"),
      "{",
      text.replace(/"signature":"./, '"signature":"x'),
    ]) {
      writeFileSync(join(folder, mark), forged, { mode: 0o600 });
      expect(a.open().allowances.all()).toHaveLength(1);
    }
    writeFileSync(join(folder, mark), text, { mode: 0o600 });
    expect(a.open().allowances.all()).toHaveLength(0);
    expect(await revoke(b.open(), ID, b.act())).toMatchObject({ kind: "refusal", code: "not-found" });
  });
});
