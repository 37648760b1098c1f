// npm run proof keystrokes [-- --write]
// Five tasks in keystrokes, Enter and Tab included. Today's are typed into the built program, in an interactive shell on a
// pseudo-terminal, and the store is looked at afterwards. Those of 0.1.0 are literals: what its reference and its recorded
// screens (test/golden at that version) asked a person to type. Nothing is pasted, on either side.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { commandFolder } from "../second-machine/world.ts";
import { entryArguments, runProgram } from "../support/hook-run.ts";
import { CANNOT_RUN_AS_PERSON, canRunAsPerson, runAsPerson } from "../support/person.ts";
import { type Before, FIND, NAME, SAID_NAME } from "./keystrokes-before.ts";
import { type Measured, pageOf } from "./keystrokes-page.ts";
import { editor, openShell } from "./shell.ts";

const HOOK = resolve(import.meta.dirname, "../../dist/hook.cjs");
const PAGE = resolve(import.meta.dirname, "../../docs/results/keystrokes.md");
const SKIPPED = 77;
const STRIPE = "Checkout uses Stripe PaymentIntents; never call the legacy charge API.";
const SAID = "No, we never mock the database.";
/** Nobody answers sooner, and what comes sooner is taken for typed ahead. */
const READING_MS = 600;
/** The aim: of what 0.1.0 asked for. */
const AIM = 0.5;
const READY = /ready> $/;

interface Home {
  readonly home: string;
  readonly project: string;
  readonly env: Readonly<Record<string, string>>;
  /** Of the memory whose file holds these words. */
  text(words: string): string;
  event(session: string, name: string, more: object): string;
  remove(): void;
}

/** Types, and gives what stood there then. */
type Press = (keys: string, until: RegExp) => Promise<string>;

interface Task {
  readonly title: string;
  readonly before: readonly Before[];
  /** Why it can't be half; absent where it is held to the aim. */
  readonly limit?: string;
  today(press: Press, home: Home): Promise<void>;
  done(home: Home, seen: string): boolean;
}

const TASKS: readonly Task[] = [
  {
    title: "find a memory and edit it",
    before: [
      FIND,
      [`holdfast edit ${NAME}\n`, "an exact name; its screen printed the one match and refused"],
      ["\n", "Save it? [Y/n]"],
    ],
    today: async (press) => readAndTyped(press, await press("holdfast edit stripe\n", /Type "\w+" to confirm: $/)),
    done: (home) => home.text("PaymentIntents").includes("always call"),
  },
  {
    title: "confirm what waits",
    before: [
      ["holdfast list --tier inferred\n", "the review did not offer a sentence younger than 7 days"],
      [`holdfast confirm ${SAID_NAME}\n`, "an exact name"],
      ["\n", "Make it your own words now? [Y/n]"],
    ],
    today: async (press) => {
      await press("holdfast review\n", / quit .* > $/);
      await pause();
      await press("c", READY);
    },
    done: (home) => home.text("never mock").includes("trust-level: verified"),
  },
  {
    title: "see why an agent did something",
    before: [
      ["holdfast why\n", "the same"],
      ["\n", "Enter leaves"],
    ],
    limit: "the program's name and a verb of three letters; nothing shorter says it",
    today: async (press) => {
      await press("holdfast why\n", /Enter leaves: $/);
      await press("\n", READY);
    },
    done: (_, seen) => /1 {2}\S*verified/.test(seen),
  },
  {
    title: "take one out of use",
    before: [FIND, [`holdfast retire ${NAME}\n`, "an exact name"], ["\n", "Retire? [Y/n]"]],
    today: async (press) => {
      if (!READY.test(await press("holdfast off stripe\n", /\[Y\/n\] $|ready> $/))) await press("\n", READY);
    },
    done: (home) => home.text("PaymentIntents").includes("status: retired"),
  },
  {
    title: "bring it back another day",
    before: [
      ["holdfast list\n", "search left out what was retired; the list had its name"],
      [`holdfast retire --back ${NAME}\n`, "an exact name"],
      ["\n", "Use it again? [Y/n]"],
    ],
    today: async (press) => {
      const seen = await press("holdfast on stripe\n", /\[Y\/n\] $|Type "\w+" to confirm: $|ready> $/);
      if (/to confirm: $/.test(seen)) await readAndTyped(press, seen);
      else if (!READY.test(seen)) await press("\n", READY);
    },
    done: (home) => !home.text("PaymentIntents").includes("status: retired"),
  },
];

async function readAndTyped(press: Press, seen: string): Promise<void> {
  await pause();
  await press(`${/Type "(\w+)" to confirm: $/.exec(seen)?.[1] ?? ""}\n`, READY);
}

function pause(): Promise<void> {
  return new Promise((then) => setTimeout(then, READING_MS));
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function main(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({ args: [...args], options: { write: { type: "boolean", default: false } } });
  if (!canRunAsPerson()) {
    say(CANNOT_RUN_AS_PERSON);
    return SKIPPED;
  }
  const home = await makeHome();
  const measured: Measured[] = [];
  let failed = 0;
  try {
    for (const task of TASKS) {
      const [found, seen] = await measure(task, home);
      const isDone = task.done(home, seen);
      const isHalf = found.now.length <= AIM * found.was || task.limit !== undefined;
      if (!isDone || !isHalf) failed += 1;
      say(`${isDone && isHalf ? "ok  " : "FAIL"} ${task.title}: ${found.now.length} keystrokes, ${found.was} in 0.1.0`);
      if (!isDone) say(`     not done: ${JSON.stringify(seen).slice(-1500)}`);
      if (task.limit !== undefined) say(`missed: ${task.title} is not half: ${task.limit}`);
      measured.push(found);
    }
  } finally {
    home.remove();
  }
  if (values.write && failed === 0) writeFileSync(PAGE, pageOf(measured));
  say(`${measured.length - failed} passed, ${failed} failed`);
  return failed === 0 && measured.length === TASKS.length ? 0 : 1;
}

async function measure({ title, before, limit, today }: Task, home: Home): Promise<readonly [Measured, string]> {
  const shell = await openShell(home, { EDITOR: editor(home, "s/never call/always call/") });
  let typed = "";
  const press: Press = async (keys, until) => {
    typed += keys;
    return shell.type(keys, until);
  };
  await today(press, home);
  const seen = await shell.close();
  const was = before.reduce((sum, [keys]) => sum + [...keys].length, 0);
  return [{ title, before, was, now: typed, limit }, seen];
}

async function makeHome(): Promise<Home> {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "keystrokes-")));
  const [home, project] = [join(base, "home"), join(base, "project")];
  mkdirSync(home, { mode: 0o700 });
  const env = { PATH: `${commandFolder(join(base, "bin"))}:/usr/bin:/bin`, HOME: home, TERM: "xterm", LANG: "C.UTF-8" };
  execFileSync("git", ["init", "-q", "--initial-branch=main", project], { env });
  const typed = (command: string): ReturnType<typeof runAsPerson> =>
    runAsPerson(["/bin/bash", "-c", command], { cwd: project, env, enters: true });
  await typed("holdfast init --no-install");
  await typed(`holdfast add "${STRIPE}"`);
  const folder = join(home, ".holdfast", "memories");
  const made: Home = {
    home,
    project,
    env,
    text: (words) =>
      readdirSync(folder)
        .map((name) => readFileSync(join(folder, name), "utf8"))
        .find((text) => text.includes(words)) ?? "",
    event: (session, name, more) => {
      const input = JSON.stringify({
        session_id: session,
        hook_event_name: name,
        cwd: project,
        transcript_path: join(home, "said.jsonl"),
        ...more,
      });
      return runProgram([HOOK, ...entryArguments(env)], input, env).out;
    },
    remove: () => rmSync(base, { recursive: true, force: true }),
  };
  const line = {
    type: "user",
    message: { role: "user", content: SAID },
    timestamp: new Date().toISOString(),
    cwd: project,
    sessionId: "said",
  };
  writeFileSync(join(home, "said.jsonl"), `${JSON.stringify(line)}\n`);
  made.event("said", "SessionStart", { source: "startup" });
  made.event("said", "UserPromptSubmit", { prompt: SAID });
  return made;
}

process.exitCode = await main(process.argv.slice(2));
