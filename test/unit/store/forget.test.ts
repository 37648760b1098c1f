// Forgetting on real files: what goes with it, what stays, and what a kill or a forged note can do.

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { withIndex } from "../../../src/compose/indexed.ts";
import { NEAR } from "../../../src/compose/meaning.ts";
import { effectiveConfig, parseConfig } from "../../../src/config/config.ts";
import { forget } from "../../../src/forget/apply.ts";
import { openForgetJournal } from "../../../src/forget/io/journal.ts";
import { openTraces } from "../../../src/forget/io/traces.ts";
import { type ForgetPlan, planForget } from "../../../src/forget/plan.ts";
import type { MemoryId } from "../../../src/memory/ids.ts";
import { encodingsBy } from "../../../src/recall/io/index/encodings.ts";
import { add, propose } from "../../../src/store/add.ts";
import { readCatalogue } from "../../../src/store/catalogue.ts";
import { planEdit, planOwnWords } from "../../../src/store/confirm.ts";
import type { Act, OpenStore } from "../../../src/store/context.ts";
import { storeKey } from "../../../src/store/io/open-store.ts";
import { openStoreFiles } from "../../../src/store/io/whole.ts";
import { planTierChange } from "../../../src/store/plan-transition.ts";
import { planArchive } from "../../../src/store/retire.ts";
import { planUndo } from "../../../src/store/undo.ts";
import { write } from "../../../src/store/write.ts";
import { isRefusal } from "../../../src/text/errors.ts";
import { exportStore, planRestoreExport } from "../../../src/transfer/export.ts";
import { actOf, chance } from "../../support/acts.ts";
import { INDEX_FILE } from "../../support/index-file.ts";
import { idOf, plant } from "../../support/memories.ts";
import { makeBox, openBox, placesOf, removeBox, rootOf } from "../../support/store-box.ts";

const NOW = new Date("2026-11-15T10:00:00Z");
let base: string;
let open: OpenStore;
let person: Act;

beforeEach(() => {
  base = makeBox("memory");
  open = openBox(base);
  person = actOf("terminal", NOW, chance(3));
});
afterEach(() => removeBox(base));

const traces = () => openTraces(placesOf(base));
const journal = () => openForgetJournal(placesOf(base).state);

function planned(...names: readonly string[]): ForgetPlan {
  const plan = planForget([open], names, traces(), person, journal().read());
  if (isRefusal(plan)) throw new Error(plan.message);
  return plan;
}

async function forgotten(...names: readonly string[]): Promise<ForgetPlan> {
  const plan = planned(...names);
  const done = await forget({ stores: [open], traces: traces(), journal: journal(), act: person }, plan.job);
  if (isRefusal(done)) throw new Error(done.message);
  expect(done.cleared.left).toEqual([]);
  return plan;
}

async function added(text: string, act: Act = person): Promise<string> {
  const result = await add(open, { text }, act);
  if (result.kind !== "added") throw new Error(JSON.stringify(result));
  return result.planned.file.replace(/\.md$/, "");
}

const stems = (): readonly string[] =>
  readCatalogue(open.store)
    .memories.map(({ stored }) => stored.file)
    .sort();

/** Every file of the box but git, as one text. */
function everything(folder = base): string {
  return readdirSync(folder, { withFileTypes: true })
    .map((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory()
        ? everything(path)
        : entry.isFile()
          ? `${entry.name} ${readFileSync(path, "latin1")}`
          : "";
    })
    .join("\n");
}

describe("FOR-1: what goes", () => {
  test("ARR-5a: the vector of what it meant, in the index and in every byte of its pages", async () => {
    plant(base, "user_valve", { tier: "verified", id: idOf(5), body: "The valve must stay open while the pump runs." });
    const { config } = effectiveConfig(parseConfig(undefined, "user"));
    const { index } = withIndex(open, placesOf(base), config, { near: NEAR });
    index?.refresh();
    expect(index?.near?.(["valv", "open", "run"], { today: "2026-11-15" }, 5)).toHaveLength(1);
    const database = new DatabaseSync(`${placesOf(base).cache}/index/${storeKey(open.store.info)}/${INDEX_FILE}`);
    const { data } = database.prepare("SELECT data FROM vectors").get() as { data: Uint8Array };
    database.close();
    index?.close();
    const vector = Buffer.from(data).toString("latin1");
    expect(everything()).toContain(vector);
    await forgotten("user_valve");
    expect(everything()).not.toContain(vector);
  });

  test("ARR-5a: the vector that an encoder made of it, in every byte of ours", async () => {
    plant(base, "user_valve", { tier: "verified", id: idOf(5), body: "The valve must stay open while the pump runs." });
    const { config } = effectiveConfig(parseConfig(undefined, "user"));
    const { index } = withIndex(open, placesOf(base), config, { encodings: encodingsBy("fake") });
    index?.refresh();
    const vector = Int8Array.from({ length: 384 }, (_, at) => (at * 37) % 127);
    const [waiting] = index?.encodings?.waiting(1) ?? [];
    index?.encodings?.keep(waiting?.document ?? 0, vector);
    index?.close();
    const bytes = Buffer.from(vector.buffer).toString("latin1");
    expect(everything()).toContain(bytes);
    await forgotten("user_valve");
    expect(everything()).not.toContain(bytes);
  });

  test.each(["cli", "mcp", "hook", "library", "observer", "import", "sync"] as const)("not by %s", async (channel) => {
    const stem = await added("the pelican waits at gate seven");
    const act = actOf(channel, NOW, chance(1));
    const { job } = planned(stem);
    expect(planForget([open], [stem], traces(), act)).toMatchObject({ code: "needs-person" });
    const doing = { stores: [open], traces: traces(), journal: journal(), act };
    expect(await forget(doing, job)).toMatchObject({ code: "needs-person" });
    expect(stems()).toEqual([`${stem}.md`]);
    expect(journal().read()).toBeUndefined();
  });

  test("the file, its earlier texts, its digest key and its statements but one that vouches for nothing", async () => {
    const stem = await added("the pelican waits at gate seven");
    const [memory] = readCatalogue(open.store).memories;
    const text = memory?.document.text.replace(/---\n[^-]*$/, "---\nthe heron stands at gate nine\n") ?? "";
    const edited = planEdit(open, memory as never, text, person);
    if (edited.kind !== "plan") throw new Error(JSON.stringify(edited));
    await write(open, edited, person);
    const id = memory?.id as MemoryId;
    const plan = await forgotten(stem);
    expect(plan.job.doomed.map(({ prints }) => prints.length)).toEqual([2]);
    expect(everything()).not.toMatch(/pelican|heron/i);
    expect(open.history.ofMemory(id)).toEqual([]);
    const said = open.store.pastStatements(id);
    expect(said.map(({ action, vouches }) => [action, vouches])).toEqual([["forget", null]]);
    expect(open.ledger.last()).toMatchObject({ action: "forget", id, from: "verified", to: "none" });
  });

  test("STO-32: old bytes with old signatures, put back from git, are nobody's word", async () => {
    const stem = await added("the pelican waits at gate seven");
    const [memory] = readCatalogue(open.store).memories;
    const id = memory?.id as MemoryId;
    const folder = join(rootOf(base), "attest", id);
    const kept = readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))] as const);
    const bytes = memory?.stored.bytes as Uint8Array;
    await forgotten(stem);
    for (const [name, content] of kept) writeFileSync(join(folder, name), content, { mode: 0o600 });
    writeFileSync(join(rootOf(base), "memories", `${stem}.md`), bytes, { mode: 0o600 });
    expect(readCatalogue(open.store).memories.map(({ tier }) => tier)).toEqual(["unattested"]);
  });

  test("own words go, and proposals that say the same with them", async () => {
    const agent = actOf("cli", NOW, chance(8));
    const stem = await added("the pelican waits at gate seven", agent);
    const [inferred] = readCatalogue(open.store).memories;
    const own = planOwnWords(open, inferred as never, { verb: "confirm" }, person);
    if (isRefusal(own)) throw new Error(own.message);
    await write(open, own, person);
    const proposal = { name: stem, change: "retire", reason: "it left" } as const;
    expect(await propose([open], proposal, agent)).toMatchObject({ kind: "proposed" });
    expect(stems()).toHaveLength(2);
    const plan = await forgotten(stem);
    expect(plan.going.map(({ why }) => why)).toEqual(["asked", "proposal"]);
    expect(stems()).toEqual([]);
    expect(everything()).not.toMatch(/pelican/i);
  });

  test("what replaced it with other words stays", async () => {
    plant(base, "project_old_gate", { id: idOf(1), tier: "inferred", body: "The pelican waits at gate seven." });
    plant(base, "project_new_gate", {
      id: idOf(2),
      tier: "verified",
      more: [`supersedes: [${idOf(1)}]`],
      body: "The heron stands at gate nine, since the spring.",
    });
    // Both descriptions are the same sentence: that alone is no reason either.
    writeFileSync(
      join(rootOf(base), "memories/project_new_gate.md"),
      readFileSync(join(rootOf(base), "memories/project_new_gate.md"), "utf8").replace(
        "Something worth",
        "Another thing worth",
      ),
    );
    const plan = await forgotten("project_old_gate");
    expect(plan.going.map(({ stem }) => stem)).toEqual(["project_old_gate"]);
    expect(stems()).toEqual(["project_new_gate.md"]);
  });

  test("from the archive, and by its id when only earlier texts are left", async () => {
    const stem = await added("the pelican waits at gate seven", actOf("cli", NOW, chance(8)));
    for (const plan of [
      (memory: never) => planTierChange(memory, { verb: "demote" }, person),
      (memory: never) => planArchive(memory, person),
    ]) {
      const [memory] = readCatalogue(open.store).memories;
      const step = plan(memory as never);
      if (step.kind === "plan") await write(open, step, person);
    }
    expect(stems()).toEqual([]);
    expect(everything()).toMatch(/pelican/);
    const { going } = await forgotten(stem);
    expect(going[0]?.files).toEqual([`archive/2026-11/${stem}.md`]);
    expect(everything()).not.toMatch(/pelican/i);

    const again = await added("the heron stands at gate nine");
    const [memory] = readCatalogue(open.store).memories;
    const undo = planUndo(openBox(base), memory?.id, person);
    if (!isRefusal(undo)) await write(open, undo.plan, person);
    expect(stems()).toEqual([]);
    expect(everything()).toContain(again);
    expect((await forgotten(memory?.id as string)).going[0]).toMatchObject({ tier: "none", files: [] });
    expect(everything()).not.toMatch(/heron/i);
  });

  test("a copy that has the id of another memory takes it along only where both are meant", async () => {
    const stem = await added("the pelican waits at gate seven");
    const [memory] = readCatalogue(open.store).memories;
    const copy = (memory?.document.text ?? "").replace(/---\n[^-]*$/, "---\nthe heron stands at gate nine\n");
    writeFileSync(join(rootOf(base), "memories/feedback_copy.md"), copy, { mode: 0o600 });
    for (const name of ["feedback_copy", stem, `${stem}.md`]) {
      expect(planned(name)).toMatchObject({ going: [], refused: [{ name, refusal: { code: "ambiguous" } }] });
      expect(planned(name).job.doomed).toEqual([]);
    }
    const both = ["memories/feedback_copy.md", `memories/${stem}.md`].sort();
    expect(
      planned(stem, "feedback_copy.md")
        .going.flatMap(({ files }) => files)
        .sort(),
    ).toEqual(both);
    expect(planned(memory?.id ?? "")).toMatchObject({ going: [], refused: [{ refusal: { code: "ambiguous" } }] });
  });

  test("a file that can't be read as a memory", async () => {
    writeFileSync(join(rootOf(base), "memories/project_broken.md"), "---\nname: [\nthe pelican waits at gate seven\n", {
      mode: 0o600,
    });
    await forgotten("project_broken");
    expect(existsSync(join(rootOf(base), "memories/project_broken.md"))).toBe(false);
  });
});

describe("FOR-1: what stays", () => {
  test("other memories, and our records of them, though they share a line", async () => {
    const shared = "Why: it was agreed on by everybody.";
    for (const [n, bird] of ["pelican", "heron"].entries())
      plant(base, `project_${bird}_gate`, { id: idOf(n), tier: "inferred", body: `The ${bird} waits.\n\n${shared}` });
    const notices = join(placesOf(base).state, "notices.jsonl");
    mkdirSync(placesOf(base).state, { recursive: true, mode: 0o700 });
    writeFileSync(notices, `${JSON.stringify({ at: "x", text: shared })}\n{"at":"x","text":"The pelican waits."}\n`, {
      mode: 0o600,
    });
    const plan = await forgotten("project_pelican_gate");
    expect(plan.also).toEqual([{ stem: "project_heron_gate", scope: "personal", much: "a-line" }]);
    expect(readFileSync(notices, "utf8")).toBe(`${JSON.stringify({ at: "x", text: shared })}\n`);
    expect(stems()).toEqual(["project_heron_gate.md"]);
  });

  test("a copy of the whole is named, and does not spare our records", async () => {
    for (const n of [1, 2])
      plant(base, `project_gate_${n}`, { id: idOf(n), tier: "inferred", body: "The pelican waits at the gate." });
    mkdirSync(placesOf(base).state, { recursive: true, mode: 0o700 });
    writeFileSync(join(placesOf(base).state, "notices.jsonl"), "The pelican waits at the gate.\n", { mode: 0o600 });
    const plan = await forgotten("project_gate_1");
    expect(plan.also).toEqual([{ stem: "project_gate_2", scope: "personal", much: "all" }]);
    expect(existsSync(join(placesOf(base).state, "notices.jsonl"))).toBe(false);
  });

  test("a file that changed after the person agreed stands, and is told", async () => {
    const stem = await added("the pelican waits at gate seven");
    const { job } = planned(stem);
    const path = join(rootOf(base), "memories", `${stem}.md`);
    writeFileSync(path, `${readFileSync(path, "utf8")}More.\n`);
    const done = await forget({ stores: [open], traces: traces(), journal: journal(), act: person }, job);
    expect(done).toMatchObject({ kind: "forgotten", kept: [{ code: "changed-meanwhile" }] });
    expect(existsSync(path)).toBe(true);
    expect(open.ledger.last()?.action).toBe("create");
  });

  test("what was begun in another project is not taken for done here", async () => {
    const stem = await added("the pelican waits at gate seven");
    const other = makeBox("memory");
    const theirs = {
      ...planned(stem).job,
      doomed: planned(stem).job.doomed.map((each) => ({ ...each, root: rootOf(other) })),
    };
    const doing = { stores: [open], traces: traces(), journal: journal(), act: person };
    const done = await forget(doing, theirs);
    expect(done).toMatchObject({ elsewhere: [{ root: rootOf(other) }] });
    expect(journal().read()?.doomed).toEqual(theirs.doomed);
    removeBox(other);
    expect(await forget(doing, theirs)).toMatchObject({ elsewhere: [] });
    expect(journal().read()).toBeUndefined();
  });

  test("a note that somebody else left names no file to remove: only ids that are looked up and shown", async () => {
    const stem = await added("the pelican waits at gate seven");
    const other = await added("the heron stands at gate nine");
    const { job } = planned(stem);
    const [first] = job.doomed;
    const target = readCatalogue(open.store).memories.find(({ stored }) => stored.file === `${other}.md`)?.stored;
    journal().write({
      ...job,
      names: ["x"],
      doomed: [
        {
          ...first,
          id: idOf(77) as MemoryId,
          files: [{ folder: "memories", file: `${other}.md`, sha256: target?.sha256 ?? "" }],
        } as never,
      ],
      phrases: [],
    });
    const plan = await forgotten();
    expect(plan.going).toMatchObject([{ stem: idOf(77), why: "begun", files: [] }]);
    expect(stems()).toEqual([`${other}.md`, `${stem}.md`].sort());
  });
});

describe("STO-24, STO-33: it does not come back", () => {
  test("for anybody but a person, whatever it is called; a second forget finds its own tombstones", async () => {
    const stem = await added("the pelican waits at gate seven");
    await forgotten(stem);
    const stones = open.tombstones.all().length;
    const agent = actOf("mcp", new Date(NOW.getTime() + 365 * 86_400_000), chance(2));
    for (const request of [
      { text: "the pelican waits at gate seven" },
      { text: "The Pelican waits  at gate seven.", name: "Another name", description: "Another line" },
    ])
      expect(await add(open, request, agent)).toMatchObject({ code: "resurrection" });
    expect(planned(stem).already).toEqual([stem]);
    expect(open.tombstones.all().length).toBe(stones);
  });

  test("IMP-2: nor by an export that was made before", async () => {
    const stem = await added("the pelican waits at gate seven");
    const kept = await added("the heron stands at gate nine");
    const made = exportStore(open, openStoreFiles(open.store.info), person);
    await forgotten(stem);
    if (isRefusal(made)) throw new Error(made.message);
    const plan = planRestoreExport(open, openStoreFiles(open.store.info), made.text, person);
    if (isRefusal(plan)) throw new Error(plan.message);
    const outcomes = new Map(plan.files.map(({ path, outcome }) => [path, outcome]));
    expect(outcomes.get(`memories/${stem}.md`)).toBe("forgotten");
    expect(outcomes.get(`memories/${kept}.md`)).toBe("same");
    expect(plan.adding).toEqual([]);
  });

  test("TRU-9: undo says that it can't, for the last change and for the id", async () => {
    const stem = await added("the pelican waits at gate seven");
    const id = readCatalogue(open.store).memories[0]?.id as MemoryId;
    await added("the heron stands at gate nine");
    await forgotten(stem);
    expect(planUndo(open, undefined, person)).toMatchObject({ code: "transition-refused" });
    expect(planUndo(open, id, person)).toMatchObject({ code: "transition-refused" });
  });
});
