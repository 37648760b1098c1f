// AGT-23: where Claude keeps the memories it writes by itself.
import { describe, expect, test } from "vitest";
import {
  type AutoMemoryInputs,
  autoMemoryFolder,
  autoMemoryPlaces,
  slugOf,
} from "../../../src/hosts/claude/auto-memory.ts";

const HOME = "/home/u";
const USUAL = "/home/u/.claude/projects/-home-u-shop-v2/memory";

function places(settings: Partial<AutoMemoryInputs["settings"]> = {}, env: AutoMemoryInputs["env"] = {}) {
  return autoMemoryPlaces({
    env,
    home: HOME,
    top: "/home/u/shop.v2",
    settings: { local: [], project: [], ...settings },
  });
}

const named = (folder: unknown): string => JSON.stringify({ model: "opus", autoMemoryDirectory: folder });
const enabled = (value: unknown): string => JSON.stringify({ autoMemoryEnabled: value });

describe("AGT-23: the folder of a project", () => {
  test("is named after its path; every sign that is no letter or digit is a dash", () => {
    expect(places()).toEqual({ projects: "/home/u/.claude/projects", named: [], unasked: USUAL });
    expect(slugOf("/a b/É_x.y")).toBe("-a-b---x-y");
    expect(places({}, { CLAUDE_CONFIG_DIR: "/c" }).unasked).toBe("/c/projects/-home-u-shop-v2/memory");
    expect(places({}, { CLAUDE_CONFIG_DIR: "" }).unasked).toBe(USUAL);
  });

  test("a path over 200 signs is cut, and a number says which it is: as Claude Code 2.1.325 has it", () => {
    expect(slugOf(`/${"x".repeat(199)}`)).toBe(`-${"x".repeat(199)}`);
    const top = `/tmp/agent-box-6wg6tr/${"l".repeat(100)}/${"m".repeat(120)}`;
    expect(slugOf(top)).toBe(`-tmp-agent-box-6wg6tr-${"l".repeat(100)}-${"m".repeat(77)}-wemq4h`);
  });
});

describe("AGT-23: another folder, by settings or a variable", () => {
  test.each([
    ["the user's", { user: named("/m/user") }, "/m/user"],
    ["from the home", { user: named("~/notes/") }, "/home/u/notes"],
    ["a byte order mark before it", { user: `\uFEFF${named("/m/user")}` }, "/m/user"],
    ["the administrator's wins", { managed: named("/m/all"), local: [named("/m/l")], user: named("/m/u") }, "/m/all"],
    ["a project's takes it away from us to say", { project: [named("/m/p")], user: named("/m/u") }, undefined],
    ["so does one that is not checked in", { local: [named("/m/l")] }, undefined],
    ["a project's that is no folder: no other's counts", { project: [named("rel")], user: named("/m/u") }, undefined],
    ["the administrator's that is no folder", { managed: named("rel"), user: named("/m/u") }, USUAL],
    ["relative is none", { user: named("notes") }, USUAL],
    ["the root is none", { user: named("/") }, USUAL],
    ["a bare ~ is none", { user: named("~") }, USUAL],
    ["another type is none", { user: named(7) }, USUAL],
    ["comments are no JSON to Claude", { user: `{ // mine\n"autoMemoryDirectory": "/m/u" }` }, USUAL],
    ["no object", { user: '"autoMemoryDirectory"' }, USUAL],
  ])("%s", (_, settings, expected) => {
    expect(places(settings).unasked).toBe(expected);
  });

  test("every folder that anybody names is guarded, whichever is in use", () => {
    const settings = {
      managed: named("/a"),
      local: [named("/b")],
      project: [named("/c"), named("/b")],
      user: named("/d"),
    };
    const found = places(settings, { CLAUDE_COWORK_MEMORY_PATH_OVERRIDE: "/o" });
    expect(found.named).toEqual(["/o", "/a", "/b", "/c", "/d"]);
    expect(found.unasked).toBeUndefined();
    expect(places(settings).unasked).toBe("/a");
  });

  test.each([
    ["switched off by the user", { user: enabled(false) }, {}, undefined],
    ["by a project", { project: [enabled(false)] }, {}, undefined],
    ["though the administrator has it on", { managed: enabled(true), user: enabled(false) }, {}, undefined],
    ["by the variable", {}, { CLAUDE_CODE_DISABLE_AUTO_MEMORY: "1" }, undefined],
    ["though the variable has it on", { user: enabled(false) }, { CLAUDE_CODE_DISABLE_AUTO_MEMORY: "0" }, undefined],
    ["on by the variable", {}, { CLAUDE_CODE_DISABLE_AUTO_MEMORY: "0" }, USUAL],
    ["an empty variable says nothing", {}, { CLAUDE_CODE_DISABLE_AUTO_MEMORY: "" }, USUAL],
    ["a word is no switch", { user: enabled("false") }, {}, USUAL],
  ])("%s", (_, settings, env, expected) => {
    expect(places(settings, env).unasked).toBe(expected);
  });
});

describe("AGT-23: which file lies in one", () => {
  const at = places({ user: named("/m/user") });

  test.each([
    [`${USUAL}/a.md`, USUAL],
    [`${USUAL}/deep/a.md`, USUAL],
    ["/home/u/.claude/projects/-other/memory/MEMORY.md", "/home/u/.claude/projects/-other/memory"],
    ["/m/user/a.md", "/m/user"],
    ["/m/user2/a.md", undefined],
    ["/m/user", undefined],
    [USUAL, undefined],
    [`${USUAL}2/a.md`, undefined],
    ["/home/u/.claude/projects/-other/session.jsonl", undefined],
    ["/home/u/.claude/projects/-other/x/memory/a.md", undefined],
    ["/home/u/shop/memory/a.md", undefined],
  ])("%s", (path, folder) => {
    expect(autoMemoryFolder(path, at)).toBe(folder);
  });
});
