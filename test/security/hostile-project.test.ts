// What a cloned repository can put beside a session: nothing of it silences the user's own memories (CFG-1), and
// nothing of it drives the terminal (CHK-31).
// check:all: a process of the built hook for each trick.

import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { entryArguments } from "../support/hook-run.ts";
import { idOf, plant } from "../support/memories.ts";
import { scrubbed } from "../support/scrubbed.ts";
import { makeBox, removeBox, rootOf } from "../support/store-box.ts";

const CLI = fileURLToPath(new URL("../../src/cli/main.ts", import.meta.url));
const HOOK = fileURLToPath(new URL("../../src/hook/main.ts", import.meta.url));

let base: string;
let project: string;
beforeEach(() => {
  base = makeBox();
  project = `${base}/project`;
  mkdirSync(project);
  execFileSync("git", ["init", "-q", project]);
  plant(base, "user_mine", { tier: "verified", id: idOf(1) });
});
afterEach(() => removeBox(base));

const ENV = (): Record<string, string> =>
  scrubbed({ HOME: base, HOLDFAST_HOME: rootOf(base), XDG_DATA_HOME: `${base}/data` });

function run(
  program: string,
  argv: readonly string[],
  input = "",
): { status: number | null; out: string; err: string } {
  const done = spawnSync(process.execPath, [program, ...argv], {
    cwd: project,
    input,
    encoding: "utf8",
    env: ENV(),
  });
  return { status: done.status, out: done.stdout, err: done.stderr };
}

const hook = (): string => {
  const event = { session_id: "s", cwd: project, hook_event_name: "SessionStart", source: "startup" };
  return run(HOOK, entryArguments(ENV()), JSON.stringify(event)).out;
};

const MARKER = `${JSON.stringify({ format: 1, "store-id": idOf(99) })}\n`;

const PLANTS: Readonly<Record<string, () => void>> = {
  "a file in place of the folder": () => writeFileSync(`${project}/.holdfast`, "x"),
  "a link in place of the folder": () => symlinkSync("/etc", `${project}/.holdfast`),
  "a configuration that is a link": () => {
    mkdirSync(`${project}/.holdfast`);
    symlinkSync("/etc/passwd", `${project}/.holdfast/config.json`);
  },
  "a huge configuration": () => {
    mkdirSync(`${project}/.holdfast`);
    writeFileSync(`${project}/.holdfast/config.json`, "x".repeat(300_000));
  },
  "memories that are a link": () => {
    mkdirSync(`${project}/.holdfast`);
    writeFileSync(`${project}/.holdfast/holdfast.json`, MARKER);
    symlinkSync("/etc", `${project}/.holdfast/memories`);
  },
  "a damaged marker": () => {
    mkdirSync(`${project}/.holdfast`);
    writeFileSync(`${project}/.holdfast/holdfast.json`, "{");
  },
  "a repository that anyone may write": () => chmodSync(project, 0o777),
  "a budget of nothing": () => {
    mkdirSync(`${project}/.holdfast`);
    writeFileSync(`${project}/.holdfast/config.json`, '{"session-start-tokens":0,"serve-project-memories":false}');
  },
  "very many files": () => {
    mkdirSync(`${project}/.holdfast/memories`, { recursive: true });
    writeFileSync(`${project}/.holdfast/holdfast.json`, MARKER);
    for (let n = 0; n < 600; n++) writeFileSync(`${project}/.holdfast/memories/user_x${n}.md`, "---\nname: x\n---\n");
  },
};

describe("a hostile project", () => {
  test.each(Object.keys(PLANTS))("CFG-1 AGT-3: %s silences nobody", (name) => {
    PLANTS[name]?.();
    expect(hook()).toContain("m001 user mine.");
    const { status, out } = run(CLI, ["list"]);
    expect([status, out]).toEqual([0, expect.stringContaining("user mine")]);
  });

  test("CHK-31: no stored text reaches the terminal as anything but text", () => {
    const evil = "\u001b]52;c;ZWNobw==\u0007\u001b[2J\u009b31m\u202eabc";
    mkdirSync(`${project}/.holdfast/memories`, { recursive: true });
    writeFileSync(`${project}/.holdfast/holdfast.json`, MARKER);
    const keys = [
      "name",
      "description",
      "created-at",
      "last-verified",
      "source",
      "project",
      "kind",
      "status",
      "evidence",
    ];
    const lines = keys.map((key) => `${key}: ${JSON.stringify(evil)}`);
    writeFileSync(
      `${project}/.holdfast/memories/user_evil.md`,
      ["---", ...lines, "type: user", "---", evil, ""].join("\n"),
    );
    const calls = [
      ["list"],
      ["list", "--json"],
      ["show", "user_evil"],
      ["show", "user_evil", "--raw"],
      ["show", "user_evil", "--json"],
      ["check"],
      ["doctor"],
      [],
    ];
    for (const argv of calls) {
      const { out, err } = run(CLI, argv);
      const shown = Array.from(out + err).filter(
        (char) => /[\p{Cc}\p{Cf}]/u.test(char) && char !== "\n" && char !== "\t",
      );
      expect([argv, shown]).toEqual([argv, []]);
    }
  });
});

describe("what an agent is told of quarantine", () => {
  test("TRU-20: neither text nor names, through any reading command", () => {
    plant(base, "user_poisoned", {
      place: "quarantine",
      tier: "quarantined",
      id: idOf(2),
      more: ["expires: 2026-02-30"],
    });
    plant(base, "user_odd", { place: "quarantine", tier: "verified", id: idOf(3) });
    for (const argv of [
      ["list"],
      ["list", "--json"],
      ["show", "user_poisoned"],
      ["check"],
      ["check", "user_poisoned"],
      ["doctor"],
      ["why"],
      [],
    ]) {
      const { out, err } = run(CLI, argv);
      const told = `${out}${err}`.replaceAll(argv.join(" "), "").replace(/user_poisoned is quarantined[^\n]*/g, "");
      expect([argv, told]).toEqual([argv, expect.not.stringMatching(/poisoned|user_odd/)]);
    }
  });
});
