// Adding an agent touches one folder and the list of agents. Done here in a copy of the sources, with an agent that does
// not exist; what the copy builds knows it everywhere: help, completion, the reference, doctor, install, the hook, the
// guard, and who is a person.
import { execFileSync, spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { canRunAsPerson, runAsPerson } from "../../../support/person.ts";

const ROOT = fileURLToPath(new URL("../../../../", import.meta.url));
const BUILD = `
import { writeFileSync } from "node:fs";
import { build } from "esbuild";
import { cliOptions, hookLibraryOptions, hookOptions, hookPartOptions } from "./scripts/bundles.ts";
const files = [];
for (const options of [hookLibraryOptions(), hookPartOptions(), hookOptions(), cliOptions()]) {
  const { metafile } = await build({ ...options, outdir: "dist", metafile: true });
  files.push(...Object.keys(metafile.outputs).map((path) => path.replace("dist/", "")));
}
writeFileSync("dist/agent-files.json", JSON.stringify({ files: files.filter((name) => name.startsWith("hook")) }));
`;
let copy: string;
let home: string;
let env: Record<string, string>;
const touched: string[] = [];

function change(path: string, text: (before: string) => string): void {
  const file = `${copy}/${path}`;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text(existsSync(file) ? readFileSync(file, "utf8") : ""));
  touched.push(path);
}

beforeAll(() => {
  [copy, home] = ["copy", "home"].map((name) => realpathSync(mkdtempSync(`${tmpdir()}/holdfast-${name}-`))) as [
    string,
    string,
  ];
  for (const name of ["src", "scripts", "schema", "package.json"]) {
    cpSync(`${ROOT}${name}`, `${copy}/${name}`, { recursive: true });
  }
  symlinkSync(`${ROOT}node_modules`, `${copy}/node_modules`);
  const written = readFileSync(new URL("index.ts", import.meta.url), "utf8");
  change("src/hosts/stub/index.ts", () => written.replaceAll("../../../../src/hosts/", "../"));
  change("src/hosts/index.ts", (before) =>
    before
      .replace("\nexport const HOSTS", 'import { stub } from "./stub/index.ts";\n\nexport const HOSTS')
      .replace("opencode];", "opencode, stub];"),
  );
  node(["--input-type=module", "-e", BUILD], {});
  env = { PATH: `${dirname(process.execPath)}:/usr/bin:/bin`, HOME: home, TERM: "dumb" };
  mkdirSync(`${home}/.stub`, { mode: 0o700 });
  writeFileSync(`${home}/.stub/stub.json`, "{}");
}, 120_000);
afterAll(() => {
  for (const folder of [copy, home]) rmSync(folder, { recursive: true, force: true });
});

function node(args: readonly string[], options: { env?: Record<string, string> }): string {
  return execFileSync(process.execPath, args, { cwd: copy, encoding: "utf8", ...options });
}

function holdfast(...args: readonly string[]): string {
  const { stdout, stderr } = spawnSync(process.execPath, [`${copy}/dist/cli.mjs`, ...args], { cwd: home, env });
  return `${stdout}${stderr}`;
}

function hook(event: object): string {
  const input = JSON.stringify({ session_id: "s1", cwd: home, ...event });
  return execFileSync(process.execPath, [`${copy}/dist/hook.cjs`, "--host", "stub", "--home", home], {
    env,
    input,
    encoding: "utf8",
  });
}

const write = (path: string): string =>
  hook({ hook_event_name: "PreToolUse", tool_name: "Write", tool_input: { file_path: path, content: "x" } });

test("AGT-30: two files were touched", () => {
  expect(touched).toEqual(["src/hosts/stub/index.ts", "src/hosts/index.ts"]);
});

test("SUR-1: help, completion and the reference name it", () => {
  expect(holdfast("install", "--help")).toMatch(/opencode, stub/);
  expect(holdfast("completion", "fish")).toMatch(/-l agent -d '.*opencode, stub /);
  const page = "JSON.stringify(await (await import('./scripts/docs/reference/commands.ts')).commandSlots())";
  expect(node(["--input-type=module", "-e", `process.stdout.write(${page})`], {})).toMatch(/opencode, stub/);
});

test("AGT-33: doctor finds it", () => {
  expect(holdfast("doctor")).toMatch(/stub.*found, not connected/);
});

test("AGT-30: install plans its file, and writes it for a person", async () => {
  expect(holdfast("install", "--agent", "stub", "--dry-run")).toContain(`${home}/.stub/hooks/holdfast.txt`);
  if (!canRunAsPerson()) return;
  const command = [process.execPath, `${copy}/dist/cli.mjs`, "install", "--agent", "stub", "--yes"];
  const { transcript, code } = await runAsPerson(command, { cwd: home, env });
  expect(transcript).toMatch(/connected +stub/);
  expect(code, transcript).toBe(0);
  expect(readFileSync(`${home}/.stub/hooks/holdfast.txt`, "utf8")).toContain("--host stub");
});

test("AGT-4, AGT-20: the guard speaks its words, and keeps the file that connects it", () => {
  expect(JSON.parse(write(`${home}/.holdfast/memories/a.md`))).toEqual({ stubRefuses: expect.stringMatching(/\w/) });
  expect(JSON.parse(write(`${home}/.stub/hooks/holdfast.txt`))).toEqual({ stubRefuses: expect.stringMatching(/\w/) });
  expect(write(`${home}/.stub/stub.json`)).toBe("");
  expect(readFileSync(`${copy}/dist/hook.cjs`, "utf8")).toContain(
    '"stub":{"refusal":"{\\"stubRefuses\\":\\"__MESSAGE__',
  );
});

test("TRU-22: its variable makes the channel an agent's", () => {
  env["STUB_AGENT_SHELL"] = "";
  expect(holdfast("promote", "x")).toContain("STUB_AGENT_SHELL is set in this shell, as Stub Agent does");
  delete env["STUB_AGENT_SHELL"];
  expect(holdfast("promote", "x")).not.toContain("STUB_AGENT_SHELL");
});
