// Tool calls that change or delete guarded files. Each is asked of the built hook as Claude Code asks it; what is not refused is
// really done, in a home that is thrown away and with the rest of the machine read-only; then the next session start must say
// so, and `holdfast doctor --fix` bring back every byte.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Box, CLI, differences, HOOK, makeBox, snapshot } from "../e2e/box.ts";
import { entryArguments, runProgram } from "../support/hook-run.ts";
import { runAnswering } from "../support/person.ts";
import type { Attack, Outcome } from "./attack.ts";
import { CALLS, LINES, type WritingCall } from "./guard-cases.ts";

const GUARDED = [".holdfast", ".local/share/holdfast", ".config/holdfast"];
/** git's own files, and the ledger, which grows by what was brought back. */
const GROWING = /^\.holdfast\/(\.git|\.local|ledger)(\/|$)/;

interface Scene {
  readonly box: Box;
  readonly kept: string;
  readonly memory: string;
}

let scene: Scene | undefined;

/** One home with a store, made once and put back before each case. */
function staged(): Scene {
  if (scene !== undefined) return scene;
  const box = makeBox();
  // Beside the box: some cases empty every folder around the project.
  const kept = mkdtempSync(join(tmpdir(), "holdfast-kept-"));
  process.on("exit", () => {
    box.remove();
    rmSync(kept, { recursive: true, force: true });
  });
  for (const args of [
    ["init", "--no-install"],
    ["add", "the staging database is named heron"],
    ["add", "use pnpm here, not npm"],
  ]) {
    const { code, stderr } = box.agent(args);
    if (code !== 0) throw new Error(`holdfast ${args.join(" ")}: ${stderr}`);
  }
  writeFileSync(join(box.project, "notes.txt"), "old words\n");
  hook(box, { hook_event_name: "SessionStart", source: "startup" });
  const memory = readdirSync(join(box.home, ".holdfast/memories")).find((name) => name.endsWith(".md"));
  if (memory === undefined) throw new Error("no memory was made");
  for (const name of ["home", "project"]) spawnSync("cp", ["-a", join(box.home, "..", name), kept]);
  scene = { box, kept, memory };
  return scene;
}

function putBack({ box, kept }: Scene): void {
  for (const name of ["home", "project"]) {
    const there = join(box.home, "..", name);
    spawnSync("chmod", ["-R", "u+rwX", there]);
    rmSync(there, { recursive: true, force: true });
    // Whole, even where a worker of the last case has made the folder anew meanwhile.
    spawnSync("cp", ["-aT", join(kept, name), there]);
  }
}

function hook(box: Box, event: object): string {
  const full = { session_id: "s-1", transcript_path: "", cwd: box.project, ...event };
  return runProgram([HOOK, ...entryArguments(box.env)], JSON.stringify(full), box.env).out;
}

function guardedFiles(home: string): ReadonlyMap<string, string> {
  const all = new Map<string, string>();
  for (const folder of GUARDED.filter((each) => existsSync(join(home, each))))
    for (const [name, bytes] of snapshot(join(home, folder))) all.set(`${folder}/${name}`, bytes);
  return all;
}

/** As the agent's shell, or its tool, would do it; nothing outside of the scratch folder can be written. */
function done(line: string, { home, project, env }: Box): void {
  const base = join(home, "..");
  if (!base.startsWith("/tmp/") && !base.startsWith(process.env["TMPDIR"] ?? "/tmp/"))
    throw new Error("no scratch home");
  const cage = ["--ro-bind", "/", "/", "--bind", base, base, "--dev", "/dev", "--proc", "/proc", "--unshare-pid"];
  const run = spawnSync("bwrap", [...cage, "--die-with-parent", "--chdir", project, "bash", "-c", line], {
    env: { ...env, TMPDIR: base, PATH: `${env["PATH"]}:${process.env["PATH"]}` },
    timeout: 20_000,
    encoding: "utf8",
  });
  if (run.error !== undefined) throw run.error;
}

async function made(call: WritingCall): Promise<Outcome> {
  const at = staged();
  const { box } = at;
  putBack(at);
  const fill = (text: string): string =>
    text.replaceAll("A.md", at.memory).replace(/(?<![$({.\w])HOME(?=\/)/g, box.home);
  const input = JSON.parse(fill(JSON.stringify(call.input)));
  if (hook(box, { hook_event_name: "PreToolUse", tool_name: call.tool, tool_input: input }).includes('"deny"'))
    return "refused";
  const before = guardedFiles(box.home);
  done(fill(call.effect), box);
  const unlocked = spawnSync("chmod", ["-R", "u+rwX", box.home]).status === 0;
  if (unlocked && differences(before, guardedFiles(box.home)).length === 0) throw new Error("without effect");
  // Before the session starts, which makes new ones of what it finds.
  const isKept = hasCopies(box);
  const told = hook(box, { hook_event_name: "SessionStart", source: "startup", session_id: "s-2" });
  if (!told.includes("changed outside Holdfast")) return isKept ? "unnoticed" : "admitted";
  await runAnswering([process.execPath, CLI, "doctor", "--fix"], { cwd: box.project, env: box.env }, [
    [/\[y\/N\]|\(y\/n\)|\? $/i, "y\n"],
  ]);
  const after = guardedFiles(box.home);
  return differences(before, after).some((name) => !GROWING.test(name)) ? "noticed" : "recovered";
}

/** Without its copies nothing can be compared, and the threat model says so. */
function hasCopies({ home }: Box): boolean {
  const folder = join(home, ".local/state/holdfast/kept");
  return (
    existsSync(folder) &&
    readdirSync(folder, { recursive: true, encoding: "utf8" }).some((name) => name.endsWith("kept.db"))
  );
}

const shell = (line: string): WritingCall => ({
  tool: "Bash",
  input: { command: line, description: "d" },
  effect: line,
});

export const attacks: readonly Attack[] = [...LINES.map(shell), ...CALLS].map((call) => ({
  name: call.tool === "Bash" ? call.effect.replaceAll("\n", "\\n") : `${call.tool} ${JSON.stringify(call.input)}`,
  admittedIn: "or delete the copies; then what it changed is not noticed",
  make: () => made(call),
}));
