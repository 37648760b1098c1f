// A move within a store that is a git repository leaves the index with a rename; git never stops the act (STO-6, SYN-12).
import { execFileSync } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { add } from "../../../src/store/add.ts";
import type { Memory } from "../../../src/store/catalogue.ts";
import type { Act, OpenStore } from "../../../src/store/context.ts";
import { planTierChange, type TierVerb } from "../../../src/store/plan-transition.ts";
import { resolve } from "../../../src/store/resolve.ts";
import { planArchive } from "../../../src/store/retire.ts";
import { planUndo } from "../../../src/store/undo.ts";
import { write } from "../../../src/store/write.ts";
import { actOf, chance } from "../../support/acts.ts";
import { makeBox, openBox, removeBox, rootOf } from "../../support/store-box.ts";

const NOW = new Date("2026-06-01T10:00:00Z");
const FILE = "reference_deploys.md";
let base: string;
let open: OpenStore;
let person: Act;

beforeEach(async () => {
  base = makeBox("memory");
  open = openBox(base);
  person = actOf("terminal", NOW, chance(1));
  const text = "Deploys run on Mondays, after the backup has ended and the on-call engineer has said yes to it.";
  expect((await add(open, { text, name: "Deploys" }, person)).kind).toBe("added");
  git("init", "-q", "-b", "main");
});
afterEach(() => removeBox(base));

function git(...args: readonly string[]): string {
  const identity = ["-c", "user.name=t", "-c", "user.email=t@example.invalid"];
  return execFileSync("git", [...identity, ...args], { cwd: rootOf(base), encoding: "utf8", stdio: "pipe" });
}
const commit = (): void => {
  git("add", "-A");
  git("commit", "-qm", "before");
};
/** Of memories alone, as a person's git shows it. */
const status = (): readonly string[] =>
  git("status", "--porcelain")
    .split("\n")
    .filter((line) => line.includes(FILE));

function only(): Memory {
  const found = resolve([open], "reference_deploys");
  if (found.kind !== "found") throw new Error(found.kind);
  return found.memory;
}
async function apply(plan: { readonly kind: string }): Promise<void> {
  if (plan.kind !== "plan") throw new Error(JSON.stringify(plan));
  expect(await write(open, plan as Parameters<typeof write>[1], person)).toMatchObject({ kind: "written" });
}
const tier = (verb: TierVerb): Promise<void> => apply(planTierChange(only(), { verb }, person));

describe("STO-6: a move of a file that git knows", () => {
  test("demote leaves a rename, and restore takes it back", async () => {
    commit();
    await tier("demote");
    expect(status()).toEqual([`R  memories/${FILE} -> quarantine/${FILE}`]);
    commit();
    await tier("restore");
    expect(status()).toEqual([`R  quarantine/${FILE} -> memories/${FILE}`]);
  });

  test("an undo leaves the index as it was", async () => {
    commit();
    await tier("demote");
    const undo = planUndo(open, undefined, person);
    await apply(undo.kind === "undo-plan" ? undo.plan : undo);
    expect(status()).toEqual([]);
  });

  test("archive, where git does not follow, leaves a deletion", async () => {
    await tier("demote");
    commit();
    await apply(planArchive(only(), person));
    expect(status()).toEqual([`D  quarantine/${FILE}`]);
  });

  test("what git does not know is not told to it", async () => {
    await tier("demote");
    expect(git("ls-files")).toBe("");
    git("commit", "-qm", "none", "--allow-empty");
    await tier("restore");
    expect(git("ls-files")).toBe("");
  });
});

describe("SYN-12: git never stops the act, and runs nobody's code", () => {
  const demoted = async (): Promise<void> => {
    await tier("demote");
    expect(only()).toMatchObject({ tier: "quarantined", stored: { place: "quarantine" } });
  };

  test("a lock of somebody else's, a damaged index, no repository at all", async () => {
    commit();
    writeFileSync(`${rootOf(base)}/.git/index.lock`, "");
    await demoted();
    expect(readdirSync(`${rootOf(base)}/.git`)).toContain("index.lock");
    await tier("restore");
    writeFileSync(`${rootOf(base)}/.git/index`, "no index");
    await demoted();
    await tier("restore");
    writeFileSync(`${rootOf(base)}/.git/HEAD`, "nothing");
    await demoted();
  });

  test("neither a hook nor a filter nor a watcher of the repository runs", async () => {
    commit();
    const ran = `${base}/ran`;
    const program = `touch ${ran}; cat`;
    mkdirSync(`${rootOf(base)}/.git/hooks`, { recursive: true });
    for (const hook of ["post-index-change", "pre-commit", "post-checkout"])
      writeFileSync(`${rootOf(base)}/.git/hooks/${hook}`, `#!/bin/sh\ntouch ${ran}\n`, { mode: 0o755 });
    await demoted();
    expect(existsSync(ran)).toBe(false);
    expect(status()[0]).toMatch(/^R/);
    // The test's own git runs them.
    rmSync(ran, { force: true });
    await tier("restore");
    const evil = `[filter "x"]\n\tclean = ${program}\n[core]\n\tfsmonitor = ${program}\n`;
    appendFileSync(`${rootOf(base)}/.git/config`, evil);
    mkdirSync(`${rootOf(base)}/.git/info`, { recursive: true });
    writeFileSync(`${rootOf(base)}/.git/info/attributes`, "* filter=x\n");
    await demoted();
    expect(existsSync(ran)).toBe(false);
  });
});
