// node test/macos/children/on-the-disk.ts keep|nfd, with TMPDIR on a folding disk: what the built programs do there. One line of
// JSON per case. The guard is asked as Claude Code asks it, in every spelling that the disk takes for ours.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Box, HOOK, makeBox } from "../../e2e/box.ts";
import { entryArguments, runProgram } from "../../support/hook-run.ts";

const keeps = process.argv[2];

function check(title: string, good: boolean, found?: unknown): void {
  process.stdout.write(`${JSON.stringify({ title, good, found })}\n`);
}

/** What the hook may take before it says nothing (AGT-3): on a disk that is a program, beside other suites, it can. */
const TIME_BOX_MS = 1000;
const TRIES = 3;

/** True: refused. Who ran out of time said nothing about the path, and is asked again. */
function refused(box: Box, tool_name: string, tool_input: object): boolean {
  const event = { hook_event_name: "PreToolUse", session_id: "s", cwd: box.project, tool_name, tool_input };
  for (let left = TRIES; left > 0; left--) {
    const started = performance.now();
    const { out } = runProgram([HOOK, ...entryArguments(box.env)], JSON.stringify(event), hookEnv(box));
    if (out !== "" || performance.now() - started < TIME_BOX_MS) return out.includes('"deny"');
  }
  throw new Error(`the hook ran out of its time ${TRIES} times`);
}

function hookEnv(box: Box): Record<string, string> {
  const options = process.env.NODE_OPTIONS;
  return { ...box.env, ...(options === undefined ? {} : { NODE_OPTIONS: options }) };
}

function folds(box: Box): void {
  writeFileSync(join(box.project, "Éa"), "");
  const names = ["e\u0301A", "\u00c9A", "E\u0301a"].map((name) => existsSync(join(box.project, name)));
  check("the disk folds case and normal form", names.every(Boolean), names);
  const given = readdirSync(box.project).includes(keeps === "nfd" ? "E\u0301a" : "\u00c9a");
  check("the disk gives names back in its own form", given, readdirSync(box.project));
}

/** Every one of these is the store, or a place of ours, to this disk. */
function spellingsOf({ home }: Box): readonly string[] {
  const store = `${home}/.holdfast`;
  const upper = home.replace(/agent-box-[^/]*/, (name) => name.toUpperCase());
  return [
    `${store}/memories/new.md`,
    `${home}/.HOLDFAST/memories/new.md`,
    `${home}/.HoldFast/MEMORIES/New.md`,
    `${home}/.holdfa\u017ft/memories/new.md`,
    `${home}/.\u210aoldfast/../.HOLDFAST/new.md`,
    `${upper}/.holdfast/memories/new.md`,
    "~/.HOLDFAST/holdfast.json",
    "../HOME/.HOLDFAST/memories/new.md",
    `${home}/.CONFIG/Holdfast/config.json`,
    `${home}/.config/holdfa\u017ft/config.json`,
    `${home}/.LOCAL/share/HOLDFAST/device-key.pem`,
    `${home}/.local/\u017ftate/holdfast/x`,
  ];
}

/** What is not there yet has no inode: on macOS its name is compared as the disk would, elsewhere as it is written. */
function guard(box: Box): void {
  if (process.platform !== "darwin") mkdirSync(join(box.home, ".config/holdfast"), { recursive: true });
  for (const path of spellingsOf(box)) {
    check(`guard: ${shownPath(box, path)} is refused`, refused(box, "Write", { file_path: path, content: "x" }));
    const line = `echo x > '${path}'`.replace("'~/", "~/'");
    check(
      `guard: a line that writes there is refused: ${shownPath(box, path)}`,
      refused(box, "Bash", { command: line }),
    );
  }
  const patterns = process.platform === "darwin" ? ["rm -r ~/.HOLD*"] : [];
  for (const command of ["rm -rf ../HOME", "mv ~/.HoldFast /tmp/x", ...patterns])
    check(`guard: ${command} is refused`, refused(box, "Bash", { command }));
  for (const path of [`${box.project}/.HOLDFAST2/x`, `${box.home}/holdfast-notes.md`, `${box.project}/Éa`])
    check(`guard: ${shownPath(box, path)} is not`, !refused(box, "Write", { file_path: path, content: "x" }));
}

/** A project's shared store that is none of this session's. */
function team(box: Box): void {
  const store = join(box.home, "team/.holdfast");
  mkdirSync(join(store, "memories"), { recursive: true });
  writeFileSync(join(store, "holdfast.json"), readFileSync(join(box.home, ".holdfast/holdfast.json")));
  for (const name of [".holdfast", ".HOLDFAST", ".holdfa\u017ft"]) {
    const path = `${box.home}/team/${name}/memories/a.md`;
    check(`guard: another project's ${name} is refused`, refused(box, "Write", { file_path: path, content: "x" }));
  }
}

function shownPath(box: Box, path: string): string {
  return path.replace(box.home, "HOME").replace(/\/\S*AGENT-BOX-[^/]*/, "/BOX");
}

/** Names that would be one file here are not given to two memories (STO-11). */
function store(box: Box): void {
  const texts = [
    "Café menu is printed weekly",
    "Cafe\u0301 menu is printed weekly, twice",
    "CAFÉ MENU is printed weekly by Ann",
  ];
  for (const text of texts) {
    const { code, stderr } = box.agent(["add", text]);
    check(`store: add ${JSON.stringify(text)}`, code === 0, stderr);
  }
  const memories = join(box.home, ".holdfast/memories");
  const names = readdirSync(memories).filter((name) => name.endsWith(".md"));
  check(
    "store: one file each, in small plain letters",
    names.length === 3 && names.every((name) => /^[a-z0-9_]+\.md$/.test(name)),
    names,
  );
  check("store: no temporary file is left", readdirSync(memories).length === 3, readdirSync(memories));
  const listed = JSON.parse(box.agent(["list", "--json"]).stdout || "[]") as unknown;
  const count = JSON.stringify(listed).split(/"id":/).length - 1;
  check("store: all are listed", count === 3, listed);
  const found = box.agent(["search", "menu printed weekly", "--json"]);
  check("store: and found", found.code === 0 && found.stdout.includes("Ann"), found.stdout);
  const inodes = new Set(names.map((name) => statSync(join(memories, name)).ino));
  check("store: no two are the same file", inodes.size === 3);
  const doctor = box.agent(["doctor"]);
  check("store: doctor finds nothing wrong", doctor.code === 0, doctor.stdout + doctor.stderr);
}

/** git has found out about the disk, and our calls of it go on with that. */
function git(box: Box): void {
  const root = join(box.home, "cased");
  const run = (...args: readonly string[]): string =>
    execFileSync("git", ["-C", root, "-c", "user.name=a", "-c", "user.email=a@example.org", ...args], {
      env: box.env,
      encoding: "utf8",
    });
  mkdirSync(root);
  run("init", "-q");
  check("git: core.ignorecase is true", run("config", "core.ignorecase").trim() === "true");
  writeFileSync(join(root, "project_a.md"), "one\n");
  run("add", "-A");
  run("commit", "-qm", "x");
  writeFileSync(join(root, "PROJECT_A.md"), "two\n");
  run("add", "-A");
  run("commit", "-qm", "y");
  const state = [run("ls-files").trim(), run("status", "--porcelain"), run("show", "HEAD:project_a.md")];
  check("git: what is written in another case is the same file", state.join("|") === "project_a.md||two\n", state);
}

const box = makeBox();
try {
  const made = box.agent(["init", "--no-install"]);
  check("init on this disk", made.code === 0, made.stderr);
  folds(box);
  store(box);
  guard(box);
  team(box);
  git(box);
} finally {
  box.remove();
}
