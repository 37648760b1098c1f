// Holdfast never runs git in a project's repository except to read (SYN-29, SYN-31, STO-1a), seen from the system calls: which
// git was started, and what was opened for writing, renamed, made or removed below the project's .git.
// check:all: strace over every program that calls git.

import { spawnSync } from "node:child_process";
import { lstatSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { sha256Hex } from "../../src/text/digest.ts";
import { entryArguments } from "../support/hook-run.ts";
import { canRunAsPerson, runAsPerson } from "../support/person.ts";
import { CLI, type Member, member } from "../support/team.ts";

const HOOK = fileURLToPath(new URL("../../src/hook/main.ts", import.meta.url));
const CALLS =
  "execve,open,openat,openat2,creat,rename,renameat,renameat2,unlink,unlinkat,link,linkat,symlink,symlinkat,mkdir,mkdirat,rmdir,truncate,ftruncate,chmod,fchmodat";
/** What git may be asked for; none of them changes anything. */
const READING = ["cat-file", "for-each-ref", "ls-tree", "merge-base", "rev-parse"];

const possible = spawnSync("strace", ["-V"], { stdio: "ignore" }).status === 0 && canRunAsPerson();

let base: string;
let ann: Member;
let bob: Member;

beforeEach(async () => {
  base = realpathSync(mkdtempSync(`${tmpdir()}/holdfast-team-`));
  ann = member(base, "ann");
  await ann.say("Deploys run on Mondays, from the release branch");
  ann.commit("A shared store");
  ann.git("push", "-q", "origin", "HEAD:main");
  bob = member(base, "bob");
  bob.git("checkout", "-q", "-b", "change");
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

/** Every git that was started, by its subcommand, and every change below the project's .git. */
interface Traced {
  readonly gits: readonly string[];
  readonly changes: readonly string[];
}

function traced(log: string, project: string): Traced {
  const lines = readFileSync(log, "utf8").split("\n");
  const done = lines.filter((line) => !/ = -1 /.test(line));
  const starts = done.filter((line) => /\bexecve\("[^"]*\/git(?:-[a-z-]+)?"/.test(line));
  const inGit = new RegExp(`${project}/\\.git\\b|"\\.git/`);
  const changing = /\b(?:creat|rename|renameat2?|unlink|unlinkat|link|linkat|symlink|symlinkat|mkdir|mkdirat|rmdir)\(/;
  const changes = done.filter(
    (line) =>
      inGit.test(line) && (changing.test(line) || /O_WRONLY|O_RDWR|O_CREAT|O_TRUNC|truncate\(|chmod/.test(line)),
  );
  return { gits: starts.map(subcommandOf), changes };
}

/** The first word that is no option of git itself. */
function subcommandOf(line: string): string {
  const args = [...(/\[(.*)\]/.exec(line)?.[1] ?? "").matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, arg = ""]) => arg);
  for (let at = 1; at < args.length; at++) {
    if (args[at] === "-c") at++;
    else if (args[at]?.startsWith("-") !== true) return args[at] ?? "?";
  }
  return "?";
}

/** All of it: names, sizes, times, contents. */
function snapshot(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .toSorted()
    .map((name) => {
      const { mtimeMs, size, mode } = lstatSync(join(folder, name));
      const isFile = lstatSync(join(folder, name)).isFile();
      return `${name} ${mode} ${mtimeMs} ${size} ${isFile ? sha256Hex(readFileSync(join(folder, name))) : ""}`;
    });
}

describe.skipIf(!possible)(
  possible ? "a project's repository" : "SKIPPED: needs strace and a person's terminal",
  () => {
    test("SYN-29 SYN-31 STO-1a: git is started there to read, and nothing below .git is written", async () => {
      const env = { ...bob.env };
      const log = join(base, "trace");
      const strace = ["-f", "-y", "-v", "-s", "400", "-e", `trace=${CALLS}`, "-o", log];
      const run = (argv: readonly string[], input = ""): Traced => {
        const done = spawnSync("strace", [...strace, process.execPath, ...argv], {
          cwd: bob.project,
          env,
          input,
          encoding: "utf8",
        });
        expect([argv, done.status, done.stderr.slice(0, 400)]).toEqual([argv, 0, ""]);
        return traced(log, bob.project);
      };
      const before = snapshot(join(bob.project, ".git"));
      const seen: Record<string, Traced> = {};
      seen["init"] = run([CLI, "init", "--no-install", "-q"]);
      seen["add"] = run([CLI, "add", "-q", "--branch", "change", "The harbour gateway listens on port 7070"]);
      const start = { session_id: "s", cwd: bob.project, hook_event_name: "SessionStart", source: "startup" };
      seen["start"] = run([HOOK, ...entryArguments(env)], JSON.stringify(start));
      const prompt = {
        session_id: "s",
        cwd: bob.project,
        hook_event_name: "UserPromptSubmit",
        prompt: "harbour port?",
      };
      seen["prompt"] = run([HOOK, ...entryArguments(env)], JSON.stringify(prompt));
      seen["list"] = run([CLI, "list", "--json"]);
      seen["check"] = run([CLI, "audit", "--ci", "--json"]);
      const person = await runAsPerson([process.execPath, CLI, "trust"], {
        cwd: bob.project,
        env,
        under: ["strace", ...strace],
      });
      expect(person.transcript).toContain("1 of 1 memory verified here");
      seen["trust"] = traced(log, bob.project);
      // The personal store is a repository of its own, which `init` makes.
      const { init, ...others } = seen;
      expect(init?.changes).toEqual([]);
      for (const [what, { gits, changes }] of Object.entries(others)) {
        expect([what, gits.filter((each) => !READING.includes(each))]).toEqual([what, []]);
        expect([what, changes]).toEqual([what, []]);
      }
      // The trace would have seen them: these two do ask git, and the prompt does not (AGT-1).
      expect(seen["start"]?.gits).toEqual(["for-each-ref"]);
      expect(new Set(seen["check"]?.gits)).toEqual(new Set(["rev-parse", "merge-base", "ls-tree", "cat-file"]));
      expect(seen["prompt"]?.gits).toEqual([]);
      expect(snapshot(join(bob.project, ".git"))).toEqual(before);
    }, 120_000);

    test("the trace can fail: a git that writes is seen", () => {
      const log = join(base, "trace");
      const argv = [
        "-f",
        "-y",
        "-v",
        "-s",
        "400",
        "-e",
        `trace=${CALLS}`,
        "-o",
        log,
        "git",
        "-c",
        "gc.auto=0",
        "tag",
        "x",
      ];
      expect(spawnSync("strace", argv, { cwd: bob.project, env: { ...bob.env } }).status).toBe(0);
      const { gits, changes } = traced(log, bob.project);
      expect(gits).toEqual(["tag"]);
      expect(changes.some((line) => line.includes("refs/tags/x"))).toBe(true);
    });
  },
);
