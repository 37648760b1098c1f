// node test/smoke/main.ts [--release FOLDER]
// The package as a stranger gets it, on Linux, macOS and Windows alike: packed (or the file in FOLDER that will
// be published), installed into an empty folder without a network, used through its command, its hook and its MCP server in
// a home with a space in its name, and taken out again. What needs a person at a terminal is tried where a test can be one.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { placeArguments, placesFrom } from "../../src/disk/places.ts";
import { installedIn, npm, ON_WINDOWS, type Ran, ran } from "../support/npm.ts";
import { canRunAsPerson, runAsPerson } from "../support/person.ts";
import { makeHome } from "./home.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const MEMORY = "use pnpm here, not npm";
const PROMPT = "Do we use pnpm or npm to install packages?";
const REFUSED = 2;

const { values } = parseArgs({ options: { release: { type: "string" } } });
const place = makeHome("smoke");
const { home, project, prefix, base, env } = place;
const { packages, command } = installedIn(prefix);
const dist = join(packages, "holdfast", "dist");
/** As an installed entry has them. Imports nothing from npm: the release is tried where only it and the sources are. */
const entry = ["--host", "claude", ...placeArguments(placesFrom(env, home), home)];

let passed = 0;
let failed = 0;
function check(name: string, ok: boolean, found?: unknown): boolean {
  if (ok) passed++;
  else failed++;
  console.log(`${ok ? "ok  " : "FAIL"} ${name}${ok ? "" : `\n     found: ${JSON.stringify(found)?.slice(0, 1500)}`}`);
  return ok;
}

function holdfast(...args: readonly string[]): Ran {
  return ran(process.execPath, [join(dist, "cli.mjs"), ...args], { cwd: project, env });
}

function hook(file: string, event: Readonly<Record<string, unknown>>): Ran {
  const input = JSON.stringify({ session_id: "smoke", cwd: project, transcript_path: join(home, "none"), ...event });
  return ran(process.execPath, [file, ...entry], { cwd: project, env, input });
}

function packed(): string {
  const { release } = values;
  const packageIn = (folder: string): string | undefined =>
    readdirSync(folder).find((name) => /^holdfast-\d.*\.tgz$/.test(name));
  if (release !== undefined) return resolve(release, packageIn(release) ?? "no package in it");
  const run = npm(["pack", "--ignore-scripts", "--silent", "--pack-destination", base, ROOT], { cwd: base, env });
  const file = packageIn(base);
  check("npm packs it", file !== undefined, run);
  return join(base, file ?? "");
}

function installed(tarball: string): void {
  const options = ["--global", "--prefix", prefix, "--offline", "--ignore-scripts", "--no-audit", "--no-fund"];
  const run = npm(["install", ...options, tarball], { cwd: base, env });
  check("npm installs it without a network and without scripts", run.code === 0, run);
  check("it brings nothing but itself", readdirSync(packages).join() === "holdfast", readdirSync(packages));
  const { version } = JSON.parse(readFileSync(join(packages, "holdfast", "package.json"), "utf8")) as {
    version: string;
  };
  const said = ON_WINDOWS
    ? ran(env["ComSpec"] ?? "cmd.exe", ["/d", "/c", "holdfast", "--version"], { cwd: prefix, env })
    : ran(command, ["--version"], { cwd: project, env });
  check(`the command says ${version}`, said.code === 0 && said.out.trim() === version, said);
}

function store(): void {
  const init = holdfast("init", "--yes");
  check("init makes a store", init.code === 0 && existsSync(join(home, ".holdfast", "memories")), init);
  const added = holdfast("add", MEMORY);
  check("add by a script saves as inferred", added.code === 0 && added.out.includes("inferred"), added);
  const found = holdfast("search", "pnpm");
  check("search finds it", found.code === 0 && found.out.includes(MEMORY), found);
  const list = holdfast("list", "--json");
  const { memories = [] } = list.code === 0 ? (JSON.parse(list.out) as { memories?: readonly { tier: string }[] }) : {};
  check("list has it, once", memories.map(({ tier }) => tier).join() === "inferred", list);
  const connect = holdfast("connect", "--agent", "claude", "--yes");
  check("connect is refused to a script", connect.code === REFUSED && !connected(), connect);
  const doctor = holdfast("doctor");
  check("doctor finds nothing wrong", doctor.code === 0, doctor);
}

function connected(): boolean {
  return existsSync(join(home, ".claude", "settings.json"));
}

/** `which`: the package's own hook, as a plugin starts it, or the copy that `connect` made. */
function session(which: string, file: string): void {
  const start = hook(file, { hook_event_name: "SessionStart", source: "startup" });
  check(`${which}: a session starts with it`, start.code === 0 && start.out.includes(MEMORY), start);
  const prompt = hook(file, {
    session_id: which.replaceAll(/\W/g, "-"),
    hook_event_name: "UserPromptSubmit",
    prompt: PROMPT,
  });
  check(`${which}: a prompt gets it`, prompt.code === 0 && prompt.out.includes(MEMORY), prompt);
  const theirs = { file_path: join(project, "README.md"), content: "x" };
  const tool = { hook_event_name: "PreToolUse", tool_name: "Write", tool_input: theirs };
  const ours = { ...theirs, file_path: join(home, ".holdfast", "memories", "mine.md") };
  const guarded = hook(file, { ...tool, tool_input: ours });
  check(`${which}: the guard keeps an agent from the store's files`, /"deny"/.test(guarded.out), guarded);
  const other = hook(file, tool);
  check(`${which}: and lets it write in its project`, other.code === 0 && !/"deny"/.test(other.out), other);
  const end = hook(file, { hook_event_name: "SessionEnd", reason: "other" });
  check(`${which}: the session ends`, end.code === 0 && end.err === "", end);
}

function server(): void {
  const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "smoke", version: "1" } };
  const call = { name: "memory_search", arguments: { query: "pnpm" } };
  const lines = [
    { jsonrpc: "2.0", id: 1, method: "initialize", params },
    { jsonrpc: "2.0", method: "notifications/initialized" },
    { jsonrpc: "2.0", id: 2, method: "tools/call", params: call },
  ];
  const input = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
  const run = ran(process.execPath, [join(dist, "mcp.mjs"), ...entry], { cwd: project, env, input });
  check("the MCP server finds it, and ends with its input", run.code === 0 && run.out.includes(MEMORY), run);
}

async function byAPerson(): Promise<void> {
  const typed = (...args: readonly string[]) => runAsPerson([command, ...args], { cwd: project, env, enters: true });
  const connect = await typed("connect", "--agent", "claude", "--yes");
  check("connect by a person writes Claude Code's settings", connect.code === 0 && connected(), connect);
  session("the connected copy", join(home, ".local", "share", "holdfast", "hook.cjs"));
  const disconnect = await typed("disconnect", "--purge", "--yes");
  check("disconnect --purge takes them back", disconnect.code === 0 && !connected(), disconnect);
}

function uninstalled(): void {
  const run = npm(["uninstall", "--global", "--prefix", prefix, "--offline", "holdfast"], { cwd: base, env });
  const left = [packages, prefix].flatMap((folder) => (existsSync(folder) ? readdirSync(folder) : []));
  check(
    "npm uninstall leaves nothing of the package",
    run.code === 0 && !existsSync(command) && !left.join().includes("holdfast"),
    { run, left },
  );
  const memories = readdirSync(join(home, ".holdfast", "memories")).filter((name) => name.endsWith(".md"));
  check("and the store as it was", memories.length === 1, memories);
}

try {
  installed(packed());
  store();
  session("the package's hook", join(dist, "hook.cjs"));
  server();
  if (canRunAsPerson()) await byAPerson();
  else console.log("not tried: connect and disconnect, which need a person at a terminal");
  uninstalled();
} catch (error) {
  check("the smoke test came to its end", false, error instanceof Error ? error.stack : error);
} finally {
  place.remove();
}
console.log(`smoke system=${process.platform} node=${process.version} cases=${passed + failed} failed=${failed}`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
