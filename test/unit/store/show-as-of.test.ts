// What a memory said at the end of a day, read from the local history (FOR-2, STO-25).
import { readFileSync, utimesSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { show } from "../../../src/review/show.ts";
import { add } from "../../../src/store/add.ts";
import { applyEach, planEach } from "../../../src/store/batch.ts";
import { planEdit } from "../../../src/store/confirm.ts";
import type { Act, OpenStore } from "../../../src/store/context.ts";
import { planTierChange, type TierVerb } from "../../../src/store/plan-transition.ts";
import { resolve } from "../../../src/store/resolve.ts";
import { write } from "../../../src/store/write.ts";
import type { Channel } from "../../../src/trust/channels.ts";
import { actOf, chance } from "../../support/acts.ts";
import { plant } from "../../support/memories.ts";
import { makeBox, openBox, removeBox, rootOf } from "../../support/store-box.ts";

let base: string;
let open: OpenStore;
const STEM = "reference_the_first_text";
const at = (day: string, channel: Channel = "terminal"): Act =>
  actOf(channel, new Date(`${day}T12:00:00Z`), chance(Number(day.slice(-2))));

beforeEach(async () => {
  base = makeBox("memory");
  open = openBox(base);
  await add(open, { text: "The first text.", kind: "fact", global: true }, at("2026-05-01"));
});
afterEach(() => removeBox(base));

async function edit(body: string, day: string): Promise<void> {
  const found = resolve([open], STEM);
  if (found.kind !== "found") throw new Error(found.kind);
  const { text, body: old } = found.memory.document;
  const plan = planEdit(open, found.memory, `${text.slice(0, -old.length)}${body}\n`, at(day));
  if (plan.kind !== "plan") throw new Error(plan.kind);
  expect((await write(open, plan, at(day))).kind).toBe("written");
}

async function tier(verb: TierVerb, day: string): Promise<void> {
  const items = planEach([open], [STEM], (memory) => planTierChange(memory, { verb, reason: "test" }, at(day)));
  await applyEach(items, verb, at(day));
}

function said(day: string, channel: Channel = "terminal"): unknown {
  const shown = show([open], STEM, at("2026-06-20", channel), day);
  return shown.kind === "refusal" ? shown.code : [shown.body.trim(), shown.row.tier, shown.asOf?.version];
}

describe("show --as-of", () => {
  test("FOR-2: each day tells what stood at its end, and which text that is", async () => {
    await edit("The second text.", "2026-05-03");
    await edit("The third text.", "2026-05-10");
    const first = ["The first text.", "verified", "earlier"];
    const second = ["The second text.", "verified", "earlier"];
    const third = ["The third text.", "verified", "present"];
    expect(["2026-04-30", "2026-05-01", "2026-05-02"].map((day) => said(day))).toEqual(["not-found", first, first]);
    expect(["2026-05-03", "2026-05-09"].map((day) => said(day))).toEqual([second, second]);
    expect(["2026-05-10", "2026-06-20", "2030-01-01"].map((day) => said(day))).toEqual([third, third, third]);
    expect(show([open], STEM, at("2026-06-20"), "2026-05-05")).toMatchObject({
      asOf: { date: "2026-05-05", version: "earlier", since: "2026-05-03T12:00:00Z", until: "2026-05-10T12:00:00Z" },
    });
    expect(show([open], STEM, at("2026-06-20"))).not.toHaveProperty("asOf");
  });

  test("FOR-2: the day must be a day", () => {
    for (const day of ["yesterday", "2026-02-30", "2026-05-01T00:00:00Z", ""]) expect(said(day)).toBe("usage");
  });

  test("FOR-2 TRU-20: an agent sees no version that was quarantined, nor any of what is quarantined now", async () => {
    await tier("demote", "2026-05-05");
    await tier("restore", "2026-05-08");
    expect(said("2026-05-06")).toEqual(["The first text.", "quarantined", "earlier"]);
    expect(said("2026-05-06", "cli")).toBe("needs-person");
    expect(said("2026-05-02", "cli")).toEqual(["The first text.", "verified", "earlier"]);
    await tier("demote", "2026-05-12");
    expect(said("2026-05-02", "cli")).toBe("needs-person");
  });

  test("FOR-2: a change by hand hides what stood before it, and that is said with the days that are known", async () => {
    await edit("The second text.", "2026-05-03");
    const path = `${rootOf(base)}/memories/${STEM}.md`;
    writeFileSync(path, readFileSync(path, "utf8").replaceAll("The second text", "The handmade text"));
    utimesSync(path, new Date(), new Date("2026-05-20T12:00:00Z"));
    expect(said("2026-05-02")).toEqual(["The first text.", "verified", "earlier"]);
    expect(said("2026-05-10")).toBe("not-found");
    expect(JSON.stringify(show([open], STEM, at("2026-06-20"), "2026-05-10"))).toContain("2026-05-20");
    expect(said("2026-05-20")).toEqual(["The handmade text.", "unattested", "present"]);
  });

  test("FOR-2 STO-32: words that nobody signed are not shown as verified afterwards either", async () => {
    const path = `${rootOf(base)}/memories/${STEM}.md`;
    writeFileSync(path, readFileSync(path, "utf8").replace(/^The first text/m, "The handmade text"));
    await edit("The second text.", "2026-05-25");
    expect(said("2026-05-24")).toEqual(["The handmade text.", "unattested", "earlier"]);
  });

  test("FOR-2: without a history only the file's own time speaks", () => {
    plant(base, "user_by_hand", { tier: "inferred" });
    utimesSync(`${rootOf(base)}/memories/user_by_hand.md`, new Date(), new Date("2026-05-20T12:00:00Z"));
    const asOf = (day: string): string => show([open], "user_by_hand", at("2026-06-20"), day).kind;
    expect([asOf("2026-05-19"), asOf("2026-05-20")]).toEqual(["refusal", "shown"]);
  });

  test("STO-25: a history that was cut off does not vouch for what lies before it", async () => {
    for (let n = 1; n <= 25; n++) await edit(`Text number ${n}.`, `2026-06-${String(n).padStart(2, "0")}`);
    expect(said("2026-05-15")).toBe("not-found");
    expect(said("2026-06-20")).toEqual(["Text number 20.", "verified", "earlier"]);
  });
});
