// STO-1a, SYN-12: in a project's repository git is run to read and for nothing else. Every program that is started is seen by
// strace, and the repository is compared byte for byte.

import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { entryArguments } from "../support/hook-run.ts";
import { scrubbed } from "../support/scrubbed.ts";
import type { World } from "./world.ts";

const CLI = fileURLToPath(new URL("../../src/cli/main.ts", import.meta.url));
const HOOK = fileURLToPath(new URL("../../src/hook/main.ts", import.meta.url));
const READER = fileURLToPath(new URL("./children/read-project.ts", import.meta.url));
const READS: ReadonlySet<string> = new Set(["rev-parse", "cat-file", "log"]);

export function project(world: World): void {
  const base = world.folder();
  const home = join(base, "home");
  const folder = join(base, "project");
  for (const each of [home, folder]) mkdirSync(each);
  const env = scrubbed({ HOME: home, HOLDFAST_HOME: join(base, "personal") });
  const git = (...args: readonly string[]): string =>
    execFileSync("git", ["-C", folder, "-c", "user.name=a", "-c", "user.email=a@example.org", ...args], {
      env,
      encoding: "utf8",
    });
  git("init", "-q", "--initial-branch=main");
  const canary = trap(base, folder);
  const commands: readonly (readonly [string, readonly string[], string?])[] = [
    [CLI, ["init", "--no-install"]],
    [CLI, ["init", "--shared", "--no-install"]],
    [CLI, ["add", "Deploys run on Mondays"]],
    [CLI, ["add", "--shared", "The pelican service needs port 8123"]],
    [CLI, ["search", "pelican port"]],
    [CLI, ["doctor"]],
    ...(world.long ? ["list", "check", "audit", "export"] : []).map((verb) => [CLI, [verb]] as const),
    [HOOK, entryArguments(env), event("SessionStart", folder, { source: "startup" })],
    [
      HOOK,
      entryArguments(env),
      event("UserPromptSubmit", folder, { prompt: "which port does the pelican service need" }),
    ],
  ];
  const first = commands.slice(0, 4);
  for (const [program, args] of first) spawnSync(process.execPath, [program, ...args], { cwd: folder, env, input: "" });
  const shared = join(folder, ".holdfast/memories");
  const file = existsSync(shared) ? (readdirSync(shared)[0] ?? "") : "";
  world.check("there is a shared store in the project", file !== "", shared);
  git("add", "-A");
  git("commit", "-q", "-m", "a shared memory");
  const before = digestOf(join(folder, ".git"));
  const calls: string[] = [];
  const touched: string[] = [];
  for (const [program, args, input] of [...commands, [READER, [join(folder, ".holdfast"), file]] as const]) {
    const seen = traced(base, folder, env, [program, ...args], input ?? "");
    calls.push(...seen.gits);
    touched.push(...seen.touched);
    if (program === READER)
      world.check("history and objects were read", /"holding":1,"changes":1/.test(seen.output), seen.output);
  }
  const here = calls.filter((call) => !call.includes(`${base}/personal`));
  const verbs = [...new Set(here.map(verbOf))].sort();
  world.say(`  git in a project: ${here.length} calls, ${verbs.join(", ")}`);
  world.check("SYN-12 git was called in the project", here.length > 0);
  world.check(
    "SYN-12 only to read",
    verbs.every((verb) => READS.has(verb)),
    verbs,
  );
  world.check("SYN-12 nothing of its .git was opened for writing", touched.length === 0, touched.slice(0, 5));
  world.check("SYN-12 its .git is byte for byte what it was", digestOf(join(folder, ".git")) === before);
  world.check("SYN-12 nobody's program ran in it", !existsSync(canary));
}

function event(name: string, cwd: string, more: object): string {
  return JSON.stringify({ session_id: "s", cwd, hook_event_name: name, ...more });
}

/** What a cloned repository can bring along; after this a plain `git status` in it would run it. */
function trap(base: string, folder: string): string {
  const canary = join(base, "canary");
  const config = `[core]\n\tfsmonitor = touch ${canary}\n\tpager = touch ${canary}\n[diff]\n\texternal = touch ${canary}\n[filter "x"]\n\tclean = cat\n[log]\n\tshowSignature = true\n[gpg]\n\tprogram = touch ${canary}\n`;
  writeFileSync(join(folder, ".git/evil"), config.replace(/\tfsmonitor.*\n/, ""));
  execFileSync("git", ["-C", folder, "config", "include.path", "evil"]);
  return canary;
}

function traced(
  base: string,
  cwd: string,
  env: Record<string, string>,
  argv: readonly string[],
  input: string,
): { readonly gits: readonly string[]; readonly touched: readonly string[]; readonly output: string } {
  const log = join(base, "trace");
  const calls = "execve,open,openat,creat,rename,renameat,renameat2,unlink,unlinkat,mkdir,mkdirat,link,linkat";
  const options = ["-f", "-qq", "-y", "-s", "4000", "-e", `trace=${calls}`, "-o", log];
  const ran = spawnSync("strace", [...options, process.execPath, ...argv], { cwd, env, input, encoding: "utf8" });
  const lines = readFileSync(log, "utf8").split("\n");
  const gits = lines.filter((line) => /execve\("[^"]*\/git", /.test(line) && !line.includes("ENOENT"));
  const writes = lines.filter(
    (line) =>
      line.includes(`${cwd}/.git/`) &&
      (/O_WRONLY|O_RDWR|O_CREAT/.test(line) || !/ (?:execve|open|openat)\(/.test(line)),
  );
  return { gits, touched: writes, output: ran.stdout };
}

/** After the settings, which are pairs, and what begins with a dash. */
function verbOf(call: string): string {
  const words = [...call.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, word = ""]) => word).slice(2);
  for (let at = 0; at < words.length; at++) {
    if (words[at] === "-c") at += 1;
    else if (!words[at]?.startsWith("-")) return words[at] ?? "";
  }
  return "none";
}

function digestOf(folder: string): string {
  const digest = createHash("sha256");
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }).sort()) {
    const path = join(folder, name);
    const stats = statSync(path);
    digest.update(`${name}\0${stats.mode}\0${stats.mtimeMs}\0`);
    if (stats.isFile()) digest.update(readFileSync(path));
  }
  return digest.digest("hex");
}
