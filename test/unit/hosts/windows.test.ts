// AGT-1, AGT-24, AGT-30 on Windows: an entry that cmd, PowerShell and Git Bash take alike, and rules in the form that each
// host compares.
import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { editorCommand } from "../../../src/cli/editor.ts";
import { autoMemoryPlaces, managedSettings } from "../../../src/hosts/claude/auto-memory.ts";
import { claude } from "../../../src/hosts/claude/index.ts";
import { endOf } from "../../../src/hosts/guarded.ts";
import { placesOf } from "../../../src/hosts/host.ts";
import { HOSTS } from "../../../src/hosts/index.ts";
import { commandFor, isOurLine } from "../../../src/hosts/setup.ts";
import { editJson } from "../../../src/install/io/json-edit.ts";
import { browserCommand } from "../../../src/web/browser.ts";

const HOME = "C:\\Users\\Jane Doe";
const DATA = `${HOME}\\.local\\share\\holdfast`;
const AT = {
  hookPath: `${DATA}\\hook.cjs`,
  mcpPath: `${DATA}\\mcp.mjs`,
  store: `${HOME}\\.holdfast`,
  guarded: { folders: [`${HOME}\\.holdfast`, DATA], key: `${DATA}/device-key.pem` },
  args: ["--home", HOME],
  memoryFolder: `${DATA}\\claude-memory`,
  built: () => undefined,
};
const LINE = `node "${DATA}\\hook.cjs" --host codex --home "${HOME}"`;

describe("AGT-1: an entry on Windows", () => {
  test("stands in double quotes, which every shell there takes", () => {
    expect(commandFor(AT, "codex")).toBe(LINE);
    const words = execFileSync("sh", ["-c", `printf '%s\\n' ${LINE}`], { encoding: "utf8" })
      .trim()
      .split("\n");
    expect(words).toEqual(["node", AT.hookPath, "--host", "codex", "--home", HOME]);
  });

  test("AGT-30: is known as ours in both forms, of this install and of another", () => {
    const mine = isOurLine(AT, "codex");
    const other = "D:\\x\\holdfast\\hook.cjs";
    for (const command of [
      LINE,
      `node "${other}" --host codex`,
      `node "${other}" --host codex --home "D:\\x" --store 'D:\\y'`,
      `node '${other}' --host codex --home 'D:\\x'`,
    ])
      expect(mine({ command }), command).toBe(true);
    for (const command of [
      `node "${other}" --host codex & del x`,
      `node "${other}" --host gemini`,
      `node "D:\\x\\hook.cjs" --host codex`,
      `node "D:\\x" "${other}" --host codex`,
    ])
      expect(mine({ command }), command).toBe(false);
  });

  test("AGT-30: every host's file is as before when its entries are taken out", async () => {
    for (const host of HOSTS) {
      const setup = await host.setup();
      for (const file of setup.files(AT, placesOf(host, {}, HOME))) {
        if (file.format !== "json") continue;
        const installed = editJson(undefined, file.install) as string;
        expect(String(editJson(installed, file.uninstall)), file.path).not.toContain("holdfast");
        expect(installed).not.toContain("node '");
      }
    }
  });
});

describe("AGT-24: the hosts' own rules on Windows", () => {
  test("Claude compares paths in the form of Git Bash, and refuses where the hook can't start (AGT-4)", async () => {
    const [settings] = (await claude.setup()).files(AT, placesOf(claude, {}, HOME));
    if (settings?.format !== "json") throw new Error("settings.json");
    const text = editJson(undefined, settings.install) as string;
    expect(JSON.parse(text).permissions.deny).toContain("Edit(//c/Users/Jane Doe/.holdfast/**)");
    expect(text).toContain("Write(//c/Users/Jane Doe/.holdfast/**)");
  });

  test("Gemini's is held against JSON, in which a backslash stands twice", async () => {
    const gemini = HOSTS.find(({ name }) => name === "gemini");
    const files = (await gemini?.setup())?.files(AT, placesOf(claude, {}, HOME)) ?? [];
    const policy = files.find((file) => file.format === "text");
    const rule = JSON.stringify(policy?.install).match(/argsPattern = (.*?)\\n/)?.[1] ?? "";
    const pattern = new RegExp(JSON.parse(JSON.parse(`"${rule}"`)));
    for (const file_path of [`${HOME}\\.holdfast\\a.md`, "C:/Users/Jane Doe/.holdfast/a.md", `${DATA}\\hook.cjs`])
      expect(pattern.test(JSON.stringify({ file_path })), file_path).toBe(true);
    expect(pattern.test(JSON.stringify({ file_path: `${HOME}\\.holdfast2\\a.md` }))).toBe(false);
  });

  test("the end of a folder is told there too", () => {
    expect(endOf(`${HOME}\\.holdfast`)).toBe(".holdfast");
    expect(endOf(DATA)).toBe("share/holdfast");
  });
});

describe("AGT-23: Claude's own memory on Windows", () => {
  const named = (folder: string) =>
    autoMemoryPlaces({
      env: {},
      home: HOME,
      top: "C:\\proj",
      settings: { local: [], project: [], user: JSON.stringify({ autoMemoryDirectory: folder }) },
    }).named;

  test.each(["D:\\notes", "D:/notes", "~\\notes", "\\\\server\\share\\notes"])("a folder: %s", (folder) => {
    expect(named(folder)).toHaveLength(1);
  });
  test.each(["D:\\", "D:", "notes\\x"])("none: %s", (folder) => {
    expect(named(folder)).toHaveLength(0);
  });
  test("an administrator's settings are where Claude reads them", () => {
    expect(managedSettings("win32")[0]).toBe("C:\\Program Files\\ClaudeCode\\managed-settings.json");
    expect(managedSettings("linux")).toEqual(["/etc/claude-code/managed-settings.json"]);
  });
});

describe("SUR-1: programs that a person looks at", () => {
  test("an editor", () => {
    expect(editorCommand(undefined, "win32")).toEqual(["C:\\Windows\\System32\\notepad.exe"]);
    expect(editorCommand(undefined, "linux")).toEqual(["vi"]);
    expect(editorCommand('"C:\\Program Files\\e.exe" --wait', "win32")).toEqual(["C:\\Program Files\\e.exe", "--wait"]);
    expect(editorCommand("code -w", "linux")).toEqual(["code", "-w"]);
  });

  test("a browser, without a shell", () => {
    const url = "http://127.0.0.1:1/?a&b";
    expect(browserCommand(url, "win32")).toEqual([
      "C:\\Windows\\System32\\rundll32.exe",
      "url.dll,FileProtocolHandler",
      url,
    ]);
    expect(browserCommand(url, "darwin")).toEqual(["open", url]);
    expect(browserCommand(url, "aix")).toEqual([]);
  });
});
