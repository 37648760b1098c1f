// What went or was changed, found in the store's own history and brought back as what it was (SYN-19). Real git, real keys.
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { forget } from "../../../src/forget/apply.ts";
import { openForgetJournal } from "../../../src/forget/io/journal.ts";
import { openTraces } from "../../../src/forget/io/traces.ts";
import { planForget } from "../../../src/forget/plan.ts";
import { statusOf, textField } from "../../../src/memory/fields.ts";
import type { MemoryId } from "../../../src/memory/ids.ts";
import { planDecision } from "../../../src/review/decide.ts";
import { survey } from "../../../src/review/survey.ts";
import { planConfirm, planEdit } from "../../../src/store/confirm.ts";
import { replaced } from "../../../src/store/io/git-replaced.ts";
import { type Loss, lossesIn } from "../../../src/store/lost.ts";
import { planTierChange } from "../../../src/store/plan-transition.ts";
import { planRecover } from "../../../src/store/recover.ts";
import { planArchive, planRetire } from "../../../src/store/retire.ts";
import type { Channel } from "../../../src/trust/channels.ts";
import { apply, named, remember } from "../../support/sync-acts.ts";
import { type Machine, placesOfMachine, treeOf, twoMachines } from "../../support/sync-machines.ts";

let base: string;
let a: Machine;
let b: Machine;
const DEPLOYS = "reference_deploys.md";

beforeEach(async () => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "holdfast-recover-")));
  [a, b] = twoMachines(base) as [Machine, Machine];
  await remember(a, "Deploys run on Mondays", "Deploys");
  await settle();
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

async function settle(): Promise<void> {
  for (const each of [a, b, a, b]) expect(await each.sync()).toMatchObject({ kind: "synced" });
  expect(treeOf(a)).toBe(treeOf(b));
}
const put = (text: string): void => a.put(`memories/${DEPLOYS}`, text);
const text = (): string => a.read(`memories/${DEPLOYS}`);
const lost = async (on: Machine, since = {}): Promise<readonly Loss[]> =>
  lossesIn(on.open(), (await replaced(on.root, since)) ?? []);
async function recovered(on: Machine, loss: Loss | undefined, channel?: Channel): Promise<void> {
  if (loss === undefined) throw new Error("nothing was lost");
  await apply(on, planRecover(on.open(), loss, on.act(channel)));
}
const here = (): ReturnType<typeof named> => named(a, DEPLOYS);

describe("SYN-19: what went is listed, with who and when, and comes back at the tier it had", () => {
  test("nothing is lost where nothing happened", async () => {
    expect(await lost(a)).toEqual([]);
  });

  test("words that were written over: the signed ones are verified again at once, without a new signature", async () => {
    put(text().replaceAll("Mondays", "Fridays"));
    await settle();
    const [loss, ...more] = await lost(a);
    expect(more).toEqual([]);
    expect(loss).toMatchObject({ kind: "replaced", file: DEPLOYS, was: "verified", comes: "verified", signed: true });
    const id = here()?.id as MemoryId;
    const before = a.open().store.pastStatements(id).length;
    await recovered(a, loss);
    expect(here()?.tier).toBe("verified");
    expect(here()?.document.body).toContain("Mondays");
    expect(a.open().store.pastStatements(id)).toHaveLength(before);
    await settle();
    for (const each of [a, b]) {
      expect(named(each, DEPLOYS)?.tier).toBe("verified");
      // What stood beside it says nothing else any more.
      expect(survey([each.open()], {}, { now: each.act().now, receipts: [] }).items).toEqual([]);
    }
    expect((await lost(a)).map(({ kind, was }) => [kind, was])).toEqual([["replaced", "inferred"]]);
  });

  test("the same by the review: who takes the old words has them verified in their own file", async () => {
    put(text().replaceAll("Mondays", "Fridays"));
    await settle();
    const { id } = here() as { id: string };
    const { items } = survey([a.open()], {}, { now: a.act().now, receipts: [] });
    const item = items.find(({ row }) => row.due.includes("proposal"));
    const decided = planDecision(item as never, { kind: "confirm" }, { personal: a.open(), act: a.act() });
    await apply(a, decided.kind === "decided" ? decided.plan : decided);
    await settle();
    for (const each of [a, b]) {
      expect(named(each, DEPLOYS)).toMatchObject({ id, tier: "verified" });
      expect(each.read(`memories/${DEPLOYS}`)).toContain("Mondays");
    }
  });

  test("words that a person replaced: they come back as a proposal", async () => {
    await apply(a, planEdit(a.open(), here() as never, text().replaceAll("Mondays", "Fridays"), a.act()));
    await settle();
    const [loss] = await lost(b);
    expect(loss).toMatchObject({ kind: "replaced", was: "verified", comes: "proposal", signed: false });
    expect(loss?.said).toMatchObject({ action: "edit", device: a.device.id });
    await recovered(b, loss);
    await settle();
    const [file = ""] = a.files("memories").filter((each) => each.includes("__"));
    expect(a.read(`memories/${file}`)).toContain("Mondays");
    expect(named(a, file)?.tier).toBe("inferred");
    expect(textField((named(a, file) as never as { document: never }).document, "proposes")).toBe(here()?.id);
    expect(here()).toMatchObject({ tier: "verified" });
    expect(planRecover(b.open(), loss as Loss, b.act())).toMatchObject({ kind: "unchanged" });
  });

  test("retired, demoted and archived", async () => {
    await apply(a, planRetire(here() as never, a.act()));
    await settle();
    const [retired] = await lost(b);
    expect(retired).toMatchObject({ kind: "retired", comes: "verified" });
    await recovered(b, retired);
    await settle();
    expect([here()?.tier, statusOf((here() as never as { document: never }).document)]).toEqual(["verified", "active"]);
    await apply(a, planTierChange(here() as never, { verb: "demote" }, a.act()));
    await settle();
    const demoted = (await lost(b)).find(({ kind }) => kind === "demoted");
    expect(demoted).toMatchObject({ was: "verified", comes: "verified" });
    await apply(a, planArchive(here() as never, a.act()));
    await settle();
    const [archived] = await lost(b);
    expect(archived).toMatchObject({ kind: "removed", was: "quarantined", comes: "quarantined" });
    await recovered(b, archived);
    await settle();
    expect(here()?.tier).toBe("quarantined");
    await recovered(
      a,
      (await lost(a)).find(({ kind }) => kind === "demoted"),
    );
    await settle();
    for (const each of [a, b]) expect(named(each, DEPLOYS)?.tier).toBe("verified");
  });

  test("a file that is missing and that no sync has brought back yet", async () => {
    rmSync(join(a.root, "memories", DEPLOYS));
    const [loss] = await lost(a);
    expect(loss).toMatchObject({ kind: "removed", was: "verified", comes: "verified", by: null });
    await recovered(a, loss);
    expect(here()?.tier).toBe("verified");
    await settle();
    expect(here()?.tier).toBe("verified");
  });

  test("what nobody whose word counts here signed comes back as inferred", async () => {
    mkdirSync(join(base, "apart"));
    [a, b] = twoMachines(join(base, "apart"), false) as [Machine, Machine];
    const file = await remember(a, "The pump is at night", "Pump");
    await settle();
    expect(named(b, file)?.tier).toBe("unattested");
    rmSync(join(b.root, "memories", file));
    const [loss] = await lost(b);
    expect(loss).toMatchObject({ kind: "removed", was: "inferred", comes: "inferred", signed: false });
    await recovered(b, loss);
    expect(named(b, file)?.tier).toBe("inferred");
    expect(b.read(`memories/${file}`)).toContain("night");
  });

  test("since a commit, and since a moment", async () => {
    const first = a.git("rev-parse", "HEAD");
    put(text().replaceAll("Mondays", "Fridays"));
    await settle();
    const second = a.git("rev-parse", "HEAD");
    expect(await lost(a, { commit: first })).toHaveLength(1);
    expect(await lost(a, { commit: second })).toHaveLength(0);
    expect(await lost(a, { at: new Date("2026-05-02T00:00:00Z") })).toHaveLength(0);
    expect(await lost(a, { at: new Date("2026-04-30T00:00:00Z") })).toHaveLength(1);
  });
});

describe("SYN-19: what does not come back", () => {
  test("what was forgotten is neither listed nor brought back", async () => {
    put(text().replaceAll("Mondays", "Fridays"));
    await settle();
    const [loss] = await lost(a);
    const places = placesOfMachine(a);
    const ports = { stores: [a.open()], traces: openTraces(places), journal: openForgetJournal(places.state) };
    const plan = planForget(ports.stores, ["reference_deploys"], ports.traces, a.act());
    if (plan.kind !== "forget-plan") throw new Error(JSON.stringify(plan));
    expect(await forget({ ...ports, act: a.act() }, plan.job)).toMatchObject({ kind: "forgotten" });
    expect(await lost(a)).toEqual([]);
    expect(planRecover(a.open(), loss as Loss, a.act())).toMatchObject({ kind: "refusal" });
  });

  test("anything, for an agent", async () => {
    put(text().replaceAll("Mondays", "Fridays"));
    await settle();
    const [loss] = await lost(a);
    for (const channel of ["cli", "mcp", "sync", "import"] as const)
      expect(planRecover(a.open(), loss as Loss, a.act(channel))).toMatchObject({ code: "needs-person" });
    expect(planConfirm({ open: a.open(), personal: a.open() }, here() as never, a.act("cli"))).toMatchObject({
      kind: "refusal",
    });
  });

  test("a text that a pusher made up, as verified", async () => {
    const forged = text()
      .replaceAll("Mondays", "Fridays")
      .replace(/^sync: .*\n/m, "");
    put(forged);
    await settle();
    await apply(a, planTierChange(here() as never, { verb: "reaffirm" }, a.act()));
    await settle();
    put(
      text()
        .replaceAll("Fridays", "Sundays")
        .replace(/^id: .*$/m, "id: 01ARZ3NDEKTSV4RRFFQ69G5FAV"),
    );
    await settle();
    const made = (await lost(a)).filter(({ comes }) => comes === "verified").map(({ document }) => document.body);
    for (const body of made) expect(body).toMatch(/Fridays/);
  });
});
