// The base of a pull request is the branch that it goes to (SYN-31): in a merge queue for another branch than the default one
// too. A history that was cut off is enough where it shows for certain at which commit the two parted.
// check:all: clones, signatures and a command for each.
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ci, type Member, member } from "../support/team.ts";

let base: string;
let ann: Member;

beforeEach(async () => {
  base = realpathSync(mkdtempSync(`${tmpdir()}/holdfast-queue-`));
  ann = member(base, "ann");
  for (const name of ["1", "2", "3", "4"]) ann.git("commit", "-q", "--allow-empty", "-m", name);
  await ann.say("Deploys run on Mondays, from the release branch");
  ann.commit("A shared store");
  ann.git("push", "-q", "origin", "HEAD:main", "HEAD:release/1.x");
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

const queue = (branch: string, sha: string): Record<string, string> => ({
  GITHUB_ACTIONS: "true",
  GITHUB_EVENT_NAME: "merge_group",
  GITHUB_REF: `refs/heads/gh-readonly-queue/${branch}/pr-104-${sha}`,
});

describe("SYN-31: the base of a pull request", () => {
  test("in a merge queue it is the branch of the queue, not the default one", () => {
    ann.git("checkout", "-q", "-b", "edit");
    const path = `memories/${ann.files("memories")[0]}`;
    ann.put(path, ann.read(path).replaceAll("Mondays", "Fridays"));
    ann.commit("What nobody signed");
    // It went to the default branch; to the other one it goes now.
    ann.git("push", "-q", "origin", "HEAD:main");
    ann.git("fetch", "-q");
    const sha = ann.git("rev-parse", "HEAD");
    const { status, out } = ci(ann.project, ["--json"], queue("release/1.x", sha));
    expect([status, JSON.parse(out)]).toMatchObject([1, { base: "origin/release/1.x" }]);
    expect(ci(ann.project, [], queue("main", sha)).status).toBe(0);
  });

  test("a queue that can't be read is no pass", () => {
    const odd = { ...queue("main", "x"), GITHUB_REF: "refs/heads/main" };
    const { status, err } = ci(ann.project, [], odd);
    expect([status, err]).toEqual([6, expect.stringContaining("--base")]);
    expect(ci(ann.project, ["--base", "origin/main"], odd).status).toBe(0);
  });
});

describe("SYN-31: a history that was cut off", () => {
  const shallow = (...args: readonly string[]): string => {
    const folder = join(base, "shallow");
    ann.git("clone", "-q", ...args, `file://${base}/shop.git`, folder);
    return folder;
  };
  const change = (): void => {
    ann.git("checkout", "-q", "-b", "change");
    for (const name of ["One", "Two"]) ann.git("commit", "-q", "--allow-empty", "-m", name);
    ann.git("push", "-q", "origin", "change");
  };

  test("is enough where the commit at which they parted is certain", () => {
    change();
    const folder = shallow("--depth=3", "--no-single-branch", "-b", "change");
    expect(ann.git("-C", folder, "rev-parse", "--is-shallow-repository")).toBe("true");
    expect(ci(folder).status).toBe(0);
  });

  test("is enough for a merge that the forge made, of two commits", () => {
    change();
    ann.git("checkout", "-q", "-B", "merge", "origin/main");
    ann.git("merge", "-q", "--no-ff", "-m", "Merge", "change");
    ann.git("push", "-q", "origin", "HEAD:merge");
    const folder = shallow("--depth=2", "--single-branch", "-b", "merge");
    const missing = ci(folder, [], { GITHUB_BASE_REF: "main" });
    expect([missing.status, missing.err]).toEqual([
      6,
      expect.stringContaining("git fetch --depth=1 origin +refs/heads/main:refs/remotes/origin/main"),
    ]);
    ann.git("-C", folder, "fetch", "-q", "--depth=1", "origin", "+refs/heads/main:refs/remotes/origin/main");
    expect(ci(folder, [], { GITHUB_BASE_REF: "main" }).status).toBe(0);
  });

  test("is no pass where it is cut before that commit, and the next command is told", () => {
    change();
    ann.git("checkout", "-q", "main");
    ann.git("commit", "-q", "--allow-empty", "-m", "Later");
    ann.git("push", "-q", "origin", "HEAD:main");
    const folder = shallow("--depth=2", "--no-single-branch", "-b", "change");
    const { status, err } = ci(folder);
    expect([status, err]).toEqual([6, expect.stringContaining("git fetch --unshallow")]);
  });
});
