// A signed demotion or retirement holds against what happens to its file and its line (SYN-2, STO-5): at reading at once, and
// in the state from the next sync on. Two machines, one bare remote, real git.
import { mkdtempSync, realpathSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { statusOf } from "../../../src/memory/fields.ts";
import type { Memory } from "../../../src/store/catalogue.ts";
import { planEdit } from "../../../src/store/confirm.ts";
import { planTierChange, type TierVerb } from "../../../src/store/plan-transition.ts";
import { planArchive, planRetire } from "../../../src/store/retire.ts";
import { apply, named, remember } from "../../support/sync-acts.ts";
import { type Machine, treeOf, twoMachines } from "../../support/sync-machines.ts";

let base: string;
let a: Machine;
let b: Machine;

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "holdfast-signed-acts-")));
  [a, b] = twoMachines(base) as [Machine, Machine];
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

const standing = (on: Machine, file: string): Memory => named(on, file) as Memory;
const statusIn = (on: Machine, file: string): string => statusOf(standing(on, file).document);
const tier = (on: Machine, file: string, verb: TierVerb): Promise<void> =>
  apply(on, planTierChange(standing(on, file), { verb }, on.act()));
const retire = (on: Machine, file: string, back = false): Promise<void> =>
  apply(on, planRetire(standing(on, file), on.act(), back));
async function settle(): Promise<void> {
  for (const each of [a, b, a, b]) expect(await each.sync()).toMatchObject({ kind: "synced", refused: [] });
  expect(treeOf(a)).toBe(treeOf(b));
}
const WHOSE = ["terminal", "cli"] as const;

describe.each(WHOSE)("SYN-2: a demotion of what came by %s", (channel) => {
  test.each(["before its first commit", "after it was synced"])(
    "holds against the old file put back, %s",
    async (when) => {
      const file = await remember(a, "Deploys run on Mondays", "Deploys", channel);
      await settle();
      const text = a.read(`memories/${file}`);
      await tier(a, file, "demote");
      if (when === "after it was synced") await settle();
      rmSync(join(a.root, "quarantine", file));
      a.put(`memories/${file}`, text);
      expect(standing(a, file).tier).toBe("quarantined");
      await settle();
      for (const each of [a, b])
        expect(standing(each, file)).toMatchObject({ tier: "quarantined", stored: { place: "quarantine" } });
    },
  );

  test("holds against a plain move of the file, and against its deletion before the first commit", async () => {
    const moved = await remember(a, "Deploys run on Mondays", "Deploys", channel);
    const deleted = await remember(a, "The pump is at night", "Pump", channel);
    await settle();
    for (const file of [moved, deleted]) await tier(a, file, "demote");
    const text = a
      .read(`quarantine/${moved}`)
      .replace(/^(?:holds|quarantine[a-z-]*|sync):.*\n(?: {2}.*\n|- .*\n)*/gm, "");
    a.put(`quarantine/${moved}`, text.replace("trust-level: quarantined", "trust-level: inferred"));
    renameSync(join(a.root, "quarantine", moved), join(a.root, "memories", moved));
    rmSync(join(a.root, "quarantine", deleted));
    expect(standing(a, moved).tier).toBe("quarantined");
    await settle();
    for (const each of [a, b])
      for (const file of [moved, deleted]) expect(standing(each, file).stored.place).toBe("quarantine");
  });

  test("that was put away holds beside a restore that had not seen it, in the same place everywhere", async () => {
    const file = await remember(a, "Deploys run on Mondays", "Deploys", channel);
    await tier(a, file, "demote");
    await settle();
    await apply(a, planArchive(standing(a, file), a.act()));
    await tier(b, file, "restore");
    await settle();
    for (const each of [a, b])
      expect(standing(each, file)).toMatchObject({ tier: "quarantined", stored: { place: "quarantine" } });
  });

  test("is lifted by the person's own way back", async () => {
    const file = await remember(a, "Deploys run on Mondays", "Deploys", channel);
    await settle();
    await tier(a, file, "demote");
    await settle();
    await tier(b, file, "restore");
    await settle();
    for (const each of [a, b]) expect(standing(each, file)).toMatchObject({ tier: "verified" });
  });
});

describe.each(WHOSE)("SYN-2: a retirement of what came by %s", (channel) => {
  test.each(["before its first commit", "after it was synced"])(
    "holds against the old file put back, and against its deletion, %s",
    async (when) => {
      const [put, deleted] = [
        await remember(a, "Deploys run on Mondays", "Deploys", channel),
        await remember(a, "The pump is at night", "Pump", channel),
      ];
      await settle();
      const text = a.read(`memories/${put}`);
      for (const file of [put, deleted]) await retire(a, file);
      if (when === "after it was synced") await settle();
      a.put(`memories/${put}`, text);
      rmSync(join(a.root, "memories", deleted));
      expect(statusIn(a, put)).toBe("retired");
      await settle();
      for (const each of [a, b])
        for (const file of [put, deleted]) {
          expect(statusIn(each, file)).toBe("retired");
          expect(each.read(`memories/${file}`)).toContain("status: retired");
          expect(standing(each, file).tier).toBe(channel === "terminal" ? "verified" : "inferred");
        }
    },
  );

  test("holds against a pushed line that leaves it out, and both come to rest", async () => {
    const file = await remember(a, "Deploys run on Mondays", "Deploys", channel);
    await settle();
    await retire(a, file);
    await settle();
    const forged = b
      .read(`memories/${file}`)
      .replace(/^status: retired\n/m, "")
      .replace(/^(sync: (?:[^|\n]*\|){2}[^|\n]*) \|.*$/m, "$1");
    expect(forged).not.toContain("retired");
    b.put(`memories/${file}`, forged);
    b.git("add", "-A");
    b.git("commit", "-qm", "x");
    b.git("push", "-q", "origin", "HEAD:main");
    await settle();
    for (const each of [a, b]) expect(each.read(`memories/${file}`)).toContain("status: retired");
    const heads = [a, b].map((each) => each.git("rev-parse", "HEAD"));
    await settle();
    expect([a, b].map((each) => each.git("rev-parse", "HEAD"))).toEqual(heads);
  });

  test("is lifted by the person's own way back, and an edit leaves it as it is", async () => {
    const file = await remember(a, "Deploys run on Mondays", "Deploys", channel);
    await settle();
    await retire(a, file);
    await settle();
    const text = b.read(`memories/${file}`);
    b.put(`memories/${file}`, text.replace(/^status: retired\n/m, ""));
    await apply(
      b,
      planEdit(b.open(), standing(b, file), standing(b, file).document.text.replace("Mondays", "Fridays"), b.act()),
    );
    await settle();
    for (const each of [a, b]) expect(statusIn(each, file)).toBe("retired");
    await retire(b, file, true);
    await settle();
    for (const each of [a, b]) expect(statusIn(each, file)).toBe("active");
  });
});
