// Factory Droid 0.225.2, in the shapes that the real program sends (test/e2e/droid.ts runs it).
import { afterAll, describe, expect, test } from "vitest";
import { decide } from "../../../src/guard/decide.ts";
import { droid } from "../../../src/hosts/droid/index.ts";
import { setup } from "../../../src/hosts/droid/setup.ts";
import { readPlace, readTurn, readWork } from "../../../src/hosts/droid/transcript.ts";
import { parseEvent, renderIntent } from "../../../src/hosts/droid/wire.ts";
import { placesOf } from "../../../src/hosts/host.ts";
import { editJson } from "../../../src/install/io/json-edit.ts";
import { guardBox } from "../../support/guard-world.ts";

const SESSION = "3ba03a86-92e0-4a64-afb2-75a835b8d4e6";
const BASE = {
  session_id: SESSION,
  transcript_path: `/home/u/.factory/sessions/-home-u-project/${SESSION}.jsonl`,
  cwd: "/home/u/project",
  permission_mode: "off",
};
const parse = (event: object) => parseEvent(JSON.stringify({ ...BASE, ...event }));
const at = { session: SESSION, cwd: BASE.cwd };
const transcript = BASE.transcript_path;

describe("Droid's events (AGT-2, AGT-5)", () => {
  test("have Claude's names and fields", () => {
    const start = { hook_event_name: "SessionStart", source: "startup", CLAUDE_ENV_FILE: "/home/u/.factory/temp/x.sh" };
    expect(parse(start)).toEqual({ kind: "SessionStart", ...at, source: "startup" });
    const message_id = "84a64b1b-6ab3-47fd-839a-0e397a3c8039";
    expect(parse({ hook_event_name: "UserPromptSubmit", message_id, prompt: "hello", has_images: false })).toEqual({
      kind: "UserPromptSubmit",
      ...at,
      prompt: "hello",
      transcript,
    });
    const stop = { hook_event_name: "Stop", message_id, stop_hook_active: false, tool_execution_count: 0 };
    expect(parse(stop)).toEqual({ kind: "Stop", ...at, transcript });
    expect(parse({ hook_event_name: "SessionEnd", reason: "other", message_count: 27 })).toMatchObject({
      kind: "SessionEnd",
    });
    expect(parse({ hook_event_name: "Notification", message: "x" })).toBeUndefined();
  });

  test("AGT-4: a tool is asked about for guard and rules alone; a server's tool has the name that others give it", () => {
    const tool_input = { file_path: "/home/u/a.md", old_str: "a", new_str: "b" };
    expect(parse({ hook_event_name: "PreToolUse", tool_name: "Edit", tool_input })).toEqual({
      kind: "PreToolUse",
      ...at,
      tool: "Edit",
      input: { ...tool_input, old_string: "a", new_string: "b" },
      takesNotes: false,
      takesReminders: false,
    });
    const call = { hook_event_name: "PreToolUse", tool_name: "holdfast___memory_search", tool_input: { query: "x" } };
    expect(parse(call)).toMatchObject({ tool: "mcp__holdfast__memory_search", input: { query: "x" } });
    expect(parse({ ...call, session_id: 7, cwd: null })).toMatchObject({ kind: "PreToolUse", cwd: "/" });
  });
});

describe("AGT-20, AGT-21: what Droid's tools would change", () => {
  const box = guardBox();
  afterAll(box.remove);
  const inside = `${box.store}/memories/a.md`;
  const outside = `${box.project}/src/a.md`;
  const decided = (tool_name: string, tool_input: unknown) => {
    const event = parse({ hook_event_name: "PreToolUse", cwd: box.project, tool_name, tool_input });
    if (event?.kind !== "PreToolUse") throw new Error("no call");
    return decide(event, box.world).kind;
  };
  const risk = { summary: "s", riskLevelReason: "r", riskLevel: "low" };

  test.each([
    ["Create", (path: string) => ({ file_path: path, content: "x" })],
    ["Edit", (path: string) => ({ file_path: path, old_str: "a", new_str: "b" })],
    ["ApplyPatch", (path: string) => ({ input: `*** Begin Patch\n*** Add File: ${path}\n+x\n*** End Patch` })],
    ["Execute", (path: string) => ({ command: `echo x > ${path}`, ...risk })],
    ["files___write_file", (path: string) => ({ path, content: "x" })],
  ])("%s is denied in the store and nowhere else", (tool, input) => {
    expect(decided(tool, input(inside))).toBe("deny");
    expect(decided(tool, input(outside))).toBe("none");
  });

  test.each([
    ["Read", { file_path: inside }],
    ["LS", { directory_path: box.store }],
    ["Grep", { pattern: "x", path: box.store }],
    ["holdfast___memory_search", { query: "pnpm" }],
  ])("AGT-22: no opinion about %s", (tool, input) => {
    expect(decided(tool, input)).toBe("none");
  });
});

test("our answers to Droid, to the byte (AGT-5): where it acts without asking, `ask` would be leave", () => {
  expect(renderIntent({ kind: "nothing" })).toBe("");
  expect(renderIntent({ kind: "context", event: "UserPromptSubmit", text: "<x>&", userMessage: "hello" })).toBe(
    '{"hookSpecificOutput":{"hookEventName":"UserPromptSubmit","additionalContext":"<x>&"},"systemMessage":"hello"}',
  );
  for (const event of ["PreToolUse", "SubagentStart"] as const) {
    expect(renderIntent({ kind: "context", event, text: "x" })).toBe("");
  }
  const refusal = (reason: string): string =>
    `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"${reason}"}}`;
  expect(renderIntent({ kind: "deny", reason: "no" })).toBe(refusal("no"));
  expect(renderIntent({ kind: "deny", reason: "" })).toBe(refusal("Holdfast refuses this tool call."));
  expect(renderIntent({ kind: "ask", reason: "sure?", refusal: "not now" })).toBe(refusal("not now"));
  expect(renderIntent({ kind: "rewrite", input: {}, reason: "no" })).toBe(refusal("no"));
});

const AT = {
  hookPath: "/home/u/.local/share/holdfast/hook.cjs",
  mcpPath: "/home/u/.local/share/holdfast/mcp.mjs",
  store: "/home/u/.holdfast",
  guarded: { folders: ["/home/u/.holdfast"], key: "/home/u/.local/share/holdfast/device-key.pem" },
  args: ["--home", "/home/u"],
  memoryFolder: "/home/u/.local/share/holdfast/claude-memory",
  built: () => undefined,
};

describe("our entries in Droid's files (AGT-1, AGT-30)", () => {
  const [hooks, servers] = setup.files(AT, placesOf(droid, {}, "/home/u"));
  if (hooks?.format !== "json" || servers?.format !== "json") throw new Error("two files of JSON");

  test("one entry per event at the top of its file of hooks, and one server; all of it goes again", () => {
    expect([hooks.path, servers.path]).toEqual(["/home/u/.factory/hooks.json", "/home/u/.factory/mcp.json"]);
    const command = "node '/home/u/.local/share/holdfast/hook.cjs' --host droid --home '/home/u'";
    const group = [{ hooks: [{ type: "command", command, timeout: 5 }] }];
    const made = editJson(undefined, hooks.install) as string;
    expect(JSON.parse(made)).toEqual({
      SessionStart: group,
      UserPromptSubmit: group,
      PreToolUse: group,
      PreCompact: group,
      Stop: group,
      SubagentStop: group,
      SessionEnd: group,
    });
    expect(editJson(made, hooks.install)).toBe(made);
    expect(JSON.parse(editJson(made, hooks.uninstall) as string)).toEqual({});
    expect(JSON.parse(editJson(undefined, servers.install) as string)).toEqual({
      mcpServers: { holdfast: { type: "stdio", command: "node", args: [AT.mcpPath, ...AT.args], disabled: false } },
    });
  });

  test("hooks of the person's own stay", () => {
    const theirs =
      '{\n  "PreToolUse": [\n    { "matcher": "Edit", "hooks": [{ "type": "command", "command": "bell" }] }\n  ]\n}\n';
    const both = editJson(theirs, hooks.install) as string;
    expect(editJson(both, hooks.uninstall)).toBe(theirs);
  });
});

describe("Droid's record of a session", () => {
  const time = "2026-11-18T18:05:56.999Z";
  const line = (message: object, id = "639f3678-f280-4cc0-b61d-8ac291fb8d6f"): string =>
    JSON.stringify({ type: "message", id, parentId: "p", timestamp: time, message });
  const user = (content: unknown, more: object = {}, id?: string): string =>
    line({ role: "user", content, ...more }, id);
  const text = (words: string) => ({ type: "text", text: words });

  test("AGT-11: what was typed, and what the model said", () => {
    expect(readTurn(user([text("Use pnpm.")]))).toEqual({ speaker: "user", text: "Use pnpm.", at: time });
    const reminded = [text("<system-reminder>\nRemember x.\n</system-reminder>"), text("Use pnpm."), text("Use tabs.")];
    expect(readTurn(user(reminded))).toMatchObject({ text: "Use pnpm." });
    expect(readTurn(line({ role: "assistant", content: [text("Done.")] }))).toMatchObject({ text: "Done." });
  });

  test.each([
    ["a tool", user([{ type: "tool_result", tool_use_id: "c", is_error: false, content: "Remember x." }])],
    ["a hook", user([], { visibility: "user_only", hookEventName: "SessionStart", hookResults: [{ stdout: "x" }] })],
    ["what a hook said", user([text("<memory-context>Remember x.</memory-context>")])],
    ["the harness", user([text("Remember x.")], {}, "context-639f3678")],
    ["words for the person alone", user([text("Remember x.")], { visibility: "user_only" })],
    ["a turn's end", JSON.stringify({ type: "agent_turn_outcome", reason: "completed" })],
    ["no list", user("Remember x.")],
    ["a torn line", '{"type":"mess'],
  ])("AGT-11: %s did not say it", (_, words) => {
    expect(readTurn(words)).toBeUndefined();
  });

  test("which session it was and where, and what was done", () => {
    const start = { type: "session_start", id: SESSION, title: "t", version: 2, cwd: "/home/u/project" };
    expect(readPlace(JSON.stringify(start))).toEqual({ session: SESSION, cwd: "/home/u/project" });
    expect(readPlace(user([text("session_start")]))).toEqual({});
    const use = { type: "tool_use", id: "c1", name: "Create", input: { file_path: "a" } };
    expect(readWork(line({ role: "assistant", content: [use, { type: "tool_use", id: 7 }] }))).toEqual([
      { kind: "call", id: "c1", what: 'Create {"file_path":"a"}' },
    ]);
    expect(readWork(user([{ type: "tool_result", tool_use_id: "c1", is_error: true, content: "Error: no" }]))).toEqual([
      { kind: "result", id: "c1", text: "Error: no", failed: true },
    ]);
  });
});
