// Claude Code's settings, before and after; its length is that of one table of entries and rules.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { claude } from "../../../src/hosts/claude/index.ts";
import { setup } from "../../../src/hosts/claude/setup.ts";
import type { Json, JsonEdit } from "../../../src/hosts/edits.ts";
import { placesOf } from "../../../src/hosts/host.ts";
import { editJson, editJsonBytes } from "../../../src/install/io/json-edit.ts";
import { isRefusal } from "../../../src/text/errors.ts";

const HOOK = "/home/u/.local/share/holdfast/hook.cjs";
const MCP = "/home/u/.local/share/holdfast/mcp.mjs";
const STORE = "/home/u/.holdfast";
const FOLDER = "/home/u/.local/share/holdfast/claude-memory";
const DATA = "/home/u/.local/share/holdfast";
const GUARDED = { folders: [STORE, DATA], key: `${DATA}/device-key.pem` };
const AT = {
  hookPath: HOOK,
  mcpPath: MCP,
  store: STORE,
  guarded: GUARDED,
  args: [],
  memoryFolder: FOLDER,
  built: () => undefined,
};
const filesIn = (env: Record<string, string>) => setup.files(AT, placesOf(claude, env, "/home/u"));

function filesFor(hookPath = HOOK, store = STORE, mcpPath: string | undefined = MCP) {
  const at = {
    hookPath,
    store,
    guarded: { ...GUARDED, folders: [store, DATA] },
    args: [],
    memoryFolder: FOLDER,
    built: AT.built,
    ...(mcpPath === undefined ? {} : { mcpPath }),
  };
  const [settings, servers] = setup.files(at, placesOf(claude, {}, "/home/u"));
  if (settings?.format !== "json" || servers?.format !== "json") throw new Error("Claude's settings are JSON");
  return { settings, servers };
}

/** How the text is treated is the same for every event: most of it is shown on one. */
const ofStart = (edits: readonly JsonEdit[]) =>
  edits.filter(({ kind, path }) => kind === "drop-entries" || path[1] === "SessionStart");
const install = (text: string | undefined, hookPath = HOOK) =>
  editJson(text, ofStart(filesFor(hookPath).settings.install));
const uninstall = (text: string | undefined, hookPath = HOOK) =>
  editJson(text, ofStart(filesFor(hookPath).settings.uninstall));

const INSTALLED = `{
  "hooks": {
    "SessionStart": [
      {
        "matcher": "startup|resume|clear|compact",
        "hooks": [{ "type": "command", "command": "node", "args": ["/home/u/.local/share/holdfast/hook.cjs", "--host", "claude"], "timeout": 5 }]
      }
    ]
  }
}
`;

const OTHERS = `// my settings
{
    "model": "opus", /* the best */
    "hooks": {
        // formatting
        "PostToolUse": [{ "matcher": "Write", "hooks": [{ "type": "command", "command": "fmt" }] }],
        "SessionStart": [
            { "hooks": [{ "type": "command", "command": "echo hi" }] } // greet
        ],
    },
    "permissions": { "allow": ["Bash(ls *)"] }
}
`;

describe("our entry for one event (AGT-1, AGT-30)", () => {
  test("where the settings are", () => {
    expect(filesIn({})[0]?.path).toBe("/home/u/.claude/settings.json");
    expect(filesIn({ CLAUDE_CONFIG_DIR: "/c" })[0]?.path).toBe("/c/settings.json");
    expect(filesIn({ CLAUDE_CONFIG_DIR: "" })[0]?.path).toBe("/home/u/.claude/settings.json");
  });

  test.each([undefined, "", "  \n"])("no settings yet (%j): exactly this file", (text) => {
    expect(install(text)).toBe(INSTALLED);
  });

  test("twice changes nothing", () => {
    expect(install(INSTALLED)).toBe(INSTALLED);
    const once = install(OTHERS) as string;
    expect(install(once)).toBe(once);
  });

  test("order, comments, indentation and other hooks stay: only lines are added, and a comma", () => {
    expect(install(OTHERS)).toBe(
      OTHERS.replace(
        "} // greet",
        `}, // greet
            {
                "matcher": "startup|resume|clear|compact",
                "hooks": [{ "type": "command", "command": "node", "args": ["${HOOK}", "--host", "claude"], "timeout": 5 }]
            }`,
      ),
    );
  });

  test("a minimal line diff: only lines added, but for a comma", () => {
    const text = `{\n\t"a": 1,\n\t"hooks": {\n\t\t"Stop": []\n\t},\n\t"z": 2\n}\n`;
    const lines = new Set((install(text) as string).split("\n"));
    expect(text.split("\n").filter((line) => !lines.has(line) && !lines.has(`${line},`))).toEqual([]);
    expect([...lines].some((line) => line.startsWith('\t\t"SessionStart"'))).toBe(true);
  });

  test("line ends and byte order mark stay", () => {
    const text = '\uFEFF{\r\n  "a": 1\r\n}\r\n';
    const edited = install(text) as string;
    expect(edited.startsWith('\uFEFF{\r\n  "a": 1,\r\n')).toBe(true);
    expect(edited.replaceAll("\r\n", "")).not.toContain("\n");
  });

  test("an older entry of ours is replaced, also one that shares a group with somebody else's", () => {
    const old = INSTALLED.replace(HOOK, "/old/share/holdfast/hook.cjs").replace('"timeout": 5', '"timeout": 60');
    expect(install(old)).toBe(INSTALLED);
    const shared = JSON.stringify({
      hooks: {
        SessionStart: [
          { hooks: [{ type: "command", command: "other" }, { args: ["/a/holdfast/hook.cjs", "--host", "claude"] }] },
          { hooks: [{ args: [HOOK] }, { args: [HOOK] }] },
        ],
      },
    });
    const groups = JSON.parse(install(shared) as string).hooks.SessionStart;
    expect(groups).toEqual([
      { hooks: [{ type: "command", command: "other" }] },
      JSON.parse(INSTALLED).hooks.SessionStart[0],
    ]);
  });

  test("wherever the hook is put, its own entry is ours", () => {
    const installed = install(undefined, "/opt/tools/h.cjs") as string;
    expect(install(installed, "/opt/tools/h.cjs")).toBe(installed);
    expect(JSON.parse(uninstall(installed, "/opt/tools/h.cjs") as string)).toEqual({});
  });

  test("a hook of somebody else with a like name is not ours", () => {
    const text = '{"hooks":{"SessionStart":[{"hooks":[{"command":"node","args":["/x/notholdfast/hook.cjs"]}]}]}}';
    expect(uninstall(text)).toBe(text);
    expect(JSON.parse(install(text) as string).hooks.SessionStart).toHaveLength(2);
  });
});

describe("taking it out again (AGT-30)", () => {
  test("only our entry goes, and what it leaves empty", () => {
    expect(JSON.parse(uninstall(INSTALLED) as string)).toEqual({});
    expect(uninstall(install(OTHERS) as string)).toBe(OTHERS);
    expect(uninstall(OTHERS)).toBe(OTHERS);
    expect(uninstall(undefined)).toBeUndefined();
  });

  test.each([
    ["no hooks", '{"a":1}'],
    ["one line", '{ "hooks": { "SessionStart": [ { "hooks": [] } ] } }'],
    ["tabs", '{\n\t"a": 1,\n\t"hooks": {\n\t\t"Stop": [1]\n\t}\n}'],
    ["trailing commas", '{\n  "hooks": {\n    "SessionStart": [\n      1,\n    ],\n  },\n}\n'],
    ["comments at the end", '{\n  "a": 1 // last, or not\n  /* , */\n}\n'],
    ["a comment before nothing", '{\n  "hooks": {\n    "SessionStart": [\n      1 // one\n      // two\n    ]\n  }\n}'],
    ["CRLF", '{\r\n    "a": {}\r\n}\r\n'],
  ])("install, then uninstall, gives the same text: %s", (_, text) => {
    const installed = install(text) as string;
    expect(installed).not.toBe(text);
    expect(install(installed)).toBe(installed);
    expect(uninstall(installed)).toBe(text);
  });

  test("a comment before our entry never swallows what comes after it", () => {
    const text = `{"hooks":{"SessionStart":[ // ours\n {"hooks":[{"args":["${HOOK}"]}]}, {"hooks":[1]} ]}}`;
    const left = uninstall(text) as string;
    expect(left).toBe('{"hooks":{"SessionStart":[ // ours\n {"hooks":[1]} ]}}');
  });

  test("what was added since stays", () => {
    const value = JSON.parse(INSTALLED);
    value.hooks.SessionStart[0].hooks.push({ type: "command", command: "mine" });
    value.theme = "dark";
    expect(JSON.parse(uninstall(JSON.stringify(value, null, 2)) as string)).toEqual({
      hooks: {
        SessionStart: [{ matcher: "startup|resume|clear|compact", hooks: [{ type: "command", command: "mine" }] }],
      },
      theme: "dark",
    });
  });
});

test("AGT-30: an entry of ours goes from an event that this version does not know", () => {
  const entry = { type: "command", command: "node", args: [HOOK, "--host", "claude"], timeout: 5 };
  const theirs = { type: "command", command: "mine" };
  const old = { hooks: { PreCompress: [{ hooks: [entry] }], Later: [{ hooks: [entry, theirs] }], odd: { a: 1 } } };
  expect(JSON.parse(uninstall(JSON.stringify(old)) as string)).toEqual({
    hooks: { Later: [{ hooks: [theirs] }], odd: { a: 1 } },
  });
});

test("AGT-30: what is left empty stays where a remark of somebody's is in it", () => {
  const before = '{\n  "hooks": {\n    "SessionStart": [\n      // { "hooks": [] }\n    ]\n  }\n}\n';
  const after = uninstall(install(before) as string) as string;
  expect(after).toContain('// { "hooks": [] }');
  expect(after).toContain('"SessionStart": [');
});

test("whatever else the settings hold is the same before, with and after our entry (AGT-30)", () => {
  const groups = fc.array(fc.jsonValue({ maxDepth: 3 }), { maxLength: 3 });
  const hooks = fc.option(fc.record({ SessionStart: groups, Stop: fc.jsonValue() }, { requiredKeys: [] }), {
    nil: undefined,
  });
  const rest = fc.dictionary(fc.constantFrom("a", "b", "__proto__", "model"), fc.jsonValue(), {
    noNullPrototype: false,
  });
  fc.assert(
    fc.property(hooks, rest, fc.constantFrom(undefined, 2, 4, "\t"), (some, others, indent) => {
      const before = { ...others, ...(some === undefined ? {} : { hooks: some }) };
      const text = JSON.stringify(before, null, indent);
      const installed = install(text) as string;
      const value = JSON.parse(installed);
      expect(value.hooks.SessionStart.at(-1)).toEqual(JSON.parse(INSTALLED).hooks.SessionStart[0]);
      expect(install(installed)).toBe(installed);
      const without = value.hooks.SessionStart.slice(0, -1);
      expect(without).toEqual(JSON.parse(text).hooks?.SessionStart ?? []);
      const after = JSON.parse(uninstall(installed) as string);
      expect({ ...after, hooks: { SessionStart: [], ...after.hooks } }).toEqual({
        ...JSON.parse(text),
        hooks: { SessionStart: [], ...JSON.parse(text).hooks },
      });
    }),
  );
});

describe("settings that can't be read for sure are refused, never touched (AGT-30)", () => {
  test.each([
    ["broken", '{"a": }'],
    ["cut off", '{"hooks": {"SessionStart": ['],
    ["two values", "{} {}"],
    ["a list", "[]"],
    ["text", "hello"],
    ["hooks is a list", '{"hooks": []}'],
    ["hooks is null", '{"hooks": null}'],
    ["SessionStart is an object", '{"hooks": {"SessionStart": {}}}'],
    ["a key twice", '{"hooks": {}, "hooks": {"SessionStart": []}}'],
    ["bottomless", `{"a":${"[".repeat(200_000)}`],
  ])("%s", (_, text) => {
    const result = install(text);
    expect(isRefusal(result) && result.code).toBe("unreadable");
    expect(isRefusal(result) && result.hint).toContain("Mend the file by hand");
  });

  test("bytes that are not UTF-8", () => {
    const result = editJsonBytes(Uint8Array.of(0x7b, 0xff, 0x7d), filesFor().settings.install);
    expect(isRefusal(result) && result.code).toBe("unreadable");
  });

  test("odd groups and entries are left alone", () => {
    const text = '{"hooks":{"SessionStart":[null,1,"x",{"hooks":null},{"hooks":[null,{"args":"x"},{"args":[1]}]}]}}';
    expect(uninstall(text)).toBe(text);
    expect(JSON.parse(install(text) as string).hooks.SessionStart).toHaveLength(6);
  });
});

describe("all events (AGT-1)", () => {
  const all = (text: string | undefined) => editJson(text, filesFor().settings.install) as string;
  const gone = (text: string) => editJson(text, filesFor().settings.uninstall);
  const entry = { type: "command", command: "node", args: [HOOK, "--host", "claude"], timeout: 5 };

  test("one group each, exec form, and nothing else in the file", () => {
    const closed = (tool: string) => ({ ...entry, if: `${tool}(//home/u/.holdfast/**)`, onFailure: "block" });
    const one: Json = [{ hooks: [entry] }];
    expect(JSON.parse(all(undefined))).toEqual({
      hooks: {
        SessionStart: [{ matcher: "startup|resume|clear|compact", hooks: [entry] }],
        SubagentStart: one,
        UserPromptSubmit: one,
        PreToolUse: [
          {
            matcher:
              "^(Write|Edit|MultiEdit|NotebookEdit|Bash|PowerShell|Read|Grep|WebFetch|mcp__(?!(plugin_holdfast_)?holdfast__).*)$",
            hooks: [entry, closed("Write"), closed("Edit"), closed("NotebookEdit")],
          },
        ],
        Stop: one,
        SubagentStop: one,
        PreCompact: one,
        SessionEnd: [{ hooks: [{ ...entry, timeout: 3 }] }],
      },
      permissions: {
        deny: [`Edit(/${STORE}/**)`, `Edit(/${DATA}/**)`, "Edit(.holdfast/**)", `Read(/${DATA}/device-key.pem)`],
      },
    });
  });

  test("AGT-20: MCP tools are asked about, but for our own server's", () => {
    const { matcher } = JSON.parse(all(undefined)).hooks.PreToolUse[0];
    const asked = (tool: string): boolean => new RegExp(matcher).test(tool);
    for (const tool of ["Write", "Bash", "mcp__files__write_file", "mcp__holdfast-x__w"])
      expect(asked(tool)).toBe(true);
    for (const tool of [
      "TodoWrite",
      "mcp__holdfast__memory_remember",
      "mcp__plugin_holdfast_holdfast__memory_search",
    ]) {
      expect(asked(tool)).toBe(false);
    }
  });

  test("AGT-24: the user's own rules keep their order and their form, with ours and after", () => {
    const mine = '{\n\t"permissions": {"deny": ["Read(.env)" /* mine */], "allow": ["Bash(ls)"]}\n}\n';
    const made = all(mine) as string;
    expect(JSON.parse(made.replace("/* mine */", "")).permissions.deny.slice(0, 2)).toEqual([
      "Read(.env)",
      `Edit(/${STORE}/**)`,
    ]);
    expect(all(made)).toBe(made);
    expect(gone(made)).toBe(mine);
  });

  test("AGT-24: no rule for a folder whose name Claude would read as a pattern", () => {
    const text = editJson(undefined, filesFor(HOOK, "/home/u/me*ry").settings.install) as string;
    expect(JSON.parse(text).permissions.deny[0]).toBe(`Edit(/${DATA}/**)`);
  });

  test("AGT-4: only entries that ask about the store alone may refuse when the hook can't answer", () => {
    const hooks: Record<string, { hooks: Record<string, unknown>[] }[]> = JSON.parse(all(undefined)).hooks;
    const blocking = Object.values(hooks).flatMap((groups) => groups.flatMap((group) => group.hooks));
    for (const each of blocking) expect(each.onFailure === undefined).toBe(each.if === undefined);
  });

  test.each(["/home/u/my*store", "/home/u/a(b)", "/home/u/[x]", "C:\\st(ore)", "/home/u/st\nore"])(
    "AGT-4: a store whose path reads as a pattern has the general entry alone: %j",
    (store) => {
      const text = editJson(undefined, filesFor(HOOK, store).settings.install) as string;
      expect(JSON.parse(text).hooks.PreToolUse[0].hooks).toEqual([entry]);
    },
  );

  test("twice changes nothing; an entry of an older version is completed; all go again", () => {
    for (const text of [undefined, INSTALLED, OTHERS, '{"hooks":{"Stop":[{"hooks":[{"command":"theirs"}]}]}}']) {
      const once = all(text);
      expect(all(once)).toBe(once);
    }
    expect(gone(all(OTHERS))).toBe(OTHERS);
    expect(JSON.parse(gone(all(undefined)) as string)).toEqual({});
    expect(JSON.parse(gone(all(INSTALLED)) as string)).toEqual({});
  });
});

describe("the MCP server in Claude's own file (AGT-30)", () => {
  const add = (text: string | undefined) => editJson(text, filesFor().servers.install);
  const take = (text: string | undefined) => editJson(text, filesFor().servers.uninstall);
  const value = { type: "stdio", command: "node", args: [MCP], env: {} };

  test("where it is", () => {
    expect(filesIn({})[1]?.path).toBe("/home/u/.claude.json");
    expect(filesIn({ CLAUDE_CONFIG_DIR: "/c" })[1]?.path).toBe("/c/.claude.json");
  });

  test("Claude writes it all the time and keeps secrets in it: we keep no copy", () => {
    expect(filesFor().servers.undo).toBe("entries");
  });

  test("our member is set, and taken out again with what it leaves empty", () => {
    const theirs = '{\n  "numStartups": 3,\n  "mcpServers": {\n    "other": {\n      "command": "x"\n    }\n  }\n}\n';
    const both = add(theirs) as string;
    expect(JSON.parse(both).mcpServers).toEqual({ other: { command: "x" }, holdfast: value });
    expect(add(both)).toBe(both);
    expect(take(both)).toBe(theirs);
    expect(JSON.parse(add('{"a":1}') as string)).toEqual({ a: 1, mcpServers: { holdfast: value } });
    expect(JSON.parse(take(add('{"a":1}') as string) as string)).toEqual({ a: 1 });
    expect(JSON.parse(add(undefined) as string)).toEqual({ mcpServers: { holdfast: value } });
    expect(take(undefined)).toBeUndefined();
  });

  test("an older entry of ours is replaced; somebody else's of that name is refused and never taken out", () => {
    const old = JSON.stringify({ mcpServers: { holdfast: { command: "node", args: ["/old/holdfast/mcp.mjs"] } } });
    expect(JSON.parse(add(old) as string).mcpServers).toEqual({ holdfast: value });
    const theirs = '{"mcpServers":{"holdfast":{"command":"mine"}}}';
    const refused = add(theirs);
    expect(isRefusal(refused) && refused.code).toBe("exists");
    expect(take(theirs)).toBe(theirs);
  });

  test.each(['{"mcpServers":[]}', '{"mcpServers":{},"mcpServers":{}}', "[]", "{"])("%s is refused", (text) => {
    const result = add(text);
    expect(isRefusal(result) && result.code).toBe("unreadable");
  });

  test("a package without the server registers none", () => {
    const { mcpPath: _, ...at } = AT;
    expect(setup.files(at, placesOf(claude, {}, "/home/u"))[1]?.install).toEqual([]);
  });
});

describe("AGT-23: the store in the place of Claude's own memory", () => {
  const { settings } = filesFor();
  const on = (text: string | undefined) => editJson(text, settings.ownMemory?.on ?? []);
  const off = (text: string | undefined) => editJson(text, settings.ownMemory?.off ?? []);

  test("is one member of the settings, which only asking for it sets", () => {
    expect(editJson(undefined, settings.install)).not.toContain("autoMemoryDirectory");
    expect(JSON.parse(on('{ "model": "opus" }') as string)).toEqual({ model: "opus", autoMemoryDirectory: FOLDER });
    expect(on(on(OTHERS) as string)).toBe(on(OTHERS));
    expect(off(on(OTHERS) as string)).toBe(OTHERS);
    expect(off(undefined)).toBeUndefined();
  });

  test("uninstall takes it out too, wherever an older install had the folder", () => {
    const older = '{ "autoMemoryDirectory": "/old/share/holdfast/claude-memory" }';
    expect(JSON.parse(editJson(older, settings.uninstall) as string)).toEqual({});
    expect(JSON.parse(on(older) as string)).toEqual({ autoMemoryDirectory: FOLDER });
  });

  test("a folder that the person chose is refused, and never taken out", () => {
    const theirs = '{ "autoMemoryDirectory": "~/notes/claude-memory" }';
    const refused = on(theirs);
    expect(isRefusal(refused) && refused.code).toBe("exists");
    expect(off(theirs)).toBe(theirs);
  });

  test("the note says where memories are kept, and carries none", () => {
    expect(setup.memoryNote).toContain("memory_remember");
    expect(setup.memoryNote?.length).toBeLessThan(1000);
  });
});
