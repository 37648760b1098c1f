// What seldom happens and must not cost anything (SYN-16): a machine that was away, clocks that are wrong, two stores that
// were made apart, a backup that was put back. On real git.
import { cpSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { trustStateOf } from "../../../src/memory/fields.ts";
import { dueOf } from "../../../src/recall/due.ts";
import type { Memory } from "../../../src/store/catalogue.ts";
import { planEdit } from "../../../src/store/confirm.ts";
import { verifyLedgers } from "../../../src/store/log.ts";
import { planTierChange, type TierVerb } from "../../../src/store/plan-transition.ts";
import { isStale } from "../../../src/trust/lifecycle.ts";
import { apply, named, remember } from "../../support/sync-acts.ts";
import { type Machine, machine, treeOf, twoMachines } from "../../support/sync-machines.ts";

let base: string;
let a: Machine;
let b: Machine;

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "holdfast-odd-")));
  [a, b] = twoMachines(base) as [Machine, Machine];
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

const standing = (on: Machine, file: string): Memory => named(on, file) as Memory;
const tier = (on: Machine, file: string, verb: TierVerb, day: string): Promise<void> =>
  apply(on, planTierChange(standing(on, file), { verb }, on.act("terminal", day)), day);
const edit = (on: Machine, file: string, from: string, to: string, day: string): Promise<void> => {
  const memory = standing(on, file);
  const text = on.read(`${memory.stored.place}/${file}`).replace(from, to);
  return apply(on, planEdit(on.open(), memory, text, on.act("terminal", day)), day);
};
async function settle(order: readonly Machine[] = [a, b, a, b]): Promise<void> {
  for (const each of order) expect(await each.sync()).toMatchObject({ kind: "synced" });
  expect(treeOf(a)).toBe(treeOf(b));
  for (const each of [a, b]) expect(each.git("status", "--porcelain")).toBe("");
}

describe("SYN-16: a machine that was away for a year", () => {
  test.each(["first", "last"])("what it did and what was done meanwhile both stand; it syncs %s", async (when) => {
    const promoted = await remember(a, "Releases need a tag", "Releases", "cli");
    const edited = await remember(a, "Deploys run on Mondays", "Deploys");
    const quiet = await remember(a, "The cache lives for an hour", "Cache");
    await settle();
    for (let n = 0; n < 30; n++) await remember(b, `Fact ${n} of the year away`, `Fact ${n}`, "terminal", "2026-09-01");
    await tier(b, promoted, "promote", "2026-06-01");
    for (const [n, day] of ["Tuesdays", "Wednesdays", "Thursdays"].entries())
      await edit(b, edited, ["Mondays", "Tuesdays", "Wednesdays"][n] ?? "", day, `2027-0${n + 1}-01`);
    await tier(a, promoted, "demote", "2026-05-20");
    await tier(a, quiet, "reaffirm", "2026-05-21");
    await remember(a, "Use pnpm, not npm", "Packages", "terminal", "2026-05-22");
    await settle(when === "first" ? [b, a, b, a] : [a, b, a, b]);
    for (const each of [a, b]) {
      // No promotion had seen the demotion, however much later its date is.
      expect(standing(each, promoted).tier).toBe("quarantined");
      expect(each.read(`memories/${edited}`)).toContain("Thursdays");
      expect(standing(each, edited).tier).toBe("verified");
      expect(each.files("memories").filter((file) => file.includes("__"))).toEqual([]);
      expect(each.files("memories")).toHaveLength(33);
    }
  });
});

describe("SYN-16: clocks that are wrong: dates are data, never order", () => {
  const AHEAD = "2027-05-01";
  const BEHIND = "2025-05-01";
  const NOW = new Date("2026-05-02T10:00:00Z");

  test("whoever saw the other's change comes after it, whatever the clocks say", async () => {
    const file = await remember(a, "Deploys run on Mondays", "Deploys", "terminal", AHEAD);
    await settle();
    await edit(b, file, "Mondays", "Fridays", BEHIND);
    await settle();
    for (const each of [a, b]) {
      expect(each.read(`memories/${file}`)).toContain("Fridays");
      expect(standing(each, file).tier).toBe("verified");
      expect(each.files("memories")).toEqual([file]);
    }
  });

  test("a demotion by the clock that is behind holds against a confirmation by the one ahead, until it is seen", async () => {
    const file = await remember(a, "Deploys run on Mondays", "Deploys");
    await settle();
    await tier(a, file, "reaffirm", AHEAD);
    await tier(b, file, "demote", BEHIND);
    await settle();
    for (const each of [a, b]) expect(standing(each, file).tier).toBe("quarantined");
    await tier(b, file, "restore", BEHIND);
    await settle();
    for (const each of [a, b]) expect(standing(each, file).tier).toBe("verified");
  });

  test("TRU-4: a confirmation from the future does not keep a memory fresh: it is due", async () => {
    const file = await remember(a, "Deploys run on Mondays", "Deploys", "terminal", AHEAD);
    await settle();
    const memory = standing(b, file);
    expect(memory.tier).toBe("verified");
    expect(isStale(trustStateOf(memory.document).lastVerified, NOW)).toBe(true);
    expect(dueOf(memory, NOW, undefined)).toEqual(["stale"]);
    await tier(b, file, "reaffirm", "2026-05-02");
    await settle();
    for (const each of [a, b]) expect(dueOf(standing(each, file), NOW, undefined)).toEqual([]);
  });
});

describe("SYN-16: two stores that were made apart", () => {
  test("the marker, the ledgers and one memory that both have become one", async () => {
    const file = await remember(a, "Deploys run on Mondays", "Deploys");
    cpSync(join(a.root, "memories", file), join(b.root, "memories", file));
    b.put("holdfast.json", `${JSON.stringify({ format: 1, "store-id": "01JCQ0Z8M4X5T6V7W8Y9ZAAAAA" })}\n`);
    b.put(`memories/${file}`, b.read(`memories/${file}`).replace("Mondays", "Fridays"));
    await tier(a, file, "demote", "2026-05-02");
    await remember(b, "Use pnpm, not npm", "Packages");
    await settle([b, a, b, a]);
    expect(a.git("rev-list", "--max-parents=0", "HEAD").split("\n")).toHaveLength(2);
    for (const each of [a, b]) {
      expect(each.read("holdfast.json")).toContain("01JCQ0Z8M4X5T6V7W8Y9ZAAAAA");
      expect(standing(each, file).tier).toBe("quarantined");
      const texts = each.files("quarantine").map((name) => each.read(`quarantine/${name}`));
      expect(texts.join()).toContain("Mondays");
      expect(texts.join()).toContain("Fridays");
      expect(each.git("ls-files", "ledger").split("\n")).toHaveLength(2);
    }
  });
});

describe("SYN-2: a backup that was put back uses its numbers again", () => {
  const backup = (): string => join(base, "backup");
  const save = (): void => cpSync(a.root, backup(), { recursive: true, preserveTimestamps: true });
  const putBack = (): void => {
    rmSync(a.root, { recursive: true });
    cpSync(backup(), a.root, { recursive: true, preserveTimestamps: true });
  };

  test("one number with two texts: both are kept, and it is told", async () => {
    const file = await remember(a, "Deploys run on Mondays", "Deploys");
    await settle();
    save();
    await edit(a, file, "Mondays", "Tuesdays", "2026-05-02");
    await settle();
    putBack();
    await edit(a, file, "Mondays", "Fridays", "2026-05-03");
    const outcome = await a.sync();
    expect(outcome.kind === "synced" && outcome.notes.join()).toContain("backup");
    await settle();
    for (const each of [a, b]) {
      const texts = each.files("memories").map((name) => each.read(`memories/${name}`));
      expect(texts).toHaveLength(2);
      expect(texts.join()).toContain("Tuesdays");
      expect(texts.join()).toContain("Fridays");
    }
  });

  test.each([
    ["touches another memory", true],
    ["touches none", false],
  ])("its ledger's head tells, whatever memory it touches: it %s, and has a new id for good", async (_, touches) => {
    await remember(a, "Deploys run on Mondays", "Deploys");
    await settle();
    save();
    await remember(a, "The cache lives for an hour", "Cache");
    await settle();
    putBack();
    const before = a.device.id;
    if (touches) await remember(a, "Releases need a tag", "Releases");
    const outcome = await a.sync();
    expect(outcome.kind === "synced" && outcome.notes.join()).toContain("It has a new id");
    const now = a.device.id;
    expect(now).not.toBe(before);
    const old = b.read(`ledger/${before}.jsonl`);
    await remember(a, "Use pnpm, not npm", "Packages");
    await settle();
    expect(a.device.id).toBe(now);
    expect(b.git("ls-files", "ledger")).toContain(now);
    if (!touches) expect(b.read(`ledger/${before}.jsonl`)).toBe(old);
    for (const each of [a, b]) {
      expect(each.files("memories")).toHaveLength(touches ? 4 : 3);
      for (const file of each.files("memories")) expect(standing(each, file).tier).toBe("verified");
    }
  });

  test("a copied disk: the one that syncs second has another id from then on", async () => {
    await remember(a, "Deploys run on Mondays", "Deploys");
    await settle();
    cpSync(join(base, "a"), join(base, "copy"), { recursive: true, preserveTimestamps: true });
    const copy = machine(base, "copy", [b]);
    expect(copy.device.id).toBe(a.device.id);
    await remember(a, "The cache lives for an hour", "Cache");
    await settle();
    const outcome = await copy.sync();
    expect(outcome.kind === "synced" && outcome.notes.join()).toContain("It has a new id");
    expect(copy.device.id).not.toBe(a.device.id);
    await remember(copy, "Releases need a tag", "Releases");
    await copy.sync();
    await settle();
    for (const each of [a, b, copy])
      expect(verifyLedgers([each.open()]).map(({ state }) => state)).toEqual(
        each
          .git("ls-files", "ledger")
          .split("\n")
          .map(() => "whole"),
      );
  });

  test("STO-35: what this device said later is known, and a person's yes to what stands there counts", async () => {
    const file = await remember(a, "Deploys run on Mondays", "Deploys");
    save();
    await edit(a, file, "Mondays", "Tuesdays", "2026-05-02");
    await edit(a, file, "Tuesdays", "Wednesdays", "2026-05-02");
    putBack();
    expect(standing(a, file).tier).toBe("unattested");
    await edit(a, file, "Mondays", "Fridays", "2026-05-03");
    expect(standing(a, file).tier).toBe("verified");
  });

  test("a device behind its own mark loses nothing and is told", async () => {
    const file = await remember(a, "Deploys run on Mondays", "Deploys");
    await settle();
    save();
    await edit(a, file, "Mondays", "Tuesdays", "2026-05-02");
    await edit(a, file, "Tuesdays", "Wednesdays", "2026-05-02");
    await settle();
    putBack();
    await tier(a, file, "demote", "2026-05-03");
    const outcome = await a.sync();
    expect(outcome.kind === "synced" && outcome.notes.join()).toContain("backup");
    await settle();
    for (const each of [a, b]) {
      expect(standing(each, file).tier).toBe("quarantined");
      expect(each.read(`quarantine/${file}`)).toContain("Wednesdays");
    }
  });
});
