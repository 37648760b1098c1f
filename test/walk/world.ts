// A machine on which nothing of ours has ever been: an empty home, a repository, Claude Code with settings of its
// user, and the package as it would be published. The folder's name says nothing of us, so that a trace of ours in a
// request is a leak and not a path.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { runClaude } from "../support/claude.ts";
import { type FakeModel, textsOf } from "../support/fake-model.ts";
import { type PersonRun, runAsPerson } from "../support/person.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const MODEL = "claude-opus-5-5";
/** Odd on purpose: what is put back must be these bytes and no formatter's. */
const SETTINGS = '{\n\t"env": {"EDITOR_NOTE": "kept"} ,\n  "hooks": {"Stop": [ ]}\n}';

/** What the user told the agent before there was a store. */
const RULES = "# Rules\n\n- Prefer small commits\n- Never force-push to main\n- Write dates in UTC\n";

export interface Turn {
  /** What the agent printed. */
  readonly answer: string;
  /** All that the model was sent. */
  readonly sent: string;
  /** What it was sent last. */
  readonly last: string;
}

export interface World {
  readonly home: string;
  readonly project: string;
  readonly settings: string;
  readonly settingsBefore: string;
  /** The installed command. */
  readonly program: string;
  readonly env: Readonly<Record<string, string>>;
  /** Packs and installs the package; gives the names that came with it. */
  install(): readonly string[];
  /** A command typed by a person in the project; the answers, then Enter at every question. */
  type(command: string, ...answers: readonly string[]): Promise<PersonRun>;
  /** One turn with the real agent; options are the agent's own. */
  ask(prompt: string, ...options: readonly string[]): Promise<Turn>;
  remove(): void;
}

export function makeWorld(claude: string, fake: FakeModel): World {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "agent-walk-")));
  const folder = (name: string): string => {
    mkdirSync(join(base, name), { recursive: true, mode: 0o700 });
    return join(base, name);
  };
  const [home, project, bin, prefix] = [folder("home"), folder("project"), folder("bin"), folder("prefix")];
  symlinkSync(process.execPath, join(bin, "node"));
  symlinkSync(claude, join(bin, "claude"));
  const path = `${join(prefix, "bin")}:${bin}:/usr/bin:/bin`;
  const env = { PATH: path, HOME: home, TERM: "xterm", LANG: "C.UTF-8" };
  execFileSync("git", ["init", "-q", "--initial-branch=main", project], { env });
  const settings = join(home, ".claude", "settings.json");
  mkdirSync(dirname(settings), { mode: 0o755 });
  writeFileSync(settings, SETTINGS, { mode: 0o644 });
  writeFileSync(join(home, ".claude", "CLAUDE.md"), RULES, { mode: 0o644 });
  return {
    home,
    project,
    settings,
    settingsBefore: SETTINGS,
    program: join(prefix, "bin", "holdfast"),
    env,
    install: () => installPackage(base, prefix, { ...env, PATH: `${bin}:${process.env.PATH}` }),
    type: (command, ...answers) => {
      const input = [...answers, "", "", ""];
      return runAsPerson(["/bin/bash", "-c", command], { cwd: project, env, input, timeoutMs: 60_000 });
    },
    ask: async (prompt, ...args) => {
      fake.clear();
      const run = await runClaude(prompt, MODEL, { program: claude, fake, home, cwd: project, path, args });
      const texts = fake.requests.map((request) => textsOf(request).join("\n"));
      if (texts.length === 0) throw new Error(`Claude Code asked no model: ${run.stdout}${run.stderr}`);
      return { answer: run.stdout.trim(), sent: texts.join("\n"), last: texts.at(-1) ?? "" };
    },
    remove: () => rmSync(base, { recursive: true, force: true }),
  };
}

/** As `npm install --global holdfast` would, from the tarball, without a network and without install scripts. */
function installPackage(base: string, prefix: string, env: Record<string, string>): readonly string[] {
  const npm = (args: readonly string[], cwd: string): string =>
    execFileSync("npm", args, { cwd, env, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  npm(["pack", "--pack-destination", base], ROOT);
  const tarball = readdirSync(base).find((name) => name.endsWith(".tgz"));
  if (tarball === undefined) throw new Error("npm pack made no tarball");
  const options = ["--global", "--prefix", prefix, "--offline", "--ignore-scripts", "--no-audit", "--no-fund"];
  npm(["install", ...options, join(base, tarball)], base);
  return readdirSync(join(prefix, "lib", "node_modules"));
}
