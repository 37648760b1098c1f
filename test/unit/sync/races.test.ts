// What happens beside a sync, at the worst moment (SYN-10, SYN-14): an editor that saves, a second run. On real git.
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { GitRepository } from "../../../src/disk/git/carrier.ts";
import { statusOf } from "../../../src/memory/fields.ts";
import { planTierChange } from "../../../src/store/plan-transition.ts";
import { planRetire } from "../../../src/store/retire.ts";
import { write } from "../../../src/store/write.ts";
import { GitFailure } from "../../../src/text/errors.ts";
import { only, remember } from "../../support/sync-acts.ts";
import { type Machine, treeOf, twoMachines } from "../../support/sync-machines.ts";

let base: string;
let a: Machine;
let b: Machine;

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "holdfast-races-")));
  [a, b] = twoMachines(base) as [Machine, Machine];
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

async function settle(): Promise<void> {
  for (const each of [a, b, a, b]) expect(await each.sync()).toMatchObject({ kind: "synced" });
  expect(treeOf(a)).toBe(treeOf(b));
  for (const each of [a, b]) expect(each.git("status", "--porcelain")).toBe("");
}

/** Does this before the nth call of that name. */
function before(call: "read" | "fetchRemote", nth: number, act: () => unknown): (git: GitRepository) => GitRepository {
  let n = 0;
  const first = async (): Promise<void> => {
    n++;
    if (n === nth) await act();
  };
  return (git) => ({
    ...git,
    read: async (blobs, largest) => {
      if (call === "read") await first();
      return await git.read(blobs, largest);
    },
    fetchRemote: async (budget) => {
      if (call === "fetchRemote") await first();
      return await git.fetchRemote(budget);
    },
  });
}

describe("SYN-14: an editor saves while a run commits", () => {
  const secret = `ghp_${"aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5"}`;
  const file = "memories/reference_deploys.md";

  test.each([
    ["changed", file],
    ["new", "memories/reference_key.md"],
    ["adopted", "memories/feedback_packages.md"],
  ])("what the gate did not see is not committed: a %s file", async (how, path) => {
    await remember(a, "Deploys run on Mondays", "Deploys");
    await settle();
    await remember(a, "Use pnpm, not npm", "Packages");
    const text = a.read(how === "new" ? file : path).replace(/^id: .*\n/m, how === "new" ? "" : "$&");
    const typed = (): void => a.put(path, `${text}The token is ${secret}.\n`);
    // Whatever changed was listed and read by now.
    await a.sync("both", undefined, "terminal", before("read", 1, typed));
    expect(a.git("log", "--all", "-p")).not.toContain(secret);
    expect(a.read(path)).toContain(secret);
    await settle();
    expect(a.git("log", "--all", "-p")).not.toContain(secret);
    // The new file, or the signed words beside what was typed over them, whether or not a commit has those (STO-35).
    expect([...a.files("quarantine"), ...a.files("memories")]).toHaveLength(3);
  });
});

describe("SYN-10: two runs at once on one machine", () => {
  test.each([
    ["the same was fetched", false],
    ["the second fetched more", true],
  ])("the first one ends well too: %s", async (_, more) => {
    await remember(a, "Deploys run on Mondays", "Deploys");
    await settle();
    await remember(a, "Use pnpm, not npm", "Packages");
    await remember(b, "The cache lives for an hour", "Cache");
    await b.sync();
    // Both have committed and fetched; then the second one joins and moves the branch.
    const late = (git: GitRepository): GitRepository => ({
      ...git,
      fetchRemote: async (budget) => {
        const fetched = await git.fetchRemote(budget);
        if (!isDone) {
          isDone = true;
          if (more) {
            await remember(b, "Releases need a tag", "Releases");
            await b.sync();
          }
          expect(await a.sync()).toMatchObject({ kind: "synced" });
        }
        return fetched;
      },
    });
    let isDone = false;
    expect(await a.sync("both", undefined, "terminal", late)).toMatchObject({ kind: "synced" });
    expect(a.git("status", "--porcelain")).toBe("");
    expect(a.git("for-each-ref", "refs/holdfast/moving")).toBe("");
    await settle();
    expect(a.files("memories")).toHaveLength(more ? 4 : 3);
  });

  test("a run that begins while another one moves the branch waits for it, and takes nothing from it", async () => {
    await remember(a, "Deploys run on Mondays", "Deploys");
    await settle();
    const locked: string[] = [];
    const held = a.open().store.withLock(async () => {
      const second = a.sync("both", undefined, "terminal", (git) => ({
        ...git,
        recover: async (now) => {
          locked.push("recovers");
          return await git.recover(now);
        },
      }));
      await new Promise((resolve) => setTimeout(resolve, 200));
      locked.push("let go");
      return { second };
    });
    const { second } = (await held) as { second: Promise<unknown> };
    await second;
    expect(locked[0]).toBe("let go");
  });
});

describe("SYN-1: an editor had the file open before a sync", () => {
  test.each(["retired", "quarantined"])(
    "what it saves does not undo that the memory was %s meanwhile",
    async (what) => {
      await remember(a, "Deploys run on Mondays", "Deploys");
      await settle();
      const path = "memories/reference_deploys.md";
      const open = a.read(path);
      const memory = only(b);
      const plan =
        what === "retired"
          ? planRetire(memory, b.act())
          : planTierChange(memory, { verb: "demote", reason: "old" }, b.act());
      if (plan.kind !== "plan") throw new Error(JSON.stringify(plan));
      expect(await write(b.open(), plan, b.act())).toMatchObject({ kind: "written" });
      await settle();
      if (what === "quarantined") rmSync(join(a.root, "quarantine/reference_deploys.md"));
      a.put(path, open.replace("Mondays", "Fridays"));
      expect(await a.sync()).toMatchObject({ kind: "synced" });
      const { tier, document } = only(a);
      expect(what === "retired" ? statusOf(document) : tier).toBe(what);
      await settle();
      expect(what === "retired" ? statusOf(only(b).document) : only(b).tier).toBe(what);
    },
  );
});

describe("SYN-10: a run that git stops", () => {
  const gone = { kind: "failed", reason: "not-a-repository", message: expect.stringContaining("nowhere") };

  test("ends with git's own word as a value, and the next one goes on from there", async () => {
    await remember(a, "Deploys run on Mondays", "Deploys");
    const url = a.git("config", "remote.origin.url");
    a.git("config", "remote.origin.url", join(base, "nowhere"));
    expect(await a.sync("dry-run")).toEqual(gone);
    expect(await a.sync()).toEqual(gone);
    a.git("config", "remote.origin.url", url);
    a.put(".git/MERGE_HEAD", `${a.git("rev-parse", "HEAD")}\n`);
    const message = "a merge that was begun by hand is not finished; end it with git";
    expect(await a.sync()).toEqual({ kind: "failed", reason: "other", message });
    rmSync(join(a.root, ".git/MERGE_HEAD"));
    await settle();
  });

  test("but by nothing else: a fault of ours is no failure of git's", async () => {
    const faulty = (git: GitRepository): GitRepository => ({
      ...git,
      fetchRemote: () => Promise.reject(new Error("ours")),
    });
    await expect(a.sync("both", undefined, "terminal", faulty)).rejects.toThrow("ours");
    await expect(a.sync("dry-run", undefined, "terminal", faulty)).rejects.toThrow("ours");
    await settle();
  });

  test("after five rounds against a remote that is always faster", async () => {
    await remember(a, "Deploys run on Mondays", "Deploys");
    let pushes = 0;
    const late = (git: GitRepository): GitRepository => ({
      ...git,
      push: () => {
        pushes++;
        return Promise.reject(new GitFailure("rejected", "fetch first"));
      },
    });
    const message = "the files or the remote changed 5 times while this ran; try again";
    const outcome = await a.sync("both", undefined, "terminal", late);
    expect(outcome).toEqual({ kind: "failed", reason: "rejected", message });
    expect(pushes).toBe(5);
    await settle();
  });

  test("where a git that was cut off left the remote's branch locked", async () => {
    await remember(a, "Deploys run on Mondays", "Deploys");
    const lock = join(base, "remote.git", "refs", "heads", "main.lock");
    writeFileSync(lock, "");
    const outcome = await a.sync();
    expect(outcome).toMatchObject({ kind: "failed", reason: "rejected" });
    expect(outcome).toHaveProperty("message", expect.stringContaining("a .lock file may be left there"));
    rmSync(lock);
    await settle();
  });
});
