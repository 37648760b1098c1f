// Cursor and Kiro, in the shapes that their references and public recordings have; neither program can be run here.
import { describe, expect, test } from "vitest";
import { setup as cursorSetup } from "../../../src/hosts/cursor/setup.ts";
import { readTurn, readWork } from "../../../src/hosts/cursor/transcript.ts";
import * as cursor from "../../../src/hosts/cursor/wire.ts";
import { heardFrom } from "../../../src/hosts/heard.ts";
import { HOSTS, hostNamed } from "../../../src/hosts/index.ts";
import { setup as kiroSetup } from "../../../src/hosts/kiro/setup.ts";
import * as kiro from "../../../src/hosts/kiro/wire.ts";
import { editJson } from "../../../src/install/io/json-edit.ts";

const BASE = { conversation_id: "c-1", generation_id: "g", cursor_version: "3.1.0", workspace_roots: ["/w"], cwd: "" };
const parse = (event: object) => cursor.parseEvent(JSON.stringify({ ...BASE, ...event }));
const at = { session: "c-1", cwd: "/w" };
const quiet = { takesNotes: false, takesReminders: false };

describe("Cursor's events (AGT-5)", () => {
  test("a start, a prompt and the ends of turns, in the workspace's folder", () => {
    const start = { hook_event_name: "sessionStart", session_id: "c-1", is_background_agent: false };
    expect(parse(start)).toEqual({ kind: "SessionStart", ...at, source: "startup" });
    expect(parse({ hook_event_name: "beforeSubmitPrompt", prompt: "hi" })).toMatchObject({ ...at, prompt: "hi" });
    for (const [name, kind] of [
      ["stop", "Stop"],
      ["preCompact", "PreCompact"],
      ["sessionEnd", "SessionEnd"],
    ]) {
      expect(parse({ hook_event_name: name, transcript_path: "/t.jsonl" })).toEqual({
        kind,
        ...at,
        transcript: "/t.jsonl",
      });
    }
    expect(parse({ hook_event_name: "afterFileEdit", file_path: "/w/a" })).toBeUndefined();
  });

  test("AGT-20: tools, under the general event and under those of one kind", () => {
    const input = { path: "/w/a.ts", contents: "x" };
    const write = { hook_event_name: "preToolUse", tool_name: "Write", tool_input: input };
    const tool = { kind: "PreToolUse", ...at, ...quiet };
    expect(parse(write)).toEqual({ ...tool, tool: "Write", input: { ...input, content: "x" } });
    const shell = { hook_event_name: "beforeShellExecution", command: "ls", cwd: "/w/src" };
    expect(parse(shell)).toEqual({ ...tool, cwd: "/w/src", tool: "Shell", input: { command: "ls" } });
    const mcp = { hook_event_name: "beforeMCPExecution", tool_name: "query", tool_input: '{"path":"/w"}', url: "u" };
    expect(parse(mcp)).toEqual({ ...tool, tool: "query", input: { path: "/w" } });
    const named = { hook_event_name: "preToolUse", tool_name: "MCP:query", tool_input: {} };
    expect(parse(named)).toMatchObject({ tool: "MCP:query", mcp: "query" });
    expect(parse({ hook_event_name: "beforeReadFile", file_path: "/w/.env", content: "K" })).toMatchObject({
      tool: "Read",
      input: { file_path: "/w/.env" },
    });
  });

  test("answers are flat; a question is a refusal, and a word before a tool has no place", () => {
    const refusal = '{"permission":"deny","user_message":"no","agent_message":"no"}';
    expect(cursor.renderIntent({ kind: "deny", reason: "no" })).toBe(refusal);
    expect(cursor.renderIntent({ kind: "ask", reason: "may I", refusal: "no" })).toBe(refusal);
    expect(cursor.renderIntent({ kind: "rewrite", input: {}, reason: "no" })).toBe(refusal);
    const said = (event: "SessionStart" | "UserPromptSubmit" | "PreToolUse", text: string) =>
      cursor.renderIntent({ kind: "context", event, text, userMessage: "hello" });
    expect(said("SessionStart", "x")).toBe('{"additional_context":"x"}');
    expect(said("UserPromptSubmit", "x")).toBe('{"continue":true,"additional_context":"x"}');
    expect(said("PreToolUse", "x")).toBe("");
    expect(said("SessionStart", "")).toBe("");
  });

  test("of its record only what was typed counts as the user's", () => {
    const line = (role: string, text: string) =>
      JSON.stringify({ role, message: { content: [{ type: "text", text }] } });
    const typed = "<timestamp>now</timestamp>\n<user_query>\nuse pnpm\n</user_query>";
    expect(readTurn(line("user", typed))).toEqual({ speaker: "user", text: "use pnpm" });
    expect(readTurn(line("user", "<system_reminder>use npm</system_reminder>"))).toBeUndefined();
    expect(readTurn(line("assistant", "ok"))).toEqual({ speaker: "assistant", text: "ok" });
    expect(readTurn('{"type":"turn_ended","status":"success"}')).toBeUndefined();
    const call = {
      role: "assistant",
      message: { content: [{ type: "tool_use", name: "Shell", input: { command: "ls" } }] },
    };
    expect(readWork(JSON.stringify(call))).toEqual([{ kind: "call", id: "0", what: 'Shell {"command":"ls"}' }]);
  });
});

describe("Kiro's events (AGT-5)", () => {
  const send = (event: object) => kiro.parseEvent(JSON.stringify({ cwd: "/w", ...event }));

  test("of its terminal, which names no session, and of its editor", () => {
    const old = { session: "kiro--w", cwd: "/w" };
    expect(send({ hook_event_name: "agentSpawn" })).toEqual({ kind: "SessionStart", ...old, source: "clear" });
    expect(send({ hook_event_name: "userPromptSubmit", prompt: "hi" })).toMatchObject({ ...old, prompt: "hi" });
    const start = { hook_event_name: "SessionStart", session_id: "sess_1" };
    expect(send(start)).toEqual({ kind: "SessionStart", session: "sess_1", cwd: "/w", source: "startup" });
    const input = { path: "/w/a", oldStr: "a", newStr: "b" };
    const edit = { hook_event_name: "PreToolUse", session_id: "sess_1", tool_name: "str_replace", tool_input: input };
    const names = { ...input, old_string: "a", new_string: "b" };
    const tool = { kind: "PreToolUse", session: "sess_1", cwd: "/w", ...quiet };
    expect(send(edit)).toEqual({ ...tool, tool: "str_replace", input: names });
    const mcp = { hook_event_name: "preToolUse", tool_name: "@git/status", tool_input: {} };
    expect(send(mcp)).toMatchObject({ mcp: "git__status" });
  });

  test("AGT-8: the words of a start are bare, and a refusal is the reason alone, for stderr", () => {
    expect(kiro.renderIntent({ kind: "context", event: "SessionStart", text: "x" })).toBe("x");
    expect(kiro.renderIntent({ kind: "context", event: "PreToolUse", text: "x" })).toBe("");
    expect(kiro.renderIntent({ kind: "deny", reason: "no" })).toBe("");
    expect(kiro.refusalOf({ kind: "deny", reason: "no" })).toBe("no");
    expect(kiro.refusalOf({ kind: "ask", reason: "may I", refusal: "no" })).toBe("no");
    expect(kiro.refusalOf({ kind: "context", event: "SessionStart", text: "x" })).toBeUndefined();
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

describe("connecting them (AGT-30)", () => {
  const theirs = (folder: string, settings: string) => ({
    folder,
    settings: `${folder}/${settings}`,
    env: {},
    home: "/home/u",
  });

  test("Cursor: an entry per event beside the person's own, and out again to the byte", () => {
    const [file] = cursorSetup.files(AT, theirs("/home/u/.cursor", "hooks.json"));
    if (file?.format !== "json") throw new Error("its hooks are JSON");
    const own = '{\n  "version": 1,\n  "hooks": {\n    "stop": [{ "command": "./mine.sh" }]\n  }\n}\n';
    const made = editJson(own, file.install);
    const { hooks } = JSON.parse(String(made));
    const entry = {
      command: "node '/home/u/.local/share/holdfast/hook.cjs' --host cursor --home '/home/u'",
      timeout: 5,
    };
    expect(hooks.stop).toEqual([{ command: "./mine.sh" }, entry]);
    expect(hooks.preToolUse).toEqual([entry]);
    expect(editJson(String(made), file.install)).toBe(made);
    expect(editJson(String(made), file.uninstall)).toBe(own);
    expect(editJson(String(editJson(undefined, file.install)), file.uninstall)).toBe("{}\n");
  });

  test("Kiro: a file of ours, known by how it begins, and it is JSON", () => {
    const [file] = kiroSetup.files(AT, theirs("/home/u/.kiro", "hooks/holdfast.json"));
    const [edit] = file?.format === "text" ? file.install : [];
    if (edit?.kind !== "ensure-file") throw new Error("its hooks are a file of ours");
    const { version, hooks } = JSON.parse(`${edit.mark}\n${edit.text}`);
    expect(version).toBe("v1");
    expect(hooks.map(({ trigger }: { trigger: string }) => trigger)).toEqual([
      "SessionStart",
      "UserPromptSubmit",
      "PreToolUse",
      "Stop",
    ]);
    expect(hooks[2].action.command).toBe(
      "node '/home/u/.local/share/holdfast/hook.cjs' --host kiro --home '/home/u' || [ $? -ne 2 ] || exit 2",
    );
  });
});

describe("AGT-8: who speaks through an entry", () => {
  const names = (entry: string, payload: object): string | undefined => {
    const host = hostNamed(entry);
    const heard = host && heardFrom(host, JSON.stringify(payload));
    return heard && (heard.speaker?.name ?? entry);
  };

  test("each agent through its own entry is itself", () => {
    for (const { name } of HOSTS.filter((host) => !["gemini", "cursor", "cline"].includes(host.name)))
      expect(names(name, { session_id: "s", cwd: "/w", hook_event_name: "SessionStart" })).toBe(name);
  });

  test("another one is known by its own members or its names of events", () => {
    expect(names("claude", { ...BASE, hook_event_name: "stop" })).toBe("cursor");
    expect(names("claude", { hookEventName: "Stop", sessionId: "s", cwd: "/w" })).toBe("vscode");
    expect(names("claude", { hook_event_name: "agentSpawn", cwd: "/w" })).toBe("kiro");
    expect(names("claude", { hook_event_name: "preToolUse", cwd: "/w", tool_name: "t", tool_input: {} })).toBe("kiro");
    expect(names("codex", { hook_event_name: "AfterAgent", session_id: "s", cwd: "/w" })).toBe("gemini");
    expect(names("gemini", { hook_event_name: "Stop", session_id: "s", cwd: "/w" })).toBe("claude");
    expect(names("claude", { hook_event_name: "Notification", session_id: "s", cwd: "/w" })).toBeUndefined();
  });
});
