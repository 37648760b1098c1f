// One memory may replace several at once, and never one that has replaced it.
import { readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { planEach, supersedeAll } from "../../../src/store/batch.ts";
import type { Act, OpenStore } from "../../../src/store/context.ts";
import { resolve } from "../../../src/store/resolve.ts";
import { planSupersede } from "../../../src/store/retire.ts";
import { planUndo } from "../../../src/store/undo.ts";
import { write } from "../../../src/store/write.ts";
import { actOf, chance } from "../../support/acts.ts";
import { idOf, plant } from "../../support/memories.ts";
import { makeBox, openBox, removeBox, rootOf } from "../../support/store-box.ts";

let base: string;
let open: OpenStore;
let person: Act;

beforeEach(() => {
  base = makeBox("memory");
  open = openBox(base);
  person = actOf("terminal", new Date("2026-06-01T10:00:00Z"), chance(1));
  for (const [n, stem] of ["user_a", "user_b", "user_c", "user_d"].entries()) {
    plant(base, stem, { tier: "verified", id: idOf(n) });
  }
});
afterEach(() => removeBox(base));

const text = (stem: string): string => readFileSync(`${rootOf(base)}/memories/${stem}.md`, "utf8");

function memory(name: string) {
  const found = resolve([open], name);
  if (found.kind !== "found") throw new Error(`${name} is not there`);
  return found.memory;
}

async function supersede(names: readonly string[], by: string): Promise<readonly string[]> {
  const target = memory(by);
  const items = planEach([open], names, (old) => planSupersede(open, [old], target, person));
  const done = await supersedeAll(open, items, target, person);
  return done.map(({ result }) => (result.kind === "refusal" ? result.code : result.kind));
}

describe("retire --by", () => {
  test("TRU-22b STO-23: several at once are one plan, with a result for each name", async () => {
    plant(base, "user_broken", { more: ["name: twice"] });
    const before = ["user_a", "user_b", "user_c"].map(text);
    expect(await supersede(["user_a", "nobody", "user_b", "user_broken", "user_a"], "user_c")).toEqual([
      "written",
      "not-found",
      "written",
      "unreadable",
      "written",
    ]);
    expect(text("user_c")).toContain(`supersedes: [${idOf(0)}, ${idOf(1)}]`);
    for (const stem of ["user_a", "user_b"]) expect(text(stem)).toContain(`superseded-by: [${idOf(2)}]`);
    const undo = planUndo(open, undefined, person);
    if (undo.kind === "refusal") throw new Error(undo.message);
    expect(undo.plan.steps.length).toBe(3);
    expect((await write(open, undo.plan, person)).kind).toBe("written");
    expect(["user_a", "user_b", "user_c"].map(text)).toEqual(before);
  });

  test("STO-23: where every name is refused, nothing is written", async () => {
    const before = text("user_c");
    expect(await supersede(["nobody", "user_c"], "user_c")).toEqual(["not-found", "usage"]);
    expect(text("user_c")).toBe(before);
    expect(open.history.newest(10)).toEqual([]);
  });

  test("TRU-22b: two memories can't replace each other, directly or through others", async () => {
    expect(await supersede(["user_a"], "user_b")).toEqual(["written"]);
    expect(await supersede(["user_b"], "user_a")).toEqual(["transition-refused"]);
    expect(await supersede(["user_b"], "user_c")).toEqual(["written"]);
    expect(await supersede(["user_c", "user_d"], "user_a")).toEqual(["transition-refused", "written"]);
    expect(text("user_a")).toContain(`supersedes: [${idOf(3)}]`);
    expect(text("user_c")).not.toContain("superseded-by");
  });

  test("TRU-22b: a circle that is there already does not hang the search", async () => {
    plant(base, "user_x", { tier: "verified", id: idOf(8), more: [`supersedes: [${idOf(9)}]`] });
    plant(base, "user_y", { tier: "verified", id: idOf(9), more: [`supersedes: [${idOf(8)}]`] });
    expect(await supersede(["user_x"], "user_a")).toEqual(["written"]);
  });
});
