// Folders that another tool syncs (SYN-16): its conflict copies are joined, with git and without.
import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { list } from "../../../src/review/list.ts";
import { add } from "../../../src/store/add.ts";
import { readCatalogue } from "../../../src/store/catalogue.ts";
import { planEdit } from "../../../src/store/confirm.ts";
import { openStoreFiles } from "../../../src/store/io/whole.ts";
import { planTierChange, type TierVerb } from "../../../src/store/plan-transition.ts";
import { joinCopiesAlone, waitingCopies } from "../../../src/sync/copies.ts";
import { apply, named, only } from "../../support/sync-acts.ts";
import { type Machine, placesOfMachine, treeOf, twoMachines } from "../../support/sync-machines.ts";

let base: string;
let a: Machine;
let b: Machine;

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "holdfast-copies-")));
  [a, b] = twoMachines(base) as [Machine, Machine];
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

const FILE = "memories/reference_deploys.md";
const COPY = "memories/reference_deploys.sync-conflict-20260501-100000-ABCDEFG.md";
const tier = (on: Machine, verb: TierVerb, day?: string): Promise<void> =>
  apply(on, planTierChange(only(on), { verb }, on.act("terminal", day)));
const edit = (on: Machine, from: string, to: string, day: string): Promise<void> => {
  const memory = only(on);
  const text = on.read(`${memory.stored.place}/${memory.stored.file}`).replace(from, to);
  return apply(on, planEdit(on.open(), memory, text, on.act("terminal", day)));
};
const alone = (on: Machine): ReturnType<typeof joinCopiesAlone> => {
  const open = on.open();
  return joinCopiesAlone({ open, files: openStoreFiles(open.store.info), act: on.act() });
};
const raw = (on: Machine): readonly string[] => {
  const folder = join(placesOfMachine(on).state, "raw");
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith(".bin"))
    .map((name) => readFileSync(join(folder, name), "utf8"));
};

beforeEach(async () => {
  expect(await add(a.open(), { text: "Deploys run on Mondays", name: "Deploys" }, a.act())).toMatchObject({
    kind: "added",
  });
});

describe("SYN-16: before a copy is joined", () => {
  test("it is no second memory: not listed, not read, not verified", () => {
    a.put(COPY, a.read(FILE).replace("Mondays", "Fridays"));
    a.put("memories/reference_deploys 2.md", a.read(FILE));
    const { memories, listing } = readCatalogue(a.open().store);
    expect(memories.map(({ stored }) => stored.file)).toEqual(["reference_deploys.md"]);
    expect(only(a).tier).toBe("verified");
    expect(listing.strangers).toHaveLength(2);
    expect(JSON.stringify(list([a.open()], {}, a.act()))).not.toContain("Fridays");
  });

  test("a text of another id, of no id, a link, or a name of no tool stays a stranger", async () => {
    const text = a.read(FILE);
    const id = only(a).id ?? "";
    a.put(COPY, text.replace(id, `${id.slice(0, -1)}${id.endsWith("0") ? "1" : "0"}`));
    a.put("memories/reference_deploys (1).md", text.replace(/^id: .*\n/m, ""));
    a.put("memories/reference_deploys.old.md", text);
    a.put("memories/reference_other (1).md", text);
    symlinkSync(join(a.root, FILE), join(a.root, "memories", "reference_deploys 3.md"));
    expect(waitingCopies(a.open())).toEqual([]);
    expect(await alone(a)).toBeUndefined();
    expect(a.read(FILE)).toBe(text);
  });

  test("a memory that only looks like a copy by its name is an ordinary memory", async () => {
    await add(a.open(), { text: "Another thing to know", name: "Deploys 2" }, a.act());
    expect(a.files("memories")).toEqual(["reference_deploys.md", "reference_deploys_2.md"]);
    expect(waitingCopies(a.open())).toEqual([]);
  });
});

describe("SYN-16: joining without git", () => {
  test("two edits: the later word stands, the other proposes, the bytes are kept", async () => {
    const before = a.read(FILE);
    await edit(a, "Mondays", "Tuesdays", "2026-05-03");
    const copy = before.replace("Mondays", "Fridays");
    a.put(COPY, copy);
    rmSync(join(a.root, ".git"), { recursive: true });
    const told = await alone(a);
    expect(told).toMatchObject({ siblings: [expect.stringMatching(/^reference_deploys__/)], refused: [] });
    expect(existsSync(join(a.root, COPY))).toBe(false);
    expect(raw(a)).toEqual([copy]);
    expect(a.read(FILE)).toContain("Tuesdays");
    expect(named(a, "reference_deploys.md")?.tier).toBe("verified");
    const [sibling = ""] = a.files("memories").filter((file) => file.includes("__"));
    expect(a.read(`memories/${sibling}`)).toContain("Fridays");
    expect(named(a, sibling)?.tier).toBe("inferred");
    expect(await alone(a)).toBeUndefined();
  });

  test("a demotion in a copy holds", async () => {
    const before = a.read(FILE);
    await tier(a, "demote");
    a.put("memories/reference_deploys-DESKTOP.md", a.read("quarantine/reference_deploys.md"));
    rmSync(join(a.root, "quarantine", "reference_deploys.md"));
    a.put(FILE, before);
    expect(await alone(a)).toMatchObject({ siblings: [] });
    expect(only(a).tier).toBe("quarantined");
    expect(a.files("memories")).toEqual([]);
    expect(a.files("quarantine")).toEqual(["reference_deploys.md"]);
  });

  test("a forged tier raises nothing, and what stood is kept", async () => {
    await tier(a, "demote");
    const forged = a
      .read("quarantine/reference_deploys.md")
      .replace(/^(holds|quarantine|last-verified).*\n/gm, "")
      .replace(/^trust-level: .*$/m, "trust-level: verified\nlast-verified: 2030-01-01")
      .replace("Mondays", "nobody's watch");
    a.put(COPY, forged);
    await alone(a);
    expect(existsSync(join(a.root, COPY))).toBe(false);
    const tiers = readCatalogue(a.open().store).memories.map((memory) => memory.tier);
    expect(tiers).not.toContain("verified");
    expect(tiers).not.toContain("unattested");
    const all = a.files("quarantine").map((file) => a.read(`quarantine/${file}`));
    expect(all.join()).toContain("Mondays");
  });

  test("a forged copy of a verified memory counts as unattested, and the verified words stay beside it", async () => {
    const forged = a
      .read(FILE)
      .replace(/^last-verified: .*$/m, "last-verified: 2026-06-01")
      .replace("Mondays", "nobody's watch");
    a.put(COPY, forged);
    await alone(a);
    const { memories } = readCatalogue(a.open().store);
    const found = memories.find(({ document }) => document.text.includes("nobody's watch"));
    expect(found?.tier).toBe("unattested");
    expect(memories.some(({ document }) => document.text.includes("Mondays"))).toBe(true);
  });

  test("SYN-11: a copy goes through the gate: what hides characters is held, a secret is masked", async () => {
    const secret = `ghp_${"aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5"}`;
    a.put(
      COPY,
      a
        .read(FILE)
        .replace(/^last-verified: .*$/m, "last-verified: 2026-06-01")
        .replace("Mondays", secret),
    );
    expect(await alone(a)).toMatchObject({ held: [{ check: "secrets" }] });
    expect(a.open().ledger.last()).toMatchObject({ action: "demote", from: "verified", reason: "check-failed" });
    const texts = [...a.files("memories"), ...a.files("quarantine")].map((file) =>
      a.read(existsSync(join(a.root, "memories", file)) ? `memories/${file}` : `quarantine/${file}`),
    );
    expect(texts.join()).not.toContain(secret);
    expect(raw(a).some((text) => text.includes(secret))).toBe(true);
  });

  test("several copies of one memory, in several tools' names, are joined one after the other", async () => {
    const before = a.read(FILE);
    a.put(COPY, before.replace("Mondays", "Fridays"));
    a.put("memories/reference_deploys (Jürgen's conflicted copy 2026-05-01).md", before.replace("Mondays", "Sundays"));
    a.put("memories/reference_deploys 2.md", before);
    await alone(a);
    expect(readdirSync(join(a.root, "memories"))).toHaveLength(3);
    const texts = a
      .files("memories")
      .map((file) => a.read(`memories/${file}`))
      .join();
    for (const day of ["Mondays", "Fridays", "Sundays"]) expect(texts).toContain(day);
    expect(raw(a)).toHaveLength(3);
  });

  test("a copy that a newer program wrote is left where it is", async () => {
    const before = a.read(FILE);
    const copy = before.replace(/^id: /m, "sync: 9 | something\nid: ");
    a.put(COPY, copy);
    expect(await alone(a)).toMatchObject({ refused: [{ path: COPY, why: "it was written by a newer holdfast" }] });
    expect(a.read(COPY)).toBe(copy);
    expect(a.read(FILE)).toBe(before);
  });

  test("SYN-29: an agent joins nothing", async () => {
    a.put(COPY, a.read(FILE).replace("Mondays", "Fridays"));
    const open = a.open();
    const ports = { open, files: openStoreFiles(open.store.info), act: a.act("cli") };
    expect(await joinCopiesAlone(ports)).toMatchObject({ kind: "refusal", code: "needs-person" });
    expect(existsSync(join(a.root, COPY))).toBe(true);
  });

  test("what was forgotten does not come back by a copy", async () => {
    const { id } = only(a);
    const text = a.read(FILE);
    a.put(COPY, text);
    a.open().tombstones.add({
      v: 2,
      id: id as NonNullable<typeof id>,
      salt: "0".repeat(32),
      digest: "0".repeat(64),
      date: "2026-05-01T10:00:00Z",
    });
    // A line in a file is nobody's word (STO-33).
    expect(waitingCopies(a.open())).toHaveLength(1);
    const { store } = a.open();
    const [last] = store.statements(id as NonNullable<typeof id>);
    const dot = { device: a.device.id, n: (last?.dot.n ?? 0) + 1 };
    if (last === undefined) throw new Error("nothing was said of it");
    await store.withLock((writer) => writer.state({ ...last, action: "forget", dot, vouches: null }));
    expect(waitingCopies(a.open())).toEqual([]);
  });
});

describe("SYN-16: joining at a sync", () => {
  test("before the commit; both machines agree, and git holds no copy", async () => {
    await a.sync();
    await b.sync();
    await edit(b, "Mondays", "Fridays", "2026-05-02");
    a.put(COPY, b.read(FILE));
    const outcome = await a.sync();
    // The copy came before the word that was signed about it: until then the words that are signed stand beside it.
    expect(outcome).toMatchObject({ kind: "synced", siblings: [expect.stringContaining("__")], refused: [] });
    expect(outcome.kind === "synced" && outcome.notes.join()).toContain("joined");
    for (const each of [b, a, b]) expect(await each.sync()).toMatchObject({ kind: "synced" });
    expect(treeOf(a)).toBe(treeOf(b));
    expect(a.read(FILE)).toContain("Fridays");
    expect(only(a).tier).toBe("verified");
    expect(a.git("log", "--all", "--name-only")).not.toContain("sync-conflict");
  });
});
