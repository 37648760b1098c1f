// A removal is an act of a device that counts, signed (SYN-1, SYN-2, SYN-11): a file that is missing, a record that anybody
// could write and a line in a list of forgotten ones take nothing away. Two machines, one bare remote, real git.
import { appendFileSync, mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Memory } from "../../../src/store/catalogue.ts";
import { planEdit } from "../../../src/store/confirm.ts";
import { planTierChange } from "../../../src/store/plan-transition.ts";
import { planArchive } from "../../../src/store/retire.ts";
import { planUndo } from "../../../src/store/undo.ts";
import type { SyncOutcome } from "../../../src/sync/run.ts";
import { apply, named, remember } from "../../support/sync-acts.ts";
import { type Machine, treeOf, twoMachines } from "../../support/sync-machines.ts";

let base: string;
let a: Machine;
let b: Machine;

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "holdfast-removals-")));
  [a, b] = twoMachines(base) as [Machine, Machine];
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

async function settle(): Promise<void> {
  for (const each of [a, b, a, b]) expect(await each.sync()).toMatchObject({ kind: "synced" });
  expect(treeOf(a)).toBe(treeOf(b));
  for (const each of [a, b]) expect(each.git("status", "--porcelain")).toBe("");
}
const notesOf = (outcome: SyncOutcome): string => (outcome.kind === "synced" ? outcome.notes.join("\n") : "");
/** As somebody who can push: on a clone of their own, without a key. */
function pushing(change: (root: string) => void): void {
  b.git("clone", "-q", join(base, "remote.git"), join(base, "pusher"));
  const root = join(base, "pusher");
  change(root);
  for (const args of [
    ["add", "-A", "-f"],
    ["commit", "-qm", "x"],
    ["push", "-q", "origin", "HEAD:main"],
  ])
    b.git("-C", root, ...args);
  rmSync(root, { recursive: true });
}

describe("SYN-1: a file that is missing is no removal", () => {
  test("all files deleted on one machine, nobody present: everything is still there on both, as it was", async () => {
    const mine = await remember(a, "Deploys run on Mondays", "Deploys");
    const agents = await remember(a, "The pump is at night", "Pump", "cli");
    await settle();
    const before = [mine, agents].map((file) => a.read(`memories/${file}`));
    for (const file of a.files("memories")) rmSync(join(a.root, "memories", file));
    const outcome = await a.sync("both", undefined, "sync");
    expect(notesOf(outcome)).toContain("came back: ");
    expect(notesOf(outcome)).toContain(mine.replace(/\.md$/, ""));
    await b.sync("both", undefined, "sync");
    await settle();
    for (const each of [a, b]) {
      expect([mine, agents].map((file) => each.read(`memories/${file}`))).toEqual(before);
      expect([named(each, mine)?.tier, named(each, agents)?.tier]).toEqual(["verified", "inferred"]);
    }
    expect(notesOf(await a.sync())).not.toContain("came back");
  });

  test("STO-35: an edit that no commit has yet comes back, not the words before it", async () => {
    const file = await remember(a, "Deploys run on Mondays", "Deploys");
    await settle();
    const memory = named(a, file) as Memory;
    const text = memory.document.text.replaceAll("Mondays", "Fridays");
    await apply(a, planEdit(a.open(), memory, text, a.act()));
    const written = a.read(`memories/${file}`);
    rmSync(join(a.root, "memories", file));
    await settle();
    expect(b.read(`memories/${file}`)).toContain("Fridays");
    expect(a.read(`memories/${file}`)).toBe(written);
    for (const each of [a, b]) expect(named(each, file)?.tier).toBe("verified");
  });

  test("STO-35: and one that was demoted since stays out of use", async () => {
    const file = await remember(a, "Deploys run on Mondays", "Deploys");
    await settle();
    await apply(a, planTierChange(named(a, file) as Memory, { verb: "demote" }, a.act()));
    rmSync(join(a.root, "quarantine", file));
    await settle();
    for (const each of [a, b]) expect(named(each, file)?.tier).toBe("quarantined");
  });

  test("before the first exchange, with a new memory under its name: both are there", async () => {
    const file = await remember(a, "Deploys run on Mondays", "Deploys");
    await a.sync();
    rmSync(join(a.root, "memories", file));
    const again = await remember(a, "Deploys run on Fridays", "Deploys");
    expect(again).toBe(file);
    await settle();
    const texts = b.files("memories").map((each) => b.read(`memories/${each}`));
    for (const day of ["Mondays", "Fridays"]) expect(texts.join()).toContain(day);
    expect(b.files("memories").map((each) => named(b, each)?.tier)).toEqual(["verified", "verified"]);
  });

  test("statements that were deleted come back with their words", async () => {
    const file = await remember(a, "Deploys run on Mondays", "Deploys");
    await settle();
    rmSync(join(a.root, "attest"), { recursive: true });
    await settle();
    for (const each of [a, b]) expect(named(each, file)?.tier).toBe("verified");
  });

  test("TRU-2: a file put back from git after its removal was committed is verified as before", async () => {
    const file = await remember(a, "Deploys run on Mondays", "Deploys");
    await settle();
    const text = a.read(`memories/${file}`);
    const { id } = named(a, file) as { readonly id: string };
    const context = /\| ([^|]+)$/m.exec(/^sync: .*$/m.exec(text)?.[0] ?? "")?.[1]?.trim() ?? "";
    pushing((root) => {
      rmSync(join(root, "memories", file));
      mkdirSync(join(root, "tombstones"), { recursive: true });
      appendFileSync(
        join(root, "tombstones", `${id}.json`),
        `${JSON.stringify({ file, sync: `1 | - | ${context}`, holds: [] })}\n`,
      );
    });
    // A machine that took the record over as an older version did.
    a.git("fetch", "-q", "origin");
    a.git("reset", "-q", "--hard", "origin/main");
    mkdirSync(join(a.root, "memories"), { recursive: true, mode: 0o700 });
    a.put(`memories/${file}`, text);
    await settle();
    for (const each of [a, b]) expect(named(each, file)?.tier).toBe("verified");
  });
});

describe("SYN-11: what somebody pushes takes nothing away", () => {
  test.each(["with a record that all of it was seen", "without a word"])("a deleted file, %s", async (how) => {
    const file = await remember(a, "Deploys run on Mondays", "Deploys");
    await settle();
    const text = a.read(`memories/${file}`);
    const { id } = named(a, file) as { readonly id: string };
    const context = /\| ([^|]+)$/m.exec(/^sync: .*$/m.exec(text)?.[0] ?? "")?.[1]?.trim() ?? "";
    pushing((root) => {
      rmSync(join(root, "memories", file));
      if (how === "without a word") return;
      mkdirSync(join(root, "tombstones"), { recursive: true });
      const record = { file, sync: `1 | - | ${context}`, holds: [] };
      appendFileSync(join(root, "tombstones", `${id}.json`), `${JSON.stringify(record)}\n`);
    });
    const outcome = await a.sync();
    if (how !== "without a word") expect(notesOf(outcome)).toContain("came back: ");
    await settle();
    for (const each of [a, b]) {
      expect(named(each, file)?.tier).toBe("verified");
      expect(each.git("ls-tree", "-r", "--name-only", "HEAD")).not.toContain(`tombstones/${id}.json`);
    }
    const heads = [a, b].map((each) => each.git("rev-parse", "HEAD"));
    await settle();
    expect([a, b].map((each) => each.git("rev-parse", "HEAD"))).toEqual(heads);
  });

  test("STO-33: a forged tombstone", async () => {
    const file = await remember(a, "Deploys run on Mondays", "Deploys");
    await settle();
    const { id } = named(a, file) as { readonly id: string };
    pushing((root) => {
      rmSync(join(root, "memories", file));
      mkdirSync(join(root, "tombstones"), { recursive: true });
      const stone = { v: 2, id, salt: "0".repeat(32), digest: "0".repeat(64), date: "2026-05-01T10:00:00Z" };
      appendFileSync(join(root, "tombstones", `${"3".repeat(16)}.jsonl`), `${JSON.stringify(stone)}\n`);
    });
    await settle();
    for (const each of [a, b]) expect(named(each, file)?.tier).toBe("verified");
  });

  test("a line that names a text which nobody has", async () => {
    const file = await remember(a, "Deploys run on Mondays", "Deploys");
    await settle();
    const forged = a.read(`memories/${file}`).replace(/=[0-9a-f]{64}/, `=${"0".repeat(64)}`);
    const lined = forged.replace(/^(sync: 1 \| )([0-9a-f]+)\.(\d+)(=.*\| .*?)\2\.\3/m, "$1$2.9$4$2.9");
    expect(lined).not.toBe(a.read(`memories/${file}`));
    pushing((root) => {
      rmSync(join(root, "memories", file));
      appendFileSync(join(root, "memories", file), lined);
    });
    await settle();
    for (const each of [a, b]) expect(each.files("memories")).toContain(file);
  });
});

describe("SYN-1: what a person put away is away", () => {
  test.each(["a person's own words", "what an agent added"])("archived on one machine: %s", async (whose) => {
    const file = await remember(
      a,
      "Deploys run on Mondays",
      "Deploys",
      whose === "what an agent added" ? "cli" : "terminal",
    );
    await settle();
    await apply(a, planTierChange(named(a, file) as never, { verb: "demote" }, a.act()));
    await settle();
    await apply(a, planArchive(named(a, file) as never, a.act()));
    await settle();
    for (const each of [a, b]) expect([...each.files("memories"), ...each.files("quarantine")]).toEqual([]);
  });

  test("an addition that was undone, and brought back: nothing of the way holds it", async () => {
    const file = await remember(a, "Deploys run on Mondays", "Deploys", "cli");
    for (const there of [false, true]) {
      const undo = planUndo(a.open(), undefined, a.act());
      await apply(a, undo.kind === "undo-plan" ? undo.plan : undo);
      expect(a.files("memories").includes(file)).toBe(there);
    }
    await settle();
    for (const each of [a, b]) expect(named(each, file)?.tier).toBe("inferred");
  });

  test("archived on a device that does not count here: it stays, held, and both come to rest", async () => {
    mkdirSync(join(base, "apart"));
    [a, b] = twoMachines(join(base, "apart"), false) as [Machine, Machine];
    const file = await remember(b, "Deploys run on Mondays", "Deploys");
    for (const each of [b, a, b]) await each.sync();
    await apply(a, planTierChange(named(a, file) as never, { verb: "demote" }, a.act()));
    await apply(a, planArchive(named(a, file) as never, a.act()));
    await settle();
    for (const each of [a, b]) expect(each.files("quarantine")).toEqual([file]);
    const heads = [a, b].map((each) => each.git("rev-parse", "HEAD"));
    await settle();
    expect([a, b].map((each) => each.git("rev-parse", "HEAD"))).toEqual(heads);
  });

  test("moved by hand into the archive: no act, so it comes back", async () => {
    const file = await remember(a, "Deploys run on Mondays", "Deploys");
    await settle();
    mkdirSync(join(a.root, "archive/2026-05"), { recursive: true, mode: 0o700 });
    renameSync(join(a.root, "memories", file), join(a.root, "archive/2026-05", file));
    await settle();
    for (const each of [a, b]) expect(named(each, file)?.tier).toBe("verified");
  });
});
