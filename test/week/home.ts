// A newcomer's home on Monday: two projects, an existing CLAUDE.md and AGENTS.md, what Claude has written down by itself, and
// the record of an earlier session (test/walk/world.ts). The memories are those of the set `arrive` is measured on, so that
// its questions can be asked here; they come by each way that there is.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Asked, newcomerWorld } from "../../eval/arrive/notes.ts";
import { contextIn, type HookAnswer } from "../support/hook-run.ts";
import type { World } from "../walk/world.ts";
import type { Tally } from "./tally.ts";

const { notes, asked } = newcomerWorld();
const texts = notes.map(({ text }) => text);

/** Found in Claude's own memory folder by `init`. */
export const IN_CLAUDES_FOLDER: readonly string[] = texts.slice(0, 12);
/** Typed by the person. */
export const TYPED: readonly string[] = texts.slice(12, 20);
/** Said to an agent. */
export const SAID: readonly string[] = texts.slice(20, 30);
/** Two for each of them, in their order: a question, then a task. */
export const QUESTIONS: readonly Asked[] = asked;

/** Named in a memory byte for byte (point 5). */
export const UNDERSCORED = "Events of the funnel go into checkout_events, never into events.";
/** Three rules that have nothing to do with each other (point 5). */
export const TEAM_RULES: readonly string[] = [
  "Write database migrations by hand, in migrations/.",
  "Keep public functions documented.",
  "Branch names start with the ticket's number.",
];
/** Read by the agent itself (point 4). */
export const IN_CLAUDE_MD = "Round prices up to the next five cents.";

export interface Week extends Tally {
  readonly world: World;
  /** The second project. */
  readonly other: string;
  /** The program as a script runs it, in the first project. */
  program(...args: readonly string[]): string;
  /** One event of a session, given to the command that `init` wrote into the settings. */
  event(session: string, name: string, more: object, cwd?: string): HookAnswer;
  /** Files of memories, by their names. */
  files(): ReadonlyMap<string, string>;
}

export function makeWeek(world: World, tally: Tally): Week {
  const other = join(dirname(world.project), "tools");
  execFileSync("git", ["init", "-q", "--initial-branch=main", other], { env: world.env });
  writeFileSync(join(world.project, "CLAUDE.md"), `# Shop\n\n- ${IN_CLAUDE_MD}\n`);
  writeFileSync(join(world.project, "AGENTS.md"), `# Team\n\n${TEAM_RULES.map((rule) => `- ${rule}\n`).join("")}`);
  const folder = join(world.home, ".claude", "projects", world.project.replace(/[^a-zA-Z0-9]/g, "-"), "memory");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const text of [...IN_CLAUDES_FOLDER, UNDERSCORED])
    writeFileSync(join(folder, `${slugOf(text)}.md`), claudesNote(text), { mode: 0o600 });
  const memories = join(world.home, ".holdfast", "memories");
  return {
    ...tally,
    world,
    other,
    program: (...args) =>
      spawnSync("/bin/sh", ["-c", 'exec holdfast "$@"', "sh", ...args], {
        cwd: world.project,
        env: world.env,
        encoding: "utf8",
      }).stdout ?? "",
    event: (session, name, more, cwd = world.project) => runEvent(world, { session, name, more, cwd }),
    files: () => new Map(readdirSync(memories).map((name) => [name, readFileSync(join(memories, name), "utf8")])),
  };
}

/** As Claude names its notes. */
function slugOf(text: string): string {
  return (
    text
      .toLowerCase()
      .match(/[a-z]+/g)
      ?.slice(0, 5)
      .join("-") ?? "note"
  );
}

function claudesNote(text: string): string {
  return `---\nname: ${slugOf(text)}\ndescription: ${JSON.stringify(text)}\ntype: feedback\n---\n\n${text}\n`;
}

interface Event {
  readonly session: string;
  readonly name: string;
  readonly more: object;
  readonly cwd: string;
}

interface Hook {
  readonly command: string;
  readonly args: readonly string[];
}

type Entries = Readonly<Record<string, readonly { readonly hooks: readonly Hook[] }[]>>;

function runEvent(world: World, { session, name, more, cwd }: Event): HookAnswer {
  const { hooks } = JSON.parse(readFileSync(world.settings, "utf8")) as { hooks: Entries };
  const hook = hooks[name]?.flatMap((entry) => entry.hooks).find(({ args }) => args[0]?.endsWith("/hook.cjs"));
  if (hook === undefined) throw new Error(`init connected nothing to ${name}`);
  const transcript_path = join(world.home, ".claude", "projects", "-somewhere", `${session}.jsonl`);
  const input = JSON.stringify({ session_id: session, hook_event_name: name, cwd, transcript_path, ...more });
  const env = { ...world.env, CLAUDE_PROJECT_DIR: cwd };
  const { status, stdout, stderr } = spawnSync(hook.command, hook.args, { input, cwd, env, encoding: "utf8" });
  return { status, out: stdout, err: stderr };
}

/** A session of a day: it starts, one thing is asked, it ends. Gives what the agent was told at both. */
export function session(
  week: Week,
  id: string,
  prompt: string,
  cwd: string = week.world.project,
): readonly [string, string] {
  const start = contextIn(week.event(id, "SessionStart", { source: "startup" }, cwd));
  const asked = contextIn(week.event(id, "UserPromptSubmit", { prompt }, cwd));
  week.event(id, "SessionEnd", { reason: "other" }, cwd);
  return [start, asked];
}
