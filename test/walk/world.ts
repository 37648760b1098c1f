// Machines on which nothing of ours has ever been: an empty home, a repository, Claude Code with settings of its user, and
// the package as it would be published. The folder's name says nothing of us, so that a trace of ours in a request is a leak
// and not a path.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { runClaude } from "../support/claude.ts";
import { type FakeModel, textsOf } from "../support/fake-model.ts";
import { installPackage, packPackage } from "../support/package.ts";
import { type Answer, type PersonRun, runAnswering, runAsPerson } from "../support/person.ts";

const MODEL = "claude-opus-5-5";
/** Odd on purpose: what is put back must be these bytes and no formatter's. */
const SETTINGS = '{\n\t"env": {"EDITOR_NOTE": "kept"} ,\n  "hooks": {"Stop": [ ]}\n}';

/** What the user told the agent before there was a store. */
const TOLD = ["From now on prefer small commits.", "Never force-push to main.", "Always write dates in UTC."];

/** The record of that session, as Claude Code keeps it. */
function record(cwd: string): string {
  const lines = TOLD.map((content) => ({
    type: "user",
    message: { role: "user", content },
    timestamp: new Date().toISOString(),
    cwd,
    sessionId: "earlier",
  }));
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}

export interface Turn {
  /** What the agent printed. */
  readonly answer: string;
  /** All that the model was sent. */
  readonly sent: string;
  /** What it was sent last. */
  readonly last: string;
}

/** What a person typed, and what stood there then. */
export interface Seen {
  readonly machine: string;
  readonly command: string;
  readonly text: string;
}

/** One machine: a home of its own, and the project checked out. */
export interface Machine {
  readonly home: string;
  readonly project: string;
  readonly settings: string;
  readonly env: Readonly<Record<string, string>>;
  /** A command typed by a person in the project; the answers, then Enter at every question. */
  type(command: string, ...answers: readonly string[]): Promise<PersonRun>;
  /** The same, where lines of progress come before a question. */
  answer(command: string, ...answers: readonly Answer[]): Promise<PersonRun>;
  /** One turn with the real agent; options are the agent's own. */
  ask(prompt: string, ...options: readonly string[]): Promise<Turn>;
}

export interface World extends Machine {
  readonly settingsBefore: string;
  /** The package as it would be published. */
  pack(how?: "build" | "as built"): string;
  /** Gives the names that came with it. */
  install(tarball: string): readonly string[];
  /** In the order it was typed, on both machines. */
  readonly seen: readonly Seen[];
  /** Another machine of the same person, on which nothing of ours has been either. */
  readonly second: Machine;
  remove(): void;
}

/** The page names a repository of the reader's; here it is one beside the two machines. */
export const REMOTE_ON_THE_PAGE = "git@example.org:me/memories.git";
/** A second machine has the same project by the same address. */
const ORIGIN = "https://example.org/team/shop.git";

export function makeWorld(claude: string, fake: FakeModel): World {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "agent-walk-")));
  const [bin, prefix, remote] = [folder(base, "bin"), folder(base, "prefix"), folder(base, "remote.git")];
  symlinkSync(process.execPath, join(bin, "node"));
  symlinkSync(claude, join(bin, "claude"));
  const path = `${join(prefix, "bin")}:${bin}:/usr/bin:/bin`;
  const seen: Seen[] = [];
  const machine = (name: string): Machine => {
    const note = (command: string, text: string): void => void seen.push({ machine: name, command, text });
    return makeMachine(folder(base, name), { path, remote, claude, fake, note });
  };
  const first = machine("first");
  const env = { ...first.env, PATH: `${bin}:${process.env.PATH}` };
  execFileSync("git", ["init", "-q", "--bare", "--initial-branch=main", remote], { env: first.env });
  const records = join(first.home, ".claude", "projects", "-somewhere");
  mkdirSync(records, { recursive: true, mode: 0o700 });
  writeFileSync(join(records, "earlier.jsonl"), record(first.home), { mode: 0o600 });
  return {
    ...first,
    second: machine("second"),
    seen,
    settingsBefore: SETTINGS,
    pack: (how = "build") => packPackage(base, env, how),
    install: (tarball) => installPackage(tarball, prefix, env),
    remove: () => rmSync(base, { recursive: true, force: true }),
  };
}

interface Parts {
  readonly path: string;
  readonly remote: string;
  readonly claude: string;
  readonly fake: FakeModel;
  note(command: string, text: string): void;
}

function makeMachine(base: string, { path, remote, claude, fake, note }: Parts): Machine {
  const [home, project] = [folder(base, "home"), folder(base, "project")];
  const env = { PATH: path, HOME: home, TERM: "xterm", LANG: "C.UTF-8" };
  execFileSync("git", ["init", "-q", "--initial-branch=main", project], { env });
  execFileSync("git", ["-C", project, "remote", "add", "origin", ORIGIN], { env });
  const shell = (command: string): string[] => ["/bin/bash", "-c", command.replace(REMOTE_ON_THE_PAGE, remote)];
  const settings = join(home, ".claude", "settings.json");
  mkdirSync(dirname(settings), { mode: 0o755 });
  writeFileSync(settings, SETTINGS, { mode: 0o644 });
  const noted = async (command: string, run: Promise<PersonRun>): Promise<PersonRun> => {
    note(command, (await run).transcript);
    return run;
  };
  return {
    home,
    project,
    settings,
    env,
    type: (command, ...answers) =>
      noted(command, runAsPerson(shell(command), { cwd: project, env, input: answers, enters: true })),
    answer: (command, ...answers) => noted(command, runAnswering(shell(command), { cwd: project, env }, answers)),
    ask: async (prompt, ...args) => {
      fake.clear();
      const run = await runClaude(prompt, MODEL, { program: claude, fake, home, cwd: project, path, args });
      const texts = fake.requests.map((request) => textsOf(request).join("\n"));
      if (texts.length === 0) throw new Error(`Claude Code asked no model: ${run.stdout}${run.stderr}`);
      note(`claude -p "${prompt.split(" @@")[0]}"`, texts.at(-1) ?? "");
      return { answer: run.stdout.trim(), sent: texts.join("\n"), last: texts.at(-1) ?? "" };
    },
  };
}

function folder(base: string, name: string): string {
  mkdirSync(join(base, name), { recursive: true, mode: 0o700 });
  return join(base, name);
}
