// What our plugin inside opencode and the hook say to each other, and how opencode is connected.
import { describe, expect, test } from "vitest";
import { placesOf } from "../../../src/hosts/host.ts";
import { opencode } from "../../../src/hosts/opencode/index.ts";
import { setup } from "../../../src/hosts/opencode/setup.ts";
import { parseEvent, renderIntent } from "../../../src/hosts/opencode/wire.ts";

const BASE = { session_id: "ses_e1f577737ffe4aenEc7Hs6TB6x", cwd: "/w/shop" };
const parsed = (fields: object): unknown => parseEvent(JSON.stringify({ ...BASE, ...fields }));

describe("AGT-5: the wire", () => {
  test("a prompt", () => {
    const event = { kind: "UserPromptSubmit", session: BASE.session_id, cwd: "/w/shop", prompt: "hello" };
    expect(parsed({ hook_event_name: "UserPromptSubmit", prompt: "hello" })).toEqual(event);
  });

  test.each([
    ["startup", "startup"],
    ["compact", "compact"],
    ["resume", "clear"],
  ])("AGT-10: a start by %s is one by %s", (source, known) => {
    expect(parsed({ hook_event_name: "SessionStart", source })).toMatchObject({ kind: "SessionStart", source: known });
  });

  test("AGT-4: a tool is asked about for guard and rules alone, under the names that other hosts have", () => {
    const call = { hook_event_name: "PreToolUse", tool_name: "write", tool_input: { filePath: "a.md" } };
    const input = { filePath: "a.md", file_path: "a.md" };
    const event = {
      kind: "PreToolUse",
      session: BASE.session_id,
      cwd: "/w/shop",
      tool: "write",
      input,
      takesNotes: false,
    };
    expect(parsed(call)).toEqual(event);
    expect(parsed({ ...call, session_id: "../x" })).toEqual({ ...event, session: "" });
  });

  test.each(["", "[]", "no JSON", '{"hook_event_name":"Nothing"}'])("no event: %j", (text) => {
    expect(parseEvent(text)).toBeUndefined();
  });

  test("AGT-22: nothing to say is no output", () => {
    expect(renderIntent({ kind: "nothing" })).toBe("");
    expect(renderIntent({ kind: "context", event: "SessionStart", text: "", userMessage: "" })).toBe("");
  });

  test("AGT-12: what is for the model and what is for the person stand apart", () => {
    const both = renderIntent({ kind: "context", event: "SessionStart", text: "block", userMessage: "a line" });
    expect(JSON.parse(both)).toEqual({ context: "block", message: "a line" });
    expect(renderIntent({ kind: "context", event: "UserPromptSubmit", text: "block" })).toBe('{"context":"block"}');
  });

  test("AGT-4: a refusal always has a reason, and another input is a refusal", () => {
    expect(renderIntent({ kind: "deny", reason: "no" })).toBe('{"deny":"no"}');
    expect(renderIntent({ kind: "rewrite", input: {}, reason: "no" })).toBe('{"deny":"no"}');
    expect(JSON.parse(renderIntent({ kind: "deny", reason: " " })).deny).toMatch(/Holdfast/);
  });
});

describe("AGT-30: connecting", () => {
  const AT = {
    hookPath: "/home/u/.local/share/holdfast/hook.cjs",
    mcpPath: '/home/u/a "b"/mcp.mjs',
    store: "/home/u/.holdfast",
    guarded: {
      folders: ["/home/u/.holdfast", "/home/u/.local/share/holdfast"],
      key: "/home/u/.local/share/holdfast/device-key.pem",
    },
    args: ["--home", "/home/u"],
    memoryFolder: "/m",
    built: (file: string) => (file === "opencode.js" ? "export {};\n" : undefined),
  };

  test("one file of ours, in opencode's folder of plugins, with this machine's places above it", () => {
    const [file, ...others] = setup.files(AT, placesOf(opencode, {}, "/home/u"));
    expect(others).toEqual([]);
    expect(file).toMatchObject({ path: "/home/u/.config/opencode/plugin/holdfast.js", format: "text", undo: "exact" });
    const [edit] = file?.install ?? [];
    if (edit?.kind !== "ensure-file") throw new Error("no file");
    const places: unknown = JSON.parse(/^const PLACES = (\{.*?\n\});\nexport/s.exec(edit.text)?.[1] ?? "");
    const deny = { edit: [".holdfast/*", "share/holdfast/*"], read: ["holdfast/device-key.pem"] };
    expect(places).toEqual({ hook: AT.hookPath, store: AT.store, args: AT.args, deny, server: AT.mcpPath });
    expect(edit.mark).toMatch(/^\/\/ .*holdfast uninstall/);
    expect(file?.uninstall).toEqual([{ kind: "drop-file", mark: edit.mark }]);
  });

  test("where $XDG_CONFIG_HOME says, and its sign too", () => {
    const env = { XDG_CONFIG_HOME: "/c", XDG_DATA_HOME: "/d" };
    expect(setup.files(AT, placesOf(opencode, env, "/home/u"))[0]?.path).toBe("/c/opencode/plugin/holdfast.js");
    expect(`${opencode.folder(env, "/home/u")}/${opencode.sign}`).toBe("/c/opencode/opencode.json");
    expect(opencode.records(env, "/home/u")).toContain("/d/opencode/opencode.db");
  });

  test("a package without the plugin connects nothing, and can still disconnect", () => {
    const without = { ...AT, built: () => undefined };
    const [file] = setup.files(without, placesOf(opencode, {}, "/home/u"));
    expect(file?.install).toEqual([]);
    expect(file?.uninstall).toHaveLength(1);
  });
});
