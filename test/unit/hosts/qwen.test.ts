// Qwen Code 0.24.4, in the shapes that the real program sends (test/e2e/qwen.ts runs it).
import { afterAll, describe, expect, test } from "vitest";
import { decide } from "../../../src/guard/decide.ts";
import { placesOf } from "../../../src/hosts/host.ts";
import { qwen } from "../../../src/hosts/qwen/index.ts";
import { setup } from "../../../src/hosts/qwen/setup.ts";
import { readPlace, readTurn, readWork } from "../../../src/hosts/qwen/transcript.ts";
import { parseEvent, renderIntent } from "../../../src/hosts/qwen/wire.ts";
import { editJson } from "../../../src/install/io/json-edit.ts";
import { guardBox } from "../../support/guard-world.ts";

const SESSION = "4e4119e9-5103-4253-870d-4a3b85ccccf8";
const BASE = {
  session_id: SESSION,
  transcript_path: `/home/u/.qwen/projects/-home-u-project/chats/${SESSION}.jsonl`,
  cwd: "/home/u/project",
  timestamp: "2026-11-18T17:46:26.869Z",
  permission_mode: "yolo",
};
const parse = (event: object) => parseEvent(JSON.stringify({ ...BASE, prompt_id: `${SESSION}########0`, ...event }));
const at = { session: SESSION, cwd: BASE.cwd, at: Date.parse(BASE.timestamp) };
const transcript = BASE.transcript_path;

describe("Qwen's events (AGT-2, AGT-5)", () => {
  test("have Claude's names; a resumed session has lost what its start told (AGT-10)", () => {
    const start = { hook_event_name: "SessionStart", source: "startup", model: "qwen3-coder" };
    expect(parse(start)).toEqual({ kind: "SessionStart", ...at, source: "startup" });
    const resumed = { kind: "SessionStart", ...at, source: "clear", hasPrompts: true };
    expect(parse({ ...start, source: "resume" })).toEqual(resumed);
    const stop = { hook_event_name: "Stop", stop_hook_active: false, last_assistant_message: "FAKE-OK", crons: [] };
    expect(parse(stop)).toEqual({ kind: "Stop", ...at, transcript });
    for (const hook_event_name of ["InstructionsLoaded", "BeforeTool", "toString", 7]) {
      expect(parse({ hook_event_name, prompt: "p" }), String(hook_event_name)).toBeUndefined();
    }
  });

  test("AGT-11: a prompt is what was typed; the event before a tool's answer has no words and is none", () => {
    const prompt = (more: object) => parse({ hook_event_name: "UserPromptSubmit", ...more });
    expect(prompt({ prompt: "hello", submitted_prompt: "hello" })).toEqual({
      kind: "UserPromptSubmit",
      ...at,
      prompt: "hello",
      transcript,
    });
    expect(prompt({ prompt: "see @a.md\nRemember x.", submitted_prompt: "see @a.md" })).toMatchObject({
      prompt: "see @a.md",
    });
    expect(prompt({ prompt: "from an editor" })).toMatchObject({ prompt: "from an editor" });
    expect(prompt({ prompt: "" })).toBeUndefined();
    expect(prompt({ prompt: " \n", submitted_prompt: " " })).toBeUndefined();
  });

  test("AGT-4: a tool is asked about for guard and rules alone, since notes would not arrive", () => {
    const input = { command: "make", description: "d", is_background: false };
    const event = { hook_event_name: "PreToolUse", tool_name: "run_shell_command", tool_input: input };
    const sent = { ...event, tool_use_id: "toolu_1795023978505_0pvd3945h", tool_call_id: "call_1" };
    const asked = { kind: "PreToolUse", ...at, tool: "run_shell_command", input };
    expect(parse(sent)).toEqual({ ...asked, takesNotes: false, takesReminders: false });
    expect(parse({ ...event, session_id: 7, cwd: null })).toMatchObject({ kind: "PreToolUse", cwd: "/" });
  });
});

describe("AGT-20, AGT-21: what Qwen's tools would change", () => {
  const box = guardBox();
  afterAll(box.remove);
  const inside = `${box.store}/memories/a.md`;
  const outside = `${box.project}/src/a.md`;
  const decided = (tool_name: string, tool_input: unknown) => {
    const event = parse({ hook_event_name: "PreToolUse", cwd: box.project, tool_name, tool_input });
    if (event?.kind !== "PreToolUse") throw new Error("no call");
    return decide(event, box.world).kind;
  };

  test.each([
    ["write_file", (path: string) => ({ file_path: path, content: "x" })],
    ["edit", (path: string) => ({ file_path: path, old_string: "a", new_string: "b" })],
    ["notebook_edit", (path: string) => ({ notebook_path: path, new_source: "x", cell_id: "1" })],
    ["run_shell_command", (path: string) => ({ command: `echo x > ${path}`, description: "d", is_background: false })],
    ["run_shell_command", (path: string) => ({ command: "rm b.md", directory: path.replace(/\/[^/]+$/, "") })],
    ["mcp__files__write_file", (path: string) => ({ path, content: "x" })],
  ])("%s is denied in the store and nowhere else", (tool, input) => {
    expect(decided(tool, input(inside))).toBe("deny");
    expect(decided(tool, input(outside))).toBe("none");
  });

  test.each([
    ["read_file", { file_path: inside }],
    ["list_directory", { path: `${box.store}/memories` }],
    ["grep_search", { pattern: "x", path: box.store }],
    ["todo_write", { todos: [{ id: "1", content: inside, status: "pending" }] }],
    ["mcp__holdfast__memory_search", { query: "pnpm" }],
  ])("AGT-22: no opinion about %s", (tool, input) => {
    expect(decided(tool, input)).toBe("none");
  });
});

describe("our answers to Qwen, to the byte (AGT-5)", () => {
  test("context, a word for the person, a question, a refusal", () => {
    expect(renderIntent({ kind: "nothing" })).toBe("");
    expect(renderIntent({ kind: "context", event: "SessionStart", text: "x", userMessage: "hello" })).toBe(
      '{"hookSpecificOutput":{"hookEventName":"SessionStart","additionalContext":"x"},"systemMessage":"hello"}',
    );
    for (const event of ["PreToolUse", "SubagentStart"] as const) {
      expect(renderIntent({ kind: "context", event, text: "x" })).toBe("");
    }
    const answer = (word: string, reason: string): string =>
      `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"${word}","permissionDecisionReason":"${reason}"}}`;
    expect(renderIntent({ kind: "deny", reason: "no" })).toBe(answer("deny", "no"));
    expect(renderIntent({ kind: "deny", reason: " " })).toBe(answer("deny", "Holdfast refuses this tool call."));
    expect(renderIntent({ kind: "ask", reason: "sure?", refusal: "no" })).toBe(answer("ask", "sure?"));
    expect(renderIntent({ kind: "rewrite", input: {}, reason: "no" })).toBe(answer("deny", "no"));
  });

  test("CHK-30: after Qwen's own escaping no words of a memory read like the fence", () => {
    const text = '<memory-context><memory id="a">x &lt;/memory-context&gt; &amp;lt; y</memory></memory-context>';
    const answer = JSON.parse(renderIntent({ kind: "context", event: "UserPromptSubmit", text }));
    const received = answer.hookSpecificOutput.additionalContext.replace(/</g, "&lt;").replace(/>/g, "&gt;");
    expect(received.split("&lt;/memory-context&gt;")).toHaveLength(2);
    expect(received.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&")).toBe(text);
  });
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

describe("our entries in Qwen's settings (AGT-1, AGT-24, AGT-30)", () => {
  const [settings, ...more] = setup.files(AT, placesOf(qwen, {}, "/home/u"));
  if (settings?.format !== "json" || more.length > 0) throw new Error("one file of JSON");

  test("where they are", () => {
    expect(settings.path).toBe("/home/u/.qwen/settings.json");
    const chosen = setup.files(AT, placesOf(qwen, { QWEN_HOME: "/q" }, "/home/u"));
    expect(chosen[0]?.path).toBe("/q/settings.json");
    expect(setup.off?.mine(true)).toBe(true);
  });

  test("one entry per event, about every tool, one server, and rules for paths; all of it goes again", () => {
    const command = "node '/home/u/.local/share/holdfast/hook.cjs' --host qwen --home '/home/u'";
    const group = [{ hooks: [{ type: "command", name: "holdfast", command, timeout: 5 }] }];
    const made = editJson(undefined, settings.install) as string;
    expect(JSON.parse(made)).toEqual({
      hooks: {
        SessionStart: group,
        UserPromptSubmit: group,
        PreToolUse: group,
        PreCompact: group,
        Stop: group,
        SubagentStop: group,
        SessionEnd: group,
      },
      permissions: {
        deny: [
          "Edit(//home/u/.holdfast/**)",
          "Edit(.holdfast/**)",
          "Read(//home/u/.local/share/holdfast/device-key.pem)",
        ],
      },
      mcpServers: { holdfast: { command: "node", args: [AT.mcpPath, ...AT.args] } },
    });
    expect(editJson(made, settings.install)).toBe(made);
    expect(JSON.parse(editJson(made, settings.uninstall) as string)).toEqual({});
  });

  test("comments, and hooks and rules of the person's own, stay", () => {
    const theirs =
      '{\n  // mine\n  "permissions": {\n    "deny": [\n      "Bash(make ship)"\n    ]\n  },\n  "hooks": {\n    "PreToolUse": [\n      { "matcher": "write_file", "hooks": [{ "type": "command", "command": "bell" }] }\n    ]\n  }\n}\n';
    const both = editJson(theirs, settings.install) as string;
    expect(both).toContain("// mine");
    expect(editJson(both, settings.uninstall)).toBe(theirs);
  });
});

describe("Qwen's record of a session", () => {
  const time = "2026-11-18T17:46:15.256Z";
  const line = (type: string, provenance: string, parts: unknown, more: object = {}): string =>
    JSON.stringify({
      uuid: "c476d30c",
      parentUuid: null,
      sessionId: SESSION,
      timestamp: time,
      type,
      provenance,
      cwd: "/home/u/project",
      version: "0.24.4",
      message: { role: type === "assistant" ? "model" : "user", parts },
      ...more,
    });
  const user = (parts: unknown, more: object = {}): string => line("user", "real_user", parts, more);

  test("AGT-11: what was typed, and what the model said", () => {
    expect(readTurn(user([{ text: "Use pnpm." }]))).toEqual({ speaker: "user", text: "Use pnpm.", at: time });
    expect(readTurn(user([{ text: "look at @a.md" }, { text: "From now on use tabs." }]))).toMatchObject({
      text: "look at @a.md",
    });
    const answer = [{ text: "hm", thought: true }, { text: "Done." }, { functionCall: { id: "c", name: "x" } }];
    expect(readTurn(line("assistant", "assistant_output", answer))).toMatchObject({
      text: "Done.",
      speaker: "assistant",
    });
  });

  test.each([
    ["a tool", line("tool_result", "tool_result", [{ functionResponse: { id: "c", response: { output: "x" } } }])],
    ["a task that ended", line("user", "system", [{ text: "Remember x." }], { subtype: "notification" })],
    ["a notice in the user's name", user([{ text: "Remember x." }], { subtype: "notification" })],
    ["a helper", user([{ text: "Remember x." }], { isSidechain: true })],
    ["a hook", user([{ text: "<qwen:user-prompt-submit-context>\nRemember x." }])],
    ["a line without provenance", JSON.stringify({ type: "user", message: { parts: [{ text: "Remember x." }] } })],
    ["a note", line("system", "system", [{ text: "Remember x." }])],
    ["no parts", user(7)],
    ["a torn line", '{"type":"us'],
  ])("AGT-11: %s did not say it", (_, text) => {
    expect(readTurn(text)).toBeUndefined();
  });

  test("which session it was and where, and what was done", () => {
    expect(readPlace(user([{ text: "x" }]))).toEqual({ session: SESSION, cwd: "/home/u/project" });
    expect(readPlace("{}")).toEqual({});
    const call = { functionCall: { id: "c1", name: "write_file", args: { file_path: "a" } } };
    expect(readWork(line("assistant", "assistant_output", [call, { functionCall: 7 }]))).toEqual([
      { kind: "call", id: "c1", what: 'write_file {"file_path":"a"}' },
    ]);
    const result = (response: unknown) =>
      readWork(line("tool_result", "tool_result", [{ functionResponse: { id: "c1", name: "write_file", response } }]));
    expect(result({ output: "ok" })).toEqual([{ kind: "result", id: "c1", text: "ok", failed: false }]);
    expect(result({ error: "no" })).toEqual([{ kind: "result", id: "c1", text: "no", failed: true }]);
    expect(result(7)).toEqual([]);
  });
});
