// What is left when somebody takes it all out again (AGT-30): a home before and after the package, `init`, two agents,
// sessions, commands and `uninstall --purge`; every file, mode and folder. The difference is the store alone.
//   node test/leftovers/main.ts

import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { leftWithHome } from "../git-edge/world.ts";
import { entryArguments } from "../support/hook-run.ts";
import { CANNOT_RUN_AS_PERSON, canRunAsPerson, runAsPerson } from "../support/person.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const STORE = ".holdfast";
const base = realpathSync(mkdtempSync(join(tmpdir(), "holdfast-leftovers-")));
const [home, temporary, prefix] = ["home", "tmp", "npm"].map((name) => join(base, name)) as [string, string, string];
const env = {
  PATH: `${prefix}/bin:${dirname(process.execPath)}:/usr/bin:/bin`,
  HOME: home,
  TMPDIR: temporary,
  TERM: "xterm",
  LANG: "C.UTF-8",
};
const THEIRS: Readonly<Record<string, string>> = {
  ".claude/settings.json": '{\n  // mine\n  "model": "opus"\n}\n',
  // As Claude Code writes it. Of this file no copy is kept, for it may hold secrets: our entry is taken out of it.
  ".claude.json": '{\n  "numStartups": 3\n}\n',
  ".codex/config.toml": 'model = "x" # mine\n',
  ".config/other/settings": "theirs\n",
  "project/README.md": "# A project\n",
};
/** Empty before, so empty afterwards; `.local` is made by us, so it goes. */
const EMPTY = ".cache";

let passed = 0;
let failed = 0;
function check(name: string, ok: boolean, found?: unknown): void {
  if (ok) passed++;
  else failed++;
  console.log(`${ok ? "ok  " : "FAIL"} ${name}${ok || found === undefined ? "" : `\n     ${JSON.stringify(found)}`}`);
}

/** Folders and links too. */
function everything(folder: string): ReadonlyMap<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return new Map(
    names.map((name) => {
      const stats = lstatSync(join(folder, name));
      const bytes = stats.isFile() ? readFileSync(join(folder, name)).toString("base64") : "";
      return [name, `${stats.mode.toString(8)} ${bytes}`];
    }),
  );
}

function changed(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): readonly string[] {
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names].filter((name) => before.get(name) !== after.get(name)).sort();
}

function npm(...args: readonly string[]): void {
  const options = ["--silent", "--global", "--offline", "--no-audit", "--no-fund", "--ignore-scripts"];
  // What npm keeps for itself, it may keep.
  const npmEnv = { ...env, TMPDIR: base, npm_config_cache: join(base, "npm-cache"), npm_config_prefix: prefix };
  execFileSync("npm", [...args, ...options], { cwd: base, env: npmEnv, stdio: ["ignore", "ignore", "inherit"] });
}

async function person(...args: readonly string[]): Promise<void> {
  const run = await runAsPerson(["holdfast", ...args], { cwd: join(home, "project"), env });
  check(`holdfast ${args.join(" ")}`, run.code === 0, run);
}

/** A short session, through the copy that `install` made. */
function session(host: "claude" | "codex"): void {
  const hook = join(home, ".local/share/holdfast/hook.cjs");
  const common = { session_id: `s-${host}`, cwd: join(home, "project"), transcript_path: join(home, "none.jsonl") };
  const events = [
    { hook_event_name: "SessionStart", source: "startup" },
    { hook_event_name: "UserPromptSubmit", prompt: "remember: use pnpm here, and restart the pelican" },
    { hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command: "ls" } },
    { hook_event_name: "Stop", stop_hook_active: false, last_assistant_message: "done" },
    { hook_event_name: "SessionStart", source: "resume" },
    { hook_event_name: "SessionEnd", reason: "other" },
  ];
  for (const event of events) {
    const run = spawnSync(process.execPath, [hook, ...entryArguments(env, host)], {
      input: JSON.stringify({ ...common, ...event }),
      env,
    });
    check(`${host}: ${event.hook_event_name}`, run.status === 0, run.stderr.toString());
  }
}

async function use(): Promise<void> {
  await person("init", "--yes");
  await person("install", "--yes");
  await person("add", "use pnpm here, not npm");
  for (const host of ["claude", "codex"] as const) session(host);
  await person("search", "pnpm");
  await person("audit", "--html");
  await person("pause", "--for", "1h");
  check("the copy for the agents is there", readdirSync(join(home, ".local/share/holdfast")).includes("hook.cjs"));
  const bases = [".cache", ".local/state", ".local/share"].map((name) => readdirSync(join(home, name)).join());
  check("our folders are in their places", bases.join() === "holdfast,holdfast,holdfast", bases);
  check("no process stays", (await leftWithHome(home)).length === 0);
  await person("uninstall", "--purge", "--yes");
}

async function main(): Promise<void> {
  for (const folder of [home, temporary, prefix]) mkdirSync(folder, { mode: 0o755 });
  for (const [name, text] of Object.entries(THEIRS)) {
    mkdirSync(dirname(join(home, name)), { recursive: true });
    writeFileSync(join(home, name), text);
  }
  mkdirSync(join(home, EMPTY), { mode: 0o755 });
  chmodSync(join(home, ".claude/settings.json"), 0o600);
  execFileSync("npm", ["pack", "--ignore-scripts", "--silent", "--pack-destination", base], { cwd: ROOT });
  const before = everything(home);
  npm("install", join(base, readdirSync(base).find((name) => name.endsWith(".tgz")) ?? ""));
  await use();
  npm("uninstall", "holdfast");
  const left = changed(before, everything(home)).filter((name) => name !== STORE && !name.startsWith(`${STORE}/`));
  check("AGT-30: the home is as before, byte for byte, but for the store", left.length === 0, left);
  check(
    "AGT-30: the store is there",
    readdirSync(join(home, STORE, "memories")).some((name) => name.endsWith(".md")),
  );
  const temps = readdirSync(temporary);
  check("nothing of ours in the temporary folder", temps.length === 0, temps);
  const rest = [...everything(prefix).keys()].filter((name) => name.includes("holdfast"));
  check("nothing of the package stays", rest.length === 0, rest);
}

try {
  if (canRunAsPerson()) await main();
  else check(CANNOT_RUN_AS_PERSON, false);
} finally {
  rmSync(base, { recursive: true, force: true });
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
