// Bytes in quarantine travel as they are (SYN-11, SYN-13, SYN-14): two machines, one bare remote, real git.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { applyEach, planEach } from "../../../src/store/batch.ts";
import type { RawFile } from "../../../src/store/memory-store.ts";
import { planTierChange } from "../../../src/store/plan-transition.ts";
import { planRestoreRaw, rawNamed } from "../../../src/store/raw-plan.ts";
import { planUndo } from "../../../src/store/undo.ts";
import { apply, named, remember } from "../../support/sync-acts.ts";
import { type Machine, treeOf, twoMachines } from "../../support/sync-machines.ts";

const ALL_BYTES = Uint8Array.from({ length: 256 }, (_, n) => n);
/** What git would change in a text, if it took it for one. */
const LINE_ENDS = Buffer.from("a\r\nb\nc\r\n$Id$\r");
let base: string;
let a: Machine;
let b: Machine;

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "holdfast-sync-raw-")));
  [a, b] = twoMachines(base) as [Machine, Machine];
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

async function takeOut(on: Machine, bytes: Uint8Array, day?: string, stem = "project_x"): Promise<void> {
  writeFileSync(join(on.root, "memories", `${stem}.md`), bytes, { mode: 0o600 });
  const act = on.act("terminal", day);
  const items = planEach([on.open()], [stem], (memory) => planTierChange(memory, { verb: "demote" }, act));
  expect(await applyEach(items, "demote", act)).toMatchObject([{ result: { kind: "kept-raw" } }]);
}
const raws = (on: Machine): readonly RawFile[] => on.open().store.raws();
const hex = (on: Machine): readonly string[] => raws(on).map(({ bytes }) => Buffer.from(bytes).toString("hex"));
const committed = (on: Machine): readonly string[] =>
  on
    .git("ls-tree", "-r", "--name-only", "HEAD")
    .split("\n")
    .filter((path) => path.startsWith("quarantine/raw/"));

async function settle(): Promise<void> {
  for (const each of [a, b, a, b]) expect(await each.sync()).toMatchObject({ kind: "synced", refused: [] });
  expect(treeOf(a)).toBe(treeOf(b));
  for (const each of [a, b]) expect(each.git("status", "--porcelain")).toBe("");
}

describe("SYN-13: bytes that are no memory", () => {
  test("the other machine has the same ones, and lists them", async () => {
    await takeOut(a, ALL_BYTES);
    await takeOut(a, LINE_ENDS, "2026-05-02", "project_ends");
    await takeOut(a, new Uint8Array(), "2026-05-02", "project_nothing");
    await takeOut(
      a,
      Uint8Array.from({ length: 200 * 1024 }, (_, n) => (n * 7919) % 256),
      "2026-05-02",
      "project_large",
    );
    await settle();
    expect(raws(b)).toEqual(raws(a));
    expect(hex(b)).toContain(Buffer.from(ALL_BYTES).toString("hex"));
    expect(hex(b)).toContain(LINE_ENDS.toString("hex"));
    expect(await a.sync()).toMatchObject({ outcome: "equal", came: [], refused: [] });
  });

  test("an undo, a restore or a deletion on one machine takes them from the other, and they don't come back", async () => {
    await takeOut(a, ALL_BYTES);
    await settle();
    const undo = planUndo(a.open(), undefined, a.act("terminal", "2026-05-03"));
    await apply(a, undo.kind === "undo-plan" ? undo.plan : undo, "2026-05-03");
    rmSync(join(a.root, "memories", "project_x.md"));
    await remember(b, "Deploys run on Mondays", "Deploys");
    await settle();
    expect([raws(a), raws(b)]).toEqual([[], []]);
    await takeOut(b, ALL_BYTES, "2026-05-04");
    await settle();
    expect(hex(a)).toEqual([Buffer.from(ALL_BYTES).toString("hex")]);
    const [{ name } = { name: "" }] = raws(a);
    rmSync(join(a.root, "quarantine/raw", name));
    await settle();
    expect([raws(a), raws(b)]).toEqual([[], []]);
  });

  test("a demotion on each machine at once: both are kept on both", async () => {
    await remember(a, "Deploys run on Mondays", "Deploys");
    await settle();
    await takeOut(a, ALL_BYTES, "2026-05-02");
    await takeOut(b, LINE_ENDS, "2026-05-03");
    await settle();
    expect(hex(a).toSorted()).toEqual(
      [ALL_BYTES, LINE_ENDS].map((each) => Buffer.from(each).toString("hex")).toSorted(),
    );
    expect(hex(b)).toEqual(hex(a));
  });

  test("a memory that was broken and taken out stays out, whatever the other machine did with it", async () => {
    const file = await remember(a, "Deploys run on Mondays", "Deploys");
    await settle();
    await takeOut(a, ALL_BYTES, "2026-05-02", file.replace(".md", ""));
    const text = b.read(`memories/${file}`);
    b.put(`memories/${file}`, text.replace("Mondays", "Fridays"));
    for (const each of [a, b, a, b]) expect(await each.sync()).toMatchObject({ kind: "synced" });
    expect(named(a, file)?.tier).toBe("quarantined");
    expect(named(b, file)?.tier).toBe("quarantined");
    expect(hex(b)).toEqual([Buffer.from(ALL_BYTES).toString("hex")]);
  });

  test("restored there, it is a memory here", async () => {
    const file = await remember(a, "Deploys run on Mondays", "Deploys");
    const good = readFileSync(join(a.root, "memories", file));
    rmSync(join(a.root, "memories", file));
    await takeOut(a, ALL_BYTES, "2026-05-02", file.replace(".md", ""));
    await settle();
    const [raw] = raws(b);
    writeFileSync(join(b.root, "quarantine/raw", raw?.name ?? ""), good, { mode: 0o600 });
    const found = rawNamed([b.open()], file);
    if (found?.kind !== "found-raw") throw new Error("no raw file");
    await apply(b, planRestoreRaw(found, b.act("terminal", "2026-05-03")), "2026-05-03");
    expect(readFileSync(join(b.root, "memories", file)).equals(good)).toBe(true);
    await settle();
    expect(raws(a)).toEqual([]);
    expect(named(a, file)).toMatchObject({ stored: { place: "memories" } });
  });
});

describe("SYN-14, SYN-11: what is not carried", () => {
  const SECRET = Buffer.concat([ALL_BYTES, Buffer.from(`\naws_access_key_id = AKIA${"Z7Q2X5W8R4T6Y3U1"}\n`)]);

  test("bytes with a secret stay on this machine, and no sync tells of them twice", async () => {
    await takeOut(a, SECRET);
    await settle();
    expect(raws(a)).toMatchObject([{ local: true }]);
    expect(raws(b)).toEqual([]);
    expect(committed(a)).toEqual([]);
  });

  test("put among the others by hand, they are left out and told", async () => {
    await takeOut(a, SECRET);
    const [{ name } = { name: "" }] = raws(a);
    mkdirSync(join(a.root, "quarantine/raw"), { recursive: true, mode: 0o700 });
    renameSync(join(a.root, ".local/raw", name), join(a.root, "quarantine/raw", name));
    expect(await a.sync()).toMatchObject({
      refused: [{ path: `quarantine/raw/${name}`, why: "it may hold a secret" }],
    });
    expect(committed(a)).toEqual([]);
    expect(existsSync(join(a.root, "quarantine/raw", name))).toBe(true);
  });

  test("bytes under a name that is not theirs are neither sent nor taken", async () => {
    await takeOut(a, ALL_BYTES);
    await settle();
    const [{ name } = { name: "" }] = raws(a);
    const path = `quarantine/raw/${name}`;
    writeFileSync(join(a.root, path), "other bytes", { mode: 0o600 });
    expect(await a.sync()).toMatchObject({ refused: [{ path }] });
    await b.sync();
    expect(hex(b)).toEqual([Buffer.from(ALL_BYTES).toString("hex")]);
    const forged = path.replace("project_x", "project_forged");
    writeFileSync(join(b.root, forged), "hostile", { mode: 0o600 });
    b.git("add", "-f", forged);
    b.git("commit", "-qm", "hostile");
    b.git("push", "-q", "origin", "HEAD:main");
    writeFileSync(join(a.root, path), ALL_BYTES, { mode: 0o600 });
    const outcome = await a.sync();
    expect(outcome.kind === "synced" && outcome.refused.map((each) => each.path)).toContain(forged);
    expect(existsSync(join(a.root, forged))).toBe(false);
  });
});
