// What a git that was ended left in the store's repository, and whose it is. Real git, real files.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import type { GitRepository } from "../../../../src/disk/git/carrier.ts";
import { scratch } from "../../../support/disk.ts";
import { commitOf, type GitBox, gitBox } from "../../../support/git-store.ts";

let box: GitBox;
let repository: GitRepository;
beforeEach(async () => {
  box = gitBox(scratch());
  repository = await box.open();
});

async function put(files: Readonly<Record<string, string>>, from?: string): Promise<string> {
  const commit = await commitOf(repository, files, from === undefined ? [] : [from]);
  expect((await repository.move(from, commit)).kind).toBe("moved");
  return commit;
}

describe("SYN-16: what a killed run left", () => {
  test("a move that was cut off at any of its steps is finished, and a file that a person changed since stays", async () => {
    const first = await put({ "memories/a.md": "one", "memories/b.md": "two", "memories/c.md": "three" });
    const after = { "memories/a.md": "1", "memories/b.md": "2", "memories/d.md": "4" };
    const second = await commitOf(repository, after, [first]);
    box.git("update-ref", "refs/holdfast/moving", second);
    box.put("memories/a.md", "1");
    box.put("memories/b.md", "mine");
    const told = await repository.recover(Date.now());
    expect(told).toEqual(["finished a move of the branch that was cut off"]);
    expect(box.git("rev-parse", "main")).toBe(second);
    expect(box.text("memories/d.md")).toBe("4");
    expect(box.text("memories/b.md")).toBe("mine");
    expect(box.git("status", "--porcelain")).toBe("M memories/b.md");
    expect(await repository.recover(Date.now())).toEqual([]);
  });

  test("a note about a move is dropped when somebody has committed something else", async () => {
    const first = await put({ "memories/a.md": "one" });
    const second = await commitOf(repository, { "memories/a.md": "two" }, [first]);
    box.git("update-ref", "refs/holdfast/moving", second);
    box.git("commit", "-q", "--allow-empty", "-m", "by hand");
    await repository.recover(Date.now());
    expect(box.text("memories/a.md")).toBe("one");
    expect(box.git("for-each-ref", "refs/holdfast/moving")).toBe("");
  });

  test("half a pack that a cut-off transfer left goes when it is old, and never while a git runs here", async () => {
    const packs = join(box.root, ".git/objects/pack");
    mkdirSync(packs, { recursive: true });
    for (const name of ["tmp_pack_aB3xyz", "tmp_pack_young1", "pack-other.keep"]) writeFileSync(join(packs, name), "x");
    for (const name of ["tmp_pack_aB3xyz", "pack-other.keep"]) utimesSync(join(packs, name), 1, 1);
    const running = spawn("git", ["-C", box.root, "cat-file", "--batch"], { stdio: ["pipe", "pipe", "ignore"] });
    running.stdin.write("HEAD\n");
    await once(running.stdout, "data");
    await repository.recover(Date.now());
    expect(readdirSync(packs)).toHaveLength(3);
    running.stdin.end();
    await once(running, "exit");
    await repository.recover(Date.now());
    expect(readdirSync(packs).sort()).toEqual(["pack-other.keep", "tmp_pack_young1"]);
  });

  test("a foreign index.lock is never removed, whatever its age", async () => {
    const lock = join(box.root, ".git/index.lock");
    writeFileSync(lock, "");
    utimesSync(lock, 1, 1);
    await expect(repository.recover(Date.now())).rejects.toMatchObject({ reason: "locked" });
    expect(existsSync(lock)).toBe(true);
    const commit = await commitOf(repository, { "memories/a.md": "one" });
    await expect(repository.move(undefined, commit)).rejects.toMatchObject({ reason: "locked" });
    rmSync(lock);
    expect(await repository.recover(Date.now())).toHaveLength(1);
    expect(box.git("rev-parse", "main")).toBe(commit);
  });

  /** As a run leaves it that begins to write at that time. */
  function leaveNote(note: object, at: number): void {
    const path = join(box.root, ".git/holdfast-writing");
    writeFileSync(path, JSON.stringify(note), { mode: 0o600 });
    utimesSync(path, at / 1000, at / 1000);
  }

  test("one that our own killed run left is removed and told, once it is old enough", async () => {
    const lock = join(box.root, ".git/index.lock");
    const gone = Number(execFileSync("sh", ["-c", "echo $$"], { encoding: "utf8" }));
    const at = Date.now();
    writeFileSync(lock, "");
    leaveNote({ pid: process.ppid, at }, at);
    await expect(repository.recover(at + 60_000)).rejects.toMatchObject({ reason: "locked" });
    leaveNote({ pid: gone, at }, at);
    const late = at / 1000 + 300;
    utimesSync(lock, late, late);
    await expect(repository.recover(at + 600_000)).rejects.toMatchObject({ reason: "locked" });
    utimesSync(lock, at / 1000, at / 1000);
    expect(await repository.recover(at + 60_000)).toEqual([
      "removed index.lock, left 60 s ago by a run of ours that was cut off",
    ]);
    expect(existsSync(lock)).toBe(false);
  });

  test.runIf(process.platform === "linux")(
    "SYN-17: so it is where another program has its number, and where the disk's clock is a year off",
    async () => {
      const lock = join(box.root, ".git/index.lock");
      const at = Date.now() + 365 * 86_400_000;
      const began = readFileSync(`/proc/${process.ppid}/stat`, "latin1").split(") ")[1]?.split(" ")[19];
      writeFileSync(lock, "");
      utimesSync(lock, at / 1000, at / 1000);
      leaveNote({ pid: process.ppid, start: began }, at);
      await expect(repository.recover(Date.now())).rejects.toMatchObject({ reason: "locked" });
      leaveNote({ pid: process.ppid, start: "1" }, at);
      expect(await repository.recover(Date.now())).toHaveLength(1);
      expect(existsSync(lock)).toBe(false);
    },
  );

  test("SYN-17: a write between the kill and the next run takes nothing away from what is known of the lock", async () => {
    const first = await commitOf(repository, { "memories/a.md": "one" });
    const lock = join(box.root, ".git/refs/heads/main.lock");
    const gone = Number(execFileSync("sh", ["-c", "echo $$"], { encoding: "utf8" }));
    mkdirSync(join(box.root, ".git/refs/heads"), { recursive: true });
    leaveNote({ pid: gone, start: "" }, Date.now());
    writeFileSync(lock, "");
    await repository.setRemote(box.bare);
    expect(await repository.recover(Date.now() + 60_000)).toHaveLength(1);
    expect(await repository.move(undefined, first)).toMatchObject({ kind: "moved" });
    expect(readdirSync(join(box.root, ".git")).filter((name) => name.startsWith("holdfast-writing"))).toEqual([]);
  });

  test("SYN-17: locks of refs that our own killed run left are removed and told; a foreign one stays", async () => {
    const commit = await commitOf(repository, { "memories/a.md": "one" });
    await repository.move(undefined, commit);
    const at = Date.now();
    const gone = Number(execFileSync("sh", ["-c", "echo $$"], { encoding: "utf8" }));
    const locks = ["HEAD.lock", "refs/heads/main.lock", "refs/holdfast/moving.lock"];
    mkdirSync(join(box.root, ".git/refs/holdfast"), { recursive: true });
    const leave = (): void => {
      for (const lock of locks) writeFileSync(join(box.root, ".git", lock), "");
    };
    leave();
    expect(await repository.recover(at + 60_000)).toHaveLength(1);
    expect(locks.map((lock) => existsSync(join(box.root, ".git", lock)))).toEqual([true, true, false]);
    leave();
    leaveNote({ pid: gone, at }, at);
    expect(await repository.recover(at + 60_000)).toHaveLength(3);
    const next = await commitOf(repository, { "memories/a.md": "two" }, [commit]);
    expect(await repository.move(commit, next)).toMatchObject({ kind: "moved" });
  });

  test("SYN-17: a lock of ours that is young is waited for, also where every run has one number", async () => {
    const lock = join(box.root, ".git/index.lock");
    const note = JSON.stringify({ pid: process.pid, at: Date.now() });
    writeFileSync(join(box.root, ".git/holdfast-writing"), note, { mode: 0o600 });
    writeFileSync(lock, "");
    const waiting = repository.recover(Date.now());
    expect(existsSync(lock), "what does not wait removes it in the call").toBe(true);
    expect(await waiting).toHaveLength(1);
    expect(existsSync(lock)).toBe(false);
    expect(existsSync(join(box.root, ".git/holdfast-writing"))).toBe(false);
  });
});
