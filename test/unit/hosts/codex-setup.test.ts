import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import fc from "fast-check";
import { parse } from "smol-toml";
import { describe, expect, test } from "vitest";
import { codex } from "../../../src/hosts/codex/index.ts";
import { setup } from "../../../src/hosts/codex/setup.ts";
import { placesOf } from "../../../src/hosts/host.ts";
import { commandFor } from "../../../src/hosts/setup.ts";
import { editJson } from "../../../src/install/io/json-edit.ts";
import { editTomlBytes } from "../../../src/install/io/toml-edit.ts";
import { isRefusal } from "../../../src/text/errors.ts";
import { scratch } from "../../support/disk.ts";

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
const COMMAND = "node '/home/u/.local/share/holdfast/hook.cjs' --host codex --home '/home/u'";

function filesFor(at: Parameters<typeof setup.files>[0] = AT) {
  const [hooks, config] = setup.files(at, placesOf(codex, {}, "/home/u"));
  if (hooks?.format !== "json" || config?.format !== "toml") throw new Error("hooks.json and config.toml");
  return { hooks, config };
}
const install = (text: string | undefined) => editJson(text, filesFor().hooks.install) as string;
const uninstall = (text: string | undefined) => editJson(text, filesFor().hooks.uninstall);

describe("Codex's hooks.json (AGT-1, AGT-30)", () => {
  test("where its files are", () => {
    const paths = (env: Record<string, string>) =>
      setup.files(AT, placesOf(codex, env, "/home/u")).map(({ path }) => path);
    expect(paths({})[0]).toBe("/home/u/.codex/hooks.json");
    expect(paths({ CODEX_HOME: "/c" })[0]).toBe("/c/hooks.json");
    expect(paths({ CODEX_HOME: "" })[1]).toBe("/home/u/.codex/config.toml");
  });

  test("one entry per event, pinned to the byte: the person's trust hangs on it", () => {
    const one = (timeout = 5) => [{ hooks: [{ type: "command", command: COMMAND, timeout }] }];
    expect(JSON.parse(install(undefined))).toEqual({
      hooks: {
        SessionStart: one(),
        UserPromptSubmit: one(),
        PreToolUse: [{ matcher: "^(Bash|apply_patch|mcp__.*)$", ...one()[0] }],
        PreCompact: one(),
        Stop: one(),
        SubagentStop: one(),
        SessionEnd: one(3),
      },
    });
  });

  test("twice changes nothing, others' hooks stay, and ours go again", () => {
    const theirs =
      '{\n  "hooks": {\n    "Stop": [\n      { "hooks": [{ "type": "command", "command": "bell" }] }\n    ]\n  }\n}\n';
    const both = install(theirs);
    expect(install(both)).toBe(both);
    expect(JSON.parse(both).hooks.Stop).toHaveLength(2);
    expect(uninstall(both)).toBe(theirs);
    expect(JSON.parse(uninstall(install(undefined)) as string)).toEqual({});
  });

  test.each([
    "node '/old/share/holdfast/hook.cjs' --host codex",
    "node '/old/share/holdfast/hook.cjs' --host codex --home '/o'\\''b' --store '/s'",
    "node '/home/o'\\''brien/holdfast/hook.cjs' --host codex",
  ])("an entry of another install is ours: %s", (command) => {
    const text = JSON.stringify({ hooks: { Stop: [{ hooks: [{ type: "command", command }] }] } });
    expect(JSON.parse(uninstall(text) as string)).toEqual({});
  });

  test.each([
    "bell; node '/a/holdfast/hook.cjs' --host codex",
    "node '/a/holdfast/hook.cjs' --host codex; bell",
    "node '/a/holdfast/hook.cjs' --host codex --home '/a'; bell",
    "node '/a/holdfast/hook.cjs' --host codex --home $(bell)",
    "node '/a/notholdfast/hook.cjs' --host codex",
    "node '/a'; rm '/holdfast/hook.cjs' --host codex",
    "",
  ])("a command of the person's own is not: %s", (command) => {
    const text = JSON.stringify({ hooks: { Stop: [null, { hooks: [null, 1, { command: 2 }, { command }] }] } });
    expect(uninstall(text)).toBe(text);
  });

  test("a shell runs exactly the hook, whatever its path holds", () => {
    const base = scratch();
    const odd = fc.string({
      unit: fc.constantFrom("'", '"', "\\", "$", "`", " ", "\n", "a", ";", "*", "(", "é"),
      minLength: 1,
      maxLength: 12,
    });
    let at = 0;
    fc.assert(
      fc.property(odd, (name) => {
        const folder = `${base}/${at++}-${name}`;
        mkdirSync(folder, { mode: 0o700 });
        const hookPath = `${folder}/hook.cjs`;
        writeFileSync(hookPath, "console.log(JSON.stringify(process.argv.slice(1)))");
        const said = execFileSync(
          "/bin/sh",
          ["-c", commandFor({ ...AT, hookPath, args: ["--home", folder] }, "codex")],
          {
            encoding: "utf8",
            env: { PATH: `${process.execPath.replace(/\/node$/, "")}:/bin` },
          },
        );
        expect(JSON.parse(said)).toEqual([hookPath, "--host", "codex", "--home", folder]);
      }),
      { numRuns: 20 },
    );
  });
});

const bytes = (text: string) => new TextEncoder().encode(text);
const textOf = (value: unknown) => {
  if (!(value instanceof Uint8Array)) throw new Error(JSON.stringify(value));
  return new TextDecoder().decode(value);
};
const add = (text: string) => editTomlBytes(bytes(text), filesFor().config.install);
const take = (text: string) => editTomlBytes(bytes(text), filesFor().config.uninstall);
const OURS = `# Made by \`holdfast install\`; \`holdfast uninstall\` takes it out.
[mcp_servers.holdfast]
command = "node"
args = ["/home/u/.local/share/holdfast/mcp.mjs", "--home", "/home/u"]
`;

describe("our table in Codex's config.toml (AGT-30)", () => {
  test.each([
    "",
    'model = "x"\n',
    'model = "x"\n\n[analytics]\nenabled = false\n\n[mcp_servers.other]\ncommand = "y"\n',
    "# only a comment\n",
    "big = 9223372036854775807\nday = 2026-01-01\n",
    "[mcp_servers]\n",
    'a = """\n[mcp_servers.holdfast]\n"""\n',
    'model = "x"\r\n[a]\r\nb = 1\r\n',
  ])("it is added at the end and taken out again, to the byte: %j", (text) => {
    const both = textOf(add(text));
    expect(both.startsWith(text) && both.endsWith(OURS)).toBe(true);
    expect(parse(both, { integersAsBigInt: true })).toMatchObject({
      mcp_servers: { holdfast: { command: "node", args: [AT.mcpPath, ...AT.args] } },
    });
    expect(textOf(add(both))).toBe(both);
    expect(textOf(take(both))).toBe(text);
  });

  test("a last line without its end", () => {
    const both = textOf(add("a = 1"));
    expect(both).toBe(`a = 1\n\n${OURS}`);
    expect(textOf(take(both))).toBe("a = 1\n");
  });

  test("no file yet, and none to take out", () => {
    expect(textOf(editTomlBytes(undefined, filesFor().config.install))).toBe(OURS);
    expect(editTomlBytes(undefined, filesFor().config.uninstall)).toBeUndefined();
  });

  test("what Codex wrote after it since stays, and so does what it put between", () => {
    const after = '\n[hooks.state."/home/u/.codex/hooks.json:stop:0:0"]\ntrusted_hash = "sha256:aa"\n';
    expect(textOf(take(`a = 1\n\n${OURS}${after}`))).toBe(`a = 1\n${after}`);
    expect(textOf(take(`${OURS}enabled = false\n# theirs\n[b]\n`))).toBe("# theirs\n[b]\n");
  });

  test("the permissions Codex keeps under our table stay while it does, and go with it", () => {
    const text = `a = 1\n\n${OURS}\n[mcp_servers.holdfast.tools.recall]\napproval_mode = "approve"\n\n[b]\nc = 1\n`;
    expect(textOf(add(text))).toBe(text);
    expect(textOf(take(text))).toBe("a = 1\n\n[b]\nc = 1\n");
  });

  test("an older table of ours is replaced", () => {
    const old = `a = 1\n\n${OURS.replace("/home/u", "/old")}`;
    expect(textOf(add(old))).toBe(`a = 1\n\n${OURS}`);
  });

  test.each([
    ["exists", '[mcp_servers.holdfast]\ncommand = "mine"\n'],
    ["exists", 'mcp_servers = { holdfast = { command = "mine" } }\n'],
    ["unreadable", 'mcp_servers = { other = { command = "mine" } }\n'],
    ["unreadable", "a = \n"],
    ["unreadable", `a = """\n${OURS}"""\n`],
    ["unreadable", `${OURS.split("\n")[0]}\n[other]\n`],
  ])("%s: what is somebody else's, or can't be told from it, is never touched: %j", (code, text) => {
    const result = add(text);
    expect(isRefusal(result) && result.code).toBe(code);
  });

  test("whatever path the server has, the table reads back to it", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary", minLength: 1 }).filter((path) => path.isWellFormed()),
        (path) => {
          const { config } = filesFor({ ...AT, mcpPath: path });
          const made = textOf(editTomlBytes(undefined, config.install));
          expect(parse(made)).toEqual({ mcp_servers: { holdfast: { command: "node", args: [path, ...AT.args] } } });
        },
      ),
    );
  });

  test("a package without the server registers none", () => {
    const { mcpPath: _, ...without } = AT;
    expect(filesFor(without).config.install).toEqual([]);
  });
});
