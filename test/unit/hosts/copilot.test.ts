// Copilot CLI 1.0.102, in the shapes that the real program sends (test/e2e/copilot.ts runs it).
import { execFileSync } from "node:child_process";
import { afterAll, describe, expect, test } from "vitest";
import { decide } from "../../../src/guard/decide.ts";
import { copilot } from "../../../src/hosts/copilot/index.ts";
import { setup } from "../../../src/hosts/copilot/setup.ts";
import { readPlace, readTurn, readWork } from "../../../src/hosts/copilot/transcript.ts";
import { parseEvent, renderIntent } from "../../../src/hosts/copilot/wire.ts";
import { placesOf } from "../../../src/hosts/host.ts";
import { editJson } from "../../../src/install/io/json-edit.ts";
import { guardBox } from "../../support/guard-world.ts";

const BASE = {
  session_id: "2397886f-9b22-4775-abb5-4e236f9bfbb7",
  timestamp: "2026-11-14T23:28:35.228Z",
  cwd: "/home/u/project",
};
const parse = (event: object) => parseEvent(JSON.stringify({ ...BASE, ...event }));
const at = { session: BASE.session_id, cwd: BASE.cwd, at: Date.parse(BASE.timestamp) };

describe("Copilot's events (AGT-2, AGT-5)", () => {
  test("a new session is a start; a resumed one has lost what its start told, and no more (AGT-10)", () => {
    const start = { hook_event_name: "SessionStart", initial_prompt: "hi" };
    expect(parse({ ...start, source: "new" })).toEqual({ kind: "SessionStart", ...at, source: "startup" });
    expect(parse({ ...start, source: "resume" })).toEqual({
      kind: "SessionStart",
      ...at,
      source: "clear",
      hasPrompts: true,
    });
    expect(parse({ ...start, timestamp: "soon" })).toEqual({
      kind: "SessionStart",
      ...at,
      at: undefined,
      source: "startup",
    });
  });

  test("prompt, tool, and the ends of turns", () => {
    expect(parse({ hook_event_name: "UserPromptSubmit", prompt: "hi" })).toMatchObject({ prompt: "hi" });
    const input = { path: "/home/u/project/a.md", file_text: "x" };
    const write = { hook_event_name: "PreToolUse", tool_name: "Write", tool_input: input };
    expect(parse(write)).toEqual({ kind: "PreToolUse", ...at, tool: "Write", input });
    const record = "/home/u/.copilot/session-state/2397886f/events.jsonl";
    const stop = { hook_event_name: "Stop", transcript_path: record, stop_reason: "end_turn" };
    expect(parse(stop)).toEqual({ kind: "Stop", ...at, transcript: record });
    expect(parse({ hook_event_name: "SessionEnd", reason: "complete" })).toEqual({ kind: "SessionEnd", ...at });
  });

  test("AGT-20: a patch that comes as a bare text, under another tool's name, is a patch", () => {
    const patch = "*** Begin Patch\n*** Add File: a.txt\n+x\n*** End Patch\n";
    expect(parse({ hook_event_name: "PreToolUse", tool_name: "Edit", tool_input: patch })).toEqual({
      kind: "PreToolUse",
      ...at,
      tool: "apply_patch",
      input: { input: patch },
    });
  });

  test.each([undefined, null, 7, ["a"]])("an input that is neither object nor text is no call: %j", (tool_input) => {
    expect(parse({ hook_event_name: "PreToolUse", tool_name: "Edit", tool_input })).toBeUndefined();
  });
});

describe("AGT-20, AGT-21: what Copilot's tools would change", () => {
  const box = guardBox();
  afterAll(box.remove);
  const inside = `${box.store}/memories/a.md`;
  const outside = `${box.project}/src/a.md`;
  const decided = (tool_name: string, tool_input: unknown) => {
    const event = parse({ hook_event_name: "PreToolUse", cwd: box.project, tool_name, tool_input });
    if (event?.kind !== "PreToolUse") throw new Error("no call");
    return decide(event, box.world).kind;
  };
  const patch = (path: string) => `*** Begin Patch\n*** Update File: ${path}\n@@\n-a\n+b\n*** End Patch\n`;

  test.each([
    ["Write", (path: string) => ({ path, file_text: "x" })],
    ["create", (path: string) => ({ path, file_text: "x" })],
    ["Edit", (path: string) => ({ path, old_str: "a", new_str: "b" })],
    ["Edit", patch],
    ["Edit", (path: string) => ` \n${patch(path)}`],
    ["Edit", (path: string) => `words before\n${patch(path)}`],
    ["Bash", (path: string) => ({ command: `echo x > ${path}`, description: "d" })],
    ["write_bash", (path: string) => ({ input: `echo x > ${path}{enter}` })],
    ["bash", (path: string) => ({ input: `echo x > ${path}` })],
    ["bash", (path: string) => ({ command: `cd ${path.replace(/\/[^/]+$/, "")} && rm a.md`, mode: "sync" })],
    ["str_replace_editor", (path: string) => ({ command: "create", path, file_text: "x" })],
    ["filesystem-write_file", (path: string) => ({ path, content: "x" })],
  ])("%s is denied in the store and nowhere else", (tool, input) => {
    expect(decided(tool, input(inside))).toBe("deny");
    expect(decided(tool, input(outside))).toBe("none");
  });

  test.each([
    ["Read", { path: inside }],
    ["view", { path: inside }],
    ["rg", { pattern: "x", paths: [`${box.project}/src`] }],
    ["holdfast-memory_search", { query: "pnpm" }],
    ["Agent", { description: "d", prompt: `look at ${inside}`, agent_type: "explore" }],
  ])("AGT-22: no opinion about %s", (tool, input) => {
    expect(decided(tool, input)).toBe("none");
  });
});

describe("our answers to Copilot, to the byte (AGT-5)", () => {
  test("stand at the top level; a word for the person has no place", () => {
    expect(renderIntent({ kind: "nothing" })).toBe("");
    expect(renderIntent({ kind: "context", event: "SessionStart", text: "x", userMessage: "hello" })).toBe(
      '{"additionalContext":"x"}',
    );
    expect(renderIntent({ kind: "context", event: "SessionStart", text: "", userMessage: "hello" })).toBe("");
    // Copilot listens at the top; VS Code, which runs the same entry, where Claude does (AGT-8).
    const said = '"permissionDecision":"deny","permissionDecisionReason":"no"';
    const refusal = `{${said},"hookSpecificOutput":{"hookEventName":"PreToolUse",${said}}}`;
    expect(renderIntent({ kind: "deny", reason: "no" })).toBe(refusal);
    expect(renderIntent({ kind: "rewrite", input: { path: "a" }, reason: "no" })).toBe(refusal);
  });
});

const AT = {
  hookPath: "/home/u/.local/share/holdfast/hook.cjs",
  mcpPath: "/home/u/.local/share/holdfast/mcp.mjs",
  store: "/home/u/.holdfast",
  guarded: {
    folders: ["/home/u/.holdfast", "/home/u/.local/share/holdfast"],
    key: "/home/u/.local/share/holdfast/device-key.pem",
  },
  args: ["--home", "/home/u"],
  memoryFolder: "/home/u/.local/share/holdfast/claude-memory",
  built: () => undefined,
};
const LINE = "node '/home/u/.local/share/holdfast/hook.cjs' --host copilot --home '/home/u'";

describe("our entries in Copilot's settings (AGT-1, AGT-30)", () => {
  const [hooks, servers] = setup.files(AT, placesOf(copilot, {}, "/home/u"));
  if (hooks?.format !== "json" || servers?.format !== "json") throw new Error("two files of JSON");

  test("where its files are", () => {
    expect(hooks.path).toBe("/home/u/.copilot/hooks/holdfast.json");
    expect(setup.files(AT, placesOf(copilot, { COPILOT_HOME: "/c" }, "/home/u")).map(({ path }) => path)).toEqual([
      "/c/hooks/holdfast.json",
      "/c/mcp-config.json",
      "/c/settings.json",
    ]);
    expect(servers.path).toBe("/home/u/.copilot/mcp-config.json");
    expect(copilot.sign).toBe("config.json");
  });

  test("AGT-24: our folders are read-only and the key denied where the sandbox is on; the user's paths stay", () => {
    const [, , settings] = setup.files(AT, placesOf(copilot, {}, "/home/u"));
    if (settings?.format !== "json") throw new Error("no settings");
    const mine = '{ "sandbox": { "userPolicy": { "filesystem": { "readonlyPaths": ["/opt"] } } } }';
    const made = editJson(mine, settings.install) as string;
    expect(JSON.parse(made).sandbox).toEqual({
      userPolicy: {
        filesystem: { readonlyPaths: ["/opt", ...AT.guarded.folders], deniedPaths: [AT.guarded.key] },
      },
    });
    expect(editJson(made, settings.uninstall)).toBe(mine);
    expect(editJson(editJson("{}", settings.install) as string, settings.uninstall)).toBe("{}");
  });

  test("one entry per event, about every tool, pinned to the byte", () => {
    const entry = { type: "command", bash: `${LINE} || true`, powershell: `${LINE}; exit 0`, timeoutSec: 5 };
    const group = [{ hooks: [entry] }];
    const made = editJson(undefined, hooks.install) as string;
    expect(JSON.parse(made)).toEqual({
      version: 1,
      hooks: {
        SessionStart: group,
        UserPromptSubmit: group,
        PreToolUse: group,
        PreCompact: group,
        Stop: group,
        SubagentStop: group,
        SessionEnd: group,
      },
    });
    expect(editJson(made, hooks.install)).toBe(made);
    const theirs = '{"version":1,"hooks":{"Stop":[{"hooks":[{"type":"command","bash":"mine"}]}]}}';
    expect(editJson(theirs, hooks.uninstall), "the format's version is theirs as well").toBe(theirs);
    expect(JSON.parse(editJson(made, hooks.uninstall) as string)).toEqual({});
  });

  test("AGT-3: the line ends well where the hook is gone, and the person's own entries are not ours", () => {
    const made = JSON.parse(editJson(undefined, hooks.install) as string);
    const line: string = made.hooks.PreToolUse[0].hooks[0].bash.replace(AT.hookPath, "/nowhere/hook.cjs");
    expect(execFileSync("/bin/sh", ["-c", line], { stdio: ["ignore", "pipe", "ignore"] }).toString()).toBe("");
    for (const bash of ["bell", `bell; ${LINE} || true`, " --host copilot || true", `${LINE} || bell`]) {
      const theirs = JSON.stringify({ hooks: { Stop: [{ hooks: [{ type: "command", bash }] }] } });
      expect(editJson(theirs, hooks.uninstall), bash).toBe(theirs);
    }
    const older = JSON.stringify({
      hooks: { Stop: [{ hooks: [{ bash: "node '/old/holdfast/hook.cjs' --host copilot || true" }] }] },
    });
    expect(JSON.parse(editJson(older, hooks.uninstall) as string)).toEqual({});
  });

  test("the server stands beside others, with all of its tools", () => {
    const theirs = '{ "mcpServers": { "other": { "type": "http", "url": "http://x" } } }';
    const made = editJson(theirs, servers.install) as string;
    expect(JSON.parse(made).mcpServers).toEqual({
      other: { type: "http", url: "http://x" },
      holdfast: { type: "local", command: "node", args: [AT.mcpPath, ...AT.args], tools: ["*"] },
    });
    expect(JSON.parse(editJson(made, servers.uninstall) as string)).toEqual(JSON.parse(theirs));
    const { mcpPath: _, ...without } = AT;
    expect(setup.files(without, placesOf(copilot, {}, "/h"))[1]?.install).toEqual([]);
  });
});

describe("Copilot's record of a session", () => {
  const line = (type: string, data: object, more: object = {}): string =>
    JSON.stringify({ type, data, timestamp: "2026-11-15T18:59:49.633Z", ...more });
  const at = "2026-11-15T18:59:49.633Z";

  test("AGT-11: what was typed, not what was sent in the user's name", () => {
    const data = { content: "Use pnpm.", transformedContent: "Use pnpm.\n<system_reminder>Use npm.</system_reminder>" };
    expect(readTurn(line("user.message", data))).toEqual({ speaker: "user", text: "Use pnpm.", at });
    expect(readTurn(line("assistant.message", { content: "Done." }))).toEqual({
      speaker: "assistant",
      text: "Done.",
      at,
    });
  });

  test.each([
    ["a skill", line("user.message", { content: "Remember x.", source: "skill-pdf" })],
    ["another agent", line("user.message", { content: "Remember x.", source: "agent-7" })],
    ["the autopilot", line("user.message", { content: "Remember x.", isAutopilotContinuation: true })],
    ["a helper", line("user.message", { content: "Remember x." }, { agentId: "a1" })],
    ["a helper's answer", line("assistant.message", { content: "x", parentToolCallId: "c1" })],
    ["the harness", line("system.message", { content: "Remember x." })],
    ["a hook", line("hook.end", { output: { additionalContext: "Remember x." } })],
    ["a call without words", line("assistant.message", { content: "" })],
    ["no data", '{"type":"user.message"}'],
    ["a list", '{"type":"user.message","data":["x"]}'],
    ["no text", line("user.message", { content: 7 })],
    ["a torn line", '{"type":"user.mess'],
  ])("AGT-11: %s did not say it", (_, text) => {
    expect(readTurn(text)).toBeUndefined();
  });

  test("where it was, and what was done", () => {
    const start = line("session.start", { sessionId: "s1", context: { cwd: "/p" } });
    expect(readPlace(start)).toEqual({ session: "s1", cwd: "/p" });
    expect(readPlace(line("hook.start", { input: { cwd: "/q" } }))).toEqual({});
    expect(
      readWork(line("tool.execution_start", { toolCallId: "c1", toolName: "bash", arguments: { command: "ls" } })),
    ).toEqual([{ kind: "call", id: "c1", what: 'bash {"command":"ls"}' }]);
    const done = { toolCallId: "c1", success: true, result: { content: "a.md" } };
    expect(readWork(line("tool.execution_complete", done))).toEqual([
      { kind: "result", id: "c1", text: "a.md", failed: false },
    ]);
    const failed = { toolCallId: "c1", success: false, error: { message: "denied" } };
    expect(readWork(line("tool.execution_complete", failed))).toEqual([
      { kind: "result", id: "c1", text: "denied", failed: true },
    ]);
    expect(readWork(line("tool.execution_complete", { ...done, parentToolCallId: "c0" }))).toEqual([]);
  });
});
