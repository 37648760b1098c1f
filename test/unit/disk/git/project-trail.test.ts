// What was worked on lately, from git's own files (ARR-2).
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { projectTrail } from "../../../../src/disk/git/project-trail.ts";

let base: string;
let root: string;
beforeEach(() => {
  base = realpathSync(mkdtempSync(`${tmpdir()}/holdfast-trail-`));
  root = `${base}/project`;
  mkdirSync(`${root}/src/checkout`, { recursive: true });
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

function git(...args: readonly string[]): void {
  const own = ["-c", "user.name=dev", "-c", "user.email=dev@example.org", "-c", "commit.gpgSign=false"];
  const env = { PATH: process.env["PATH"] ?? "", HOME: base, GIT_CONFIG_NOSYSTEM: "1" };
  execFileSync("git", [...own, ...args], { cwd: root, env, stdio: "ignore" });
}

function repository(): void {
  for (const name of ["src/checkout/stripe.ts", "src/other.ts", "README.md"]) writeFileSync(`${root}/${name}`, "one\n");
  git("init", "-q", "-b", "main");
  git("add", "-A");
  git("commit", "-q", "-m", "First words");
  git("checkout", "-q", "-b", "feature/ABC-1-checkout");
  git("commit", "-q", "--allow-empty", "-m", "Refund through Stripe");
  git("commit", "-q", "--allow-empty", "--amend", "-m", "Refund through Stripe, in cents");
}

const NOTHING = { subjects: [], changed: [] };

describe("ARR-2: the trail of a repository", () => {
  test("branch, the subjects of the last commits, newest first, and what changed since git looked", () => {
    repository();
    expect(projectTrail(root)).toEqual({
      branch: "feature/ABC-1-checkout",
      subjects: ["Refund through Stripe, in cents", "Refund through Stripe", "First words"],
      changed: [],
    });
    writeFileSync(`${root}/src/checkout/stripe.ts`, "one and more\n");
    rmSync(`${root}/README.md`);
    expect(projectTrail(root).changed).toEqual(["src/checkout/stripe.ts", "README.md"]);
  });

  test("of a linked working tree its own", () => {
    repository();
    git("worktree", "add", "-q", "-b", "fix/rounding", `${base}/second`);
    expect(projectTrail(`${base}/second`)).toMatchObject({ branch: "fix/rounding", changed: [] });
  });

  test("AGT-1: a folder without git, and without a commit, says nothing", () => {
    expect(projectTrail(root)).toEqual(NOTHING);
    git("init", "-q", "-b", "main");
    expect(projectTrail(root)).toEqual({ ...NOTHING, branch: "main" });
  });

  test("a hostile .git is not believed: links, another format, paths that lead out, cut files", () => {
    repository();
    const index = readFileSync(`${root}/.git/index`);
    for (const size of [0, 11, 12, 40, 80, index.length - 30]) {
      writeFileSync(`${root}/.git/index`, index.subarray(0, size));
      expect(projectTrail(root).changed.every((path) => ["README.md", "src/other.ts"].includes(path))).toBe(true);
    }
    const leading = Buffer.from(index.toString("latin1").replace("README.md", "../../etc"), "latin1");
    writeFileSync(`${root}/.git/index`, leading);
    expect(projectTrail(root).changed).toEqual([]);
    writeFileSync(
      `${root}/.git/index`,
      Buffer.from(index.toString("latin1").replace("DIRC\0\0\0\u0002", "DIRC\0\0\0\u0009"), "latin1"),
    );
    expect(projectTrail(root).changed).toEqual([]);
    rmSync(`${root}/.git/logs/HEAD`);
    symlinkSync("/etc/hostname", `${root}/.git/logs/HEAD`);
    expect(projectTrail(root).subjects).toEqual([]);
    writeFileSync(`${root}/.git/HEAD`, `ref: refs/heads/${"x".repeat(5000)}\n`);
    expect(projectTrail(root).branch).toBeUndefined();
  });

  test("of a long log only the end is read", () => {
    repository();
    const line = `${"0".repeat(40)} ${"1".repeat(40)} dev <dev@example.org> 1700000000 +0000\tcommit: Old words\n`;
    const log = readFileSync(`${root}/.git/logs/HEAD`, "utf8");
    writeFileSync(`${root}/.git/logs/HEAD`, line.repeat(20_000) + log);
    expect(projectTrail(root).subjects.slice(0, 4)).toEqual([
      "Refund through Stripe, in cents",
      "Refund through Stripe",
      "First words",
      "Old words",
    ]);
  });
});
