// How git is started and ended. A program in git's place tells what it was given.
// check:all: waits for the end of budgets.
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { failureIn } from "../../../../src/disk/git/reasons.ts";
import { protocolsFor } from "../../../../src/disk/git/remote.ts";
import { runGit, runGitNow } from "../../../../src/disk/git/run.ts";
import { gitEnvironment, patienceSettings, settingArguments, sshCommand } from "../../../../src/disk/git/settings.ts";
import { failedFrom, GitFailure } from "../../../../src/text/errors.ts";
import { scratch } from "../../../support/disk.ts";
import { livingIn } from "../../../support/processes.ts";

/** A `git` that runs these lines of shell. */
function fakeGit(...lines: readonly string[]): { readonly folder: string; readonly env: NodeJS.ProcessEnv } {
  const folder = scratch();
  mkdirSync(join(folder, "bin"));
  writeFileSync(join(folder, "bin/git"), `#!/bin/sh\n${lines.join("\n")}\n`);
  chmodSync(join(folder, "bin/git"), 0o755);
  return { folder, env: { PATH: `${folder}/bin:${process.env.PATH}`, HOME: folder } };
}

describe("SYN-12: what git is told", () => {
  test("the overrides, pinned", () => {
    const settings = settingArguments();
    for (const one of [
      "core.hooksPath=/dev/null",
      "core.fsmonitor=false",
      "core.fsync=all",
      "gc.auto=0",
      "commit.gpgSign=false",
      "tag.gpgSign=false",
      "merge.directoryRenames=false",
      "protocol.ext.allow=never",
    ]) {
      expect(settings[settings.indexOf(one) - 1], one).toBe("-c");
    }
    expect(patienceSettings(2500)).toEqual({ "http.lowSpeedLimit": "1000", "http.lowSpeedTime": "3" });
    expect(patienceSettings(600_000)["http.lowSpeedTime"]).toBe("10");
  });

  test("variables pass by an allow-list, and what would ask is emptied", () => {
    const hostile = {
      GIT_DIR: "/x",
      GIT_CONFIG_COUNT: "1",
      GIT_CONFIG_KEY_0: "core.fsmonitor",
      GIT_EXTERNAL_DIFF: "/x",
      GIT_ASKPASS: "/x",
      SSH_ASKPASS: "/x",
      LD_PRELOAD: "/x",
      PAGER: "/x",
      GIT_ALLOW_PROTOCOL: "ext",
      SECRET_TOKEN: "x",
    };
    const env = gitEnvironment({ ...hostile, PATH: "/bin", https_proxy: "p", SSH_AUTH_SOCK: "s" }, ["https"]);
    expect(env).toEqual({
      PATH: "/bin",
      https_proxy: "p",
      SSH_AUTH_SOCK: "s",
      GIT_TERMINAL_PROMPT: "0",
      GIT_ASKPASS: "",
      SSH_ASKPASS: "",
      SSH_ASKPASS_REQUIRE: "never",
      GCM_INTERACTIVE: "never",
      GIT_OPTIONAL_LOCKS: "0",
      GIT_NO_LAZY_FETCH: "1",
      GIT_NO_REPLACE_OBJECTS: "1",
      GIT_ATTR_NOSYSTEM: "1",
      GIT_LITERAL_PATHSPECS: "1",
      GIT_PAGER: "cat",
      GIT_EDITOR: "false",
      LC_ALL: "C",
      GIT_ALLOW_PROTOCOL: "https",
    });
  });

  test("ssh is the user's own, and does not ask", () => {
    expect(sshCommand(undefined, 3000)).toBe("ssh -o BatchMode=yes -o ConnectTimeout=3 -o ControlMaster=no");
    expect(sshCommand("ssh -i key", 100)).toBe("ssh -i key -o BatchMode=yes -o ConnectTimeout=1 -o ControlMaster=no");
    expect(sshCommand("plink", 100)).toBe("plink -batch");
  });

  test("an address opens the protocols that it needs, and no other", () => {
    const open = (url: string): unknown => {
      try {
        return protocolsFor(url).join(" ");
      } catch (error) {
        return error instanceof GitFailure ? "refused" : error;
      }
    };
    expect(open("https://example.org/a.git")).toBe("https ssh");
    expect(open("git@example.org:a/b.git")).toBe("https ssh");
    expect(open("ssh://git@example.org/a")).toBe("https ssh");
    expect(open("http://127.0.0.1/a")).toBe("http");
    expect(open("git://127.0.0.1/a")).toBe("git");
    for (const url of ["file:///a", "/srv/a.git", "./a:b", "a.git"]) expect(open(url), url).toBe("file");
    const hostile = [
      "",
      "--upload-pack=x",
      "ext::sh -c x",
      "ext::x",
      "transport::https://x",
      "ftp://x/a",
      "a\nb",
      "a b",
    ];
    for (const url of hostile) expect(open(url), url).toBe("refused");
  });

  test("arguments arrive one by one, in the store's own folder, with no shell between", async () => {
    const { folder, env } = fakeGit('for each in "$@"; do printf "%s\\n" "$each"; done; pwd; printf "$GIT_INDEX_FILE"');
    const args = ["log", "a b; touch x", "$(id)"];
    const told = await runGit({ at: { store: folder }, args, budgetMs: 5000, env, variables: { GIT_INDEX_FILE: "i" } });
    expect(told.toString().split("\n").slice(-7)).toEqual([
      `--git-dir=${folder}/.git`,
      `--work-tree=${folder}`,
      ...args,
      folder,
      "i",
    ]);
  });
});

describe("SYN-12: how git ends", () => {
  const call = (fake: ReturnType<typeof fakeGit>, more: object = {}) =>
    runGit({ at: { folder: fake.folder }, args: ["x"], budgetMs: 600, env: fake.env, ...more });

  test("a git and its helpers that ignore everything are gone at the end of the budget", async () => {
    const fake = fakeGit(
      `echo $$ >${"$"}HOME/pid`,
      "trap '' TERM",
      "(trap '' TERM; sleep 60) &",
      "sleep 60",
      "sleep 60",
    );
    await expect(call(fake)).rejects.toMatchObject({ reason: "timeout", message: "it took too long" });
    const pid = Number(readFileSync(join(fake.folder, "pid"), "utf8"));
    expect(livingIn(pid)).toEqual([]);
  });

  test("one that listens may tidy up first", async () => {
    const fake = fakeGit(`trap 'touch ${"$"}HOME/tidy; exit 1' TERM`, "while :; do sleep 0.01; done");
    await expect(call(fake)).rejects.toBeInstanceOf(GitFailure);
    expect(readFileSync(join(fake.folder, "tidy"), "utf8")).toBe("");
  });

  test("a helper that keeps our pipes when git has ended is not waited for, and nothing said is lost", async () => {
    const fake = fakeGit(`echo $$ >${"$"}HOME/pid`, "sleep 60 &", "echo answer");
    const told = await call(fake, { budgetMs: 30_000 });
    expect(told.toString()).toBe("answer\n");
    expect(livingIn(Number(readFileSync(join(fake.folder, "pid"), "utf8")))).toEqual([]);
  });

  test("one that left the group on purpose is let go", async () => {
    const fake = fakeGit("setsid sleep 3 &", "echo answer");
    const told = await call(fake, { budgetMs: 30_000 });
    expect(told.toString()).toBe("answer\n");
  });

  test("endless output is cut, and so is endless complaint", async () => {
    await expect(call(fakeGit("yes"), { budgetMs: 10_000, largest: 10_000 })).rejects.toMatchObject({
      reason: "other",
      message: "git x answered with more than 10000 bytes",
    });
    const fake = fakeGit("head -c 3000000 /dev/zero | tr '\\\\0' x >&2; exit 3");
    const told = await call(fake, { budgetMs: 10_000 }).then(() => undefined, failedFrom);
    expect(told?.message.length).toBeLessThanOrEqual(300);
  });

  test("no git, no folder, no time", async () => {
    const nothing = { PATH: scratch() };
    const folder = scratch();
    await expect(call(fakeGit("true"), { at: { folder }, env: nothing })).rejects.toMatchObject({
      reason: "not-installed",
      message: "git is not installed",
    });
    await expect(call(fakeGit("true"), { at: { folder: `${folder}/x` } })).rejects.toMatchObject({
      reason: "not-a-repository",
    });
    await expect(call(fakeGit("true"), { budgetMs: 0 })).rejects.toMatchObject({ reason: "timeout" });
    const slow = fakeGit("sleep 60");
    expect(() => runGitNow({ at: { folder: slow.folder }, args: [], budgetMs: 100, env: slow.env })).toThrow(
      expect.objectContaining({ reason: "timeout" }),
    );
  });
});

describe("SYN-10: why git failed", () => {
  test("is told apart by git's own words", () => {
    const reason = (said: string): string => failureIn(said, 128).reason;
    const auth = "git@example.org: Permission denied (publickey).\nfatal: Could not read from remote repository.";
    expect(reason(auth)).toBe("auth");
    expect(reason("fatal: could not read Username for 'https://x': terminal prompts disabled")).toBe("auth");
    expect(reason("fatal: unable to access 'https://x/': The requested URL returned error: 403")).toBe("auth");
    expect(reason("Host key verification failed.\nfatal: Could not read from remote repository.")).toBe("auth");
    expect(reason("fatal: unable to access 'https://x/': The requested URL returned error: 503")).toBe("network");
    expect(reason("fatal: unable to access 'https://x/': Could not resolve host: x")).toBe("network");
    expect(reason("fatal: the remote end hung up unexpectedly")).toBe("network");
    expect(reason("ssh: connect to host x port 22: Connection refused")).toBe("network");
    expect(reason("fatal: Unable to create '/a/.git/index.lock': File exists.")).toBe("locked");
    expect(reason("fatal: not a git repository: '/a/.git'")).toBe("not-a-repository");
    expect(reason("!\ta:refs/heads/main\t[rejected] (fetch first)\nDone")).toBe("rejected");
    expect(reason("!\ta:refs/heads/main\t[remote rejected] (hook declined)\nDone")).toBe("other");
    expect(reason("fatal: something else")).toBe("other");
    expect(reason("fatal: Unable to create '/a/.git/index.lock': No space left on device")).toBe("disk");
    expect(reason("fatal: Unable to create '/a/.git/index.lock': Read-only file system")).toBe("disk");
    expect(reason("fatal: Unable to create '/a/.git/index.lock': Permission denied")).toBe("disk");
    expect(reason("error: unable to write file .git/objects/aa: Input/output error")).toBe("disk");
    expect(reason("remote: fatal: No space left on device\nfatal: odd")).toBe("other");
  });

  test("the other side's words decide nothing, and no credential is repeated", () => {
    expect(failureIn("remote: Unable to create 'x.lock'\nfatal: odd", 1)).toMatchObject({
      reason: "other",
      message: "fatal: odd",
    });
    expect(failureIn("fatal: unable to access 'https://me:word@example.org/a/': x", 1).message).toBe(
      "fatal: unable to access 'https://example.org/a/': x",
    );
    expect(failureIn("", null).message).toBe("git was ended by a signal");
  });
});
