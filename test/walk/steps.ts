// What must be true after each command of the quick start. A command of the page without a row here fails the walk,
// and so does a row that no command needed.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import type { PersonRun } from "../support/person.ts";
import { onTheOther } from "./second.ts";
import { type Check, inSession } from "./session.ts";
import type { World } from "./world.ts";

export interface Step {
  readonly command: RegExp;
  /** Typed at its questions, in order; then Enter. */
  readonly answers?: readonly string[];
  /** What is tried before it is typed. */
  readonly before?: (world: World, check: Check) => Promise<void>;
  readonly after: (world: World, run: PersonRun, check: Check) => Promise<void> | void;
}

const SAID = "use pnpm here, not npm";
const OURS = /holdfast|memory-context|pnpm/i;

export const STEPS: readonly Step[] = [
  {
    command: /^holdfast init$/,
    // Connect the agent, look at what was found, take all of it; then a key for each of the three.
    answers: ["y", "y", "all", "c", "d", "r"],
    after: (world, run, check) => {
      const { transcript } = run;
      check("SUR-0 init offers what the agent was told before", /3 things you told Claude/.test(transcript), run);
      check("REV-1 three of them are reviewed", /1 confirmed, 1 quarantined, 1 off/.test(transcript), run);
      check("IMP-1 what was confirmed is verified, nothing else is", verified(world).length === 1, verified(world));
      const shownFirst = /settings\.json {2}\S*\+\d+[\s\S]*Apply this\?/.test(stripVTControlCharacters(transcript));
      check("SUR-0 init says what it changes before it asks", shownFirst, run);
      check("SUR-0 init makes the store", existsSync(join(world.home, ".holdfast", "holdfast.json")), run);
      check("AGT-30 init connects the agent", readFileSync(world.settings, "utf8").includes("hook.cjs"), run);
    },
  },
  {
    command: /^holdfast add /,
    after: async (world, run, check) => {
      const said = verified(world).filter((text) => text.includes(SAID));
      check("T2 what a person types is verified", said.length === 1, run);
    },
  },
  {
    command: /^claude /,
    after: (_, run, check) => {
      check("CTX-1 the memory is in what the model was sent", run.transcript.includes(SAID), run.transcript);
      check(
        "CTX-1 it is marked verified",
        /^verified, confirmed by a person:\n(?:[m ].*\n)*?m\w{3,6} use pnpm here/m.test(run.transcript),
      );
    },
  },
  {
    command: /^holdfast why$/,
    after: (_, run, check) => {
      const told = run.transcript.includes(SAID) && run.transcript.includes("verified");
      check("CTX-7 why names what was given", told, run);
    },
  },
  {
    command: /^holdfast why d1$/,
    after: async (world, run, check) => {
      const { answer, sent } = await world.ask("hello");
      check("T5 after a demotion the model is not sent it", answer === "FAKE-OK" && !sent.includes(SAID), run);
    },
  },
  {
    command: /^holdfast undo$/,
    after: async (world, run, check) => {
      const { sent } = await world.ask("hello");
      check("TRU-9 after the undo the model is sent it again", sent.includes(SAID), run);
    },
  },
  {
    command: /^holdfast search pnpm$/,
    after: (_, run, check) => check("SEA-1 search finds it", run.transcript.includes(SAID), run),
  },
  {
    command: /^holdfast search --as-prompt /,
    after: (_, run, check) => {
      const fenced = /<memory-context[\s\S]*use pnpm here/.test(run.transcript);
      check("SUR-9 it shows what a prompt would bring", fenced, run);
    },
  },
  {
    command: /^holdfast review$/,
    after: (_, run, check) => check("REV-1 review says what waits, or that nothing does", run.code === 0, run),
  },
  {
    command: /^holdfast sync --setup /,
    after: onTheOther,
  },
  {
    command: /^holdfast audit$/,
    before: inSession,
    after: (world, run, check) => {
      const reports = readdirSync(join(world.home, ".holdfast", "audit"));
      check(
        "AUD-1 the audit leaves its report",
        reports.some((name) => name.endsWith(".md")),
        [reports, run],
      );
    },
  },
  {
    command: /^holdfast forget /,
    answers: ["y"],
    after: async (world, run, check) => {
      const held = filesWith(world.home, SAID);
      check("FOR-1 no file of ours holds the words any more", run.code === 0 && held.length === 0, [held, run]);
      const again = await world.type(`holdfast add "${SAID}"`, "n");
      check("STO-24 to say it again a person is asked first", again.transcript.includes("forgotten"), again);
    },
  },
  {
    command: /^holdfast disconnect$/,
    after: async (world, _, check) => {
      const now = readFileSync(world.settings, "utf8");
      check("AGT-30 the settings are byte for byte as before", now === world.settingsBefore, now);
      const { answer, sent } = await world.ask("hello");
      check("AGT-32 nothing of ours is sent any more", answer === "FAKE-OK" && !OURS.test(sent), OURS.exec(sent));
      const kept = ["memories", "quarantine"].flatMap((place) => readdirSync(join(world.home, ".holdfast", place)));
      check("SUR-0 the memories stay", kept.filter((name) => name.endsWith(".md")).length >= 3, kept);
      const data = join(world.home, ".local", "share", "holdfast");
      check("AGT-30 the hook is gone", !existsSync(join(data, "hook.cjs")), readdirSync(data));
    },
  },
];

function verified(world: World): readonly string[] {
  const folder = join(world.home, ".holdfast", "memories");
  const texts = readdirSync(folder).map((file) => readFileSync(join(folder, file), "utf8"));
  return texts.filter((text) => text.includes("trust-level: verified"));
}

/** Of ours: the agent keeps records of its own, and the copies of our programs hold examples. */
function filesWith(home: string, words: string): readonly string[] {
  const roots = [".holdfast", ".local/state", ".cache", ".config"]
    .map((name) => join(home, name))
    .filter((root) => existsSync(root));
  return roots.flatMap((root) =>
    readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.parentPath.includes("/.git"))
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((path) => readFileSync(path).includes(words)),
  );
}
