import { describe, expect, test } from "vitest";
import { ANSWER_KEYS, parseEvent, renderIntent } from "../../../src/hosts/codex/wire.ts";
import type { Intent } from "../../../src/hosts/event.ts";

/** The shape Codex 0.166.0 sends. */
const BASE = {
  session_id: "01a1dc64-1077-7f82-ad39-aa3ca2b1ab41",
  turn_id: "01a1dc64-1118-7130-8495-df2a10fbe298",
  transcript_path: "/home/u/.codex/sessions/2026/11/14/rollout-2026-11-14T23-28-27-01a1dc64.jsonl",
  cwd: "/home/u/project",
  model: "gpt-5.5",
  permission_mode: "bypassPermissions",
};
const parse = (event: object) => parseEvent(JSON.stringify({ ...BASE, ...event }));
const at = { session: BASE.session_id, cwd: BASE.cwd };

describe("Codex's events (AGT-2, AGT-5)", () => {
  test("the shell is called Bash; a patch is a tool of its own, its text under `command`", () => {
    const shell = { hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command: "ls > x" } };
    expect(parse(shell)).toEqual({ kind: "PreToolUse", ...at, tool: "Bash", input: { command: "ls > x" } });
    const patch = { command: "*** Begin Patch\n*** Add File: a.txt\n+x\n*** End Patch\n" };
    expect(parse({ hook_event_name: "PreToolUse", tool_name: "apply_patch", tool_input: patch })).toEqual({
      kind: "PreToolUse",
      ...at,
      tool: "apply_patch",
      input: patch,
    });
  });

  test("start, prompt and the ends of turns", () => {
    expect(parse({ hook_event_name: "SessionStart", source: "clear" })).toEqual({
      kind: "SessionStart",
      ...at,
      source: "clear",
    });
    expect(parse({ hook_event_name: "UserPromptSubmit", prompt: "hi" })).toMatchObject({ prompt: "hi" });
    for (const kind of ["Stop", "SubagentStop", "PreCompact", "SessionEnd"]) {
      expect(parse({ hook_event_name: kind })).toEqual({ kind, ...at, transcript: BASE.transcript_path });
    }
  });
});

/** What Codex's published schemas allow: an answer with any other key is thrown away, and the command runs. */
const ACCEPTED = {
  answer: ["continue", "stopReason", "suppressOutput", "systemMessage", "decision", "reason", "hookSpecificOutput"],
  SessionStart: ["hookEventName", "additionalContext"],
  UserPromptSubmit: ["hookEventName", "additionalContext"],
  PreToolUse: ["hookEventName", "additionalContext", "permissionDecision", "permissionDecisionReason", "updatedInput"],
} as const;

const EVENTS = ["SessionStart", "UserPromptSubmit", "PreToolUse"] as const;
const INTENTS: readonly Intent[] = [
  { kind: "nothing" },
  ...EVENTS.flatMap((event): readonly Intent[] => [
    { kind: "context", event, text: "t" },
    { kind: "context", event, text: "t", userMessage: "m" },
    { kind: "context", event, text: "", userMessage: "m" },
    { kind: "context", event, text: "" },
  ]),
  { kind: "deny", reason: "no" },
  { kind: "deny", reason: "" },
  { kind: "deny", reason: " \n" },
  { kind: "rewrite", input: { command: "x" }, reason: "masked" },
];

describe("our answers (AGT-5)", () => {
  test.each(INTENTS.map((intent) => [JSON.stringify(intent), intent] as const))("%s", (_, intent) => {
    const text = renderIntent(intent);
    if (text === "") return;
    const answer = JSON.parse(text);
    for (const key of Object.keys(answer)) expect(ACCEPTED.answer).toContain(key);
    const specific = answer.hookSpecificOutput ?? {};
    const event = intent.kind === "context" && intent.event !== "SubagentStart" ? intent.event : "PreToolUse";
    for (const key of Object.keys(specific)) expect(ACCEPTED[event]).toContain(key);
    if (answer.hookSpecificOutput !== undefined) expect(specific.hookEventName).toBe(event);
  });

  test("the table we answer from has no key that Codex does not take", () => {
    for (const event of EVENTS) {
      expect(ACCEPTED.answer).toEqual(expect.arrayContaining([...ANSWER_KEYS[event].answer]));
      expect(ACCEPTED[event]).toEqual(expect.arrayContaining([...ANSWER_KEYS[event].specific]));
    }
  });

  test("to the byte", () => {
    expect(renderIntent({ kind: "nothing" })).toBe("");
    expect(renderIntent({ kind: "context", event: "UserPromptSubmit", text: "" })).toBe("");
    expect(renderIntent({ kind: "context", event: "SessionStart", text: "x", userMessage: "hello" })).toBe(
      '{"hookSpecificOutput":{"hookEventName":"SessionStart","additionalContext":"x"},"systemMessage":"hello"}',
    );
    expect(renderIntent({ kind: "deny", reason: "no" })).toBe(
      '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"no"}}',
    );
  });

  test("a rewrite is a refusal, and a refusal never lacks its reason: Codex would run the command", () => {
    const rewritten = JSON.parse(renderIntent({ kind: "rewrite", input: { command: "x" }, reason: "masked" }));
    expect(rewritten.hookSpecificOutput).toEqual({
      hookEventName: "PreToolUse",
      permissionDecision: "deny",
      permissionDecisionReason: "masked",
    });
    const { hookSpecificOutput } = JSON.parse(renderIntent({ kind: "deny", reason: " " }));
    expect(hookSpecificOutput.permissionDecisionReason).toMatch(/\S/);
  });
});
