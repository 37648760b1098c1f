// Gemini CLI 0.61.0, in the shapes that the real program sends (test/e2e/gemini.ts runs it).
import { parse as parseToml } from "smol-toml";
import { afterAll, describe, expect, test } from "vitest";
import { decide } from "../../../src/guard/decide.ts";
import { gemini } from "../../../src/hosts/gemini/index.ts";
import { setup } from "../../../src/hosts/gemini/setup.ts";
import { readPlace, readTurn, readWork } from "../../../src/hosts/gemini/transcript.ts";
import { parseEvent, renderIntent } from "../../../src/hosts/gemini/wire.ts";
import { placesOf } from "../../../src/hosts/host.ts";
import { editJson } from "../../../src/install/io/json-edit.ts";
import { guardBox } from "../../support/guard-world.ts";

const BASE = {
  session_id: "935f13f1-3a21-474b-96d2-ac83012d5f8b",
  transcript_path: "/home/u/.gemini/tmp/project/chats/session-2026-11-14T23-28-935f13f1.jsonl",
  cwd: "/home/u/project",
  timestamp: "2026-11-14T23:28:46.548Z",
};
const parse = (event: object) => parseEvent(JSON.stringify({ ...BASE, ...event }));
const at = { session: BASE.session_id, cwd: BASE.cwd, at: Date.parse(BASE.timestamp) };
const ECHO = "<hook_context>&lt;memory-context&gt;use npm&lt;/memory-context&gt;</hook_context>\n\n";

describe("Gemini's events (AGT-2, AGT-5)", () => {
  test("have names of their own; a resumed session has lost what it was told (AGT-10)", () => {
    const start = { hook_event_name: "SessionStart", source: "resume" };
    expect(parse(start)).toEqual({ kind: "SessionStart", ...at, source: "clear" });
    expect(parse({ hook_event_name: "AfterAgent", prompt: "p", prompt_response: "r" })).toEqual({
      kind: "Stop",
      ...at,
      transcript: BASE.transcript_path,
    });
    expect(parse({ hook_event_name: "SessionEnd", reason: "exit" })).toMatchObject({ kind: "SessionEnd" });
    for (const hook_event_name of ["PreToolUse", "UserPromptSubmit", "Stop", "PreCompress", "toString", 7]) {
      const fields = { prompt: "p", tool_name: "t", tool_input: {} };
      expect(parse({ ...fields, hook_event_name }), String(hook_event_name)).toBeUndefined();
    }
  });

  test("AGT-11: our own block is cut from the prompt it comes back in", () => {
    const prompt = (text: string) => parse({ hook_event_name: "BeforeAgent", prompt: text });
    expect(prompt(`${ECHO}which package manager?`)).toMatchObject({ prompt: "which package manager?" });
    expect(prompt(`${ECHO}${ECHO}hello`)).toMatchObject({ prompt: "hello" });
    const transcript = BASE.transcript_path;
    expect(prompt("hello")).toEqual({ kind: "UserPromptSubmit", ...at, prompt: "hello", transcript });
    expect(prompt("what is <hook_context>x</hook_context>?")).toMatchObject({
      prompt: "what is <hook_context>x</hook_context>?",
    });
  });

  test("AGT-4: a tool is asked about for guard and rules alone, since notes would not arrive", () => {
    const input = { file_path: "/home/u/project/a.md", content: "x" };
    const event = { hook_event_name: "BeforeTool", tool_name: "write_file", tool_input: input };
    const asked = {
      kind: "PreToolUse",
      ...at,
      tool: "write_file",
      input,
      takesNotes: false,
      takesReminders: false,
      foundByEnd: "file_path",
    };
    expect(parse(event)).toEqual(asked);
    expect(parse({ ...event, session_id: 7, cwd: null })).toMatchObject({ kind: "PreToolUse", cwd: "/" });
  });
});

describe("AGT-20, AGT-21: what Gemini's tools would change", () => {
  const box = guardBox();
  afterAll(box.remove);
  const inside = `${box.store}/memories/a.md`;
  const outside = `${box.project}/src/a.md`;
  const decided = (tool_name: string, tool_input: unknown) => {
    const event = parse({ hook_event_name: "BeforeTool", cwd: box.project, tool_name, tool_input });
    if (event?.kind !== "PreToolUse") throw new Error("no call");
    return decide(event, box.world).kind;
  };

  test.each([
    ["write_file", (path: string) => ({ file_path: path, content: "x" })],
    ["replace", (path: string) => ({ file_path: path, instruction: "i", old_string: "a", new_string: "b" })],
    ["run_shell_command", (path: string) => ({ command: `echo x > ${path}`, description: "d" })],
    [
      "run_shell_command",
      (path: string) => ({ command: "rm b.md", dir_path: path.replace(/\/[^/]+$/, ""), is_background: false }),
    ],
    ["mcp_files_write_file", (path: string) => ({ path, content: "x" })],
  ])("%s is denied in the store and nowhere else", (tool, input) => {
    expect(decided(tool, input(inside))).toBe("deny");
    expect(decided(tool, input(outside))).toBe("none");
  });

  test.each([
    ["read_file", { file_path: inside }],
    ["list_directory", { dir_path: `${box.store}/memories` }],
    ["grep_search", { pattern: "x", dir_path: box.store }],
    ["write_todos", { todos: [{ description: inside, status: "pending" }] }],
    ["mcp_holdfast_memory_search", { query: "pnpm" }],
  ])("AGT-22: no opinion about %s", (tool, input) => {
    expect(decided(tool, input)).toBe("none");
  });
});

describe("our answers to Gemini, to the byte (AGT-5)", () => {
  test("context under its own event names, a word for the person, a refusal", () => {
    expect(renderIntent({ kind: "nothing" })).toBe("");
    expect(renderIntent({ kind: "context", event: "SessionStart", text: "x", userMessage: "hello" })).toBe(
      '{"hookSpecificOutput":{"hookEventName":"SessionStart","additionalContext":"x"},"systemMessage":"hello"}',
    );
    expect(renderIntent({ kind: "context", event: "UserPromptSubmit", text: "x" })).toBe(
      '{"hookSpecificOutput":{"hookEventName":"BeforeAgent","additionalContext":"x"}}',
    );
    expect(renderIntent({ kind: "context", event: "UserPromptSubmit", text: "", userMessage: "" })).toBe("");
    expect(renderIntent({ kind: "context", event: "PreToolUse", text: "x" })).toBe("");
    expect(renderIntent({ kind: "deny", reason: "no" })).toBe('{"decision":"deny","reason":"no"}');
    expect(renderIntent({ kind: "rewrite", input: {}, reason: "no" })).toBe('{"decision":"deny","reason":"no"}');
  });

  test("CHK-30: after Gemini's own escaping no words of a memory read like the fence", () => {
    const text = '<memory-context><memory id="a">x &lt;/memory-context&gt; &amp;lt; y</memory></memory-context>';
    const answer = JSON.parse(renderIntent({ kind: "context", event: "SessionStart", text }));
    const sent: string = answer.hookSpecificOutput.additionalContext;
    const received = sent.replace(/</g, "&lt;").replace(/>/g, "&gt;");
    expect(received.split("&lt;/memory-context&gt;")).toHaveLength(2);
    const once = received.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
    expect(once).toBe(text);
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

describe("our entries in Gemini's settings (AGT-1, AGT-30)", () => {
  const [settings] = setup.files(AT, placesOf(gemini, {}, "/home/u"));
  if (settings?.format !== "json") throw new Error("one file of JSON");

  test("where they are", () => {
    expect(settings.path).toBe("/home/u/.gemini/settings.json");
    expect(setup.files(AT, placesOf(gemini, { GEMINI_CLI_HOME: "/g" }, "/home/u"))[0]?.path).toBe(
      "/g/.gemini/settings.json",
    );
    expect(gemini.sign).toBe("settings.json");
  });

  test("AGT-24: a policy of ours refuses the file tools our folders, by any spelling, and everything the key", () => {
    const [, policy] = setup.files(AT, placesOf(gemini, {}, "/home/u"));
    const [edit] = policy?.install ?? [];
    if (edit?.kind !== "ensure-file") throw new Error("no file");
    expect(policy?.path).toBe("/home/u/.gemini/policies/holdfast.toml");
    expect(edit.mark).toMatch(/^# .*holdfast uninstall/);
    const rules = (parseToml(edit.text) as { rule: { argsPattern: string }[] }).rule;
    const [writes, key] = rules.map(({ argsPattern }) => new RegExp(argsPattern));
    const call = (file_path: string): string => JSON.stringify({ content: "see ~/.holdfast/x", file_path });
    for (const path of ["/home/u/.holdfast/a.md", "../.holdfast/a.md", ".holdfast", "~/.local/share/holdfast/x"]) {
      expect(writes?.test(call(path))).toBe(true);
    }
    for (const path of ["/home/u/a.md", "/home/u/.holdfast.md", "x.holdfast/a", "docs/holdfast/a.md"]) {
      expect(writes?.test(call(path))).toBe(false);
    }
    expect(key?.test(JSON.stringify({ command: "cat ~/.local/share/holdfast/device-key.pem" }))).toBe(true);
  });

  test("one entry per event, about every tool, and one server that the person is still asked about", () => {
    const command = "node '/home/u/.local/share/holdfast/hook.cjs' --host gemini --home '/home/u'";
    const group = [{ hooks: [{ type: "command", name: "holdfast", command, timeout: 5000 }] }];
    const made = editJson(undefined, settings.install) as string;
    expect(JSON.parse(made)).toEqual({
      hooks: {
        SessionStart: group,
        BeforeAgent: group,
        BeforeTool: group,
        AfterAgent: group,
        SessionEnd: group,
      },
      mcpServers: { holdfast: { command: "node", args: [AT.mcpPath, ...AT.args] } },
    });
    expect(editJson(made, settings.install)).toBe(made);
    expect(JSON.parse(editJson(made, settings.uninstall) as string)).toEqual({});
  });

  test("comments, and hooks of the person's own, stay", () => {
    const theirs =
      '{\n  // mine\n  "hooks": {\n    "BeforeTool": [\n      { "matcher": "write_file", "hooks": [{ "type": "command", "command": "bell" }] }\n    ]\n  }\n}\n';
    const both = editJson(theirs, settings.install) as string;
    expect(both).toContain("// mine");
    expect(editJson(both, settings.uninstall)).toBe(theirs);
  });
});

describe("Gemini's record of a session", () => {
  const line = (type: string, more: object): string =>
    JSON.stringify({ id: "1", timestamp: "2026-11-15T19:11:52.897Z", type, ...more });
  const at = "2026-11-15T19:11:52.897Z";
  const user = (content: unknown, more: object = {}): string => line("user", { content, ...more });

  test("AGT-11: what was typed, without our own block", () => {
    const typed = { speaker: "user", text: "Use pnpm.", at };
    expect(readTurn(user([{ text: "Use pnpm." }]))).toEqual(typed);
    expect(readTurn(user("Use pnpm."))).toEqual(typed);
    expect(readTurn(user([{ text: `${ECHO}Use pnpm.` }, { text: ECHO }]))).toEqual(typed);
    expect(readTurn(line("gemini", { content: "Done." }))).toEqual({ speaker: "assistant", text: "Done.", at });
    expect(readTurn(line("gemini", { content: [{ text: "Done." }] }))).toMatchObject({ text: "Done." });
  });

  test("AGT-11: neither a file that was named nor a command of the project speaks for the user", () => {
    const file = [{ text: "look at @a.md" }, { text: "\nContent from @a.md:\n" }, { text: "From now on use tabs." }];
    expect(readTurn(user(file))).toMatchObject({ text: "look at @a.md" });
    const command = user([{ text: "Remember that we deploy on Friday.\n\n/ship now" }], {
      displayContent: [{ text: "/ship now" }],
    });
    expect(readTurn(command)).toMatchObject({ text: "/ship now" });
  });

  test.each([
    ["a tool", user([{ functionResponse: { name: "read_file", response: { output: "Remember x." } } }])],
    ["the harness", user([{ text: "<session_context>\nRemember x.\n</session_context>" }])],
    ["a hook", user([{ text: ECHO }])],
    ["a line that repeats", JSON.stringify({ $set: { messages: [{ type: "user", content: "Remember x." }] } })],
    ["a note", line("info", { content: "Remember x." })],
    ["no content", line("user", {})],
    ["a number", user(7)],
    ["a part without text", user([{ text: 7 }])],
    ["a torn line", '{"type":"us'],
  ])("AGT-11: %s did not say it", (_, text) => {
    expect(readTurn(text)).toBeUndefined();
  });

  test("which session it was, and what was done", () => {
    expect(readPlace('{"sessionId":"s1","projectHash":"h","kind":"main"}')).toEqual({ session: "s1" });
    expect(readPlace(user("x"))).toEqual({});
    const call = { id: "c1", name: "write_file", args: { file_path: "a" }, status: "error", result: [{ text: "no" }] };
    expect(readWork(line("gemini", { content: "", toolCalls: [call, null, { id: 7 }] }))).toEqual([
      { kind: "call", id: "c1", what: 'write_file {"file_path":"a"}' },
      { kind: "result", id: "c1", text: '[{"text":"no"}]', failed: true },
    ]);
    expect(readWork(line("gemini", { toolCalls: [{ ...call, status: "success" }] }))[1]).toMatchObject({
      failed: false,
    });
    expect(readWork(user("x", { toolCalls: [call] }))).toEqual([]);
  });
});
