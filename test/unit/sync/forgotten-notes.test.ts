// What a sync clears because another machine forgot it is noted for each store by itself (FOR-1): the sync of another store, such as an
// organisation's mirror, neither ends that note nor waits for it; on real git.
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openElsewhereJournal, unfinishedForgets } from "../../../src/forget/io/journal.ts";
import { openTraces } from "../../../src/forget/io/traces.ts";
import type { MemoryId } from "../../../src/memory/ids.ts";
import { endForgotten, noteForgotten } from "../../../src/sync/forgotten.ts";
import { remember } from "../../support/sync-acts.ts";
import { bound, edit, forgetOn, holding } from "../../support/sync-forgetting.ts";
import { forgettingOf, type Machine, placesOfMachine, twoMachines } from "../../support/sync-machines.ts";

let base: string;
let a: Machine;
let b: Machine;

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "holdfast-forgotten-")));
  [a, b] = twoMachines(base) as [Machine, Machine];
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

const WORDS = "The quillfern valve stays open on Mondays";
async function settle(): Promise<void> {
  for (const each of [a, b, a, b]) expect(await each.sync()).toMatchObject({ kind: "synced" });
}

describe("FOR-1: killed before the clearing, and another store is synced before this one is again", () => {
  /** As a note stood before each store had its own. */
  const OLD = "forgotten-elsewhere.json";
  const stateOf = (on: Machine): string => placesOfMachine(on).state;
  const noted = (): readonly string[] =>
    readdirSync(stateOf(b)).filter((name) => name.startsWith("forgotten-elsewhere"));

  beforeEach(async () => {
    const file = await remember(a, WORDS, "Valve");
    await settle();
    await edit(b, file, "Mondays", "Fridays");
    await settle();
    const id = await forgetOn(a, file);
    await a.sync();
    const forgetting = forgettingOf(b);
    b.git("fetch", "-q", "origin");
    const [said = ""] = b.git("ls-tree", "--name-only", "origin/main", `attest/${id}/`).split("\n");
    mkdirSync(join(b.root, "attest", id), { recursive: true });
    b.put(said, b.git("show", `origin/main:${said}`));
    expect(noteForgotten({ open: b.open(), act: b.act(), forgetting }, [id], new Set())).toBe(1);
    b.git("reset", "-q", "--hard", "origin/main");
  });

  /** Of a store beside it on the same machine, such as an organisation's mirror. */
  function elsewhere(): Parameters<typeof endForgotten>[0] {
    const journal = openElsewhereJournal(stateOf(b), join(base, "mirror"));
    const open = b.open();
    const info = { ...open.store.info, root: join(base, "mirror") };
    const store = new Proxy(open.store, {
      get: (on, key) => (key === "info" ? info : bound(on, Reflect.get(on, key))),
    });
    const forgetting = { traces: openTraces(placesOfMachine(b)), journal };
    return { open: { ...open, store }, forgetting } as Parameters<typeof endForgotten>[0];
  }

  test.each(["a note of its own", "the one note of all stores, as it was written before"])("%s", async (which) => {
    const [name = ""] = noted();
    if (which !== "a note of its own") renameSync(join(stateOf(b), name), join(stateOf(b), OLD));
    expect(endForgotten(elsewhere())).toBe(0);
    expect(unfinishedForgets(stateOf(b))).toHaveLength(1);
    expect(holding(b, "quillfern").length).toBeGreaterThan(1);
    await b.sync();
    expect([holding(b, "quillfern"), noted(), unfinishedForgets(stateOf(b))]).toEqual([[], [], []]);
  });

  test("nor does the note of another one keep it from being made", async () => {
    const { forgetting } = elsewhere();
    expect(forgetting.journal.read()).toBeUndefined();
    const job = forgettingOf(b).journal.read();
    if (job === undefined) throw new Error("nothing is noted");
    forgetting.journal.write({ ...job, doomed: job.doomed.map((each) => ({ ...each, root: join(base, "mirror") })) });
    expect(noted()).toHaveLength(2);
    await b.sync();
    expect([noted().length, forgetting.journal.read()?.doomed.length]).toEqual([1, 1]);
    // Its store is gone from this machine: nothing could end it, and nobody is told to.
    expect(unfinishedForgets(stateOf(b))).toEqual([]);
    mkdirSync(join(base, "mirror"));
    expect(unfinishedForgets(stateOf(b))).toHaveLength(1);
  });

  test("what is noted a second time in the same store is noted beside it, and neither is lost", () => {
    const open = b.open();
    const { journal, traces } = forgettingOf(b);
    const before = journal.read();
    const ids = before?.doomed.map(({ id }) => id) ?? [];
    const other = {
      id: "01JCQ0Z8M4X5T6V7W8Y9ZABCDE" as MemoryId,
      root: b.root,
      files: [],
      raw: ["x"],
      from: "none",
      prints: [],
    } as const;
    journal.write({
      v: 1,
      at: "2026-05-01T10:00:00Z",
      names: [],
      doomed: [other],
      phrases: ["The pump runs at night"],
    });
    const known = { ...open, tombstones: { ...open.tombstones, all: () => [] } };
    expect(noteForgotten({ open: known, act: b.act(), forgetting: { journal, traces } }, ids, new Set())).toBe(1);
    const noted = journal.read();
    expect(noted?.doomed.map(({ id }) => id)).toEqual([other.id, ...ids]);
    expect(noted?.phrases).toEqual(expect.arrayContaining(["The pump runs at night", WORDS]));
  });
});
