// OBS-3: whatever is no word is an attempt, in one piece or in many, of a kind that is known or of none.
import { describe, expect, test } from "vitest";
import { listenToCompletion, listenToMessage } from "../../../../src/observer/io/model/hear-answer.ts";
import { listenToClaude } from "../../../../src/observer/io/model/hear-claude.ts";
import { failed, type Reply } from "../../../../src/observer/io/model/provider.ts";

const next = (reply: Reply): string => (reply.kind === "failed" ? reply.then : reply.kind);
const names = (ear: { attempts: { list(): readonly { name: string }[] } }): readonly string[] =>
  ear.attempts.list().map(({ name }) => name);

describe("OBS-3: messages", () => {
  const started = {
    type: "message_start",
    message: { usage: { input_tokens: 7, cache_read_input_tokens: 3, output_tokens: 1 } },
  };

  test("OBS-3: words are words, and usage is counted with what came from a cache", () => {
    const ear = listenToMessage();
    for (const event of [
      started,
      { type: "content_block_start", index: 0, content_block: { type: "thinking", thinking: "" } },
      { type: "content_block_delta", index: 0, delta: { type: "thinking_delta", thinking: "hm" } },
      { type: "content_block_start", index: 1, content_block: { type: "text", text: "a" } },
      { type: "content_block_delta", index: 1, delta: { type: "text_delta", text: "b" } },
      { type: "message_delta", usage: { output_tokens: 5 } },
      { type: "message_stop" },
    ]) {
      ear.hear(event);
    }
    expect([ear.text, ear.ended, ear.attempts.any]).toEqual(["ab", true, false]);
    expect(ear.tokens).toEqual({ input: 10, output: 5 });
  });

  test("OBS-3: an attempt in pieces is one, with its whole input", () => {
    const ear = listenToMessage();
    ear.hear({
      type: "content_block_start",
      index: 2,
      content_block: { type: "tool_use", id: "t", name: "Write", input: {} },
    });
    for (const partial_json of ['{"pa', 'th":"x"}']) {
      ear.hear({ type: "content_block_delta", index: 2, delta: { type: "input_json_delta", partial_json } });
    }
    ear.hearBlocks([{ type: "tool_use", id: "t", name: "Write", input: { path: "x" } }]);
    expect(ear.attempts.list()).toEqual([{ name: "Write", input: '{"path":"x"}' }]);
  });

  test.each(["tool_use", "server_tool_use", "mcp_tool_use", "web_search_tool_result", "code_execution", "", "TEXT"])(
    "OBS-3: a block of type %j is an attempt",
    (type) => {
      const ear = listenToMessage();
      ear.hear({ type: "message", content: [{ type }, { type: "text", text: "x" }] });
      expect(names(ear)).toEqual([type === "" ? "(no name)" : type]);
    },
  );

  test("OBS-3: pieces of an input without a block, and a piece of no known kind, are attempts", () => {
    for (const type of ["input_json_delta", "new_delta"]) {
      const ear = listenToMessage();
      ear.hear({ type: "content_block_delta", index: 0, delta: { type } });
      expect(names(ear)).toEqual([type]);
    }
  });

  test("OBS-3: the tool for JSON is none where it was asked for, and only by its exact name", () => {
    const ear = listenToMessage("StructuredOutput");
    ear.hear({
      type: "content_block_start",
      index: 0,
      content_block: { type: "tool_use", id: "a", name: "StructuredOutput" },
    });
    ear.hear({ type: "content_block_delta", index: 0, delta: { type: "input_json_delta", partial_json: "{}" } });
    expect(ear.attempts.any).toBe(false);
    ear.hearBlocks([{ type: "tool_use", id: "b", name: "StructuredOutput2" }]);
    expect(names(ear)).toEqual(["StructuredOutput2"]);
  });

  test("OBS-3: two with one id are two when they ask for different things; a flood is bounded", () => {
    const ear = listenToMessage();
    ear.hear({
      type: "message",
      content: [
        { type: "tool_use", id: "a", name: "A" },
        { type: "tool_use", id: "a", name: "B" },
      ],
    });
    expect(names(ear)).toEqual(["A", "B"]);
    ear.hear({
      type: "message",
      content: Array.from({ length: 10_000 }, () => ({ type: "tool_use", name: "x".repeat(999) })),
    });
    expect(ear.attempts.list()).toHaveLength(64);
    expect(Math.max(...names(ear).map((name) => name.length))).toBeLessThanOrEqual(100);
  });
});

describe("OBS-3: completions", () => {
  const piece = (delta: object, finish_reason: string | null = null): object => ({
    choices: [{ delta, finish_reason }],
  });

  test("OBS-3: words are words", () => {
    const ear = listenToCompletion();
    for (const value of [piece({ content: "a" }), piece({ content: [{ type: "text", text: "b" }] }), piece({}, "stop")])
      ear.hear(value);
    ear.hear({ choices: [], usage: { prompt_tokens: 3, completion_tokens: 4 } });
    expect([ear.text, ear.ended, ear.attempts.any, ear.tokens]).toEqual(["ab", true, false, { input: 3, output: 4 }]);
  });

  test("OBS-3: a name and its arguments in pieces are one attempt", () => {
    const ear = listenToCompletion();
    for (const call of [{ name: "Wri" }, { name: "te" }, { arguments: '{"a"' }, { arguments: ":1}" }]) {
      ear.hear(piece({ tool_calls: [{ index: 0, function: call }] }));
    }
    expect(ear.attempts.list()).toEqual([{ name: "Write", input: '{"a":1}' }]);
  });

  test.each([
    [
      "a whole call",
      { message: { tool_calls: [{ type: "function", function: { name: "f", arguments: "{}" } }] } },
      "f",
    ],
    [
      "a call of its own kind",
      { message: { tool_calls: [{ type: "custom", custom: { name: "c", input: "x" } }] } },
      "c",
    ],
    ["a call of no known kind", { message: { tool_calls: [{ type: "shell" }] } }, "shell"],
    ["the older form", { message: { function_call: { name: "g", arguments: "" } } }, "g"],
    ["a part that is no text", { message: { content: [{ type: "tool_use" }] } }, "tool_use"],
    ["only the reason", { message: {}, finish_reason: "tool_calls" }, "tool_calls"],
  ])("OBS-3: %s is an attempt", (_, choice, name) => {
    const ear = listenToCompletion();
    ear.hear({ choices: [choice] });
    expect(names(ear)).toEqual([name]);
  });

  test("OBS-3: an empty list of calls and no function are none", () => {
    const ear = listenToCompletion();
    ear.hear({ choices: [{ message: { content: "x", tool_calls: [], function_call: null }, finish_reason: "stop" }] });
    expect([ear.attempts.any, ear.text]).toEqual([false, "x"]);
  });
});

describe("OBS-2b: Claude Code", () => {
  const init = {
    type: "system",
    subtype: "init",
    tools: [],
    mcp_servers: [],
    permissionMode: "dontAsk",
    claude_code_version: "2.1.325",
  };
  const said = { type: "assistant", message: { content: [{ type: "text", text: "hi" }] } };
  const otherwise = failed("retry", "ended");

  test("OBS-2b: words before the first message, or behind one that shows a tool, are dropped", () => {
    for (const first of [undefined, { ...init, tools: ["Bash"] }]) {
      const ear = listenToClaude();
      if (first !== undefined) expect(ear.hear(first)).toBe("over");
      else expect(ear.hear(said)).toBe("over");
      ear.hear(init);
      ear.hear({ type: "result", structured_output: { a: 1 } });
      expect(ear.reply(otherwise).kind).toBe("unlocked");
    }
  });

  test("OBS-2b: one that unlocks later is dropped too, whatever was said before", () => {
    const ear = listenToClaude();
    ear.hear(init);
    ear.hear(said);
    expect(ear.hear({ ...init, permissionMode: "bypassPermissions" })).toBe("over");
    expect(ear.reply(otherwise).kind).toBe("unlocked");
  });

  test("OBS-3: an attempt drops the answer, also one that came before it", () => {
    const ear = listenToClaude();
    ear.hear(init);
    ear.hear(said);
    expect(ear.hear({ type: "assistant", message: { content: [{ type: "tool_use", name: "Bash" }] } })).toBe(
      "attempted",
    );
    ear.hear({ type: "result", structured_output: { a: 1 } });
    expect(ear.reply(otherwise)).toMatchObject({ kind: "acted", attempts: [{ name: "Bash" }] });
  });

  test("OBS-11: what the program says of an error is no answer, and its status decides", () => {
    for (const [status, then] of [
      [400, "never"],
      [401, "stop"],
      [403, "stop"],
      [429, "retry"],
      [529, "retry"],
    ] as const) {
      const ear = listenToClaude();
      ear.hear(init);
      ear.hear({
        type: "assistant",
        is_api_error_message: true,
        message: { content: [{ type: "text", text: "API Error" }] },
      });
      ear.hear({ type: "result", is_error: true, api_error_status: status, result: "API Error" });
      expect(next(ear.reply(otherwise))).toBe(then);
    }
    const ear = listenToClaude();
    ear.hear(init);
    expect(ear.hear({ type: "system", subtype: "api_retry", error_status: 401 })).toBe("over");
    expect(next(ear.reply(otherwise))).toBe("stop");
    const again = listenToClaude();
    expect(again.hear({ type: "system", subtype: "api_retry", error_status: 529 })).toBe("go on");
    for (const [error, then] of [
      ["authentication_failed", "stop"],
      ["billing_error", "stop"],
      ["invalid_request", "never"],
      ["server_error", "retry"],
      [undefined, "retry"],
    ] as const) {
      const ear = listenToClaude();
      ear.hear(init);
      ear.hear({
        type: "assistant",
        is_api_error_message: true,
        error,
        message: { content: [{ type: "text", text: "no" }] },
      });
      ear.hear({ type: "result", is_error: true, api_error_status: null, result: "no" });
      expect(next(ear.reply(otherwise))).toBe(then);
    }
  });
});
