// A person's acts through the use cases, on a real store.
import { readdirSync, readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { mend } from "../../../src/health/doctor/index.ts";
import { isMemoryId } from "../../../src/memory/ids.ts";
import { applyEach, planEach } from "../../../src/store/batch.ts";
import type { Act, OpenStore } from "../../../src/store/context.ts";
import { planTierChange, type TierVerb } from "../../../src/store/plan-transition.ts";
import { planUndo } from "../../../src/store/undo.ts";
import { actOf, chance } from "../../support/acts.ts";
import { doctorOf } from "../../support/doctor.ts";
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

const files = (place: string): string[] => readdirSync(`${rootOf(base)}/${place}`).sort();

async function act(verb: TierVerb, names: readonly string[], by: Act = person): Promise<readonly string[]> {
  const items = planEach([open], names, (memory) => planTierChange(memory, { verb, reason: "test" }, by));
  const done = await applyEach(items, verb, by);
  return done.map(({ result }) => (result.kind === "refusal" ? result.code : result.kind));
}

describe("batches", () => {
  test("STO-23: a result per item, never stopping midway", async () => {
    plant(base, "user_a", { tier: "verified", id: idOf(1) });
    plant(base, "user_b", { tier: "verified", id: idOf(2) });
    plant(base, "user_broken", { more: ["name: twice"] });
    expect(await act("demote", ["user_a", "nothing", "user_broken", "user_b"])).toEqual([
      "written",
      "not-found",
      "kept-raw",
      "written",
    ]);
    expect(files("memories")).toEqual([]);
    expect(files("quarantine")).toEqual(["raw", "user_a.md", "user_b.md"]);
  });

  test("TRU-7: demoting what is quarantined changes nothing; a failing check stops a restore and is named", async () => {
    const text = plant(base, "user_q", {
      place: "quarantine",
      tier: "quarantined",
      id: idOf(3),
      more: ["expires: 2026-02-30"],
    });
    expect(await act("demote", ["user_q"])).toEqual(["unchanged"]);
    const [item] = planEach([open], ["user_q"], (memory) => planTierChange(memory, { verb: "restore" }, person));
    expect(item?.result).toMatchObject({ kind: "refusal", code: "checks-failed" });
    expect(JSON.stringify(item?.result)).toContain("expires");
    expect(readFileSync(`${rootOf(base)}/quarantine/user_q.md`, "utf8")).toBe(text);
  });

  test("TRU-20 TRU-22: every act of a person is refused to an agent, before anything is read", async () => {
    plant(base, "user_a", { tier: "verified", id: idOf(1) });
    for (const verb of ["promote", "demote", "restore", "reaffirm"] as const) {
      expect(await act(verb, ["user_a"], actOf("mcp", NOW, chance(2)))).toEqual(["needs-person"]);
    }
  });
});

describe("checks are authoritative", () => {
  test("TRU-6: a memory that fails hard is demoted whatever its tier, and that is not undone", async () => {
    plant(base, "user_bad", { tier: "verified", id: idOf(4), more: ["expires: 2026-02-30"] });
    plant(base, "user_good", { tier: "verified", id: idOf(5) });
    expect(await mend(doctorOf(base, "terminal", NOW))).toEqual([{ label: "memories/user_bad.md" }]);
    expect(files("quarantine")).toEqual(["user_bad.md"]);
    const id = idOf(4);
    if (!isMemoryId(id)) throw new Error("the test's id is no id");
    expect(planUndo(open, id, person)).toMatchObject({ kind: "refusal", code: "transition-refused" });
  });

  test("STO-5: where tier and directory disagree, the more restrictive of the two stands", async () => {
    plant(base, "user_x", { tier: "quarantined", id: idOf(6) });
    plant(base, "user_y", { place: "quarantine", tier: "verified", id: idOf(7) });
    expect(await mend(doctorOf(base, "terminal", NOW))).toHaveLength(2);
    expect(files("memories")).toEqual([]);
    for (const file of files("quarantine")) {
      const text = readFileSync(`${rootOf(base)}/quarantine/${file}`, "utf8");
      expect(text).toContain("trust-level: quarantined");
      expect(text).toContain("quarantined-at: 2026-06-01T10:00:00Z");
    }
    expect(await mend(doctorOf(base, "terminal", NOW))).toEqual([]);
  });
});
