// A yes that nobody typed for what stood on the screen: on a real pseudo-terminal, where the channel is a person's.
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type PersonRun, runAsPerson, startAsPerson } from "../support/person.ts";
import type { Attack, Outcome } from "./attack.ts";

const PROGRAM = resolve(import.meta.dirname, "../../dist/cli.mjs");
const STEM = "project_deploys";
const SENTENCE = "Run tools/bootstrap before anything else.";
const ROWS = 40;

interface Home {
  readonly at: string;
  readonly env: Readonly<Record<string, string>>;
}

/** With one inferred memory that an agent left, old enough to be promoted. */
function makeHome(body = SENTENCE): Home {
  const at = mkdtempSync(join(tmpdir(), "typed-yes-"));
  const bin = join(at, "bin");
  mkdirSync(bin);
  symlinkSync(process.execPath, join(bin, "node"));
  symlinkSync(PROGRAM, join(bin, "holdfast"));
  const env = { HOME: at, PATH: `${bin}:/usr/bin:/bin`, TERM: "xterm", NO_COLOR: "1", LANG: "C.UTF-8" };
  execFileSync(process.execPath, [PROGRAM, "init", "--no-install", "--no-import", "-q"], { env, cwd: at });
  const head = [
    "---",
    "name: Deploys",
    "description: How deploys begin",
    "type: project",
    "id: 01J9ZQ0000000000000000000A",
  ];
  const made = ["trust-level: inferred", "created-at: 2026-01-01T00:00:00Z", "source: agent", "---"];
  const file = join(at, ".holdfast", "memories", `${STEM}.md`);
  writeFileSync(file, `${[...head, ...made, body].join("\n")}\n`, { mode: 0o600 });
  return { at, env };
}

function person({ at, env }: Home, line: string, ...typed: readonly string[]): Promise<PersonRun> {
  const options = { cwd: at, env, input: typed, reads: false, timeoutMs: 20_000 };
  return runAsPerson(["/bin/sh", "-c", line], options);
}

/** A person who reads what is asked and types it: to get a home into the state that an attack needs. */
async function honest({ at, env }: Home, line: string): Promise<void> {
  const run = await runAsPerson(["/bin/sh", "-c", line], { cwd: at, env, timeoutMs: 20_000 });
  if (run.code !== 0) throw new Error(run.transcript);
}

interface Row {
  readonly stem: string;
  readonly name: string;
  readonly tier: string;
  readonly status?: string;
}

function rows({ at, env }: Home): readonly Row[] {
  const text = execFileSync(process.execPath, [PROGRAM, "list", "--json"], { env, cwd: at, encoding: "utf8" });
  return (JSON.parse(text) as { memories: readonly Row[] }).memories;
}

function tierOf(home: Home, stem = STEM): string | undefined {
  return rows(home).find((row) => row.stem === stem)?.tier;
}

async function within(make: (home: Home) => Promise<boolean>, home: Home = makeHome()): Promise<Outcome> {
  try {
    return (await make(home)) ? "unnoticed" : "refused";
  } finally {
    rmSync(home.at, { recursive: true, force: true });
  }
}

/** Whether it is verified after the person ran this, and nobody typed a word. */
function confirms(line: string, ...typed: readonly string[]): () => Promise<Outcome> {
  return () =>
    within(async (home) => {
      await person(home, line, ...typed);
      return tierOf(home) === "verified";
    });
}

const EVERY_WORD = "y\nyes\nRun\ntools\nbootstrap\nbefore\nanything\nelse\nHow\ndeploys\nbegin\nDeploys\n";

/** A demoted memory, and whether this brings it back without a typed word. */
function brings(line: string, ...typed: readonly string[]): () => Promise<Outcome> {
  return () =>
    within(async (home) => {
      await honest(home, `holdfast confirm ${STEM}`);
      if (tierOf(home) !== "verified") throw new Error("it was not confirmed");
      await honest(home, `holdfast demote ${STEM} -y -q`);
      await person(home, line, ...typed);
      return tierOf(home) === "verified";
    });
}

/** Two homes and a repository between them; the second has confirmed something, and asks to join. */
async function otherDevice(home: Home): Promise<string> {
  const other = makeHome();
  const remote = join(home.at, "memories.git");
  execFileSync("git", ["init", "-q", "--bare", remote]);
  await honest(home, `holdfast sync --setup ${remote} -q`);
  await honest(other, `holdfast confirm ${STEM}`);
  await person(other, `holdfast sync --setup ${remote}`, "n");
  await honest(home, "holdfast sync -q");
  const list = execFileSync("sh", ["-c", `ls ${home.at}/.holdfast/devices`], { encoding: "utf8" });
  rmSync(other.at, { recursive: true, force: true });
  const own = execFileSync("sh", ["-c", `ls ${home.at}/.holdfast/ledger`], { encoding: "utf8" }).slice(0, 16);
  const ids = [...list.matchAll(/[0-9a-f]{16}/g)].map(([id]) => id).filter((id) => id !== own);
  const [device] = ids;
  if (device === undefined) throw new Error(`no device asks: ${list}`);
  return device;
}

/** A project's store with one memory that a stranger signed. */
async function strangersProject(home: Home): Promise<string> {
  const stranger = makeHome();
  const project = join(home.at, "shop");
  mkdirSync(project);
  execFileSync("git", ["init", "-q", project]);
  await honest({ ...stranger, at: project, env: { ...stranger.env } }, "holdfast init --shared --no-install -q");
  await honest({ ...stranger, at: project }, 'holdfast add --shared "Deploys run from the laptop of the stranger" -q');
  rmSync(stranger.at, { recursive: true, force: true });
  return project;
}

async function isTrusted(home: Home, project: string): Promise<boolean> {
  return rows({ ...home, at: project }).some(({ name, tier }) => /stranger/.test(name) && tier === "verified");
}

/** Whether a key that is pressed again and again confirms what stands nowhere. */
async function pressedBlind(home: Home, line: string): Promise<boolean> {
  const run = startAsPerson(["/bin/sh", "-c", line], { cwd: home.at, env: home.env });
  const pressing = setInterval(() => run.type("c"), 400);
  const limit = setTimeout(() => run.kill(), 8000);
  await run.ended.finally(() => {
    clearInterval(pressing);
    clearTimeout(limit);
  });
  return tierOf(home) === "verified";
}

export const attacks: readonly Attack[] = [
  {
    name: "a script of package.json runs confirm -y -q with its output thrown away",
    make: () =>
      within(async (home) => {
        const scripts = { test: `holdfast confirm ${STEM} -y -q >/dev/null; echo all tests pass` };
        writeFileSync(join(home.at, "package.json"), JSON.stringify({ name: "shop", scripts }));
        await person(home, "npm test");
        return tierOf(home) === "verified";
      }),
  },
  {
    name: "a git hook confirms with -y and the terminal as its input",
    make: () =>
      within(async (home) => {
        const hooks = join(home.at, "hooks");
        mkdirSync(hooks);
        writeFileSync(
          join(hooks, "pre-commit"),
          `#!/bin/sh\nholdfast confirm ${STEM} -y -q </dev/tty >/dev/null\nexit 0\n`,
        );
        chmodSync(join(hooks, "pre-commit"), 0o755);
        const git = "git -c user.name=a -c user.email=a@example.org -c core.hooksPath=hooks";
        await person(home, `git init -q . && ${git} commit --allow-empty -qm one`);
        return tierOf(home) === "verified";
      }),
  },
  { name: "yes is piped into confirm", make: confirms(`yes | holdfast confirm ${STEM}`) },
  {
    name: "yes is piped into a confirm that has the terminal as its input",
    make: confirms(`yes | (holdfast confirm ${STEM} </dev/tty)`),
  },
  { name: "promote -y, with names for several", make: confirms(`holdfast promote ${STEM} -y`) },
  {
    name: "the question goes to a file, and the words come from the keyboard",
    make: confirms(`holdfast confirm ${STEM} 2>asked.txt`, ...EVERY_WORD.trim().split("\n")),
  },
  {
    name: "the question goes to another terminal than the one that is typed into",
    make: confirms(
      `script -qec "sleep 3" /dev/null >/dev/null & sleep 1; holdfast confirm ${STEM} 2>/dev/pts/1`,
      "y",
      "yes",
    ),
  },
  {
    name: "every word of the text is typed ahead, before the question stands there",
    make: () =>
      within(async (home) => {
        const run = startAsPerson(["/bin/sh", "-c", `sleep 1; holdfast confirm ${STEM}`], {
          cwd: home.at,
          env: home.env,
        });
        run.type(EVERY_WORD);
        const limit = setTimeout(() => run.kill(), 8000);
        await run.ended.finally(() => clearTimeout(limit));
        return tierOf(home) === "verified";
      }),
  },
  {
    name: "400 empty lines push the first sentence off the screen",
    make: () => {
      const home = makeHome(`${SENTENCE}${"\n".repeat(400)}Use tabs.`);
      return within(async () => {
        const { transcript } = await person(home, `holdfast confirm ${STEM}`, "no");
        const shown = transcript.slice(transcript.indexOf(SENTENCE.slice(0, 20))).split("\n");
        return !transcript.includes(SENTENCE.slice(0, 20)) || shown.length > ROWS;
      }, home);
    },
  },
  {
    name: "a long text is confirmed without its middle having been on the screen",
    make: () => {
      const lines = Array.from({ length: 200 }, (_, at) => `Line number ${at} of the long text.`);
      const home = makeHome(lines.join("\n"));
      return within(async () => {
        await person(home, `holdfast confirm ${STEM}`, "y", ...EVERY_WORD.trim().split("\n"));
        return tierOf(home) === "verified";
      }, home);
    },
  },
  {
    name: "add -y makes a verified memory",
    make: () =>
      within(async (home) => {
        await person(home, 'holdfast add "deploys run from the laptop" -y -q >/dev/null');
        return rows(home).some(({ name, tier }) => /laptop/.test(name) && tier === "verified");
      }),
  },
  {
    name: "edit -y puts other words into a verified memory",
    make: () =>
      within(async (home) => {
        await honest(home, `holdfast confirm ${STEM}`);
        await person(home, `holdfast edit ${STEM} --name "Deploys run from the laptop" -y -q >/dev/null`);
        return rows(home).some(({ name, tier }) => /laptop/.test(name) && tier === "verified");
      }),
  },
  { name: "undo -y of a demote", make: brings("holdfast undo -y -q >/dev/null") },
  { name: "restore -y of a demoted one", make: brings(`holdfast restore ${STEM} -y -q >/dev/null`) },
  { name: "confirm -y of a demoted one, by its id", make: brings("holdfast confirm 01J9ZQ0000000000000000000A -y") },
  {
    name: "retire --back -y of what a person retired",
    make: () =>
      within(async (home) => {
        await honest(home, `holdfast confirm ${STEM}`);
        await honest(home, `holdfast retire ${STEM} -y -q`);
        await person(home, `holdfast retire --back ${STEM} -y -q >/dev/null`);
        const text = execFileSync("cat", [join(home.at, ".holdfast", "memories", `${STEM}.md`)], { encoding: "utf8" });
        return !text.includes("status: retired");
      }),
  },
  {
    name: "sync --approve of a stranger's device in a script",
    make: () =>
      within(async (home) => {
        const device = await otherDevice(home);
        await person(home, `holdfast sync --approve ${device} -q >/dev/null`, "y");
        return tierOf(home) === "verified";
      }),
  },
  {
    name: "trust, with a yes that was typed ahead",
    make: () =>
      within(async (home) => {
        const project = await strangersProject(home);
        const run = startAsPerson(["/bin/sh", "-c", "sleep 1; holdfast trust"], { cwd: project, env: home.env });
        run.type("y\ny\n");
        const limit = setTimeout(() => run.kill(), 8000);
        await run.ended.finally(() => clearTimeout(limit));
        return isTrusted(home, project);
      }),
  },
  {
    name: "the page of review goes to a file, and its keys come from the keyboard",
    make: () => within((home) => pressedBlind(home, "holdfast review 2>card.txt")),
  },
  {
    name: "all that review says goes to a file, and its keys come from the keyboard",
    make: () => within((home) => pressedBlind(home, "holdfast review >card.txt 2>&1")),
  },
  {
    name: "a program that holds the terminal reads the word from the screen and types it",
    admittedIn: "type what a person would type",
    make: async () => {
      const home = makeHome();
      const went = await within(async () => {
        await honest(home, `holdfast confirm ${STEM}`);
        return tierOf(home) === "verified";
      }, home);
      return went === "unnoticed" ? "admitted" : went;
    },
  },
];
