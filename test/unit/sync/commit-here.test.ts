// A change is a commit at once (SYN-10a): before the first sync of this machine alone, with no file changed by it; then as the
// past of the first commit that is sent, and from there on adopted like everything else. Two machines, one remote, real git.
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openForgetting } from "../../../src/compose/forgetting.ts";
import type { GitRepository } from "../../../src/disk/git/carrier.ts";
import { forget } from "../../../src/forget/apply.ts";
import { planForget } from "../../../src/forget/plan.ts";
import type { Memory } from "../../../src/store/catalogue.ts";
import { planTierChange } from "../../../src/store/plan-transition.ts";
import { fakeToken } from "../../support/secrets.ts";
import { apply, named, remember } from "../../support/sync-acts.ts";
import { type Machine, placesOfMachine, treeOf, twoMachines } from "../../support/sync-machines.ts";

let base: string;
let a: Machine;
let b: Machine;

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "holdfast-commit-")));
  [a, b] = twoMachines(base) as [Machine, Machine];
  for (const each of [a, b]) each.git("config", "--unset", "remote.origin.url");
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

async function committed(on: Machine = a): Promise<void> {
  expect(await on.sync("commit")).toMatchObject({ kind: "synced", outcome: "committed", refused: [], held: [] });
}
const subjects = (on: Machine = a): readonly string[] => on.git("log", "--format=%s").split("\n");
const setUp = (on: Machine): string => on.git("config", "remote.origin.url", join(base, "remote.git"));
const at = (file: string): Memory => named(a, file) as Memory;

describe("SYN-10a: before the first sync", () => {
  test("each change is a commit, and no file gets a line", async () => {
    const file = await remember(a, "Deploys run on Mondays", "Deploys");
    const before = a.read(`memories/${file}`);
    await committed();
    await apply(a, planTierChange(at(file), { verb: "demote" }, a.act()));
    await committed();
    await committed();
    expect(subjects()).toEqual(["Quarantine: Deploys", "Add: Deploys"]);
    expect(a.git("show", `HEAD~:memories/${file}`)).toBe(before.trim());
    expect(a.git("status", "--porcelain")).toBe("");
    expect(a.read(`quarantine/${file}`)).not.toMatch(/^sync:/m);
  });

  test("the first sync sends these commits as its past, and adopts every file", async () => {
    const file = await remember(a, "Deploys run on Mondays", "Deploys");
    await committed();
    const other = await remember(a, "Pumps run at night", "Pumps");
    await committed();
    setUp(a);
    setUp(b);
    expect(await a.sync()).toMatchObject({ outcome: "pushed", refused: [] });
    expect(subjects()).toEqual(["First sync: a line of state for every memory", "Add: Pumps", "Add: Deploys"]);
    for (const each of [file, other]) expect(a.read(`memories/${each}`)).toMatch(/^sync: 1 /m);
    expect(a.git("for-each-ref", "refs/holdfast/own")).toBe("");
    expect(await b.sync()).toMatchObject({ outcome: "joined", refused: [] });
    expect(treeOf(b)).toBe(treeOf(a));
    expect(named(b, file)).toMatchObject({ tier: "verified" });
  });

  test("commits that a person makes in between are part of it, and adopted like all else", async () => {
    const file = await remember(a, "Deploys run on Mondays", "Deploys");
    await committed();
    a.put(`memories/${file}`, a.read(`memories/${file}`).replace("Mondays", "Fridays"));
    a.git("commit", "-qam", "By hand");
    const other = await remember(a, "Pumps run at night", "Pumps");
    await committed();
    expect(subjects()).toEqual(["Add: Pumps", "By hand", "Add: Deploys"]);
    expect(a.read(`memories/${other}`)).not.toMatch(/^sync:/m);
    setUp(a);
    expect(await a.sync()).toMatchObject({ outcome: "pushed", refused: [] });
    for (const each of [file, other]) expect(a.read(`memories/${each}`)).toMatch(/^sync: 1 /m);
  });

  test("a merge that a person began stops the first sync before anything moves", async () => {
    await remember(a, "Deploys run on Mondays", "Deploys");
    await committed();
    const head = a.git("rev-parse", "HEAD");
    a.put(".git/MERGE_HEAD", `${head}\n`);
    setUp(a);
    expect(await a.sync()).toMatchObject({ kind: "failed" });
    expect(a.git("rev-parse", "HEAD")).toBe(head);
  });

  test("two machines that both had a past come to rest", async () => {
    await remember(a, "Deploys run on Mondays", "Deploys");
    await remember(b, "Pumps run at night", "Pumps");
    for (const each of [a, b]) {
      await committed(each);
      setUp(each);
    }
    for (const each of [a, b, a, b]) expect(await each.sync()).toMatchObject({ kind: "synced", refused: [] });
    expect(treeOf(b)).toBe(treeOf(a));
    expect(a.files("memories")).toHaveLength(2);
    expect(await a.sync()).toMatchObject({ outcome: "equal" });
  });

  test("what changed since the last commit and what the checks refuse survive the first sync as they stand", async () => {
    const file = await remember(a, "Deploys run on Mondays", "Deploys");
    await committed();
    const broken = "---\nname: no end of it\n";
    a.put("memories/feedback_broken.md", broken);
    a.put(`memories/${file}`, a.read(`memories/${file}`).replaceAll("Mondays", "Fridays"));
    setUp(a);
    expect(await a.sync()).toMatchObject({ kind: "synced" });
    expect(a.read("memories/feedback_broken.md")).toBe(broken);
    expect(a.read(`memories/${file}`)).toContain("Fridays");
  });

  test("a first sync that was killed once it began anew keeps the past", async () => {
    await remember(a, "Deploys run on Mondays", "Deploys");
    await committed();
    setUp(a);
    const dies = (git: GitRepository): GitRepository => ({
      ...git,
      commit: () => {
        throw new Error("killed");
      },
    });
    await expect(a.sync("both", undefined, "terminal", dies)).rejects.toThrow("killed");
    expect(await a.sync()).toMatchObject({ outcome: "pushed" });
    expect(subjects()).toEqual(["First sync: a line of state for every memory", "Add: Deploys"]);
  });

  test("SYN-14: a secret that somebody wrote by hand is in no commit", async () => {
    const file = await remember(a, "Deploys run on Mondays", "Deploys");
    await committed();
    const secret = fakeToken();
    a.put(`memories/${file}`, `${a.read(`memories/${file}`)}\ntoken ${secret}\n`);
    await remember(a, "Pumps run at night", "Pumps");
    await committed();
    expect(subjects()).toEqual(["Add: Pumps", "Add: Deploys"]);
    expect(a.git("log", "--all", "-S", secret, "--format=%h")).toBe("");
  });

  test("FOR-1: what is forgotten is in no object of git, and neither is its name", async () => {
    const file = await remember(a, "The quillfern valve stays open", "Quillfern");
    await committed();
    await remember(a, "Pumps run at night", "Pumps");
    await committed();
    const tools = openForgetting(placesOfMachine(a));
    const stores = [a.open()];
    const plan = planForget(stores, [file.replace(/\.md$/, "")], tools.traces, a.act());
    if (plan.kind !== "forget-plan") throw new Error(JSON.stringify(plan));
    await forget({ stores, ...tools, act: a.act() }, plan.job);
    const held = await tools.far.inGit(a.root, plan.job.phrases);
    expect(held?.commits).not.toEqual([]);
    if (held !== undefined) await tools.far.purge(held);
    expect(await tools.far.inGit(a.root, plan.job.phrases)).toMatchObject({ commits: [], loose: 0, messages: [] });
    await committed();
    expect(subjects()).toEqual(["Forget: a memory", "Add: Pumps", "Of a memory that was forgotten"]);
    const all = a.git("cat-file", "--batch-all-objects", "--batch");
    expect(all.toLowerCase()).not.toContain("quillfern");
    expect(a.git("fsck", "--full")).toBe("");
    setUp(a);
    expect(await a.sync()).toMatchObject({ outcome: "pushed", refused: [] });
  });
});

describe("SYN-10a: once a store is synced", () => {
  beforeEach(async () => {
    for (const each of [a, b]) setUp(each);
    await remember(a, "Deploys run on Mondays", "Deploys");
    await a.sync();
  });

  test("a change is committed as a sync would, and the next one only sends it", async () => {
    const file = await remember(a, "Pumps run at night", "Pumps");
    await committed();
    const made = a.git("rev-parse", "HEAD");
    expect(a.read(`memories/${file}`)).toMatch(/^sync: 1 /m);
    expect(await a.sync()).toMatchObject({ outcome: "pushed" });
    expect(a.git("rev-parse", "HEAD")).toBe(made);
    expect(subjects()).toEqual(["Add: Pumps", "Add: Deploys"]);
  });

  test("FOR-1: commits that others may have are a person's to rewrite", async () => {
    const { far } = openForgetting(placesOfMachine(a));
    const held = await far.inGit(a.root, ["Deploys run on Mondays"]);
    const head = a.git("rev-parse", "HEAD");
    expect(held?.commits).not.toEqual([]);
    if (held !== undefined) await far.purge(held);
    expect(a.git("rev-parse", "HEAD")).toBe(head);
    // Nor where the remote's address is gone.
    a.git("config", "--unset", "remote.origin.url");
    const alone = await far.inGit(a.root, ["Deploys run on Mondays"]);
    if (alone !== undefined) await far.purge(alone);
    expect(a.git("rev-parse", "HEAD")).toBe(head);
  });

  test("an agent commits nothing", async () => {
    await remember(a, "Pumps run at night", "Pumps");
    expect(await a.sync("commit", undefined, "cli")).toMatchObject({ kind: "refusal" });
    expect(subjects()).toEqual(["Add: Deploys"]);
  });
});
