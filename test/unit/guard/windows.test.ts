// AGT-20, AGT-21 on Windows: however a path of ours is spelled, and whichever shell a line is for. Nothing of it exists on
// the disk that runs this test, so that names alone decide; short names and case on a real disk are in folding.test.ts.
import { describe, expect, test } from "vitest";
import { realTarget } from "../../../src/disk/real-target.ts";
import { decide, needsShell } from "../../../src/guard/decide.ts";
import { ontoRoots } from "../../../src/guard/ground.ts";
import { readShell } from "../../../src/guard/shell/read.ts";
import { readWindows } from "../../../src/guard/shell/read-windows.ts";
import type { GuardWorld } from "../../../src/guard/world.ts";

const disk = { windows: true, known: new Map<string, string>(), look: () => "nothing" as const };
const home = "/c/Users/jane";
const roots = [
  ".holdfast",
  ".config/holdfast",
  ".local/state/holdfast",
  ".local/share/holdfast",
  ".cache/holdfast",
].map((each) => `${home}/${each}`);
const world: GuardWorld = {
  roots,
  home,
  variables: { USERPROFILE: "C:\\Users\\jane", HOMEDRIVE: "C:", HOMEPATH: "\\Users\\jane" },
  resolve: (path, cwd) => ontoRoots(realTarget(path, cwd, home, disk), roots),
  isStore: (folder) => folder === "/c/work/shop/.holdfast",
  readShell,
  folds: true,
  readWindows,
};
const cwd = "/c/work/shop";

function decided(tool: string, input: Readonly<Record<string, unknown>>, at = cwd): string {
  const call = { tool, input, cwd: at };
  // As the hook does it: where no reading is asked for, there is none.
  const unread = { ...world, readShell: () => NONE, readWindows: () => NONE };
  return decide(call, needsShell(call, unread) ? world : unread).kind;
}
const NONE = { sure: false, commands: [], steps: 0 };

const PATHS: readonly string[] = [
  "C:\\Users\\jane\\.holdfast\\memories\\a.md",
  "C:/Users/jane/.holdfast/memories/a.md",
  "c:\\users\\JANE\\.HOLDFAST\\memories\\a.md",
  "\\\\?\\C:\\Users\\jane\\.holdfast\\memories\\a.md",
  "\\\\.\\C:\\Users\\jane\\.holdfast\\memories\\a.md",
  "//?/C:/Users/jane/.holdfast/memories/a.md",
  "\\\\localhost\\c$\\Users\\jane\\.holdfast\\memories\\a.md",
  "\\\\127.0.0.1\\C$\\Users\\jane\\.holdfast\\a.md",
  "/c/Users/jane/.holdfast/memories/a.md",
  "/cygdrive/c/Users/jane/.holdfast/memories/a.md",
  "/mnt/c/Users/jane/.holdfast/memories/a.md",
  "\\Users\\jane\\.holdfast\\memories\\a.md",
  "C:\\Users\\jane\\.holdfast.\\memories\\a.md",
  "C:\\Users\\jane\\.holdfast \\memories\\a.md",
  "C:\\Users\\jane\\.holdfast\\holdfast.json::$DATA",
  "C:\\Users\\jane\\.holdfast\\memories\\a.md:x",
  "C:\\Users\\jane\\.holdfast::$INDEX_ALLOCATION\\memories\\a.md",
  "~\\.holdfast\\memories\\a.md",
  "~/.holdfast/memories/a.md",
  "..\\..\\Users\\jane\\.holdfast\\a.md",
  ".holdfast\\memories\\a.md",
  "C:..\\..\\Users\\jane\\.holdfast\\a.md",
  "file:///C:/Users/jane/.holdfast/memories/a.md",
  "C:\\Users\\jane\\.config\\holdfast\\config.toml",
];

const BASH: readonly string[] = [
  "echo x > /c/Users/jane/.holdfast/a.md",
  "echo x > C:/Users/jane/.HOLDFAST/a.md",
  "echo x > 'C:\\Users\\jane\\.holdfast\\a.md'",
  'rm "C:\\Users\\jane\\.holdfast\\a.md"',
  "cp x $USERPROFILE/.holdfast/a.md",
  "cd C:/Users/jane/.holdfast && rm a.md",
  "cd 'C:\\Users\\jane' && rm -r .holdfast",
  "rm -rf /c/users/jane",
  "cmd //c 'del C:\\Users\\jane\\.holdfast\\a.md'",
];

const POWERSHELL: readonly string[] = [
  "Set-Content -Path C:\\Users\\jane\\.holdfast\\a.md -Value x",
  "set-content $env:USERPROFILE\\.holdfast\\a.md x",
  "Set-Content -LiteralPath:'C:\\Users\\jane\\.holdfast\\a.md' x",
  '"x" | Out-File "$HOME\\.holdfast\\a.md"',
  "'x' > ~\\.holdfast\\a.md",
  "echo x >> $env:USERPROFILE/.holdfast/a.md",
  "Remove-Item -Recurse -Force C:\\Users\\jane\\.holdfast",
  "Remove-Item -Recurse -Force C:\\Users\\JANE",
  "Copy-Item x.md -Destination C:\\Users\\jane\\.holdfast\\memories",
  "Copy-Item x.md $HOME\\.holdfast\\memories\\",
  "Move-Item C:\\Users\\jane\\.holdfast\\a.md .",
  "Rename-Item ~\\.holdfast old",
  "New-Item -ItemType File -Path C:\\Users\\jane\\.holdfast -Name b.md",
  "Add-Content (Join-Path $HOME '.holdfast\\a.md') x",
  "[IO.File]::WriteAllText('C:\\Users\\jane\\.holdfast\\a.md', 'x')",
  '$p = "$env:USERPROFILE\\.holdfast"; Remove-Item $p\\a.md',
  "cd ~\\.holdfast; Remove-Item a.md",
  "Get-ChildItem C:\\Users\\jane\\.holdfast | Remove-Item",
  "Get-ChildItem ~\\.holdfast | ForEach-Object { del $_ }",
  "Remove-Item C:\\Users\\jane\\.hold*\\a.md",
  'powershell -NoProfile -Command "Remove-Item C:\\Users\\jane\\.holdfast\\a.md"',
  "if (Test-Path x) { Set-Content HOLDFA~1\\a.md x }",
];

const CMD: readonly string[] = [
  "copy x.md C:\\Users\\jane\\.holdfast\\a.md",
  "copy /y x.md %USERPROFILE%\\.holdfast\\a.md",
  "move C:\\Users\\jane\\.holdfast\\a.md .",
  "del C:\\Users\\jane\\.holdfast\\a.md",
  'del /q "%HOMEDRIVE%%HOMEPATH%\\.holdfast\\a.md"',
  "rd /s /q %USERPROFILE%",
  "echo x > C:\\Users\\jane\\.holdfast\\a.md",
  "echo x>%userprofile%\\.holdfast\\a.md",
  "type x.md > C:\\Users\\jane\\.holdfast\\a.md",
  "cd /d C:\\Users\\jane\\.holdfast && del a.md",
  "if exist C:\\Users\\jane\\.holdfast\\a.md del C:\\Users\\jane\\.holdfast\\a.md",
  "set X=C:\\Users\\jane\\.holdfast\r\ndel %X%\\a.md",
  "for %f in (C:\\Users\\jane\\.holdfast\\*) do del %f",
  "robocopy x C:\\Users\\jane\\.holdfast a.md",
  "cmd /c del C:\\Users\\jane\\.holdfast\\a.md",
  "attrib -r C:\\Users\\jane\\.holdfast\\a.md",
];

const HARMLESS: readonly (readonly [string, string])[] = [
  ["Bash", "cat /c/Users/jane/.holdfast/memories/a.md > /c/work/out.md"],
  ["Bash", "ls 'C:\\Users\\jane\\.holdfast'"],
  ["Bash", "rm -rf /c/work/shop/build"],
  ["Bash", "rm -rf 'D:\\Users\\jane\\.holdfast-old'"],
  ["Bash", "git commit -m 'Explain the .holdfast folder'"],
  ["Bash", "npm test -- --grep 'C:\\\\Users'"],
  ["PowerShell", "Get-Content C:\\Users\\jane\\.holdfast\\memories\\a.md"],
  ["PowerShell", "Get-ChildItem -Recurse ~\\.holdfast | Select-String x"],
  ["PowerShell", "Remove-Item -Recurse -Force .\\build"],
  ["PowerShell", "Set-Content -Path notes.txt -Value 'x'"],
  ["PowerShell", "if (Test-Path $env:USERPROFILE\\.holdfast) { Write-Output yes }"],
  ["run_shell_command", "type %USERPROFILE%\\.holdfast\\memories\\a.md"],
  ["run_shell_command", "dir C:\\Users\\jane\\.holdfast"],
  ["run_shell_command", "copy C:\\Users\\jane\\.holdfast\\memories\\a.md C:\\work\\a.md"],
  ["run_shell_command", "del /q build\\*.js & echo done > log.txt"],
  ["run_shell_command", "findstr /s x C:\\Users\\jane\\.holdfast\\*.md"],
  ["run_shell_command", "cd C:\\work && npm run build"],
  ["run_shell_command", "echo %PATH%"],
  ["shell", "Get-Content ~/.holdfast/memories/a.md"],
];

describe("AGT-20: on Windows, a file tool's path", () => {
  test("there are sixty spellings and more", () => {
    expect(PATHS.length + BASH.length + POWERSHELL.length + CMD.length).toBeGreaterThanOrEqual(60);
  });

  test.each(PATHS)("refused: %s", (path) => {
    expect(decided("Write", { file_path: path, content: "x" })).toBe("deny");
    if (!path.startsWith(".")) expect(decided("mcp__any__tool", { anything: path })).toBe("deny");
  });

  test.each([
    "C:\\work\\shop\\src\\a.ts",
    "D:\\Users\\jane\\.holdfast\\a.md",
    "C:\\Users\\jane\\.holdfast2\\a.md",
    "/d/Users/jane/.holdfast/a.md",
    "\\\\server\\share\\Users\\jane\\.holdfast\\a.md",
    "src\\.holdfast\\a.md",
  ])("AGT-22: no opinion: %s", (path) => {
    expect(decided("Write", { file_path: path, content: "x" })).toBe("none");
  });
});

describe("AGT-21: on Windows, a line for any of its shells", () => {
  test.each(BASH)("bash: %s", (command) => {
    expect(decided("Bash", { command })).toBe("deny");
  });
  test.each(POWERSHELL)("PowerShell: %s", (command) => {
    expect(decided("PowerShell", { command })).toBe("deny");
    expect(decided("run_shell_command", { command })).toBe("deny");
    expect(decided("Bash", { command })).toBe("deny");
  });
  test.each(CMD)("cmd: %s", (command) => {
    expect(decided("run_shell_command", { command })).toBe("deny");
  });
  test.each(["del a.md", "Set-Content memories\\a.md x", "rm a.md"])("inside of a store: %s", (command) => {
    expect(decided("run_shell_command", { command }, "/c/Users/jane/.holdfast")).toBe("deny");
  });
  test.each(HARMLESS)("AGT-22: no opinion: %s: %s", (tool, command) => {
    expect(decided(tool, { command })).toBe("none");
  });
});
