import { describe, expect, test } from "vitest";
import { parseEvent, renderIntent } from "../../../src/hosts/claude/wire.ts";

/** The shape Claude Code 2.1.325 sends. */
const STARTUP = {
  session_id: "33395e53-1067-4284-874c-73a7bb57ce6c",
  transcript_path: "/home/u/.claude/projects/-home-u-project/33395e53-1067-4284-874c-73a7bb57ce6c.jsonl",
  cwd: "/home/u/project",
  hook_event_name: "SessionStart",
  source: "startup",
};
const parse = (event: unknown) => parseEvent(JSON.stringify(event));

describe("Claude's events (AGT-2, AGT-5)", () => {
  test("SessionStart", () => {
    expect(parse(STARTUP)).toEqual({
      kind: "SessionStart",
      session: "33395e53-1067-4284-874c-73a7bb57ce6c",
      cwd: "/home/u/project",
      source: "startup",
    });
  });

  test.each(["startup", "resume", "clear", "compact"])("AGT-10: source %s is kept", (source) => {
    expect(parse({ ...STARTUP, source })).toMatchObject({ source });
  });

  test("fields of later releases are ignored, an unknown source begins a session", () => {
    const later = {
      ...STARTUP,
      source: "fork",
      model: "claude-opus-5-5",
      seconds_since_last_response: 12,
      prompt_cache_likely_expired: true,
      effort: { level: "high" },
    };
    expect(parse(later)).toEqual({ ...parse(STARTUP), source: "startup" });
  });

  const base = { session: STARTUP.session_id, cwd: STARTUP.cwd };

  test("AGT-2: a prompt", () => {
    const event = { ...STARTUP, hook_event_name: "UserPromptSubmit", prompt: "hi" };
    const transcript = STARTUP.transcript_path;
    expect(parse(event)).toEqual({ kind: "UserPromptSubmit", ...base, prompt: "hi", transcript });
  });

  test("AGT-2: a tool call", () => {
    const event = { ...STARTUP, hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command: "ls" } };
    expect(parse(event)).toEqual({ kind: "PreToolUse", ...base, tool: "Bash", input: { command: "ls" } });
  });

  test("ARR-7: a helper's start and its tool calls say whose they are; an id that is no name is none", () => {
    const start = {
      ...STARTUP,
      hook_event_name: "SubagentStart",
      agent_id: "a1",
      agent_type: "x",
      transcript_path: "/t",
    };
    expect(parse(start)).toEqual({ kind: "SubagentStart", ...base, agent: "a1", agentType: "x", transcript: "/t" });
    const call = { ...STARTUP, hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command: "ls" } };
    expect(parse({ ...call, agent_id: "a1" })).toMatchObject({ kind: "PreToolUse", agent: "a1" });
    for (const agent_id of ["../x", "", 7, undefined]) {
      expect(parse({ ...start, agent_id })).toBeUndefined();
      expect(parse({ ...call, agent_id })).not.toHaveProperty("agent");
    }
  });

  test.each(["Stop", "SubagentStop", "PreCompact", "SessionEnd"])("AGT-2: %s names the transcript", (kind) => {
    const event = { ...STARTUP, hook_event_name: kind, agent_type: "helper", transcript_path: "/t.jsonl" };
    expect(parse(event)).toEqual({ kind, ...base, transcript: "/t.jsonl" });
  });

  test.each([
    ["another event", { ...STARTUP, hook_event_name: "Notification" }],
    ["a prompt that is no text", { ...STARTUP, hook_event_name: "UserPromptSubmit", prompt: ["hi"] }],
    ["a tool without a name", { ...STARTUP, hook_event_name: "PreToolUse", tool_input: {} }],
    ["a tool without input", { ...STARTUP, hook_event_name: "PreToolUse", tool_name: "Write", tool_input: [] }],
    ["a helper of the host itself", { ...STARTUP, hook_event_name: "SubagentStop", agent_type: "" }],
    ["no event name", { ...STARTUP, hook_event_name: undefined }],
    ["no session", { ...STARTUP, session_id: undefined }],
    ["a session that is a path", { ...STARTUP, session_id: "../../etc/passwd" }],
    ["an endless session", { ...STARTUP, session_id: "a".repeat(129) }],
    ["no folder", { ...STARTUP, cwd: "" }],
    ["a folder with a nul byte", { ...STARTUP, cwd: "/home/u\0" }],
    ["a list", [STARTUP]],
    ["null", null],
    ["a number", 1],
  ])("AGT-3: %s is no event", (_, event) => {
    expect(parse(event)).toBeUndefined();
  });

  test.each(["", "not json", "{", '{"hook_event_name":"SessionStart"', "\u0000"])("AGT-3: %j is no event", (text) => {
    expect(parseEvent(text)).toBeUndefined();
  });
});

describe("our answers, to the byte (AGT-5)", () => {
  test("nothing to say: no output at all (CTX-3)", () => {
    expect(renderIntent({ kind: "nothing" })).toBe("");
    expect(renderIntent({ kind: "context", event: "SessionStart", text: "" })).toBe("");
    expect(renderIntent({ kind: "context", event: "SessionStart", text: "", userMessage: "" })).toBe("");
  });

  test("context", () => {
    expect(renderIntent({ kind: "context", event: "SessionStart", text: 'a "b"\n<c>' })).toBe(
      '{"hookSpecificOutput":{"hookEventName":"SessionStart","additionalContext":"a \\"b\\"\\n<c>"}}',
    );
  });

  test("AGT-12: with a line for the person", () => {
    expect(
      renderIntent({ kind: "context", event: "SessionStart", text: "x", userMessage: "1 memory: holdfast why" }),
    ).toBe(
      '{"hookSpecificOutput":{"hookEventName":"SessionStart","additionalContext":"x"},"systemMessage":"1 memory: holdfast why"}',
    );
  });

  test("AGT-12: the person's line alone carries nothing to the model", () => {
    expect(renderIntent({ kind: "context", event: "SessionStart", text: "", userMessage: "hello" })).toBe(
      '{"systemMessage":"hello"}',
    );
  });

  test("AGT-20: a refused tool call", () => {
    expect(renderIntent({ kind: "deny", reason: "no" })).toBe(
      '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"no"}}',
    );
  });

  test("AGT-23: a tool call with another input", () => {
    expect(renderIntent({ kind: "rewrite", input: { content: "x" }, reason: "masked" })).toBe(
      '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow","permissionDecisionReason":"masked","updatedInput":{"content":"x"}}}',
    );
  });
});

test("AGT-4: a tool call reaches the guard whatever form its session or folder has", () => {
  const call = { hook_event_name: "PreToolUse", tool_name: "Write", tool_input: { file_path: "/x" } };
  const event = { kind: "PreToolUse", session: "", tool: "Write", input: { file_path: "/x" } };
  expect(parse({ ...call, session_id: "a.b:c", cwd: "/p" })).toEqual({ ...event, cwd: "/p" });
  expect(parse({ ...call, session_id: "s1", cwd: "" })).toEqual({ ...event, cwd: "/" });
  expect(parse(call)).toEqual({ ...event, cwd: "/" });
  expect(parse({ ...call, hook_event_name: "Stop" })).toBeUndefined();
});
