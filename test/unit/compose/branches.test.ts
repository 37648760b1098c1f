// Memories of a branch hold where its commit is an ancestor of what is checked out, and nowhere else (SYN-30).
// check:all: the built hook has a second to answer.

import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { knownBranches, openBranches } from "../../../src/compose/branches.ts";
import { projectHead } from "../../../src/disk/git/project-identity.ts";
import { runHook } from "../../support/hook-run.ts";
import { idOf, plant } from "../../support/memories.ts";
import { makeBox, placesOf, removeBox } from "../../support/store-box.ts";

const HOOK = fileURLToPath(new URL("../../../src/hook/main.ts", import.meta.url));

let base: string;
let project: string;
let state: string;

function git(...args: readonly string[]): string {
  const who = ["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "protocol.file.allow=always"];
  return execFileSync("git", ["-C", project, ...who, ...args], { encoding: "utf8", stdio: "pipe" }).trim();
}

beforeEach(() => {
  base = makeBox("memory");
  project = `${base}/shop`;
  state = placesOf(base).state;
  mkdirSync(project);
  git("init", "-q", "--initial-branch=main");
  git("commit", "-q", "--allow-empty", "-m", "One");
  git("checkout", "-q", "-b", "feature/harbour");
  git("commit", "-q", "--allow-empty", "-m", "Two");
});
afterEach(() => removeBox(base));

const among = (...names: readonly string[]) => openBranches(state, project).among(names);

describe("SYN-30: branches", () => {
  test("a branch holds on itself, on what grew from it and where it was merged, and not beside it", async () => {
    expect(await among("feature/harbour", "main", "gone")).toEqual(["feature/harbour", "main"]);
    git("checkout", "-q", "-b", "more");
    git("commit", "-q", "--allow-empty", "-m", "Three");
    expect(await among("feature/harbour")).toEqual(["feature/harbour"]);
    git("checkout", "-q", "main");
    expect(await among("feature/harbour")).toEqual([]);
    git("merge", "-q", "--no-ff", "-m", "Merge", "feature/harbour");
    expect(await among("feature/harbour")).toEqual(["feature/harbour"]);
  });

  test("the answer is kept for its commit, and none is known for another", async () => {
    await among("feature/harbour", "main");
    expect(knownBranches(state, project)).toEqual(["feature/harbour", "main"]);
    git("checkout", "-q", "main");
    expect(knownBranches(state, project)).toEqual([]);
    await among("feature/harbour");
    expect(knownBranches(state, project)).toEqual([]);
    expect(knownBranches(state, undefined)).toEqual([]);
  });

  test("no answer is no: a pattern, a shallow clone, no repository", async () => {
    expect(await among("feature*", "--all", "../main", "")).toEqual([]);
    git("checkout", "-q", "main");
    git("merge", "-q", "--no-ff", "-m", "Merge", "feature/harbour");
    const origin = project;
    project = `${base}/clone`;
    execFileSync("git", ["clone", "-q", "--depth=1", "--no-single-branch", `file://${origin}`, project], {
      stdio: "pipe",
    });
    expect(await among("main", "feature/harbour")).toEqual(["main"]);
    rmSync(`${project}/.git`, { recursive: true });
    expect(await among("main")).toEqual([]);
  });

  test("what is checked out is read without git: loose, packed, detached, a worktree, and never by a hostile HEAD", () => {
    const head = git("rev-parse", "HEAD");
    expect(projectHead(project)).toBe(head);
    git("pack-refs", "--all");
    expect(projectHead(project)).toBe(head);
    git("checkout", "-q", "--detach");
    expect(projectHead(project)).toBe(head);
    git("worktree", "add", "-q", "-b", "side", `${base}/side`, "main");
    expect(projectHead(`${base}/side`)).toBe(git("rev-parse", "main"));
    writeFileSync(`${project}/.git/HEAD`, "ref: refs/heads/../../../x\n");
    expect(projectHead(project)).toBeUndefined();
    writeFileSync(`${project}/.git/HEAD`, "ref: refs/heads/none\n");
    expect(projectHead(project)).toBeUndefined();
    expect(projectHead(`${base}/nowhere`)).toBeUndefined();
  });

  // A hook ends at its time box, whatever it had to say: on a busy machine that may be before git has answered.
  test("a session is told on the branch and not beside it; a prompt goes by what its start found out", {
    retry: 2,
  }, () => {
    const more = ["branch: feature/harbour"];
    const body = "The harbour gateway listens on port 7070.";
    plant(base, "user_harbour", {
      tier: "verified",
      id: idOf(1),
      description: "The harbour gateway's port",
      more,
      body,
    });
    plant(base, "user_other", { tier: "verified", id: idOf(2), description: "Tests run in parallel" });
    const prompt = "which port does the harbour gateway listen on?";
    expect(hook("UserPromptSubmit", { prompt }, "before")).not.toContain("7070");
    expect(hook("SessionStart", { source: "startup" }, "a")).toContain("harbour gateway");
    expect(hook("UserPromptSubmit", { prompt }, "b")).toContain("7070");
    git("checkout", "-q", "main");
    expect(hook("UserPromptSubmit", { prompt }, "c")).not.toContain("7070");
    const beside = hook("SessionStart", { source: "startup" }, "d");
    expect(beside).toContain("in parallel");
    expect(beside).not.toContain("harbour");
  });
});

function hook(event: string, more: object, session: string): string {
  const input = { session_id: session, cwd: project, hook_event_name: event, ...more };
  return runHook(HOOK, input, { base }).out;
}
