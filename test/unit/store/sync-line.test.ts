// The pipeline carries the `sync:` line of a file on, act by act (SYN-1, SYN-4).
import { readFileSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { setToolKeys } from "../../../src/memory/compose.ts";
import { contentHash } from "../../../src/memory/document.ts";
import { listField } from "../../../src/memory/fields.ts";
import { renderLine } from "../../../src/replica/line.ts";
import { parseState } from "../../../src/replica/read.ts";
import type { State } from "../../../src/replica/state.ts";
import { viewOf } from "../../../src/replica/view.ts";
import { add } from "../../../src/store/add.ts";
import { type Memory, readCatalogue } from "../../../src/store/catalogue.ts";
import { planEdit } from "../../../src/store/confirm.ts";
import type { Act, OpenStore, Plan } from "../../../src/store/context.ts";
import { planTierChange, type TierVerb } from "../../../src/store/plan-transition.ts";
import { planRetire } from "../../../src/store/retire.ts";
import { planUndo } from "../../../src/store/undo.ts";
import { write } from "../../../src/store/write.ts";
import { actOf, chance, DEVICE } from "../../support/acts.ts";
import { makeBox, openBox, removeBox, rootOf } from "../../support/store-box.ts";

let base: string;
let open: OpenStore;
let person: Act;

beforeEach(async () => {
  base = makeBox("memory");
  open = openBox(base);
  person = actOf("terminal", new Date(Date.UTC(2026, 5, 1)), chance(1));
  expect((await add(open, { text: "Deploys run on Mondays", name: "Deploys" }, person)).kind).toBe("added");
});
afterEach(() => removeBox(base));

const only = (): Memory => readCatalogue(open.store).memories[0] as Memory;
const path = ({ stored }: Memory = only()): string => `${rootOf(base)}/${stored.place}/${stored.file}`;

function state(memory: Memory = only()): State {
  const parsed = parseState(memory.document, memory.stored.place);
  if (parsed.kind !== "state") throw new Error("newer");
  return parsed.state;
}

/** As a first sync would. */
function giveLine(): void {
  const memory = only();
  const line = renderLine(state(memory));
  writeFileSync(path(memory), setToolKeys(memory.document, { sync: line?.sync ?? "" }).text);
}

async function apply(plan: Plan | { readonly kind: string }): Promise<void> {
  if (plan.kind !== "plan") throw new Error(JSON.stringify(plan));
  expect((await write(open, plan as Plan, person)).kind).toBe("written");
}
const tier = (verb: TierVerb): Promise<void> => apply(planTierChange(only(), { verb }, person));

describe("SYN-4: the line in the pipeline", () => {
  test("a file without a line gets none: a store that is not synced stays as it is", async () => {
    await tier("demote");
    expect(only().document.fields.has("sync")).toBe(false);
  });

  test("SYN-1: each act is a dot of this device, and the line reads back as the act left it", async () => {
    giveLine();
    await tier("demote");
    expect(viewOf(state())).toMatchObject({ kind: "live", tier: "quarantined" });
    expect(listField(only().document, "holds")).toHaveLength(1);
    await tier("restore");
    expect(state().holds).toEqual([]);
    expect(only().document.fields.has("holds")).toBe(false);
    expect(only().tier).toBe("verified");
    await apply(planEdit(open, only(), readFileSync(path(), "utf8").replace("Mondays", "Fridays"), person));
    expect(viewOf(state())).toMatchObject({ tier: "verified", head: contentHash(only().document) });
    await apply(planRetire(only(), person));
    expect(viewOf(state())).toMatchObject({ retired: true });
    const parsed = parseState(only().document, only().stored.place);
    expect(parsed).toMatchObject({ found: "line" });
    expect(state().context[DEVICE.id]).toBeGreaterThanOrEqual(4);
  });

  test("SYN-20: the statement takes the dot of the version, and has seen the hold that it lifts", async () => {
    giveLine();
    await tier("demote");
    const [hold] = state().holds;
    await tier("restore");
    const [said] = open.store.statements(only().id as never);
    expect(said?.dot).toEqual(state().versions[0]?.dot);
    expect(said?.seen[hold?.dot.device ?? ""]).toBeGreaterThanOrEqual(hold?.dot.n ?? 1);
  });

  test("an undone change is a new dot: the old line does not come back with the old bytes", async () => {
    giveLine();
    const before = state();
    await tier("demote");
    const undo = planUndo(open, only().id, person);
    await apply(undo.kind === "undo-plan" ? undo.plan : undo);
    expect(only().tier).toBe("verified");
    expect(state().holds).toEqual([]);
    expect(state().context[DEVICE.id]).toBeGreaterThan(before.context[DEVICE.id] ?? 0);
    expect(state().versions[0]?.dot).not.toEqual(before.versions[0]?.dot);
  });

  test("SUR-8: a line of a newer program is not overwritten", async () => {
    giveLine();
    writeFileSync(
      path(),
      readFileSync(path(), "utf8").replace(/^sync: "?1 /m, (found) => found.replace("1", "2")),
    );
    expect(only().document.fields.get("sync")).toMatch(/^2 /);
    const plan = planTierChange(only(), { verb: "demote" }, person);
    if (plan.kind !== "plan") throw new Error(plan.kind);
    expect(await write(open, plan, person)).toMatchObject({ kind: "refusal", code: "newer-format" });
  });
});
