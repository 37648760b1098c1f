// Cline CLI 3.0.65, in the shapes that the real program sends (test/e2e/cline.ts runs it).
import { afterAll, describe, expect, test } from "vitest";
import { decide } from "../../../src/guard/decide.ts";
import { cline } from "../../../src/hosts/cline/index.ts";
import { setup } from "../../../src/hosts/cline/setup.ts";
import { parseEvent, renderIntent } from "../../../src/hosts/cline/wire.ts";
import { placesOf } from "../../../src/hosts/host.ts";
import { editJson } from "../../../src/install/io/json-edit.ts";
import { guardBox } from "../../support/guard-world.ts";

const BASE = {
  clineVersion: "",
  timestamp: "2026-11-18T18:23:18.999Z",
  taskId: "conv_1795026296574_0snhfi3",
  sessionContext: { rootSessionId: "1795026295542_r8ivy" },
  workspaceRoots: ["/home/u/project"],
  workspaceInfo: { rootPath: "/home/u/project", hint: "project" },
  userId: "unknown",
  agent_id: "agent_1795026296415_i5bpvm",
  parent_agent_id: null,
};
const call = (name: string, input: unknown, more: object = {}) =>
  parseEvent(
    JSON.stringify({
      ...BASE,
      hookName: "tool_call",
      iteration: 1,
      tool_call: { id: "call_1", name, input },
      preToolUse: { toolName: name, parameters: { commands: '["make"]' } },
      ...more,
    }),
  );
const at = { kind: "PreToolUse", session: BASE.taskId, cwd: "/home/u/project" };

describe("Cline's event before a tool (AGT-2, AGT-5)", () => {
  test("the shell's lines, one below the other; an edit in others' words; a server's tool by the name of others", () => {
    const lines = { command: "cd /tmp\nmake" };
    expect(call("run_commands", { commands: ["cd /tmp", "make"] })).toEqual({
      ...at,
      tool: "run_commands",
      input: lines,
    });
    const words = { commands: [{ command: "rm", args: ["-r", "it's"] }] };
    expect(call("run_commands", words)).toMatchObject({ input: { command: "'rm' '-r' 'it'\\''s'" } });
    expect(call("run_commands", { commands: "make" })).toMatchObject({ input: { command: "make" } });
    const edit = { path: "/home/u/a.md", old_text: "a", new_text: "b" };
    const told = { path: "/home/u/a.md", old_string: "a", new_string: "b" };
    expect(call("editor", edit)).toMatchObject({ tool: "editor", input: told });
    const fresh = { path: "/home/u/a.md", content: "b" };
    expect(call("editor", { path: "/home/u/a.md", new_text: "b" })).toMatchObject({ input: fresh });
    expect(call("holdfast__memory_search", { query: "x" })).toMatchObject({ tool: "mcp__holdfast__memory_search" });
  });

  test("a helper is told from the session", () => {
    expect(call("editor", {})).not.toHaveProperty("agent");
    const helper = { parent_agent_id: "agent_1", agent_id: "agent_2" };
    expect(call("editor", {}, helper)).toMatchObject({ agent: "agent_2" });
  });

  test("AGT-4: another form of session or folder does not switch the guard off; other events are none", () => {
    expect(call("editor", {}, { taskId: 7, workspaceRoots: null })).toMatchObject({ session: "", cwd: "/" });
    for (const hookName of ["agent_start", "tool_result", "prompt_submit", "session_shutdown", 7]) {
      expect(call("editor", {}, { hookName }), String(hookName)).toBeUndefined();
    }
    expect(call("editor", "x")).toBeUndefined();
    expect(parseEvent('{"hookName":"tool_call"')).toBeUndefined();
  });
});

describe("AGT-20, AGT-21: what Cline's tools would change", () => {
  const box = guardBox();
  afterAll(box.remove);
  const inside = `${box.store}/memories/a.md`;
  const outside = `${box.project}/src/a.md`;
  const decided = (tool: string, input: unknown) => {
    const event = call(tool, input, { workspaceRoots: [box.project] });
    if (event?.kind !== "PreToolUse") throw new Error("no call");
    return decide(event, box.world).kind;
  };

  test.each([
    ["editor", (path: string) => ({ path, new_text: "x" })],
    ["editor", (path: string) => ({ path, old_text: "a", new_text: "b" })],
    ["apply_patch", (path: string) => ({ input: `*** Begin Patch\n*** Add File: ${path}\n+x\n*** End Patch` })],
    ["run_commands", (path: string) => ({ commands: ["true", `echo x > ${path}`] })],
    ["run_commands", (path: string) => ({ commands: [{ command: "rm", args: [path] }] })],
    ["files__write_file", (path: string) => ({ path, content: "x" })],
  ])("%s is denied in the store and nowhere else", (tool, input) => {
    expect(decided(tool, input(inside))).toBe("deny");
    expect(decided(tool, input(outside))).toBe("none");
  });

  test.each([
    ["read_files", { files: [{ path: inside }] }],
    ["search_codebase", { queries: ["x"] }],
    ["holdfast__memory_search", { query: "pnpm" }],
  ])("AGT-22: no opinion about %s", (tool, input) => {
    expect(decided(tool, input)).toBe("none");
  });
});

test("our answers to Cline, to the byte (AGT-5): only what is said before a tool arrives", () => {
  expect(renderIntent({ kind: "nothing" })).toBe("");
  expect(renderIntent({ kind: "context", event: "PreToolUse", text: "<x>&", userMessage: "hello" })).toBe(
    '{"context":"<x>&"}',
  );
  for (const event of ["SessionStart", "SubagentStart", "UserPromptSubmit"] as const) {
    expect(renderIntent({ kind: "context", event, text: "x" })).toBe("");
  }
  expect(renderIntent({ kind: "context", event: "PreToolUse", text: "" })).toBe("");
  expect(renderIntent({ kind: "deny", reason: "no" })).toBe('{"cancel":true,"errorMessage":"no"}');
  expect(renderIntent({ kind: "deny", reason: "" })).toBe(
    '{"cancel":true,"errorMessage":"Holdfast refuses this tool call."}',
  );
  expect(renderIntent({ kind: "ask", reason: "sure?", refusal: "not now" })).toBe(
    '{"cancel":true,"errorMessage":"not now"}',
  );
  expect(renderIntent({ kind: "rewrite", input: {}, reason: "no" })).toBe('{"cancel":true,"errorMessage":"no"}');
});

test("AGT-1, AGT-30: a file of ours beside the person's own hook, and one server", () => {
  const places = {
    hookPath: "/home/u/it's/holdfast/hook.cjs",
    mcpPath: "/home/u/.local/share/holdfast/mcp.mjs",
    store: "/home/u/.holdfast",
    guarded: { folders: ["/home/u/.holdfast"], key: "/home/u/.local/share/holdfast/device-key.pem" },
    args: ["--home", "/home/u"],
    memoryFolder: "/home/u/.local/share/holdfast/claude-memory",
    built: () => undefined,
  };
  const [hook, servers] = setup.files(places, placesOf(cline, {}, "/home/u"));
  expect(hook?.path).toBe("/home/u/.cline/hooks/PreToolUse.cjs");
  expect(cline.ours).toEqual(["hooks/PreToolUse.cjs"]);
  const [edit] = hook?.install ?? [];
  if (edit?.kind !== "ensure-file" || servers?.format !== "json") throw new Error("a file of ours, and one of JSON");
  expect(edit.text).toBe(
    'process.argv.push("--host", "cline", "--home", "/home/u");\nrequire("/home/u/it\'s/holdfast/hook.cjs");\n',
  );
  expect(hook?.uninstall).toEqual([{ kind: "drop-file", mark: edit.mark }]);
  expect(servers.path).toBe("/home/u/.cline/data/settings/cline_mcp_settings.json");
  expect(JSON.parse(editJson(undefined, servers.install) as string)).toEqual({
    mcpServers: { holdfast: { command: "node", args: [places.mcpPath, ...places.args], timeout: 30 } },
  });
});
