// AGT-8: a program that loads another one's entry sends its own payloads through it. Whoever it is, the guard speaks, in a
// form that is heard there.
// check:all: a process of the built hook for each call.
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync } from "node:fs";
import { relative } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { HOSTS } from "../../../src/hosts/index.ts";
import { takeNotices } from "../../../src/recall/io/notices.ts";
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
  mkdirSync(project, { recursive: true });
  execFileSync("git", ["init", "-q", project]);
  const more = ["kind: constraint", "rule: [deny command npm install]"];
  plant(base, "feedback_use_pnpm", { tier: "verified", id: idOf(1), more, body: "Use pnpm here, not npm." });
});
afterEach(() => removeBox(base));

const send = (host: string, payload: object): HookAnswer => runHook(bundle.path, payload, { base, host });
const store = (): string => `${rootOf(base)}/memories/feedback_x.md`;

/** VS Code's local agent sessions, as its reference has them. */
const vscode = (hookEventName: string, more: object = {}): object => ({
  timestamp: "2026-11-18T10:00:00.000Z",
  cwd: project,
  sessionId: "vs-1",
  hookEventName,
  ...more,
});
/** Cursor's, whose folder of the session may be empty. */
const cursor = (hook_event_name: string, more: object = {}): object => ({
  conversation_id: "cu-1",
  generation_id: "g-1",
  model: "m",
  hook_event_name,
  cursor_version: "3.1.0",
  workspace_roots: [project],
  ...more,
});

describe("AGT-8: VS Code through Copilot CLI's entry, and through Claude Code's", () => {
  for (const host of ["copilot", "claude"]) {
    test(`${host}: the start tells what applies here`, () => {
      const { hookSpecificOutput: said } = JSON.parse(send(host, vscode("SessionStart", { source: "new" })).out);
      expect(said.hookEventName).toBe("SessionStart");
      expect(said.additionalContext).toContain("Use pnpm here");
    });

    test(`${host}: a write, an edit and a line into the store are refused`, () => {
      const calls = [
        { tool_name: "create_file", tool_input: { filePath: store(), content: "x" } },
        { tool_name: "replace_string_in_file", tool_input: { filePath: store(), oldString: "a", newString: "b" } },
        { tool_name: "multi_replace_string_in_file", tool_input: { replacements: [{ filePath: store() }] } },
        { tool_name: "run_in_terminal", tool_input: { command: `echo x > ${store()}`, isBackground: false } },
      ];
      for (const call of calls) {
        const { out, status } = send(host, vscode("PreToolUse", { ...call, tool_use_id: "t" }));
        expect(status).toBe(0);
        expect(JSON.parse(out).hookSpecificOutput.permissionDecision, call.tool_name).toBe("deny");
      }
    });

    test(`${host}: a rule holds, and what nobody forbids passes in silence`, () => {
      send(host, vscode("SessionStart", { source: "new" }));
      const line = (command: string): HookAnswer =>
        send(host, vscode("PreToolUse", { tool_name: "run_in_terminal", tool_input: { command } }));
      expect(JSON.parse(line("npm install").out).hookSpecificOutput.permissionDecision).toBe("deny");
      expect(line("ls").out).toBe("");
    });
  }
});

describe("AGT-8: Cursor through Claude Code's entry", () => {
  test("under its own names and under Claude's, a write and a line into the store are refused", () => {
    const calls = [
      cursor("preToolUse", { tool_name: "Write", tool_input: { file_path: store(), content: "x" }, cwd: "" }),
      cursor("PreToolUse", { session_id: "cu-1", tool_name: "Shell", tool_input: { command: `rm ${store()}` } }),
      cursor("beforeShellExecution", { command: `tee ${store()}`, cwd: project }),
    ];
    for (const call of calls) {
      const { out } = send("claude", call);
      expect(JSON.parse(out)).toMatchObject({ permission: "deny", agent_message: expect.stringContaining("Holdfast") });
    }
  });

  test("a path is meant from the folder of the workspace, where it names no other", () => {
    const tool_input = { file_path: relative(project, store()), content: "x" };
    const { out } = send("claude", cursor("preToolUse", { tool_name: "Write", tool_input, cwd: "" }));
    expect(JSON.parse(out).permission).toBe("deny");
  });

  test("the start tells what applies here, and a rule holds", () => {
    const { out } = send("claude", cursor("sessionStart", { session_id: "cu-1", composer_mode: "agent" }));
    expect(JSON.parse(out).additional_context).toContain("Use pnpm here");
    const line = send("claude", cursor("beforeShellExecution", { command: "npm install", cwd: project }));
    expect(JSON.parse(line.out).permission).toBe("deny");
  });

  test("AGT-13: where Cursor has an entry of its own, this one leaves memory to it, and guards all the same", () => {
    const { data } = placesOf(base);
    execFileSync("mkdir", ["-p", `${base}/.cursor`, data]);
    execFileSync("sh", ["-c", `echo x > '${data}/hook.cjs'`]);
    const entry = JSON.stringify({ version: 1, hooks: { sessionStart: [{ command: `node '${data}/hook.cjs'` }] } });
    execFileSync("sh", ["-c", `cat > '${base}/.cursor/hooks.json'`], { input: entry });
    expect(send("claude", cursor("sessionStart", { session_id: "cu-1" })).out).toBe("");
    const write = { tool_name: "Write", tool_input: { file_path: store(), content: "x" } };
    expect(JSON.parse(send("claude", cursor("preToolUse", write)).out).permission).toBe("deny");
  });
});

describe("AGT-8: a payload that nobody has described", () => {
  const unknown = (): readonly object[] => [
    { toolName: "write_file", toolInput: { filePath: store(), content: "x" }, cwd: project },
    { event: "pre_write_code", tool_info: { file_path: store(), edits: [] } },
    { type: "tool.before", tool: { name: "Bash", arguments: JSON.stringify({ command: `echo x >> ${store()}` }) } },
    { hookName: "BeforeAnything", call: { name: "save", params: { path: store() } } },
    { agent_action_name: "pre_run_command", tool_info: { command_line: `rm -rf ${rootOf(base)}`, cwd: project } },
  ];

  test("a call that reaches for the store is refused in every known form, and by the way it ends", () => {
    // All of them on one entry, and one on each.
    for (const [at, { name }] of HOSTS.entries()) {
      for (const payload of at === 0 ? unknown() : unknown().slice(at % 5, (at % 5) + 1)) {
        const { out, err, status } = send(name, payload);
        const where = `${name} ${JSON.stringify(payload).slice(0, 60)}`;
        expect(status, where).toBe(2);
        expect(err, where).toContain("Holdfast");
        expect(JSON.parse(out), where).toMatchObject({
          permission: "deny",
          permissionDecision: "deny",
          decision: "deny",
          cancel: true,
          hookSpecificOutput: { permissionDecision: "deny" },
        });
      }
    }
  });

  test("what does not reach for it, what came after the act and what is no call pass in silence", () => {
    const passing = [
      { toolName: "write_file", toolInput: { filePath: `${project}/a.ts` } },
      { hookEventName: "PostToolUse", sessionId: "s", tool_name: "create_file", tool_input: { filePath: store() } },
      { event: "post_write_code", tool_info: { file_path: store() } },
      { note: store() },
      [],
    ];
    for (const payload of passing) expect(send("claude", payload)).toEqual({ status: 0, out: "", err: "" });
  });

  test("it is told at the next start, once for each program", () => {
    for (const _ of [1, 2]) send("claude", unknown()[0] ?? {});
    for (const _ of [1, 2]) send("copilot", vscode("Stop"));
    const told = takeNotices(placesOf(base).state).map(({ text }) => text);
    expect(told).toEqual([
      expect.stringMatching(/does not know .*Claude Code's entry.*doctor --host claude --probe/),
      expect.stringMatching(/VS Code .*Copilot CLI's entry/),
    ]);
    expect(readdirSync(`${placesOf(base).state}/signs`).toSorted()).toEqual([
      "heard-claude-unknown",
      "heard-copilot-vscode",
    ]);
  });
});

describe("AGT-8: a model can't make its call look like another program's", () => {
  test("keys inside of a call's input change nothing of the form of the answer", () => {
    const tool_input = { file_path: store(), content: "x", cursor_version: "1", hookEventName: "PreToolUse" };
    const call = { session_id: "s", cwd: project, hook_event_name: "PreToolUse", tool_name: "Write", tool_input };
    expect(JSON.parse(send("claude", call).out).hookSpecificOutput.permissionDecision).toBe("deny");
    expect(Object.keys(JSON.parse(send("claude", call).out))).toEqual(["hookSpecificOutput"]);
  });
});
