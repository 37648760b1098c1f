// What one machine forgot is gone from the other too, and comes back by nobody (FOR-1, STO-24, STO-33); on real git.
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { forget } from "../../../src/forget/apply.ts";
import { openElsewhereJournal, openForgetJournal } from "../../../src/forget/io/journal.ts";
import { openTraces } from "../../../src/forget/io/traces.ts";
import { planForget } from "../../../src/forget/plan.ts";
import { add } from "../../../src/store/add.ts";
import { planTierChange } from "../../../src/store/plan-transition.ts";
import { planArchive } from "../../../src/store/retire.ts";
import { noteForgotten } from "../../../src/sync/forgotten.ts";
import { apply, named, remember } from "../../support/sync-acts.ts";
import { bound, edit, forgetOn, holding, standing } from "../../support/sync-forgetting.ts";
import { type Machine, placesOfMachine, treeOf, twoMachines } from "../../support/sync-machines.ts";

let base: string;
let a: Machine;
let b: Machine;

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "holdfast-forgotten-")));
  [a, b] = twoMachines(base) as [Machine, Machine];
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

const WORDS = "The quillfern valve stays open on Mondays";
async function settle(order: readonly Machine[] = [a, b, a, b]): Promise<void> {
  for (const each of order) expect(await each.sync()).toMatchObject({ kind: "synced" });
  expect(treeOf(a)).toBe(treeOf(b));
}
const ORDERS: readonly [string, () => readonly Machine[]][] = [
  ["who forgot syncs first", () => [a, b, a, b]],
  ["who forgot syncs last", () => [b, a, b, a]],
];

describe("FOR-1: what another machine forgot goes from this one's records too", () => {
  test("history, raw copies, archive and records; the note of it ends", async () => {
    const file = await remember(a, WORDS, "Valve");
    await settle();
    await edit(b, file, "Mondays", "Fridays");
    b.open().raw.keep(Buffer.from(b.read(`memories/${file}`)), { from: `memories/${file}`, why: "a test" }, new Date());
    mkdirSync(join(b.root, "archive", "2026-04"), { recursive: true, mode: 0o700 });
    writeFileSync(join(b.root, "archive", "2026-04", file), b.read(`memories/${file}`), { mode: 0o600 });
    const state = placesOfMachine(b).state;
    appendFileSync(join(state, "notices.jsonl"), `${JSON.stringify({ at: "x", text: WORDS })}\n`, { mode: 0o600 });
    await settle();
    expect(holding(b, "quillfern").length).toBeGreaterThan(3);
    await forgetOn(a, file);
    await a.sync();
    const outcome = await b.sync();
    expect(outcome.kind === "synced" && outcome.notes.join()).toContain("forgotten on another machine");
    await settle();
    for (const each of [a, b]) expect(holding(each, "quillfern")).toEqual([]);
    expect(openElsewhereJournal(state, b.root).read()).toBeUndefined();
  });

  test("a copy of the file, which has its id, goes with it", async () => {
    const file = await remember(a, WORDS, "Valve");
    await settle();
    b.put("memories/reference_copy.md", b.read(`memories/${file}`).replace(/^sync: .*$/m, "sync: damaged"));
    await apply(b, planTierChange(standing(b, file), { verb: "reaffirm" }, b.act()));
    await forgetOn(a, file);
    await a.sync();
    await b.sync();
    expect(b.files("memories")).toEqual([]);
    await settle();
    for (const each of [a, b]) expect(holding(each, "quillfern")).toEqual([]);
  });

  test("a memory that no person ever confirmed is forgotten by a signed word too", async () => {
    const file = await remember(a, WORDS, "Valve", "cli");
    await settle();
    const id = await forgetOn(a, file);
    expect(a.open().store.pastStatements(id)).toMatchObject([{ action: "forget", vouches: null }]);
  });

  test("a memory of other words keeps its records, and a line that both have stays", async () => {
    const file = await remember(a, `${WORDS}.\n\nBoth say this line alike here.`, "Valve");
    const other = await remember(a, "The pump runs at night.\n\nBoth say this line alike here.", "Pump");
    await settle();
    await edit(b, other, "at night", "by day");
    await settle();
    await forgetOn(a, file);
    await settle();
    expect(b.read(`memories/${other}`)).toContain("by day");
    expect(holding(b, "at night").length).toBeGreaterThan(0);
    expect(holding(b, "quillfern")).toEqual([]);
  });

  test.each(["a line that nobody signed", "a device that does not count here"])(
    "STO-33: %s takes nothing away, and both come to rest",
    async (who) => {
      if (who !== "a line that nobody signed") {
        mkdirSync(join(base, "apart"));
        [a, b] = twoMachines(join(base, "apart"), false) as [Machine, Machine];
      }
      const file = await remember(b, WORDS, "Valve");
      await edit(b, file, "Mondays", "Fridays");
      await settle([b, a, b]);
      const id = await forgetOn(a, file);
      if (who === "a line that nobody signed") rmSync(join(a.root, "attest", id), { recursive: true });
      for (const each of [a, b, a, b, a]) expect(await each.sync()).toMatchObject({ kind: "synced" });
      expect(named(b, file)?.tier).toBe("verified");
      // What this machine forgot itself stays away from it, however often another one has it.
      expect(a.files("memories")).toEqual(who === "a line that nobody signed" ? [file] : []);
      const [mine, theirs] = [a, b].map((each) => each.git("rev-parse", "HEAD"));
      for (const each of [a, b, a, b]) expect(await each.sync()).toMatchObject({ kind: "synced", came: [] });
      expect([a, b].map((each) => each.git("rev-parse", "HEAD"))).toEqual([mine, theirs]);
    },
  );

  test("killed between the move and the clearing: the next run finishes it", async () => {
    const file = await remember(a, WORDS, "Valve");
    await settle();
    await edit(b, file, "Mondays", "Fridays");
    await settle();
    const id = await forgetOn(a, file);
    await a.sync();
    // The same steps as a run that is killed: the statement and the note are there, then git moves, and nothing follows.
    const open = b.open();
    const places = placesOfMachine(b);
    const journal = openElsewhereJournal(places.state, b.root);
    const forgetting = { traces: openTraces(places), journal };
    b.git("fetch", "-q", "origin");
    mkdirSync(join(b.root, "attest", id), { recursive: true });
    const [said = ""] = b.git("ls-tree", "--name-only", "origin/main", `attest/${id}/`).split("\n");
    b.put(said, b.git("show", `origin/main:${said}`));
    expect(noteForgotten({ open, act: b.act(), forgetting }, [id], new Set())).toBe(1);
    b.git("reset", "-q", "--hard", "origin/main");
    expect(holding(b, "quillfern").length).toBeGreaterThan(0);
    expect(journal.read()?.names).toEqual([]);
    await b.sync();
    expect(holding(b, "quillfern")).toEqual([]);
    expect(journal.read()).toBeUndefined();
  });

  test("it goes while a forget is pending here, which stays pending", async () => {
    const file = await remember(a, WORDS, "Valve");
    const pending = await remember(a, "The pump runs at night", "Pump");
    await settle();
    await edit(b, file, "Mondays", "Fridays");
    await edit(b, pending, "at night", "by day");
    await settle();
    const [places, stores] = [placesOfMachine(b), [b.open()]];
    const plan = planForget(stores, [pending.replace(/\.md$/, "")], openTraces(places), b.act());
    if (plan.kind !== "forget-plan") throw new Error("no plan");
    openForgetJournal(places.state).write(plan.job);
    await forgetOn(a, file);
    await a.sync();
    const outcome = await b.sync();
    expect(outcome.kind === "synced" && outcome.notes.join()).toContain("forgotten on another machine");
    expect(holding(b, "quillfern")).toEqual([]);
    expect(openForgetJournal(places.state).read()).toEqual(plan.job);
    expect(b.read(`memories/${pending}`)).toContain("by day");
  });

  test("a forget that was killed after its tombstone, synced, and finished later goes from here by its signed word", async () => {
    const file = await remember(a, WORDS, "Valve");
    await settle();
    await edit(b, file, "Mondays", "Fridays");
    await settle();
    const [open, traces] = [a.open(), openTraces(placesOfMachine(a))];
    const plan = planForget([open], [file.replace(/\.md$/, "")], traces, a.act());
    if (plan.kind !== "forget-plan") throw new Error("no plan");
    const journal = openForgetJournal(placesOfMachine(a).state);
    let locks = 0;
    const withLock: typeof open.store.withLock = async (act) => {
      if (++locks === 2) throw new Error("killed");
      return await open.store.withLock(act);
    };
    const store = new Proxy(open.store, {
      get: (on, key) => (key === "withLock" ? withLock : bound(on, Reflect.get(on, key))),
    });
    const killed = { ...open, store };
    await expect(forget({ stores: [killed], traces, journal, act: a.act() }, plan.job)).rejects.toThrow("killed");
    await a.sync();
    await b.sync();
    expect(holding(b, "quillfern")).not.toEqual([]);
    expect(await forget({ stores: [a.open()], traces, journal, act: a.act() }, plan.job)).toMatchObject({
      kind: "forgotten",
    });
    await a.sync();
    await b.sync();
    await settle();
    for (const each of [a, b]) expect(holding(each, "quillfern")).toEqual([]);
  });

  test("a note that a person agreed to is left to forget", async () => {
    const file = await remember(a, WORDS, "Valve");
    const plan = planForget([a.open()], [file.replace(/\.md$/, "")], openTraces(placesOfMachine(a)), a.act());
    if (plan.kind !== "forget-plan") throw new Error("no plan");
    const journal = openForgetJournal(placesOfMachine(a).state);
    journal.write(plan.job);
    await a.sync();
    expect(journal.read()).toEqual(plan.job);
    expect(a.files("memories")).toEqual([file]);
  });
});

describe("STO-24, STO-33: a forgotten value does not come back through another machine", () => {
  test.each(ORDERS)("a stale machine that still has it, and edits it: %s", async (_, order) => {
    const file = await remember(a, WORDS, "Valve");
    await settle();
    await forgetOn(a, file);
    await edit(b, file, "Mondays", "Fridays");
    await settle(order());
    for (const each of [a, b]) {
      expect(holding(each, "quillfern")).toEqual([]);
      expect(each.git("ls-tree", "-r", "--name-only", "HEAD")).not.toContain("memories/");
    }
  });

  test.each(ORDERS)("a stale machine that adds the very words anew: %s", async (_, order) => {
    const file = await remember(a, WORDS, "Valve");
    await settle();
    await forgetOn(a, file);
    const again = await remember(b, WORDS, "Another name");
    const told = [];
    for (const each of order()) told.push(await each.sync());
    await settle();
    const why = told.flatMap((each) => (each.kind === "synced" ? each.refused : []));
    expect(why).toContainEqual({ path: `memories/${again}`, why: expect.stringContaining("forgotten") });
    for (const each of [a, b]) expect(each.files("memories")).toEqual([]);
    expect(await add(b.open(), { text: WORDS, name: "Third" }, b.act("cli"))).toMatchObject({ code: "resurrection" });
  });

  test.each(ORDERS)("words that a person wanted again stay: %s", async (_, order) => {
    const file = await remember(a, WORDS, "Valve");
    await settle();
    await forgetOn(a, file);
    const again = await remember(a, WORDS, "Wanted again");
    await settle(order());
    for (const each of [a, b]) expect(each.files("memories")).toEqual([again]);
    await edit(b, again, "Mondays", "Fridays");
    await edit(b, again, "Fridays", "Mondays");
    await settle(order());
    for (const each of [a, b]) expect(each.files("memories")).toEqual([again]);
  });

  test("another memory of the same words, which the person let stay, stays", async () => {
    const file = await remember(a, WORDS, "Valve");
    const other = await remember(a, WORDS, "Copy");
    await settle();
    await forgetOn(a, file);
    await settle();
    await apply(b, planTierChange(standing(b, other), { verb: "reaffirm" }, b.act("terminal", "2026-06-01")));
    expect(await b.sync()).toMatchObject({ kind: "synced", refused: [] });
    await settle();
    for (const each of [a, b]) expect(each.files("memories")).toEqual([other]);
  });

  test("a file that was put back by hand is not committed, and says why", async () => {
    const file = await remember(a, WORDS, "Valve");
    const text = a.read(`memories/${file}`);
    await forgetOn(a, file);
    a.put(`memories/${file}`, text);
    a.put("memories/reference_by_hand.md", text.replace(/^id: .*\n/m, "").replace("name: Valve", "name: By hand"));
    const outcome = await a.sync();
    const refused = outcome.kind === "synced" ? outcome.refused.map(({ path }) => path).toSorted() : [];
    expect(refused).toEqual([`memories/${file}`, "memories/reference_by_hand.md"].toSorted());
    expect(a.git("log", "--all", "-p")).not.toContain("quillfern");
    expect(existsSync(join(a.root, "memories", file))).toBe(true);
  });
});

describe("SYN-1: what was archived stays away", () => {
  test.each(ORDERS)("from a machine that never saw it archived: %s", async (_, order) => {
    const file = await remember(a, WORDS, "Valve");
    await settle();
    await apply(a, planTierChange(standing(a, file), { verb: "demote" }, a.act()));
    await apply(a, planArchive(standing(a, file), a.act()));
    await settle(order());
    for (const each of [a, b]) expect([...each.files("memories"), ...each.files("quarantine")]).toEqual([]);
    expect(existsSync(join(a.root, "archive"))).toBe(true);
  });
});
