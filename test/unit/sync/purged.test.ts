// The commands that forget prints, typed as they stand, on a store that is synced: the text is in no commit any more, here
// or on the remote, and no sync brings it back (FOR-1, SYN-16); on real git, without an identity.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { packObjects } from "../../../src/disk/git/pack.ts";
import { forget } from "../../../src/forget/apply.ts";
import { commitsHolding } from "../../../src/forget/io/holding.ts";
import { planForget } from "../../../src/forget/plan.ts";
import { purgeCommands } from "../../../src/forget/purge.ts";
import { remember } from "../../support/sync-acts.ts";
import { forgettingOf, type Machine, treeOf, twoMachines } from "../../support/sync-machines.ts";

const WORD = "quillfern";
let base: string;
let bare: string;
let a: Machine;
let b: Machine;

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "holdfast-purged-")));
  bare = join(base, "remote.git");
  [a, b] = twoMachines(base) as [Machine, Machine];
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

/** As a person's shell does, where git knows nobody's name and guesses none. */
function type(commands: readonly string[]): void {
  const home = join(base, "nobody");
  mkdirSync(home, { recursive: true });
  const env = {
    PATH: process.env["PATH"] ?? "",
    HOME: home,
    GIT_CONFIG_COUNT: "1",
    GIT_CONFIG_KEY_0: "user.useConfigOnly",
    GIT_CONFIG_VALUE_0: "true",
  };
  for (const command of commands) execFileSync("bash", ["-o", "pipefail", "-c", command], { env, stdio: "pipe" });
}

async function forgetOn(on: Machine, file: string): Promise<readonly string[]> {
  const stores = [on.open()];
  const { traces, journal } = forgettingOf(on);
  const plan = planForget(stores, [file.replace(/\.md$/, "")], traces, on.act());
  if (plan.kind !== "forget-plan") throw new Error(JSON.stringify(plan));
  expect(await forget({ stores, traces, journal, act: on.act() }, plan.job)).toMatchObject({ kind: "forgotten" });
  return purgeCommands(await heldBy(on.root)).plain;
}

const heldBy = (root: string) => commitsHolding(root, root, (bytes) => Buffer.from(bytes).includes(WORD));
/** Commits of any ref that brought the text or took it away. */
const told = (root: string): string =>
  execFileSync("git", ["-C", root, "log", "--all", "--format=%h %s", "-S", WORD], { encoding: "utf8" });

async function settle(order: readonly Machine[] = [a, b, a, b]): Promise<void> {
  for (const each of order) expect(await each.sync()).toMatchObject({ kind: "synced" });
  expect(treeOf(a)).toBe(treeOf(b));
}

describe("FOR-1: what forget prints purges a synced store", () => {
  test("no sync of this machine brings it back, and what was not committed is left to the sync", async () => {
    const file = await remember(a, `The ${WORD} valve stays open`, "Valve");
    const other = await remember(a, "The pump runs at night", "Pump");
    expect(await a.sync()).toMatchObject({ outcome: "pushed" });
    expect(told(bare)).not.toBe("");
    const edited = a.read(`memories/${other}`).replace("at night", "by day");
    a.put(`memories/${other}`, edited);
    const commands = await forgetOn(a, file);
    const files = a.git("status", "--porcelain", "--", `memories/${other}`);
    type(commands);
    expect(a.read(`memories/${other}`)).toBe(edited);
    expect(a.git("status", "--porcelain", "--", `memories/${other}`)).toBe(files);
    for (let run = 0; run < 2; run++) {
      expect(told(a.root)).toBe("");
      expect(told(bare)).toBe("");
      expect(await heldBy(a.root)).toMatchObject({ commits: [], loose: 0 });
      const outcome = await a.sync();
      expect(outcome).toMatchObject({ kind: "synced", notes: [], outcome: run === 0 ? "pushed" : "equal" });
    }
    // The signed words stay beside what was typed over them.
    expect(a.files("memories")).toEqual([other, expect.stringMatching(/^reference_pump__[0-9a-f]{6}\.md$/)]);
    execFileSync("git", ["-C", bare, "gc", "-q", "--prune=now"]);
    expect(await heldBy(bare)).toMatchObject({ commits: [], loose: 0 });
  });

  test("SYN-18: nor does what was packed before and after it, with and without a ref that reaches it", async () => {
    const file = await remember(a, `The ${WORD} valve stays open`, "Valve");
    await a.sync();
    const aside = ["-C", a.root, "hash-object", "-w", "--stdin"];
    execFileSync("git", aside, { input: `A ${WORD} that no commit holds\n`, stdio: ["pipe", "ignore", "inherit"] });
    expect(await packObjects(a.root, { PATH: process.env["PATH"], HOME: base })).toBe("packed");
    type(await forgetOn(a, file));
    expect(await heldBy(a.root)).toMatchObject({ commits: [], loose: 0 });
    expect(await a.sync()).toMatchObject({ kind: "synced" });
    expect(await packObjects(a.root, { PATH: process.env["PATH"], HOME: base })).toBe("packed");
    expect(await heldBy(a.root)).toMatchObject({ commits: [], loose: 0 });
    expect(told(bare)).toBe("");
  });

  test.each([
    ["had the text still", false],
    ["knew that it was forgotten", true],
  ])("SYN-16: nor does another machine, which %s; its own news come along", async (_, knew) => {
    const file = await remember(a, `The ${WORD} valve stays open`, "Valve");
    await settle();
    const commands = await forgetOn(a, file);
    if (knew) await settle();
    const news = await remember(b, "The crane rests on Sundays", "Crane");
    type(commands);
    const joined = await b.sync();
    expect(joined.kind === "synced" && joined.notes.join(" ")).toContain("one of the two was rewritten");
    await settle();
    expect(told(bare)).toBe("");
    expect(told(a.root)).toBe("");
    expect(a.files("memories")).toEqual([news]);
    // What it was is kept there until it is let go, as the guide says.
    expect(told(b.root)).not.toBe("");
    type(guide().map((line) => line.replaceAll("~/.holdfast", b.root)));
    expect(await heldBy(b.root)).toMatchObject({ commits: [], loose: 0 });
    await settle();
  });
});

/** The block of the guide for the other machines, but for the sync. */
function guide(): readonly string[] {
  const page = readFileSync(join(import.meta.dirname, "../../../docs/guide/second-machine.md"), "utf8");
  const lines = page.split("\n").filter((line) => line.startsWith("git -C ~/.holdfast "));
  expect(lines).toHaveLength(3);
  return lines;
}
