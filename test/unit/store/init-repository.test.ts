import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { initRepository } from "../../../src/store/io/init-repository.ts";

let root: string;
let home: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "holdfast-init-"));
  home = mkdtempSync(join(tmpdir(), "holdfast-home-"));
});
afterEach(() => {
  for (const folder of [root, home]) rmSync(folder, { recursive: true, force: true });
});

const env = (more: Record<string, string> = {}): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  HOME: home,
  ...more,
});

describe("the store becomes a repository (STO-1, SYN-12)", () => {
  test("done once, on branch main; the second time nothing changes", () => {
    expect(initRepository(root, env())).toEqual({ kind: "done" });
    expect(readFileSync(join(root, ".git/HEAD"), "utf8")).toBe("ref: refs/heads/main\n");
    expect(execFileSync("git", ["-C", root, "status", "--short"], { encoding: "utf8", env: env() })).toBe("");
    expect(initRepository(root, env())).toEqual({ kind: "skipped", reason: "it is a git repository already" });
  });

  test("SYN-12: a template with a hook from the user's configuration is not copied in", () => {
    const template = join(home, "template");
    mkdirSync(join(template, "hooks"), { recursive: true });
    writeFileSync(join(template, "hooks/post-checkout"), "#!/bin/sh\n");
    writeFileSync(join(home, ".gitconfig"), `[init]\n\ttemplateDir = ${template}\n`);
    expect(initRepository(root, env()).kind).toBe("done");
    expect(existsSync(join(root, ".git/hooks"))).toBe(false);
  });

  test("SYN-12: GIT_DIR and its like can't send it elsewhere", () => {
    const elsewhere = join(home, "elsewhere");
    expect(initRepository(root, env({ GIT_DIR: elsewhere, GIT_WORK_TREE: home })).kind).toBe("done");
    expect(existsSync(join(root, ".git/HEAD"))).toBe(true);
    expect(existsSync(elsewhere)).toBe(false);
  });

  test("a machine without git is not a failure", () => {
    expect(initRepository(root, { PATH: home })).toEqual({ kind: "skipped", reason: "git is not installed" });
  });

  test("a git that fails says why", () => {
    const fake = join(home, "git");
    writeFileSync(fake, "#!/bin/sh\necho 'fatal: no room' >&2\nexit 128\n");
    chmodSync(fake, 0o755);
    expect(initRepository(root, env({ PATH: home }))).toEqual({ kind: "failed", reason: "fatal: no room" });
  });
});
