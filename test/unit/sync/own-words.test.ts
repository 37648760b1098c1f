// One machine makes an inferred memory its person's own words, in place; the other still has it as it was, or did something
// else to it meanwhile (TRU-3, ARR-4, SYN-5). What was confirmed is those words and no others; on real git.
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readCatalogue } from "../../../src/store/catalogue.ts";
import { planConfirm, planEdit } from "../../../src/store/confirm.ts";
import { planTierChange } from "../../../src/store/plan-transition.ts";
import { planUndo } from "../../../src/store/undo.ts";
import { apply, only, remember } from "../../support/sync-acts.ts";
import { type Machine, treeOf, twoMachines } from "../../support/sync-machines.ts";

const LATER = "2026-05-02";
let base: string;
let a: Machine;
let b: Machine;

beforeEach(async () => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "holdfast-own-words-")));
  [a, b] = twoMachines(base) as [Machine, Machine];
  await remember(a, "Deploys run on Mondays", "Deploys", "mcp");
  await settle();
  const open = a.open();
  const plan = planConfirm({ open, personal: open }, only(a), a.act("terminal", LATER));
  expect(plan).toMatchObject({ steps: [{ reason: "own-words", from: "inferred", to: "verified" }] });
  await apply(a, plan, LATER);
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

async function settle(order: readonly Machine[] = [a, b, a, b]): Promise<void> {
  for (const each of order) expect(await each.sync()).toMatchObject({ kind: "synced" });
  expect(treeOf(a)).toBe(treeOf(b));
}

/** What either machine is left with; the same on both. */
function left(): readonly string[] {
  const [here, there] = [a, b].map((each) =>
    readCatalogue(each.open().store)
      .memories.map(({ tier, document }) => `${tier} ${/\w+days/.exec(document.body)?.[0]}`)
      .toSorted(),
  );
  expect(there).toEqual(here);
  return here ?? [];
}

async function byHand(): Promise<void> {
  const path = `memories/${only(b).stored.file}`;
  b.put(path, b.read(path).replaceAll("Mondays", "Fridays"));
}
async function edit(): Promise<void> {
  const memory = only(b);
  const text = memory.document.text.replaceAll("Mondays", "Fridays");
  await apply(b, planEdit(b.open(), memory, text, b.act("terminal", LATER)), LATER);
}
async function demote(): Promise<void> {
  await apply(b, planTierChange(only(b), { verb: "demote" }, b.act("terminal", LATER)), LATER);
}

test.each<[string, () => Promise<void>, readonly string[]]>([
  ["nothing", async () => undefined, ["verified Mondays"]],
  ["a demotion", demote, ["quarantined Mondays"]],
  ["own words in other words, later", edit, ["verified Fridays"]],
  ["a change by hand, as an agent's", byHand, ["inferred Fridays", "verified Mondays"]],
])("ARR-4, SYN-5: own words here, and there %s", async (_, act, outcome) => {
  await act();
  await settle();
  expect(left()).toEqual(outcome);
  expect(a.files("memories").length + a.files("quarantine").length).toBe(outcome.length);
});

test("ARR-4, SYN-5: the other machine first: nothing that it had raises trust or takes it away", async () => {
  await settle([b, a, b, a]);
  expect(left()).toEqual(["verified Mondays"]);
  expect(a.files("memories")).toEqual(["reference_deploys.md"]);
});

test("TRU-9, SYN-5: an undo of own words is undone on both", async () => {
  await settle();
  const undone = planUndo(a.open(), undefined, a.act("terminal", "2026-05-03"));
  if (undone.kind !== "undo-plan") throw new Error(undone.message);
  await apply(a, undone.plan, "2026-05-03");
  await settle();
  expect(left()).toEqual(["inferred Mondays"]);
});
