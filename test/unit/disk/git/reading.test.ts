// Objects out of the repository: one git for a whole run, an old git that can't talk, and trees that were made to hurt.
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { entriesIn, entriesOf, readBlobs } from "../../../../src/disk/git/contents.ts";
import { endReading } from "../../../../src/disk/git/reading.ts";
import { type GitStore, gitStore } from "../../../../src/disk/git/store.ts";
import { filesIn } from "../../../../src/disk/git/tree.ts";
import { GitFailure } from "../../../../src/text/errors.ts";
import { scratch } from "../../../support/disk.ts";
import { commitOf, type GitBox, gitBox } from "../../../support/git-store.ts";

let box: GitBox;
let store: GitStore;
beforeEach(() => {
  box = gitBox(scratch());
  store = gitStore(box.root, box.env, {});
});

function treeOf(rows: readonly (readonly [mode: string, name: string, id: string])[]): string {
  const input = Buffer.concat(
    rows.map(([mode, name, id]) => Buffer.concat([Buffer.from(`${mode} ${name}\0`), Buffer.from(id, "hex")])),
  );
  const args = ["-C", box.root, "hash-object", "-w", "-t", "tree", "--literally", "--stdin"];
  return execFileSync("git", args, { input, env: box.env, encoding: "utf8" }).trim();
}

const blobOf = (text: string): string =>
  execFileSync("git", ["-C", box.root, "hash-object", "-w", "--stdin"], {
    input: text,
    env: box.env,
    encoding: "utf8",
  }).trim();
const commitTree = (tree: string): string => box.git("commit-tree", "-m", "hostile", tree);

/** A git that knows no `--batch-command`, before the real one. */
function oldGit(): void {
  const programs = join(box.base, "old");
  mkdirSync(programs);
  const real = execFileSync("which", ["git"], { encoding: "utf8" }).trim();
  const refusal = 'echo "error: unknown option \\`batch-command\'" >&2; exit 129';
  const script = `#!/bin/sh\ncase "$*" in *--batch-command*) ${refusal};; esac\nexec ${real} "$@"\n`;
  writeFileSync(join(programs, "git"), script, { mode: 0o755 });
  store = gitStore(box.root, { ...box.env, PATH: `${programs}:${box.env["PATH"]}` }, {});
}

const FILES = { "memories/a.md": "one", "memories/b.md": "", "attest/x/1.json": "3", "attest/y/1.json": "4" };

describe("SYN-17: reading", () => {
  test.each(["new", "old"])("a %s git: the files of a commit, and what they hold", async (age) => {
    const commit = await commitOf(await box.open(), FILES);
    if (age === "old") oldGit();
    const entries = await entriesOf(store, commit);
    const listed = execFileSync("git", ["-C", box.root, "ls-tree", "-r", "-z", commit], { env: box.env });
    expect(entries).toEqual(entriesIn(listed));
    const ids = entries.map(({ blob }) => blob);
    const missing = "f".repeat(40);
    const found = await readBlobs(store, [...ids, missing], 100);
    const texts = found.map((blob) => (blob.kind === "bytes" ? Buffer.from(blob.bytes).toString() : blob.kind));
    expect(texts).toEqual(["3", "4", "one", "", "missing"]);
    expect(await readBlobs(store, [ids[2] ?? ""], 2)).toEqual([{ kind: "too-large", size: 3 }]);
    expect(store.reading.talk === "none").toBe(age === "old");
  });

  test("one git for all of it, which sees what came after its start, and ends with the run", async () => {
    const repository = await box.open();
    const first = await commitOf(repository, FILES);
    await entriesOf(store, first);
    const talk = store.reading.talk;
    const second = await commitOf(repository, { ...FILES, "memories/c.md": "new" }, [first]);
    expect((await entriesOf(store, second)).map(({ path }) => path)).toContain("memories/c.md");
    expect(await readBlobs(store, [blobOf("later")], 10)).toMatchObject([{ kind: "bytes" }]);
    expect(store.reading.talk).toBe(talk);
    endReading(store);
    expect(store.reading.talk).toBeUndefined();
    expect((await readBlobs(store, [blobOf("again")], 10))[0]?.kind).toBe("bytes");
    expect(store.reading.talk).not.toBe(talk);
  });

  test("a git that was killed fails the question and no later one", async () => {
    const commit = await commitOf(await box.open(), FILES);
    await entriesOf(store, commit);
    const { talk } = store.reading;
    process.kill(typeof talk === "object" ? (talk.pid ?? 0) : 0, "SIGKILL");
    const asked = readBlobs(store, [blobOf("x")], 10);
    await expect(asked).rejects.toBeInstanceOf(GitFailure);
    expect((await readBlobs(store, [blobOf("x")], 10))[0]?.kind).toBe("bytes");
  });
});

describe("SYN-11: trees that were made to hurt", () => {
  test("modes are folded as git folds them; a name that is a path is none", async () => {
    const blob = blobOf("x");
    const inner = treeOf([["100644", "a.md", blob]]);
    const tree = treeOf([
      ["100664", "a.md", blob],
      ["100755", "b.md", blob],
      ["120000", "c.md", blob],
      ["160000", "d", blob],
      ["40000", "memories", inner],
      ["100644", "memories/b.md", blob],
    ]);
    const entries = await entriesOf(store, commitTree(tree));
    expect(entries.map(({ path, odd }) => [path, ...odd])).toEqual([
      ["a.md"],
      ["b.md", "executable"],
      ["c.md", "link"],
      ["d", "submodule"],
      ["memories/a.md"],
      ["memories/b.md", "path"],
    ]);
  });

  test("one that unfolds to more files or folders than there may be is refused", async () => {
    for (const leaf of [treeOf([["100644", "a.md", blobOf("x")]]), treeOf([])]) {
      let tree = leaf;
      for (let level = 0; level < 6; level++)
        tree = treeOf(Array.from({ length: 10 }, (_, at) => ["40000", `f${at}`, tree] as const));
      await expect(filesIn(store, commitTree(tree), 10_000)).rejects.toThrow("more than 10000 files");
    }
  });

  test("one that is very deep is one entry, which no disk ever has", async () => {
    let tree = treeOf([["100644", "a.md", blobOf("x")]]);
    for (let level = 0; level < 200; level++) tree = treeOf([["40000", "f", tree]]);
    const entries = await entriesOf(store, commitTree(tree));
    expect(entries).toHaveLength(1);
    expect(entries[0]?.odd).toContain("path");
  });

  test("one that is cut short, or names a folder that is not there, is refused", async () => {
    const cut = execFileSync("git", ["-C", box.root, "hash-object", "-w", "-t", "tree", "--literally", "--stdin"], {
      input: Buffer.from("100644 a.md\0short"),
      env: box.env,
      encoding: "utf8",
    }).trim();
    await expect(entriesOf(store, commitTree(treeOf([["40000", "m", cut]])))).rejects.toBeInstanceOf(GitFailure);
    const none = treeOf([["40000", "m", "e".repeat(40)]]);
    await expect(entriesOf(store, commitTree(none))).rejects.toThrow("missing in git");
  });
});
