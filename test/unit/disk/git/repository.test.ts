// The store's repository, with real git, real files and a real remote.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import type { GitRepository } from "../../../../src/disk/git/carrier.ts";
import { readBlobs, writeBlobs } from "../../../../src/disk/git/contents.ts";
import { openGitRepository } from "../../../../src/disk/git/repository.ts";
import { gitStore } from "../../../../src/disk/git/store.ts";
import { GitFailure } from "../../../../src/text/errors.ts";
import { scratch } from "../../../support/disk.ts";
import { AT, commitOf, DEVICE, type GitBox, gitBox } from "../../../support/git-store.ts";

let box: GitBox;
let repository: GitRepository;
beforeEach(async () => {
  box = gitBox(scratch());
  repository = await box.open();
});

const BUDGET = 20_000;

/** In the repository at once. */
const inGit = (contents: readonly Uint8Array[]): Promise<readonly string[]> =>
  writeBlobs(gitStore(box.root, box.env, {}), contents);

async function put(files: Readonly<Record<string, string>>, from?: string): Promise<string> {
  const commit = await commitOf(repository, files, from === undefined ? [] : [from]);
  expect((await repository.move(from, commit)).kind).toBe("moved");
  return commit;
}

describe("SYN-10: commits by plumbing", () => {
  test("a commit's tree, author, date and parents are what was said; the first one fills an empty store", async () => {
    const first = await put({ "memories/a.md": "one\r\n", "memories/b.md": "", "holdfast.json": "{}" });
    expect(box.git("status", "--porcelain")).toBe("");
    expect(box.git("rev-parse", "main")).toBe(first);
    expect(box.text("memories/a.md")).toBe("one\r\n");
    expect(statSync(join(box.root, "memories/a.md")).mode & 0o777).toBe(0o600);
    expect(statSync(join(box.root, "memories")).mode & 0o777).toBe(0o700);
    const second = await commitOf(repository, { "memories/a.md": "two" }, [first]);
    const joined = await commitOf(repository, { "memories/a.md": "three" }, [first, second], "A join\n\nof two");
    expect(box.git("log", "-1", "--format=%an|%ae|%at|%cn|%ct|%P|%B", joined)).toBe(
      `holdfast ${DEVICE}|${DEVICE}@holdfast.invalid|${AT}|holdfast ${DEVICE}|${AT}|${first} ${second}|A join\n\nof two`,
    );
    expect(box.git("fsck", "--strict", "--no-dangling")).toBe("");
  });

  test("blobs come back byte for byte, in order, repeated ones too; a large one is told, not read", async () => {
    const odd = [
      Buffer.from([0, 10, 13, 255]),
      Buffer.from(""),
      Buffer.from("done\nblob\ndata 5\n"),
      Buffer.alloc(5000, 7),
    ];
    const ids = await inGit(odd);
    expect(ids.map((id) => box.git("cat-file", "-s", id))).toEqual(odd.map((bytes) => String(bytes.length)));
    const missing = "f".repeat(40);
    const read = await repository.read([...ids, ids[0] ?? "", missing], 4999);
    expect(read.map((blob) => (blob.kind === "bytes" ? Buffer.from(blob.bytes) : blob))).toEqual([
      odd[0],
      odd[1],
      odd[2],
      { kind: "too-large", size: 5000 },
      odd[0],
      { kind: "missing" },
    ]);
  });

  test("what is written is read back at once, and is in git with the commit that names it", async () => {
    const [id = ""] = await repository.write([Buffer.from("one")]);
    const [read] = await repository.read([id], 10);
    expect(read?.kind === "bytes" && Buffer.from(read.bytes).toString()).toBe("one");
    expect(await repository.read([id], 2)).toEqual([{ kind: "too-large", size: 3 }]);
    const made = { parents: [], message: "one", device: DEVICE, at: AT };
    const commit = await repository.commit({ ...made, files: [{ path: "memories/a.md", blob: id }] });
    expect(box.git("cat-file", "-p", `${commit}:memories/a.md`)).toBe("one");
    expect(box.git("for-each-ref")).toBe("");
  });

  test("SYN-11: all together are bounded too, and the small ones come first", async () => {
    const contents = ["a".repeat(400), "b", "c".repeat(500), "d".repeat(90)].map((text) =>
      new TextEncoder().encode(text),
    );
    const ids = await inGit(contents);
    const store = gitStore(box.root, box.env, {});
    const kinds = (await readBlobs(store, ids, 4096, 600)).map(({ kind }) => kind);
    expect(kinds).toEqual(["bytes", "bytes", "too-large", "bytes"]);
  });

  test("many blobs are one pack, and each is there", async () => {
    const many = Array.from({ length: 500 }, (_, at) => Buffer.from(`memory ${at}\n`));
    const ids = await inGit(many);
    expect(new Set(ids).size).toBe(500);
    expect(box.git("count-objects", "-v")).toMatch(/^count: 0$/m);
    expect((await repository.read(ids, 100)).every((blob) => blob.kind === "bytes")).toBe(true);
  });

  test("no tree is made with a name that is none", async () => {
    const [blob = ""] = await inGit([Buffer.from("x")]);
    for (const path of ["../x", ".git/config", "a/.GIT/x", "/x", "a//b", "a/../b", "x\0y", "a b", "con", ""]) {
      const made = repository.commit({ files: [{ path, blob }], parents: [], message: "m", device: DEVICE, at: AT });
      await expect(made, path).rejects.toBeInstanceOf(GitFailure);
    }
    const device = "a> <b";
    const made = repository.commit({ files: [], parents: [], message: "m", device, at: AT });
    await expect(made).rejects.toBeInstanceOf(GitFailure);
  });

  test("a repository by SHA-256 works the same", async () => {
    rmSync(join(box.root, ".git"), { recursive: true });
    box.git("init", "-q", "--object-format=sha256", "--initial-branch=main");
    repository = await box.open();
    const first = await put({ "memories/a.md": "one" });
    expect(first).toHaveLength(64);
    await put({ "memories/a.md": "two" }, first);
    expect(box.text("memories/a.md")).toBe("two");
    expect(box.git("status", "--porcelain")).toBe("");
  });
});

describe("SYN-10: moving the branch", () => {
  test("files appear, change and go; what is there already is not written again", async () => {
    const first = await put({ "memories/a.md": "one", "memories/b.md": "two", "quarantine/c.md": "three" });
    const before = statSync(join(box.root, "memories/b.md")).mtimeMs;
    const second = await commitOf(
      repository,
      { "memories/a.md": "ONE", "memories/b.md": "two", "ledger/d.jsonl": "4" },
      [first],
    );
    box.put("ledger/d.jsonl", "4");
    expect(await repository.move(first, second)).toEqual({ kind: "moved", written: 1, removed: 1 });
    expect(box.text("memories/a.md")).toBe("ONE");
    expect(existsSync(join(box.root, "quarantine/c.md"))).toBe(false);
    expect(statSync(join(box.root, "memories/b.md")).mtimeMs).toBe(before);
    expect(await repository.status()).toEqual({ head: second, changed: [], unfinished: [] });
    expect(box.git("for-each-ref", "refs/holdfast")).toBe("");
  });

  test("a file changed, removed, put or linked by hand stops the move before anything happened", async () => {
    const first = await put({ "memories/a.md": "one", "memories/b.md": "two", "memories/c.md": "three" });
    const second = await commitOf(repository, { "memories/a.md": "1", "memories/b.md": "2", "memories/d.md": "4" }, [
      first,
    ]);
    const attempts: readonly (readonly [string, () => void, () => void])[] = [
      ["memories/a.md", () => box.put("memories/a.md", "mine"), () => box.put("memories/a.md", "one")],
      ["memories/b.md", () => rmSync(join(box.root, "memories/b.md")), () => box.put("memories/b.md", "two")],
      ["memories/c.md", () => box.put("memories/c.md", "mine"), () => box.put("memories/c.md", "three")],
      ["memories/d.md", () => box.put("memories/d.md", "mine"), () => rmSync(join(box.root, "memories/d.md"))],
      [
        "memories/d.md",
        () => symlinkSync("/etc/hostname", join(box.root, "memories/d.md")),
        () => rmSync(join(box.root, "memories/d.md")),
      ],
    ];
    for (const [path, spoil, mend] of attempts) {
      spoil();
      expect(await repository.move(first, second)).toEqual({ kind: "blocked", paths: [path] });
      mend();
      expect(box.git("status", "--porcelain"), path).toBe("");
      expect(box.git("rev-parse", "main")).toBe(first);
    }
    expect((await repository.move(first, second)).kind).toBe("moved");
  });

  test("somebody who moved the branch meanwhile is not overwritten", async () => {
    const first = await put({ "memories/a.md": "one" });
    const second = await commitOf(repository, { "memories/a.md": "one" }, [first], "other words");
    box.git("commit", "-q", "--allow-empty", "-m", "by hand");
    const moved = await repository.move(first, second);
    expect(moved).toEqual({ kind: "blocked", paths: [] });
    expect(box.git("log", "-1", "--format=%s")).toBe("by hand");
  });

  test("a folder that is a link is not followed", async () => {
    const elsewhere = join(box.base, "elsewhere");
    mkdirSync(elsewhere);
    symlinkSync(elsewhere, join(box.root, "memories"));
    const commit = await commitOf(repository, { "memories/a.md": "one" });
    await expect(repository.move(undefined, commit)).rejects.toThrow(/link/);
    expect(existsSync(join(elsewhere, "a.md"))).toBe(false);
  });

  test("a commit with an odd entry is never put on the disk", async () => {
    const [blob = ""] = await inGit([Buffer.from("/etc/passwd")]);
    const tree = execFileSync("git", ["-C", box.root, "mktree"], {
      input: `120000 blob ${blob}\tlink\n`,
      encoding: "utf8",
    });
    const commit = box.git("commit-tree", tree.trim(), "-m", "x");
    await expect(repository.move(undefined, commit)).rejects.toBeInstanceOf(GitFailure);
    expect(existsSync(join(box.root, "link"))).toBe(false);
  });
});

describe("SYN-10, SYN-16: the remote", () => {
  test("push, fetch, and a second machine that was faster", async () => {
    await repository.setRemote(box.bare);
    expect(await repository.fetchRemote(BUDGET)).toEqual({ commit: undefined, backup: undefined });
    const first = await put({ "memories/a.md": "one" });
    await repository.push(first, BUDGET);
    const other = gitBox(box.base, "b");
    const there = await other.open();
    await there.setRemote(box.bare);
    expect(await there.fetchRemote(BUDGET)).toEqual({ commit: first, backup: undefined });
    await there.move(undefined, first);
    expect(other.text("memories/a.md")).toBe("one");
    const theirs = await commitOf(there, { "memories/a.md": "theirs" }, [first]);
    await there.push(theirs, BUDGET);
    const ours = await commitOf(repository, { "memories/a.md": "ours" }, [first]);
    await expect(repository.push(ours, BUDGET)).rejects.toMatchObject({ reason: "rejected" });
    expect((await repository.fetchRemote(BUDGET)).commit).toBe(theirs);
    expect(await repository.isAncestor(theirs, ours)).toBe(false);
    const joined = await commitOf(repository, { "memories/a.md": "both" }, [ours, theirs]);
    await repository.push(joined, BUDGET);
    expect(await repository.isAncestor(theirs, joined)).toBe(true);
    expect(existsSync(join(box.root, ".git/FETCH_HEAD"))).toBe(false);
  });

  test("histories that have nothing in common are joined by a commit with two parents", async () => {
    await repository.setRemote(box.bare);
    const ours = await put({ "memories/a.md": "one" });
    const other = gitBox(box.base, "b");
    const there = await other.open();
    await there.setRemote(box.bare);
    const theirs = await commitOf(there, { "memories/b.md": "two" });
    await there.push(theirs, BUDGET);
    expect((await repository.fetchRemote(BUDGET)).commit).toBe(theirs);
    const joined = await commitOf(repository, { "memories/a.md": "one", "memories/b.md": "two" }, [ours, theirs]);
    await repository.move(ours, joined);
    await repository.push(joined, BUDGET);
    expect(box.git("status", "--porcelain")).toBe("");
  });

  test("a rewritten remote leaves a backup of what it was", async () => {
    await repository.setRemote(`file://${box.bare}`);
    const first = await put({ "memories/a.md": "one" });
    await repository.push(first, BUDGET);
    const other = await commitOf(repository, { "memories/a.md": "rewritten" });
    box.git("push", "-q", "--force", box.bare, `${other}:refs/heads/main`);
    const backup = `refs/holdfast/backup/${first}`;
    expect(await repository.fetchRemote(BUDGET)).toEqual({ commit: other, backup });
    expect(box.git("rev-parse", backup)).toBe(first);
  });

  test("a remote that refuses for a reason of its own is no reason to try again", async () => {
    await repository.setRemote(box.bare);
    execFileSync("git", ["-C", box.bare, "config", "transfer.hideRefs", "refs/heads/main"]);
    const first = await put({ "memories/a.md": "one" });
    const message = expect.stringContaining("[remote rejected]");
    await expect(repository.push(first, BUDGET)).rejects.toMatchObject({ reason: "other", message });
  });

  test("no remote, and one that is not there", async () => {
    await expect(repository.fetchRemote(BUDGET)).rejects.toMatchObject({ reason: "not-a-repository" });
    await repository.setRemote(join(box.base, "nowhere"));
    await expect(repository.fetchRemote(BUDGET)).rejects.toMatchObject({ reason: "not-a-repository" });
    await expect(repository.fetchRemote(0)).rejects.toMatchObject({ reason: "timeout" });
  });
});

describe("SYN-10: status", () => {
  test("what a person changed, put, removed and left in the middle", async () => {
    const first = await put({ "memories/a.md": "one", "memories/b.md": "two", "memories/c.md": "three" });
    box.put("memories/a.md", "mine");
    box.put("memories/n.md", "new");
    rmSync(join(box.root, "memories/b.md"));
    box.put("memories/s.md", "staged");
    box.git("add", "memories/s.md");
    const { changed, head } = await repository.status();
    expect(head).toBe(first);
    expect(changed.map(({ path, how }) => `${how} ${path}`).sort()).toEqual([
      "changed memories/a.md",
      "gone memories/b.md",
      "new memories/n.md",
      "new memories/s.md",
    ]);
    writeFileSync(join(box.root, ".git/MERGE_HEAD"), `${first}\n`);
    expect((await repository.status()).unfinished).toEqual(["merge"]);
  });

  test("SYN-12: a folder without a repository of its own is none, whatever stands around it", async () => {
    const inside = join(box.root, "inside");
    mkdirSync(inside);
    await expect(openGitRepository(inside, box.env)).rejects.toMatchObject({ reason: "not-a-repository" });
    mkdirSync(join(inside, ".git"));
    await expect(openGitRepository(inside, box.env)).rejects.toMatchObject({ reason: "not-a-repository" });
  });
});
