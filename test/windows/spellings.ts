// One file of the store, as a model on Windows may name it, and lines that would change it; and what looks alike and is harmless
// (AGT-20). `H` is the home with backslashes, as Windows has it: C:\box\guarded\home.

export interface Call {
  readonly tool: string;
  readonly input: Readonly<Record<string, string>>;
}

const FILE = ".holdfast\\memories\\a.md";

function slashed(path: string): string {
  return path.replaceAll("\\", "/");
}

/** `C:\a` as Git Bash has it. */
function posix(path: string): string {
  return `/${path.slice(0, 1).toLowerCase()}${slashed(path.slice(2))}`;
}

/** Of a path that leads into the store. `DIR~1` only where the disk has short names. */
function paths(home: string, short: string | undefined): readonly string[] {
  const below = home.slice(2);
  const inHome = (path: string): string => `${home}\\${path}`;
  return [
    inHome(FILE),
    slashed(inHome(FILE)),
    `${slashed(home)}\\${FILE}`,
    inHome(FILE).replace("C:", "c:"),
    `\\\\?\\${inHome(FILE)}`,
    `\\\\.\\${inHome(FILE)}`,
    slashed(`\\\\?\\${inHome(FILE)}`),
    `\\\\localhost\\C$${below}\\${FILE}`,
    `\\\\127.0.0.1\\c$${below}\\${FILE}`,
    posix(inHome(FILE)),
    posix(inHome(FILE)).replace("/c/", "/C/"),
    `/cygdrive${posix(inHome(FILE))}`,
    inHome(".HOLDFAST\\MEMORIES\\A.MD"),
    slashed(inHome(".Holdfast\\memories\\a.md")),
    inHome(FILE).toUpperCase(),
    inHome(".holdfast.\\memories\\a.md"),
    inHome(".holdfast \\memories\\a.md"),
    inHome(".holdfast\\memories.\\a.md"),
    inHome(".holdfast\\memories\\a.md."),
    inHome(".holdfast\\memories\\a.md "),
    inHome(".holdfast\\memories\\a.md::$DATA"),
    inHome(".holdfast\\memories\\a.md:note"),
    inHome(".holdfast::$INDEX_ALLOCATION\\memories\\a.md"),
    inHome(".\\.holdfast\\.\\memories\\a.md"),
    inHome("AppData\\..\\.holdfast\\memories\\a.md"),
    inHome("nothing\\..\\.holdfast\\memories\\a.md"),
    `..\\home\\${FILE}`,
    slashed(`..\\home\\${FILE}`),
    `${below}\\${FILE}`,
    slashed(`${below}\\${FILE}`),
    `~\\${FILE}`,
    `~/${slashed(FILE)}`,
    slashed(inHome(".holdfast\\\\memories\\\\a.md")).replace("/.holdfast", "//.holdfast"),
    `file:///${slashed(inHome(FILE))}`,
    ...(short === undefined ? [] : [`${home}\\${short}\\memories\\a.md`]),
  ];
}

/** Lines of the three shells that a host may have on Windows. */
function lines(home: string): readonly Call[] {
  const file = `${home}\\${FILE}`;
  const bash = (command: string): Call => ({ tool: "Bash", input: { command } });
  const power = (command: string): Call => ({ tool: "PowerShell", input: { command } });
  const cmd = (command: string): Call => ({ tool: "shell", input: { command } });
  return [
    bash(`echo x > ${posix(file)}`),
    bash(`echo x > '${file}'`),
    bash(`echo x >> "${slashed(file)}"`),
    bash(`rm -rf ${posix(home)}/.HOLDFAST`),
    bash(`cp other.md ~/${slashed(FILE)}`),
    bash(`sed -i s/a/b/ /cygdrive${posix(file)}`),
    bash(`mv a.md "${slashed(home)}/.holdfast./memories/"`),
    bash(`cmd.exe /c "del ${file}"`),
    bash(`powershell.exe -Command "Remove-Item ${file}"`),
    bash(`cd ${posix(home)} && rm .holdfast/memories/a.md`),
    power(`Set-Content -Path "${file}" -Value x`),
    power(`"x" | Out-File $env:USERPROFILE\\${FILE}`),
    power(`"x" > $HOME\\${FILE}`),
    power(`Remove-Item -Recurse -Force ~\\.holdfast`),
    power(`ri ${home}\\.HOLDFAST -r`),
    power(`[IO.File]::WriteAllText('${file}', 'x')`),
    power(`Move-Item a.md ${slashed(file)}`),
    power(`cmd /c del "${file}"`),
    power(`Set-Location ${home}; Add-Content .holdfast\\memories\\a.md x`),
    cmd(`del /q ${file}`),
    cmd(`echo x> %USERPROFILE%\\${FILE}`),
    cmd(`copy /y a.md "${file}"`),
    cmd(`rmdir /s /q "%HOMEDRIVE%%HOMEPATH%\\.holdfast"`),
    cmd(`move a.md ${file.toUpperCase()}`),
    cmd(`type nul > "${home}\\.holdfast.\\memories\\a.md"`),
    cmd(`ren ${home}\\.holdfast old`),
  ];
}

export function refused(home: string, short: string | undefined): readonly Call[] {
  return [...paths(home, short).map((path) => write(path)), ...lines(home)];
}

function write(path: string): Call {
  return { tool: "Write", input: { file_path: path, content: "x" } };
}

/** What a day's work has, and names that only look like ours. */
export function harmless(home: string, project: string): readonly Call[] {
  const file = `${home}\\${FILE}`;
  return [
    write(`${project}\\src\\main.ts`),
    write(slashed(`${project}\\src\\main.ts`)),
    write("src\\main.ts"),
    write(`${home}\\holdfast\\notes.md`),
    write(`${home}\\.holdfast-notes.md`),
    write(`${home}\\.holdfastish\\a.md`),
    write(`${project}\\C\\notes.md`),
    write("D:\\box\\guarded\\home\\.holdfast-copy\\a.md"),
    write(`\\\\?\\${project}\\a.md`),
    { tool: "Read", input: { file_path: file } },
    { tool: "Bash", input: { command: "npm test" } },
    { tool: "Bash", input: { command: `cat ${posix(file)}` } },
    { tool: "Bash", input: { command: `grep -r pnpm "${slashed(home)}/.holdfast/memories"` } },
    { tool: "Bash", input: { command: "git status" } },
    { tool: "Bash", input: { command: "holdfast search pnpm" } },
    { tool: "Bash", input: { command: "cp a.md b.md && rm a.md" } },
    { tool: "PowerShell", input: { command: "Get-ChildItem -Recurse src" } },
    { tool: "PowerShell", input: { command: `Get-Content ${file}` } },
    { tool: "PowerShell", input: { command: "Remove-Item -Recurse dist" } },
    { tool: "PowerShell", input: { command: 'Set-Content -Path notes.md -Value "x"' } },
    { tool: "shell", input: { command: "dir src" } },
    { tool: "shell", input: { command: `type ${file}` } },
    { tool: "shell", input: { command: "echo x> notes.txt" } },
    { tool: "shell", input: { command: "del build.log" } },
  ];
}
