// Our plugin inside opencode: what it asks the hook, and what it makes of the answer, or of none.
import { describe, expect, test } from "vitest";
import type { HookAnswer } from "../../../src/in-opencode/ask.ts";
import type { Hooks, Part } from "../../../src/in-opencode/opencode.ts";
import { hooksFor } from "../../../src/in-opencode/plugin.ts";

const PLACES = {
  hook: "/data/hook.cjs",
  store: "/home/u/mine",
  args: ["--home", "/home/u"],
  server: "/data/mcp.mjs",
  deny: { edit: [".holdfast/*"], read: ["holdfast/device-key.pem"] },
};
const SESSION = "ses_1";

interface Asked {
  readonly hook_event_name: string;
  readonly source?: string;
}

function plugin(answer: (event: Asked) => HookAnswer = () => ({ kind: "answer" })): {
  readonly hooks: Hooks;
  readonly asked: Asked[];
  readonly said: unknown[];
} {
  const asked: Asked[] = [];
  const said: unknown[] = [];
  const say = (call: unknown): Promise<never> => {
    said.push(call);
    return Promise.reject(new Error("opencode has no such function"));
  };
  const client = { app: { log: say }, tui: { showToast: say } };
  const hooks = hooksFor(PLACES, { directory: "/w/shop", client }, async (at, event) => {
    expect(at).toBe(PLACES);
    asked.push(event as Asked);
    return answer(event as Asked);
  });
  return { hooks, asked, said };
}

const SILENT: HookAnswer = { kind: "none", why: "it ended with 1" };
const byEvent = ({ hook_event_name }: Asked): HookAnswer => ({ kind: "answer", context: `<${hook_event_name}>` });

async function systemOf(hooks: Hooks): Promise<readonly string[]> {
  const system = ["You are opencode"];
  await hooks["experimental.chat.system.transform"]({ sessionID: SESSION }, { system });
  return system.slice(1);
}

async function partsAfter(hooks: Hooks, ...parts: Part[]): Promise<readonly Part[]> {
  await hooks["chat.message"]({ sessionID: SESSION }, { message: { id: "msg_1" }, parts });
  return parts;
}

const text = (words: string): Part => ({ id: "prt_1", type: "text", text: words });
const call = (hooks: Hooks, tool: string, args: unknown): Promise<void> =>
  hooks["tool.execute.before"]({ tool, sessionID: SESSION }, { args });

describe("AGT-31: context", () => {
  test("CTX-4: the start is asked for once, and stands in every request once", async () => {
    const { hooks, asked } = plugin(byEvent);
    await hooks.event({ event: { type: "session.created", properties: { sessionID: SESSION } } });
    expect(await systemOf(hooks)).toEqual(["<SessionStart>"]);
    expect(await systemOf(hooks)).toEqual(["<SessionStart>"]);
    expect(asked).toEqual([
      { hook_event_name: "SessionStart", session_id: SESSION, cwd: "/w/shop", source: "startup" },
    ]);
  });

  test("CTX-4: the start comes before the first prompt's recall, so that nothing is told twice", async () => {
    const { hooks, asked } = plugin(byEvent);
    const parts = await partsAfter(hooks, text("hello"), { type: "text", text: "not typed", synthetic: true });
    expect(asked.map(({ hook_event_name }) => hook_event_name)).toEqual(["SessionStart", "UserPromptSubmit"]);
    expect(asked[1]).toMatchObject({ prompt: "hello", session_id: SESSION });
    const added = { sessionID: SESSION, messageID: "msg_1", type: "text", text: "<UserPromptSubmit>", synthetic: true };
    expect(parts.slice(2)).toEqual([{ ...added, id: expect.stringMatching(/^prt_holdfast\w+$/) }]);
    await systemOf(hooks);
    expect(asked).toHaveLength(2);
  });

  test("AGT-10: after a compaction the start is told again; a session of another run is resumed", async () => {
    const { hooks, asked } = plugin(byEvent);
    await systemOf(hooks);
    await hooks.event({ event: { type: "session.compacted", properties: { sessionID: SESSION } } });
    await systemOf(hooks);
    expect(asked.map(({ source }) => source)).toEqual(["resume", "compact"]);
  });

  test("nothing is added where there is nothing to say, or nothing was typed", async () => {
    const { hooks, asked } = plugin();
    expect(await systemOf(hooks)).toEqual([]);
    expect(await partsAfter(hooks, text("hello"))).toHaveLength(1);
    asked.length = 0;
    expect(await partsAfter(hooks, text(" "), { type: "file" })).toHaveLength(2);
    expect(asked).toEqual([]);
  });

  test("AGT-12: a line for the person is shown to them and is in no request", async () => {
    const { hooks, said } = plugin(() => ({ kind: "answer", message: "2 memories apply here" }));
    expect(await systemOf(hooks)).toEqual([]);
    expect(said).toEqual([{ body: { message: "2 memories apply here", variant: "info" } }]);
  });
});

describe("AGT-20, AGT-22: the guard", () => {
  test("a refusal is thrown with its reason, whatever the tool is called", async () => {
    const { hooks, asked } = plugin(() => ({ kind: "answer", deny: "belongs to Holdfast" }));
    for (const tool of ["write", "edit", "apply_patch", "bash", "task", "some_new_tool"])
      await expect(call(hooks, tool, { filePath: "/x" })).rejects.toThrow("belongs to Holdfast");
    expect(asked[0]).toMatchObject({ hook_event_name: "PreToolUse", tool_name: "write", cwd: "/w/shop" });
  });

  test("no opinion lets the call pass, and tools that neither change nor show a file are not asked about", async () => {
    const { hooks, asked } = plugin();
    await call(hooks, "write", { filePath: "/home/u/mine/memories/a.md" });
    await call(hooks, "write", undefined);
    expect(asked).toHaveLength(2);
    await call(hooks, "glob", { pattern: "/home/u/mine/memories/*" });
    expect(asked).toHaveLength(2);
  });

  test("RUL-2: reads are asked about for rules, and go on where the hook does not answer", async () => {
    const { hooks } = plugin(() => SILENT);
    for (const tool of ["read", "grep", "webfetch"])
      await call(hooks, tool, { filePath: "/home/u/mine/memories/a.md" });
    const refused = plugin(() => ({ kind: "answer", deny: "Stopped by a rule" }));
    await expect(call(refused.hooks, "read", { filePath: "/x" })).rejects.toThrow("Stopped by a rule");
  });

  test("RUL-2: a reminder comes with the result of its call, once", async () => {
    const { hooks } = plugin(() => ({ kind: "answer", context: "REMINDER" }));
    const start = (callID: string): Promise<void> =>
      hooks["tool.execute.before"]({ tool: "bash", sessionID: SESSION, callID }, { args: { command: "make" } });
    await start("call_1");
    await start("call_2");
    const [own, served, other] = [
      { output: "made" },
      { content: [{ type: "text", text: "rang" }] },
      { output: "made" },
    ];
    await hooks["tool.execute.after"]({ callID: "call_1" }, own);
    await hooks["tool.execute.after"]({ callID: "call_2" }, served);
    await hooks["tool.execute.after"]({ callID: "call_1" }, other);
    expect(own.output).toBe("made\n\nREMINDER");
    expect(served.content.map(({ text: said }) => said)).toEqual(["rang", "REMINDER"]);
    expect(other.output).toBe("made");
  });

  test.each([
    { filePath: "/home/u/mine/memories/a.md" },
    { command: "rm -r ~/.holdfast" },
    { edits: [{ path: ".holdfast/memories/a.md" }] },
  ])("AGT-4: without an answer it fails closed for a call that names a store: %j", async (args) => {
    const { hooks, said } = plugin(() => SILENT);
    await expect(call(hooks, "any", args)).rejects.toThrow(/did not answer.*holdfast doctor/);
    expect(JSON.stringify(said)).toContain("it ended with 1");
  });

  test.each([{ filePath: "/w/shop/a.md" }, { command: "ls" }, undefined])(
    "AGT-3: without an answer every other call passes: %j",
    async (args) => {
      await expect(call(plugin(() => SILENT).hooks, "write", args)).resolves.toBeUndefined();
    },
  );
});

describe("AGT-3: memory never breaks the session", () => {
  test("a hook that stays silent adds nothing and is logged", async () => {
    const { hooks, said } = plugin(() => SILENT);
    expect(await systemOf(hooks)).toEqual([]);
    expect(await partsAfter(hooks, text("hello"))).toHaveLength(1);
    expect(said.length).toBeGreaterThan(0);
  });

  test("a fault of ours stays inside, and so does a shape that nobody expected", async () => {
    const { hooks } = plugin(() => {
      throw new Error("a fault");
    });
    expect(await systemOf(hooks)).toEqual([]);
    expect(await partsAfter(hooks, text("hello"))).toHaveLength(1);
    await hooks.event({ event: { type: "session.created" } });
    await hooks.event({} as never);
    await hooks["chat.message"]({} as never, {} as never);
    await hooks.config(undefined as never);
    await hooks["tool.execute.before"](undefined as never, undefined as never);
    await call(hooks, "write", { filePath: "/w/shop/a.md" });
    await expect(call(hooks, "write", { filePath: ".holdfast/a.md" })).rejects.toThrow(/did not answer/);
  });
});

describe("AGT-31: the server", () => {
  test("is named to opencode, beside the person's own", async () => {
    const config = { mcp: { other: {} } };
    await plugin().hooks.config(config);
    const holdfast = { type: "local", command: ["node", "/data/mcp.mjs", ...PLACES.args], enabled: true };
    expect(config.mcp).toEqual({ other: {}, holdfast });
  });

  test("AGT-24: our rules stand behind the person's own, whichever form those have", async () => {
    const rules = async (permission: unknown): Promise<unknown> => {
      const config = { permission };
      await plugin().hooks.config(config);
      return config.permission;
    };
    const edit = { ".holdfast/*": "deny", "*/.holdfast/*": "deny" };
    const read = { "holdfast/device-key.pem": "deny", "*/holdfast/device-key.pem": "deny" };
    expect(await rules(undefined)).toEqual({ edit, read });
    expect(await rules("allow")).toEqual({ "*": "allow", edit, read });
    expect(await rules({ bash: "ask", edit: "ask" })).toEqual({ bash: "ask", edit: { "*": "ask", ...edit }, read });
    const own = (await rules({ edit: { "*.md": "allow" } })) as { edit: object };
    expect(Object.keys(own.edit)).toEqual(["*.md", ...Object.keys(edit)]);
  });

  test("an entry that the person made under this name stays theirs", async () => {
    const config = { mcp: { holdfast: { enabled: false } } };
    await plugin().hooks.config(config);
    expect(config.mcp).toEqual({ holdfast: { enabled: false } });
  });
});
