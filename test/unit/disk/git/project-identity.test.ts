import { execFileSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { projectIdentity } from "../../../../src/disk/git/project-identity.ts";
import { normalRemote } from "../../../../src/disk/git/remote-url.ts";

let base: string;
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "holdfast-project-")));
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

function git(cwd: string, ...args: string[]): void {
  const env = { PATH: process.env.PATH, HOME: base, GIT_CONFIG_NOSYSTEM: "1" };
  execFileSync("git", ["-c", "user.name=T", "-c", "user.email=t@example.org", ...args], { cwd, env, stdio: "pipe" });
}

function repository(name: string, remote?: string): string {
  const root = join(base, name);
  mkdirSync(root);
  git(root, "init", "-q");
  if (remote !== undefined) git(root, "remote", "add", "origin", remote);
  return root;
}

/** A sparse terabyte. */
function huge(path: string): void {
  writeFileSync(path, "gitdir: ");
  truncateSync(path, 2 ** 40);
}

describe("a remote in one form (SYN-30)", () => {
  const SAME = [
    "https://example.org/owner/repo",
    "https://example.org/owner/repo.git",
    "https://example.org/owner/repo/",
    "https://EXAMPLE.org:443/owner/repo.git/",
    "https://user:p%40ss@example.org/owner/repo.git",
    "https://user:p@ss@example.org/owner/repo.git",
    "https://token@example.org/owner/repo.git?x=1#y",
    "http://example.org/owner//repo.git",
    "ssh://git@example.org/owner/repo.git",
    "ssh://git@example.org:2222/owner/repo.git",
    "git+ssh://git@example.org/owner/repo",
    "git://example.org/owner/repo.git",
    "git@example.org:owner/repo.git",
    "git@example.org:/owner/repo.git",
    "example.org:owner/repo",
    "  git@Example.ORG:owner/repo.git  ",
  ];
  test.each(SAME)("%s", (url) => {
    expect(normalRemote(url)).toBe("example.org/owner/repo");
  });

  test("nested groups and other scripts stay", () => {
    expect(normalRemote("git@example.org:a/b/c.git")).toBe("example.org/a/b/c");
    expect(normalRemote("https://example.org/%EC%9D%B4/repo")).toBe("example.org/이/repo");
  });

  test.each([
    "",
    "/srv/git/repo.git",
    "../repo",
    "C:\\repo",
    "C:/repo",
    "file:///srv/repo",
    "https://",
    "https://h",
    ":x",
  ])("names no host: %j", (url) => {
    expect(normalRemote(url)).toBeUndefined();
  });

  test("SYN-30: no credential survives, wherever it stands", () => {
    const word = fc.stringMatching(/^[A-Za-z0-9!$&'()*+,;=:@._~%-]{1,12}$/).map((text) => `SECRET${text}SECRET`);
    const form = fc.constantFrom(
      (who: string) => `https://${who}@example.org/o/r.git`,
      (who: string) => `https://u:${who}@example.org:8443/o/r`,
      (who: string) => `ssh://${who}@example.org/o/r`,
      (who: string) => `${who}@example.org:o/r.git`,
      (who: string) => `https://example.org/o/r?token=${who}`,
      (who: string) => `https://example.org/o/r#${who}`,
    );
    fc.assert(
      fc.property(word, form, (secret, make) => {
        expect(normalRemote(make(secret)) ?? "").not.toContain("SECRET");
      }),
    );
  });
});

describe("which project is this (SYN-30)", () => {
  test("clones, sub-folders and worktrees agree", () => {
    const one = repository("one", "https://u:secret@example.org/o/r.git");
    const two = repository("two", "git@example.org:o/r.git");
    mkdirSync(join(one, "deep/er"), { recursive: true });
    git(one, "commit", "-q", "--allow-empty", "-m", "x");
    git(one, "worktree", "add", "-q", join(base, "tree"));
    expect(projectIdentity(one)).toEqual({ id: "example.org/o/r", root: one, folder: one });
    expect(projectIdentity(join(one, "deep/er"))).toEqual({
      id: "example.org/o/r",
      root: one,
      folder: join(one, "deep/er"),
    });
    expect(projectIdentity(two)?.id).toBe("example.org/o/r");
    expect(projectIdentity(join(base, "tree"))).toEqual({
      id: "example.org/o/r",
      root: join(base, "tree"),
      folder: join(base, "tree"),
    });
  });

  test("without a remote: the common directory, the same for worktrees", () => {
    const root = repository("local");
    git(root, "commit", "-q", "--allow-empty", "-m", "x");
    git(root, "worktree", "add", "-q", join(base, "tree"));
    expect(projectIdentity(root)?.id).toBe(`local:${join(root, ".git")}`);
    expect(projectIdentity(join(base, "tree"))?.id).toBe(`local:${join(root, ".git")}`);
  });

  test("origin first, else the first remote by name, else local when none names a host", () => {
    const root = repository("many");
    git(root, "remote", "add", "zeta", "https://example.org/z/r");
    git(root, "remote", "add", "alpha", "https://example.org/a/r");
    expect(projectIdentity(root)?.id).toBe("example.org/a/r");
    git(root, "remote", "add", "origin", "https://example.org/o/r");
    expect(projectIdentity(root)?.id).toBe("example.org/o/r");
    const path = repository("path", "/srv/git/r.git");
    expect(projectIdentity(path)?.id).toBe(`local:${join(path, ".git")}`);
  });

  test("a submodule is its own project", () => {
    const outer = repository("outer", "https://example.org/o/outer");
    const inner = repository("inner", "https://example.org/o/inner");
    git(inner, "commit", "-q", "--allow-empty", "-m", "x");
    git(outer, "-c", "protocol.file.allow=always", "submodule", "add", "-q", inner, "sub");
    const found = projectIdentity(join(outer, "sub"));
    expect(found?.root).toBe(join(outer, "sub"));
    expect(found?.id).toBe(`local:${join(outer, ".git/modules/sub")}`);
  });

  test("no repository: nothing", () => {
    expect(projectIdentity(base)).toBeUndefined();
    expect(projectIdentity(join(base, "absent"))).toBeUndefined();
  });

  test("config: comments, quotes, other sections and a section on the same line", () => {
    const root = repository("config");
    const text =
      '[url "x"]\n\turl = https://evil.example/a/b\n[remote "o\\"dd"]\n\turl = https://example.org/b/odd ; note\n' +
      '[remote "origin"] url = "https://example.org/q/r.git"\n\tpushurl = https://example.org/p/p\n';
    writeFileSync(join(root, ".git/config"), text);
    expect(projectIdentity(root)?.id).toBe("example.org/q/r");
  });
});

describe("a hostile .git never throws and never blocks (SYN-30, AGT-3)", () => {
  const tries: readonly (readonly [string, (root: string) => void])[] = [
    [".git is a link", (root) => symlinkSync("/", join(root, ".git"))],
    [".git links to itself", (root) => symlinkSync(".git", join(root, ".git"))],
    [".git is a pipe", (root) => execFileSync("mkfifo", [join(root, ".git")])],
    [".git is huge", (root) => huge(join(root, ".git"))],
    [".git points nowhere", (root) => writeFileSync(join(root, ".git"), "gitdir: /nowhere/at/all\n")],
    [".git points at itself", (root) => writeFileSync(join(root, ".git"), "gitdir: .git\n")],
    [".git holds nul bytes", (root) => writeFileSync(join(root, ".git"), "gitdir: \0/x\n")],
    [".git is empty", (root) => writeFileSync(join(root, ".git"), "")],
    [".git is an empty folder", (root) => mkdirSync(join(root, ".git"))],
  ];
  test.each(tries)("%s: no project", (_, plant) => {
    plant(base);
    expect(projectIdentity(base)).toBeUndefined();
  });

  test.each([
    ["a link to a file elsewhere", (config: string) => symlinkSync("/etc/hostname", config)],
    ["a pipe", (config: string) => execFileSync("mkfifo", [config])],
    ["huge", huge],
    ["a folder", (config: string) => mkdirSync(config)],
    ["noise", (config: string) => writeFileSync(config, Buffer.alloc(1000, 0xff))],
  ])("config is %s: a local identity", (_, plant) => {
    const root = repository("r");
    rmSync(join(root, ".git/config"));
    plant(join(root, ".git/config"));
    expect(projectIdentity(root)?.id).toBe(`local:${join(root, ".git")}`);
  });

  test("a config past the limit is not read at all", () => {
    const root = repository("r", "https://example.org/o/r");
    const config = join(root, ".git/config");
    writeFileSync(config, readFileSync(config, "utf8") + "#".repeat(300 * 1024));
    expect(projectIdentity(root)?.id).toBe(`local:${join(root, ".git")}`);
  });
});
