// Undo reverses what one command did, whole, however long ago and however many memories it was.
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { setToolKeys } from "../../../src/memory/compose.ts";
import { isMemoryId, type MemoryId } from "../../../src/memory/ids.ts";
import { list } from "../../../src/review/list.ts";
import { add } from "../../../src/store/add.ts";
import { statementFor } from "../../../src/store/attest.ts";
import { applyEach, planEach } from "../../../src/store/batch.ts";
import { readCatalogue } from "../../../src/store/catalogue.ts";
import type { Act, OpenStore, Plan, Unchanged } from "../../../src/store/context.ts";
import { planTierChange, type TierVerb } from "../../../src/store/plan-transition.ts";
import { resolve } from "../../../src/store/resolve.ts";
import { planSupersede } from "../../../src/store/retire.ts";
import { planUndo, planUndoOf, type UndoPlan } from "../../../src/store/undo.ts";
import { write } from "../../../src/store/write.ts";
import type { Refusal } from "../../../src/text/errors.ts";
import { actOf, chance } from "../../support/acts.ts";
import { idOf, plant } from "../../support/memories.ts";
import { makeBox, openBox, removeBox, rootOf } from "../../support/store-box.ts";

const NOW = new Date("2026-06-01T10:00:00Z");
let base: string;
let open: OpenStore;
let person: Act;

beforeEach(() => {
  base = makeBox("memory");
  open = openBox(base);
  person = actOf("terminal", NOW, chance(1));
});
afterEach(() => removeBox(base));

const text = (stem: string): string => readFileSync(`${rootOf(base)}/memories/${stem}.md`, "utf8");
const verified = (stem: string, n: number): string => plant(base, stem, { tier: "verified", id: idOf(n) });

function memoryId(n: number): MemoryId {
  const id = idOf(n);
  if (!isMemoryId(id)) throw new Error("the test's id is no id");
  return id;
}

function memory(name: string) {
  const found = resolve([open], name);
  if (found.kind !== "found") throw new Error(`${name} is not there`);
  return found.memory;
}

async function apply(plan: Plan | Unchanged | Refusal): Promise<void> {
  if (plan.kind !== "plan") throw new Error(plan.message);
  expect(await write(open, plan, person)).toMatchObject({ kind: "written" });
}

async function reaffirm(names: readonly string[]): Promise<void> {
  const items = planEach([open], names, (each) => planTierChange(each, { verb: "reaffirm" }, person));
  for (const { result } of await applyEach(items, "reaffirm", person)) expect(result.kind).toBe("written");
}

function undoPlan(planned: UndoPlan | Refusal): UndoPlan {
  if (planned.kind === "refusal") throw new Error(planned.message);
  return planned;
}

describe("undo of a group", () => {
  test("TRU-9: a group behind the newest fifty changes is reversed whole, and no plan is empty", async () => {
    const before = [verified("user_old", 1), verified("user_by", 2)];
    await apply(planSupersede(open, [memory("user_old")], memory("user_by"), person));
    for (let n = 3; n < 30; n++) verified(`user_m${n}`, n);
    const others = readdirSync(`${rootOf(base)}/memories`).filter((file) => file.startsWith("user_m"));
    for (let round = 0; round < 2; round++) await reaffirm(others.map((file) => file.replace(".md", "")));
    const planned = undoPlan(planUndo(open, memoryId(1), person));
    expect(planned.undone.map(({ id }) => id)).toEqual([idOf(1), idOf(2)]);
    expect(planned.plan.steps.length).toBe(2);
    await apply(planned.plan);
    expect([text("user_old"), text("user_by")]).toEqual(before);
  });

  test("TRU-9: a group of more than fifty memories is reversed whole", async () => {
    const by = verified("user_by", 1);
    const stems = Array.from({ length: 60 }, (_, n) => `user_m${n}`);
    const before = stems.map((stem, n) => verified(stem, n + 2));
    await apply(planSupersede(open, stems.map(memory), memory("user_by"), person));
    const planned = undoPlan(planUndo(open, undefined, person));
    expect(planned.plan.steps.length).toBe(61);
    await apply(planned.plan);
    expect(stems.map(text)).toEqual(before);
    expect(text("user_by")).toBe(by);
  });

  test("TRU-9: what another member of the group went through since stops it, even when its record is gone", async () => {
    verified("user_old", 1);
    verified("user_by", 2);
    await apply(planSupersede(open, [memory("user_old")], memory("user_by"), person));
    await reaffirm(["user_by"]);
    expect(planUndo(open, memoryId(1), person)).toMatchObject({ kind: "refusal", code: "changed-meanwhile" });
    for (let n = 0; n < 20; n++) await reaffirm(["user_by"]);
    expect(open.history.ofMemory(memoryId(2)).some(({ action }) => action === "supersede")).toBe(false);
    expect(planUndo(open, memoryId(1), person)).toMatchObject({ kind: "refusal", code: "changed-meanwhile" });
  });

  test("TRU-9: a name that another memory has by now is not written over, and the plan says so", async () => {
    verified("user_first", 1);
    const { sha256, bytes } = memory("user_first").stored;
    const at = "2026-06-01T10:00:00Z";
    const before = { place: "memories" as const, file: "user_first.md", sha256 };
    open.history.record({ id: memoryId(1), group: "g", at, action: "undo", channel: "terminal", before }, bytes);
    rmSync(`${rootOf(base)}/memories/user_first.md`);
    expect(undoPlan(planUndo(open, memoryId(1), person)).plan.steps[0]?.change.kind).toBe("create");
    verified("user_first", 2);
    expect(planUndo(open, memoryId(1), person)).toMatchObject({ kind: "refusal", code: "changed-meanwhile" });
    renameSync(`${rootOf(base)}/memories/user_first.md`, `${rootOf(base)}/quarantine/user_first.md`);
    expect(planUndo(open, memoryId(1), person)).toMatchObject({ kind: "refusal", code: "changed-meanwhile" });
  });

  test("STO-3: a record whose members can't be read is no record", () => {
    const record = { id: memoryId(1), group: "g", at: "2026-06-01T10:00:00Z", action: "edit", channel: "terminal" };
    for (const members of ["x", [7], ["../x"], {}]) {
      open.history.record({ ...record, members } as never, undefined);
    }
    expect(open.history.ofMemory(memoryId(1))).toEqual([]);
    expect(planUndo(open, memoryId(1), person)).toMatchObject({ kind: "refusal", code: "nothing-to-undo" });
  });
});

describe("undo of a named memory", () => {
  test("TRU-9: a memory without an id has no change to undo, and another memory's is left alone", async () => {
    verified("user_other", 1);
    plant(base, "user_by_hand");
    await reaffirm(["user_other"]);
    expect(planUndoOf(open, memory("user_by_hand"), person)).toMatchObject({
      kind: "refusal",
      code: "nothing-to-undo",
    });
    expect(undoPlan(planUndoOf(open, memory("user_other"), person)).undone.length).toBe(1);
  });

  test("TRU-20: an agent is refused whatever it names", () => {
    plant(base, "user_by_hand");
    const agent = actOf("mcp", NOW, chance(2));
    expect(planUndoOf(open, memory("user_by_hand"), agent)).toMatchObject({ code: "needs-person" });
  });
});

/** As a person sees it in `list`, and as the next session would be told. */
const superseded = (): readonly string[] =>
  list([open], { replaced: true }, person)
    .rows.filter((row) => row.superseded)
    .map(({ stem }) => stem);
const undo = (): Promise<void> => apply(undoPlan(planUndo(open, undefined, person)).plan);
const change = (name: string, verb: TierVerb): Promise<void> => apply(planTierChange(memory(name), { verb }, person));

describe("undo of what replaces another memory", () => {
  /** A new memory that a person says in place of it (ARR-8). */
  const replaced = async (): Promise<void> => {
    plant(base, "user_old", { tier: "inferred", id: idOf(1), created: "2026-05-31T10:00:00Z" });
    const done = await add(open, { text: "use pnpm here" }, person, { replaces: [memory("user_old")] });
    expect(done.kind).toBe("added");
  };

  test("TRU-9, TRU-22b: undoing the undo of an add replaces the inferred memory again, as often as one likes", async () => {
    await replaced();
    expect(superseded()).toEqual(["user_old"]);
    for (let round = 0; round < 2; round++) {
      await undo();
      expect([superseded(), readCatalogue(open.store).memories.length]).toEqual([[], 1]);
      await undo();
      expect([superseded(), readCatalogue(open.store).memories.length]).toEqual([["user_old"], 2]);
    }
  });

  test("TRU-9, TRU-22b: so does the undo of a demotion, and undoing the undo of a supersede", async () => {
    verified("user_old", 1);
    verified("user_by", 2);
    await apply(planSupersede(open, [memory("user_old")], memory("user_by"), person));
    await change("user_by", "demote");
    expect(superseded()).toEqual([]);
    await undo();
    expect([superseded(), memory("user_by").tier]).toEqual([["user_old"], "verified"]);
    verified("user_left", 3);
    verified("user_right", 4);
    await apply(planSupersede(open, [memory("user_left")], memory("user_right"), person));
    await undo();
    expect(superseded()).toEqual(["user_old"]);
    await undo();
    expect(superseded()).toEqual(["user_left", "user_old"]);
  });

  test("TRU-22b: what was said once and taken back is not said again for a key that somebody wrote into the file", async () => {
    verified("user_old", 1);
    verified("user_by", 2);
    await apply(planSupersede(open, [memory("user_old")], memory("user_by"), person));
    await undo();
    const planted = setToolKeys(memory("user_by").document, { supersedes: [idOf(1)] }).text;
    writeFileSync(`${rootOf(base)}/memories/user_by.md`, planted, { mode: 0o600 });
    await reaffirm(["user_by"]);
    await undo();
    expect(text("user_by")).toBe(planted);
    expect([memory("user_by").tier, memory("user_by").supersedes, superseded()]).toEqual(["verified", [], []]);
  });

  test("TRU-20, SYN-20: an agent can't undo, and a step of its own says nothing for a person", async () => {
    await replaced();
    await undo();
    const agent = actOf("mcp", NOW, chance(3));
    expect(planUndo(open, undefined, agent)).toMatchObject({ kind: "refusal", code: "needs-person" });
    const { plan } = undoPlan(planUndo(open, undefined, person));
    await expect(write(open, plan, agent)).rejects.toThrow("ceiling");
    const [step] = plan.steps.filter(({ to }) => to === "verified");
    if (step === undefined) throw new Error("no step");
    expect(statementFor(open.store, step, undefined, agent)?.vouches).toBe(null);
    expect(statementFor(open.store, step, undefined, person)?.vouches?.supersedes).toEqual([idOf(1)]);
  });
});
