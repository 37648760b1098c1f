// Which commits hold a text, in real repositories.
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { ObjectReader } from "../../../src/disk/git/objects.ts";
import { commitsHolding, topOf } from "../../../src/forget/io/holding.ts";
import { gitHistory } from "../../../src/store/io/git-history.ts";
import { scratch } from "../../support/disk.ts";

let root: string;
const git = (...args: readonly string[]): string =>
  execFileSync("git", ["-C", root, "-c", "user.name=a", "-c", "user.email=a@example.org", ...args], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  }).trim();
const put = (path: string, text: string | Uint8Array): void => {
  mkdirSync(join(root, path, ".."), { recursive: true });
  writeFileSync(join(root, path), text);
};
const commit = (message: string): string => {
  git("add", "-A");
  git("commit", "-q", "--allow-empty", "-m", message);
  return git("rev-parse", "HEAD");
};
const find = (word: string, store: string = root) =>
  commitsHolding(root, store, (bytes) => Buffer.from(bytes).includes(word));

beforeEach(() => {
  root = scratch();
  git("init", "-q", "--initial-branch=main");
});

describe("FOR-1: git objects", () => {
  test("exactly the commits whose trees reach it, loose or packed, with their paths", async () => {
    put("memories/a.md", "nothing");
    const before = commit("one");
    put("memories/b.md", "the pelican waits");
    const first = commit("two");
    put("memories/a.md", "something");
    const second = commit("three");
    rmSync(join(root, "memories/b.md"));
    const after = commit("four");
    for (const pack of [false, true]) {
      if (pack) git("gc", "-q", "--aggressive");
      const found = await find("pelican");
      expect([...found.commits].sort()).toEqual([first, second].sort());
      expect(found).toMatchObject({ paths: ["memories/b.md"], loose: 0, messages: [] });
      expect(found.commits).not.toContain(before);
      expect(found.commits).not.toContain(after);
      expect(found.unfinished).toBeUndefined();
    }
  });

  test("a project's own file that holds it is told apart: it is nothing to be purged", async () => {
    put(".holdfast/memories/a.md", "the pelican waits");
    put(".holdfastest/memories/a.md", "the pelican waits there");
    put("README.md", "here the pelican waits too");
    commit("one");
    expect(await find("pelican", `${root}/.holdfast`)).toMatchObject({
      paths: [".holdfast/memories/a.md"],
      beyond: [".holdfastest/memories/a.md", "README.md"],
    });
    expect(await find("pelican")).toMatchObject({ beyond: [] });
  });

  test("a file's name, a commit's message, a tag, and what no commit reaches", async () => {
    put("memories/pelican_gate.md", "x");
    put("memories/other.md", "y");
    const named = commit("one");
    rmSync(join(root, "memories/pelican_gate.md"));
    const told = commit("the heron left");
    git("tag", "-a", "v1", "-m", "an osprey");
    execFileSync("git", ["-C", root, "hash-object", "-w", "--stdin"], { input: "a loose kestrel" });
    expect(await find("pelican")).toMatchObject({ commits: [named], paths: ["memories/pelican_gate.md"] });
    expect(await find("heron")).toMatchObject({ commits: [told], messages: [told], paths: [] });
    expect(await find("osprey")).toMatchObject({ commits: [], loose: 1 });
    expect(await find("kestrel")).toMatchObject({ commits: [], loose: 1 });
    expect(await find("nowhere")).toMatchObject({ commits: [], loose: 0, paths: [] });
  });

  test("other branches, merges and what only the reflog knows", async () => {
    commit("start");
    git("checkout", "-q", "-b", "side");
    put("deep/er/x.md", "pelican");
    const side = commit("side");
    git("checkout", "-q", "main");
    put("y.md", "y");
    commit("main");
    git("merge", "-q", "--no-ff", "-m", "merge", "side");
    const merge = git("rev-parse", "HEAD");
    expect([...(await find("pelican")).commits].sort()).toEqual([side, merge].sort());
    git("reset", "-q", "--hard", "HEAD~1");
    git("branch", "-D", "side");
    expect([...(await find("pelican")).commits].sort()).toEqual([side, merge].sort());
    expect((await find("pelican")).paths).toEqual(["deep/er/x.md"]);
  });

  test("no repository, no commit, no time", async () => {
    expect(await topOf(scratch())).toBeUndefined();
    expect(await topOf(root)).toBe(root);
    expect(await find("x")).toMatchObject({ commits: [] });
    put("a", "pelican");
    commit("one");
    const late = await commitsHolding(root, root, () => true, 0);
    expect(late.unfinished).toBe("it took too long");
  });

  test("the reader of objects minds no cut of its input", () => {
    const stream = Buffer.from(
      `${"a".repeat(40)} blob 5\nhe\nlo\n${"b".repeat(40)} missing\n${"c".repeat(40)} tree 0\n\n`,
    );
    for (const size of [1, 2, 3, 7, 1000]) {
      const seen: string[] = [];
      const reader = new ObjectReader(({ id, type, bytes }) =>
        seen.push(`${id[0]} ${type} ${JSON.stringify(bytes.toString())}`),
      );
      for (let at = 0; at < stream.length; at += size) reader.push(stream.subarray(at, at + size));
      expect(seen, String(size)).toEqual(['a blob "he\\nlo"', 'c tree ""']);
    }
  });
});

describe("FOR-2: a file's commits", () => {
  test("newest first, with the place after each; none outside of git or for another name", async () => {
    put("memories/project_x.md", "one");
    const one = commit("one");
    git("mv", "-k", "memories/project_x.md", "project_x.md");
    mkdirSync(join(root, "quarantine"), { recursive: true });
    git("mv", "project_x.md", "quarantine/project_x.md");
    const two = commit("two");
    rmSync(join(root, "quarantine/project_x.md"));
    const three = commit("three");
    const changes = await gitHistory.changes(root, "project_x.md");
    expect(changes.map(({ commit: id, place }) => [id, place])).toEqual([
      [three, undefined],
      [two, "quarantine"],
      [one, "memories"],
    ]);
    const bytes = await gitHistory.bytes(root, one, "memories", "project_x.md");
    expect(Buffer.from(bytes ?? []).toString()).toBe("one");
    expect(await gitHistory.bytes(root, three, "memories", "project_x.md")).toBeUndefined();
    expect(await gitHistory.bytes(root, "--help", "memories", "project_x.md")).toBeUndefined();
    expect(await gitHistory.changes(root, "--all")).toEqual([]);
    expect(await gitHistory.changes(root, "project_y.md")).toEqual([]);
    expect(await gitHistory.changes(scratch(), "project_x.md")).toEqual([]);
  });
});
