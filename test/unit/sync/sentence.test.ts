// What a commit says of what it has (SYN-10). Two machines, one bare remote, real git.
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Memory } from "../../../src/store/catalogue.ts";
import { planEdit } from "../../../src/store/confirm.ts";
import { planTierChange } from "../../../src/store/plan-transition.ts";
import { planRetire } from "../../../src/store/retire.ts";
import { apply, named, remember } from "../../support/sync-acts.ts";
import { type Machine, twoMachines } from "../../support/sync-machines.ts";

let base: string;
let a: Machine;

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "holdfast-sentence-")));
  [a] = twoMachines(base) as [Machine, Machine];
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

async function committed(): Promise<string> {
  expect(await a.sync()).toMatchObject({ kind: "synced" });
  return a.git("log", "-1", "--format=%B").trim();
}
const at = (file: string): Memory => named(a, file) as Memory;

describe("SYN-10: a commit says what it has", () => {
  test("one change is a sentence, whatever was done", async () => {
    const file = await remember(a, "Deploys run on Mondays", "Deploys");
    expect(await committed()).toBe("Add: Deploys");
    await apply(a, planTierChange(at(file), { verb: "reaffirm" }, a.act()));
    expect(await committed()).toBe("Confirm: Deploys");
    await apply(a, planEdit(a.open(), at(file), at(file).document.text.replaceAll("Mondays", "Fridays"), a.act()));
    expect(await committed()).toBe("Edit: Deploys");
    await apply(a, planRetire(at(file), a.act()));
    expect(await committed()).toBe("Off: Deploys");
    await apply(a, planRetire(at(file), a.act(), true));
    expect(await committed()).toBe("On: Deploys");
    await apply(a, planTierChange(at(file), { verb: "demote" }, a.act()));
    expect(await committed()).toBe("Quarantine: Deploys");
    await apply(a, planTierChange(at(file), { verb: "restore" }, a.act()));
    expect(await committed()).toBe("Bring back: Deploys");
  });

  test("several are counted, with a line each", async () => {
    const file = await remember(a, "Deploys run on Mondays", "Deploys");
    await committed();
    await remember(a, "Pumps run at night", "Pumps");
    await apply(a, planTierChange(at(file), { verb: "demote" }, a.act()));
    expect((await committed()).split("\n")).toEqual([
      "2 memories: quarantine 1, add 1",
      "",
      "Quarantine: Deploys",
      "Add: Pumps",
    ]);
  });

  test("SYN-14: a secret in a name that somebody wrote by hand is in no message", async () => {
    const file = await remember(a, "Deploys run on Mondays", "Deploys");
    await committed();
    const secret = ["ghp", "16C7e42F292c6912E7710c838347Ae178B4a"].join("_");
    a.put(`memories/${file}`, a.read(`memories/${file}`).replace("name: Deploys", `name: Deploys ${secret}`));
    expect(await committed()).not.toContain(secret);
    expect(a.git("log", "--format=%B")).not.toContain(secret);
  });
});
