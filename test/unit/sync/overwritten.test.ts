// Signed words that somebody writes over, by a push or with an editor (SYN-3): the new ones are attested by nobody, and the
// signed ones stand beside them. One id in two files (SYN-11): the second is left out. Two machines, real git.
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { textField } from "../../../src/memory/fields.ts";
import { survey } from "../../../src/review/survey.ts";
import { readCatalogue } from "../../../src/store/catalogue.ts";
import { planEdit } from "../../../src/store/confirm.ts";
import { planTierChange } from "../../../src/store/plan-transition.ts";
import { planArchive } from "../../../src/store/retire.ts";
import { apply, named, remember } from "../../support/sync-acts.ts";
import { type Machine, treeOf, twoMachines } from "../../support/sync-machines.ts";

let base: string;
let a: Machine;
let b: Machine;

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "holdfast-overwritten-")));
  [a, b] = twoMachines(base) as [Machine, Machine];
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

async function settle(): Promise<void> {
  for (const each of [a, b, a, b]) expect(await each.sync()).toMatchObject({ kind: "synced" });
  expect(treeOf(a)).toBe(treeOf(b));
}
/** With a clone of their own, without a key. */
function pushing(change: (folder: string) => void): void {
  const root = join(base, "pusher");
  const git = (...args: readonly string[]): void =>
    void execFileSync("git", ["-c", "user.name=x", "-c", "user.email=x@example.org", ...args], { stdio: "pipe" });
  git("clone", "-q", join(base, "remote.git"), root);
  change(join(root, "memories"));
  git("-C", root, "add", "-A");
  git("-C", root, "commit", "-qm", "x");
  git("-C", root, "push", "-q", "origin", "HEAD:main");
  rmSync(root, { recursive: true });
}
function rewritten(path: string, from: string, to: string): void {
  writeFileSync(path, readFileSync(path, "utf8").replaceAll(from, to));
}
const DEPLOYS = "reference_deploys.md";
const siblingsOn = (on: Machine): readonly string[] => on.files("memories").filter((file) => file.includes("__"));
function expectBeside(words: string, signed: string): void {
  for (const each of [a, b]) {
    expect(each.read(`memories/${DEPLOYS}`)).toContain(words);
    expect(named(each, DEPLOYS)?.tier).toBe("unattested");
    const [file = "", ...more] = siblingsOn(each);
    expect(more).toEqual([]);
    expect(each.read(`memories/${file}`)).toContain(signed);
    const sibling = named(each, file);
    expect(sibling?.tier).toBe("inferred");
    expect(sibling && textField(sibling.document, "proposes")).toBe(named(each, DEPLOYS)?.id);
    const { items } = survey([each.open()], {}, { now: each.act().now, receipts: [] });
    const proposal = items.find(({ row }) => row.due.includes("proposal"));
    expect(proposal?.target?.stored.file).toBe(DEPLOYS);
  }
}

describe("SYN-3: signed words that others were written over stand beside them", () => {
  test.each(["first on both", "first on one"])("a push, taken %s", async (how) => {
    await remember(a, "Deploys run on Mondays", "Deploys");
    await settle();
    pushing((folder) => rewritten(join(folder, DEPLOYS), "Mondays", "Fridays"));
    if (how === "first on both") await Promise.all([a.sync("pull-only"), b.sync("pull-only")]);
    await settle();
    expectBeside("Fridays", "Mondays");
    const heads = [a, b].map((each) => each.git("rev-parse", "HEAD"));
    await settle();
    expect([a, b].map((each) => each.git("rev-parse", "HEAD"))).toEqual(heads);
  });

  test("a push whose line claims that a person attested it, and that it was edited from them", async () => {
    await remember(a, "Deploys run on Mondays", "Deploys");
    await settle();
    a.put(`memories/${DEPLOYS}`, a.read(`memories/${DEPLOYS}`).replace("Mondays", "Fridays"));
    await a.sync("pull-only");
    const line = a.read(`memories/${DEPLOYS}`);
    const claimed = line.replace(/^(sync: 1 \| \S+?=[0-9a-f]{64})~verified/m, "$1@2026-05-09");
    expect(claimed).not.toBe(line);
    pushing((folder) => writeFileSync(join(folder, DEPLOYS), claimed));
    await settle();
    expectBeside("Fridays", "Mondays");
  });

  test("a push over the words that stand beside it already", async () => {
    await remember(a, "Deploys run on Mondays", "Deploys");
    await settle();
    pushing((folder) => rewritten(join(folder, DEPLOYS), "Mondays", "Fridays"));
    await settle();
    const [file = ""] = siblingsOn(a);
    pushing((folder) => rewritten(join(folder, file), "Mondays", "Sundays"));
    await settle();
    const proposals = siblingsOn(a).filter((each) => a.read(`memories/${each}`).includes("Mondays"));
    expect(proposals).toHaveLength(1);
    const sibling = named(a, proposals[0] ?? "");
    expect(sibling && textField(sibling.document, "proposes")).toBe(named(a, DEPLOYS)?.id);
  });

  test("STO-35: an editor, over words that no commit has yet", async () => {
    await remember(a, "Deploys run on Mondays", "Deploys");
    a.put(`memories/${DEPLOYS}`, a.read(`memories/${DEPLOYS}`).replace("Mondays", "Fridays"));
    await settle();
    expectBeside("Fridays", "Mondays");
  });

  test("an editor on this machine", async () => {
    await remember(a, "Deploys run on Mondays", "Deploys");
    await settle();
    for (const day of ["Tuesdays", "Fridays"]) {
      a.put(`memories/${DEPLOYS}`, a.read(`memories/${DEPLOYS}`).replace(/Mondays|Tuesdays/, day));
      await settle();
    }
    expectBeside("Fridays", "Mondays");
  });

  test("not where a device that counts signed the new ones, nor over what nobody signed", async () => {
    const agents = await remember(a, "The pump is at night", "Pump", "cli");
    await remember(a, "Deploys run on Mondays", "Deploys");
    await settle();
    const memory = named(b, DEPLOYS);
    const text = b.read(`memories/${DEPLOYS}`).replace("Mondays", "Fridays");
    await apply(b, planEdit(b.open(), memory as never, text, b.act()));
    pushing((folder) => rewritten(join(folder, agents), "night", "noon"));
    await settle();
    for (const each of [a, b]) expect(siblingsOn(each)).toEqual([]);
    expect(named(a, DEPLOYS)?.tier).toBe("verified");
  });

  test("one that a person put away does not come back with the next change", async () => {
    await remember(a, "Deploys run on Mondays", "Deploys");
    await settle();
    const put = (to: string): void =>
      a.put(`memories/${DEPLOYS}`, a.read(`memories/${DEPLOYS}`).replace(/Mondays|Fridays/, to));
    put("Fridays");
    await settle();
    const [file = ""] = siblingsOn(a);
    await apply(a, planTierChange(named(a, file) as never, { verb: "demote" }, a.act()));
    await apply(a, planArchive(named(a, file) as never, a.act()));
    for (const day of ["Mondays", "Fridays"]) {
      await settle();
      put(day);
    }
    await settle();
    for (const each of [a, b]) expect(siblingsOn(each)).toEqual([]);
  });
});

describe("SYN-11: a second file with a taken id is left out, and told", () => {
  const texts = (on: Machine): string =>
    on
      .files("memories")
      .map((file) => on.read(`memories/${file}`))
      .join("\n");

  test.each(["a person's", "an agent's"])("that somebody pushes, of %s memory", async (whose) => {
    const file = await remember(a, "Deploys run on Mondays", "Deploys", whose === "an agent's" ? "cli" : "terminal");
    await settle();
    const before = a.read(`memories/${file}`);
    pushing((folder) => {
      copyFileSync(join(folder, file), join(folder, "reference_aa.md"));
      rewritten(join(folder, "reference_aa.md"), "Mondays", "Fridays");
    });
    expect(await a.sync()).toMatchObject({
      kind: "synced",
      refused: [{ path: "memories/reference_aa.md", why: expect.stringContaining("it has the id of") }],
    });
    await settle();
    for (const each of [a, b]) {
      expect(each.files("memories")).toEqual([file]);
      expect(each.read(`memories/${file}`)).toBe(before);
      expect(readCatalogue(each.open().store).memories).toHaveLength(1);
    }
  });

  test("that came before the first sync of a machine: the signed one stands", async () => {
    const file = await remember(a, "Deploys run on Mondays", "Deploys");
    await a.sync();
    pushing((folder) => {
      copyFileSync(join(folder, file), join(folder, "reference_aa.md"));
      rewritten(join(folder, "reference_aa.md"), "Mondays", "Fridays");
    });
    await settle();
    for (const each of [a, b]) {
      expect(texts(each)).not.toContain("Fridays");
      expect(named(each, file)?.tier).toBe("verified");
    }
  });

  test("that was copied by hand here: it is not committed", async () => {
    const file = await remember(a, "Deploys run on Mondays", "Deploys");
    await settle();
    a.put("memories/reference_copy.md", a.read(`memories/${file}`).replace("Mondays", "Fridays"));
    expect(await a.sync()).toMatchObject({ kind: "synced", refused: [{ path: "memories/reference_copy.md" }] });
    expect(a.git("ls-tree", "-r", "--name-only", "HEAD")).not.toContain("reference_copy");
    expect(a.git("status", "--porcelain")).toBe("");
    await b.sync();
    expect(b.files("memories")).toEqual([file]);
  });

  test("a file that was renamed is no second one", async () => {
    const file = await remember(a, "Deploys run on Mondays", "Deploys");
    await settle();
    renameSync(join(a.root, "memories", file), join(a.root, "memories/reference_castings.md"));
    await settle();
    for (const each of [a, b]) expect(named(each, "reference_castings.md")?.tier).toBe("verified");
  });
});
