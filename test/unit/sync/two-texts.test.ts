// Two machines changed one memory: the review has both texts at once, and a person's word settles it (SYN-3); on real git.
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { statusOf } from "../../../src/memory/fields.ts";
import { planDecision } from "../../../src/review/decide.ts";
import { type ReviewItem, survey } from "../../../src/review/survey.ts";
import { propose } from "../../../src/store/add.ts";
import { readCatalogue, supersededAmong } from "../../../src/store/catalogue.ts";
import { planEdit } from "../../../src/store/confirm.ts";
import { apply, only, remember } from "../../support/sync-acts.ts";
import { type Machine, treeOf, twoMachines } from "../../support/sync-machines.ts";

let base: string;
let a: Machine;
let b: Machine;

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "holdfast-two-texts-")));
  [a, b] = twoMachines(base) as [Machine, Machine];
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

const edit = (on: Machine, from: string, to: string, day?: string): Promise<void> => {
  const memory = only(on);
  const text = on.read(`memories/${memory.stored.file}`).replace(from, to);
  return apply(on, planEdit(on.open(), memory, text, on.act("terminal", day)), day);
};
async function settle(): Promise<void> {
  for (const each of [a, b, a, b]) expect(await each.sync()).toMatchObject({ kind: "synced" });
  expect(treeOf(a)).toBe(treeOf(b));
}

describe("two texts for one memory", () => {
  test.each([
    ["the one that proposes", "confirm", "Tuesdays"],
    ["the one that stands", "retire", "Fridays"],
  ] as const)("SYN-3: the review has both texts on the same day, and its word for %s counts", async (_, kind, word) => {
    await remember(a, "Deploys run on Mondays", "Deploys");
    await settle();
    await edit(a, "Mondays", "Tuesdays");
    await edit(b, "Mondays", "Fridays", "2026-05-02");
    await settle();
    const act = a.act("terminal", "2026-05-02");
    const waiting = (on: Machine): readonly ReviewItem[] =>
      survey([on.open()], {}, { now: act.now, receipts: [] }).items;
    for (const each of [a, b]) expect(waiting(each).map(({ row }) => row.due)).toEqual([["proposal"]]);
    const [item] = waiting(a);
    expect(item?.memory.tier).toBe("inferred");
    expect(item?.target?.stored.file).toBe("reference_deploys.md");
    const decided = planDecision(item as ReviewItem, { kind }, { personal: a.open(), act });
    if (decided.kind !== "decided") throw new Error(JSON.stringify(decided));
    await apply(a, decided.plan, "2026-05-02");
    await settle();
    for (const each of [a, b]) {
      expect(waiting(each)).toEqual([]);
      const { memories } = readCatalogue(each.open().store);
      const superseded = supersededAmong(memories);
      const inForce = memories.filter((memory) => !superseded.has(memory) && statusOf(memory.document) === "active");
      expect(inForce.map(({ tier }) => tier)).toEqual(["verified"]);
      expect(inForce[0]?.document.text).toContain(word);
    }
  });

  test("TRU-3: what an agent proposes waits its seven days all the same", async () => {
    await remember(a, "Deploys run on Mondays", "Deploys");
    const request = { name: "reference_deploys", change: "edit", text: "Deploys run daily", reason: "CI" } as const;
    expect(await propose([a.open()], request, a.act("mcp"))).toMatchObject({ kind: "proposed" });
    await settle();
    const on = (day: string): number =>
      survey([b.open()], {}, { now: b.act("terminal", day).now, receipts: [] }).waiting;
    expect([on("2026-05-02"), on("2026-05-09")]).toEqual([0, 1]);
  });
});
