// However often a memory was edited by hand, its line stays short (SYN-4); and a line that somebody filled stops nobody: on
// real git, two machines and somebody who can push. HOLDFAST_EDITS: how many edits are synced, each by itself.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { statusOf } from "../../../src/memory/fields.ts";
import { planTierChange } from "../../../src/store/plan-transition.ts";
import { planRetire } from "../../../src/store/retire.ts";
import { apply, only, remember } from "../../support/sync-acts.ts";
import { type Machine, treeOf, twoMachines } from "../../support/sync-machines.ts";

const EDITS = Number(process.env["HOLDFAST_EDITS"] ?? 6);
const FILE = "memories/reference_deploys.md";
const LINE = /^sync: (.*)$/m;

let base: string;
let a: Machine;
let b: Machine;

beforeEach(async () => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "holdfast-many-edits-")));
  [a, b] = twoMachines(base) as [Machine, Machine];
  await remember(a, "Deploys run on Mondays", "Deploys");
  await synced(a, b);
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

/** Each takes and gives all there is. */
/** But for the one that keeps the words which were signed (SYN-3). */
function filesOf(on: Machine, folder: "memories" | "quarantine"): readonly string[] {
  const beside = on.files(folder).filter((file) => file.includes("__"));
  expect(beside.length).toBeLessThanOrEqual(1);
  return on.files(folder).filter((file) => !beside.includes(file));
}
async function synced(...machines: readonly Machine[]): Promise<void> {
  for (const each of machines) expect(await each.sync()).toMatchObject({ kind: "synced", refused: [] });
}

const lineOf = (text: string): string => LINE.exec(text)?.[1] ?? "";
const seenIn = (text: string): readonly string[] => (lineOf(text).split(" | ")[2] ?? "").split(" ");
const byHand = (on: Machine, words: string): void => on.put(FILE, on.read(FILE).replace(/Deploys run.*/, words));

/** As a program wrote it that counted each hand edit as a device; or as somebody who wants it full does. */
function crowded(text: string, letter: string, upTo: number): string {
  const [format, live, seen = "", ...rest] = lineOf(text).split(" | ");
  const there = seen.split(" ");
  const more = Array.from({ length: upTo - there.length }, (_, n) => `${letter}${hex(n)}.1`);
  return text.replace(LINE, `sync: ${[format, live, [...there, ...more].toSorted().join(" "), ...rest].join(" | ")}`);
}
const hex = (n: number): string => (n * 7919).toString(16).padStart(16, "0");

/** By plain git, past every program of ours. */
function pushed(change: (text: string) => string): void {
  const clone = join(base, "clone");
  rmSync(clone, { recursive: true, force: true });
  const git = (...args: readonly string[]): string =>
    execFileSync("git", ["-c", "user.name=x", "-c", "user.email=x@example.org", ...args], { encoding: "utf8" });
  git("clone", "-q", "-b", "main", join(base, "remote.git"), clone);
  writeFileSync(join(clone, FILE), change(readFileSync(join(clone, FILE), "utf8")));
  git("-C", clone, "commit", "-qam", "x");
  git("-C", clone, "push", "-q", "origin", "HEAD:main");
}

test("SYN-4: hand edits count under the device that adopts them", { timeout: 60_000 + EDITS * 10_000 }, async () => {
  const first = seenIn(a.read(FILE));
  for (let n = 1; n <= EDITS; n++) {
    byHand(a, `Deploys run ${n} times`);
    await synced(a);
  }
  await synced(b);
  const seen = seenIn(b.read(FILE));
  expect(seen).toHaveLength(first.length + 1);
  expect(seen).toContain(`x${a.device.id}.${EDITS}`);
  byHand(b, "Deploys run on Fridays");
  await synced(b, a);
  expect(seenIn(a.read(FILE))).toHaveLength(first.length + 2);
  expect(filesOf(a, "memories")).toEqual(["reference_deploys.md"]);
  expect(a.read(FILE)).toContain("Fridays");
});

test("SYN-4: an editor that saves the line of an earlier sync replaces what this device adopted meanwhile", async () => {
  const old = a.read(FILE);
  for (const words of ["Tuesdays", "Wednesdays", "Thursdays"]) {
    a.put(FILE, old.replace("Mondays", words));
    await synced(a, b);
  }
  expect(filesOf(b, "memories")).toEqual(["reference_deploys.md"]);
  expect(b.read(FILE)).toContain("Thursdays");
  await synced(a);
  expect(treeOf(a)).toBe(treeOf(b));
});

test("SYN-4: a text that was changed at the remote is adopted by both, and is one text", async () => {
  pushed((text) => text.replace("Mondays", "Sundays"));
  // Neither knows what the other makes of it.
  await a.sync("pull-only");
  await b.sync("pull-only");
  await synced(a, b, a);
  expect(treeOf(a)).toBe(treeOf(b));
  expect(filesOf(a, "memories")).toEqual(["reference_deploys.md"]);
  expect(lineOf(a.read(FILE)).split(" | ")[1]?.split(" ")).toHaveLength(2);
  expect(await a.sync()).toMatchObject({ outcome: "equal" });
});

test("SYN-4: an old line that is full of adopted texts is read, and goes on as a short one", async () => {
  a.put(FILE, crowded(a.read(FILE), "x", 256));
  await synced(a, b);
  byHand(a, "Deploys run on Fridays");
  await synced(a, b);
  expect(b.read(FILE)).toContain("Fridays");
  expect(filesOf(b, "memories")).toEqual(["reference_deploys.md"]);
  expect(seenIn(b.read(FILE)).length).toBeLessThan(140);
  await apply(a, planTierChange(only(a), { verb: "demote" }, a.act("terminal")));
  await synced(a, b);
  expect([filesOf(b, "memories"), filesOf(b, "quarantine")]).toEqual([[], ["reference_deploys.md"]]);
  await synced(a);
  expect(treeOf(a)).toBe(treeOf(b));
});

test("SYN-11: a pushed line that is full is refused once and told, and both machines come to rest", async () => {
  pushed((text) => crowded(text.replace("Mondays", "Sundays"), "", 256));
  const told = await a.sync();
  expect(told).toMatchObject({ refused: [{ path: FILE }] });
  expect(JSON.stringify(told)).toContain("was not believed");
  await synced(b, a);
  expect(treeOf(a)).toBe(treeOf(b));
  for (const each of [a, b]) expect(await each.sync()).toMatchObject({ outcome: "equal", refused: [] });
  expect(seenIn(a.read(FILE)).length).toBeLessThan(10);
});

test("SYN-11: nor does one that is nearly full keep a demotion or a retirement from leaving", async () => {
  pushed((text) => crowded(text, "", 128));
  await synced(b, a);
  expect(seenIn(b.read(FILE)).length).toBeGreaterThanOrEqual(128);
  await apply(b, planRetire(only(b), b.act("terminal")));
  await synced(b, a);
  expect(statusOf(only(a).document)).toBe("retired");
  await apply(b, planTierChange(only(b), { verb: "demote" }, b.act("terminal")));
  await synced(b, a, b);
  expect([filesOf(a, "memories"), filesOf(a, "quarantine")]).toEqual([[], ["reference_deploys.md"]]);
  expect(treeOf(a)).toBe(treeOf(b));
  for (const each of [a, b]) expect(await each.sync()).toMatchObject({ outcome: "equal" });
});
