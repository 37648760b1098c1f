// Rules that hold (RUL-1, RUL-5), as the built hook answers.
// check:all: a process of the built hook for each call.
import { execFileSync } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { buildHook, type HookBundle } from "../../support/hook-bundle.ts";
import { type HookAnswer, runHook } from "../../support/hook-run.ts";
import { idOf, plant } from "../../support/memories.ts";
import { makeBox, placesOf, removeBox, rootOf } from "../../support/store-box.ts";

let bundle: HookBundle;
beforeAll(async () => {
  bundle = await buildHook();
}, 60_000);
afterAll(() => bundle.remove());

let base: string;
let project: string;
beforeEach(() => {
  base = makeBox("memory");
  project = `${base}/shop`;
  mkdirSync(`${project}/src`, { recursive: true });
  execFileSync("git", ["init", "-q", project]);
  execFileSync("git", ["-C", project, "remote", "add", "origin", "https://example.org/team/shop.git"]);
});
afterEach(() => removeBox(base));

const RULE = "rule: [deny command npm install, deny edit migrations/**, instead run pnpm install]";
const npm = (more: readonly string[] = [], tier = "verified"): string =>
  plant(base, "feedback_use_pnpm", {
    tier,
    id: idOf(1),
    created: "2026-05-01T10:00:00Z",
    more: ["kind: constraint", RULE, ...more],
    body: "Use pnpm here, not npm.",
  });

function send(event: string, more: object, host = "claude"): HookAnswer {
  const stdin = { session_id: "s1", cwd: project, hook_event_name: event, ...more };
  return runHook(bundle.path, stdin, { base, host });
}
const start = (): HookAnswer => send("SessionStart", { source: "startup" });
const bash = (command: string, host = "claude"): HookAnswer =>
  send("PreToolUse", { tool_name: "Bash", tool_input: { command } }, host);
function decisionOf({ out }: HookAnswer): { readonly decision?: string; readonly reason: string } {
  const { hookSpecificOutput: said } = out === "" ? { hookSpecificOutput: {} } : JSON.parse(out);
  return { decision: said?.permissionDecision, reason: said?.permissionDecisionReason ?? "" };
}

/** The forms of what rules did, from the receipts. */
function firedIn(home: string): readonly unknown[] {
  const folder = `${placesOf(home).state}/receipts`;
  return (existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: "utf8" }) : [])
    .filter((name) => name.endsWith(".jsonl"))
    .flatMap((name) => readFileSync(`${folder}/${name}`, "utf8").trimEnd().split("\n"))
    .flatMap((text) => (JSON.parse(text) as { shown: { form: string }[] }).shown.map(({ form }) => form))
    .filter((form) => /^(deny|ask|remind|allowed)$/.test(form));
}

describe("a verified memory's rule", () => {
  test("stops the command, plain and wrapped, with the reason, the alternative and the handle", () => {
    npm();
    start();
    for (const line of ["npm install", "cd src && sudo npm install left-pad", "bash -c 'npm install'"]) {
      const { decision, reason } = decisionOf(bash(line));
      expect(decision, line).toBe("deny");
      expect(reason).toContain("run pnpm install");
      expect(reason).toContain(idOf(1));
    }
    expect(decisionOf(bash("pnpm install")).decision).toBeUndefined();
    expect(decisionOf(bash("npm run build")).decision).toBeUndefined();
  });

  test("stops an edit by its path, by a tool and by a redirection", () => {
    npm();
    start();
    const write = (file: string): HookAnswer =>
      send("PreToolUse", { tool_name: "Write", tool_input: { file_path: `${project}/${file}`, content: "x" } });
    expect(decisionOf(write("migrations/001.sql")).decision).toBe("deny");
    expect(decisionOf(write("src/a.ts")).decision).toBeUndefined();
    expect(decisionOf(bash("echo x > migrations/002.sql")).decision).toBe("deny");
  });

  test("is told in a receipt", () => {
    npm();
    start();
    bash("npm install");
    const state = placesOf(base).state;
    const [day] = execFileSync("ls", [`${state}/receipts`], { encoding: "utf8" })
      .trim()
      .split("\n");
    expect(readFileSync(`${state}/receipts/${day}`, "utf8")).toContain('"form":"deny"');
  });

  test("asks where it says so, and only reminds where it says so", () => {
    plant(base, "feedback_push", {
      tier: "verified",
      id: idOf(2),
      more: ["rule: [ask command git push]"],
      body: "Ask.",
    });
    plant(base, "feedback_log", { tier: "verified", id: idOf(3), more: ["rule: [remind command make]"], body: "Log." });
    start();
    expect(decisionOf(bash("git push")).decision).toBe("ask");
    expect(decisionOf(bash("make all")).decision).toBeUndefined();
    expect(bash("make all").out).toContain("additionalContext");
  });
});

describe("RUL-1: nothing but a person's signed word stops anything", () => {
  test.each([
    ["inferred", () => npm([], "inferred")],
    ["retired", () => npm(["status: retired"])],
    ["expired", () => npm(["expires: 2026-01-01"])],
    ["of another project", () => npm(["project: example.org/other/repo"])],
    ["of another branch", () => npm(["branch: release"])],
    [
      "quarantined",
      () =>
        plant(base, "feedback_use_pnpm", {
          place: "quarantine",
          tier: "quarantined",
          id: idOf(1),
          more: [RULE],
          body: "x",
        }),
    ],
    [
      "unattested, because its words were changed",
      () => {
        npm();
        appendFileSync(`${rootOf(base)}/memories/feedback_use_pnpm.md`, "And more.\n");
      },
    ],
    [
      "unattested, because its rule was changed",
      () => {
        const file = `${rootOf(base)}/memories/feedback_use_pnpm.md`;
        plant(base, "feedback_use_pnpm", {
          tier: "verified",
          id: idOf(1),
          more: ["rule: [deny command yarn]"],
          body: "Use pnpm.",
        });
        writeFileSync(file, readFileSync(file, "utf8").replace("command yarn", "command npm install"));
      },
    ],
    [
      "without its statement",
      () => {
        npm();
        rmSync(`${rootOf(base)}/attest`, { recursive: true, force: true });
      },
    ],
    [
      "that can't be read",
      () =>
        plant(base, "feedback_use_pnpm", {
          tier: "verified",
          id: idOf(1),
          more: ["rule: [deny command npm install, sometimes]"],
          body: "x",
        }),
    ],
  ])("%s", (_, write) => {
    write();
    start();
    const answer = bash("npm install");
    expect(decisionOf(answer).decision).toBeUndefined();
    expect(answer.status).toBe(0);
  });
});

describe("in each host's own form (RUL-5)", () => {
  test.each(["codex", "copilot", "gemini", "opencode"])("%s", (host) => {
    npm();
    start();
    const event = host === "gemini" ? "BeforeTool" : "PreToolUse";
    const { out } = send(
      event,
      { tool_name: host === "gemini" ? "run_shell_command" : "Bash", tool_input: { command: "npm install" } },
      host,
    );
    expect(out).toContain("deny");
    expect(out).toContain("run pnpm install");
  });

  test("RUL-6: a reminder that the host can't give is not counted as given", () => {
    plant(base, "feedback_make", {
      tier: "verified",
      id: idOf(2),
      created: "2026-05-01T10:00:00Z",
      more: ["rule: [remind command make]"],
      body: "Look at the targets before a make.",
    });
    start();
    const asked = send("BeforeTool", { tool_name: "run_shell_command", tool_input: { command: "make all" } }, "gemini");
    expect(asked.out).toBe("");
    expect(firedIn(base)).toEqual([]);
    expect(bash("make all").out).toContain("A reminder that the user confirmed");
    expect(firedIn(base)).toEqual(["remind"]);
  });

  test("RUL-7: where no receipt can be written the rule holds all the same", () => {
    npm();
    start();
    rmSync(`${placesOf(base).state}/receipts`, { recursive: true, force: true });
    writeFileSync(`${placesOf(base).state}/receipts`, "");
    expect(decisionOf(bash("npm install")).decision).toBe("deny");
  });
});
