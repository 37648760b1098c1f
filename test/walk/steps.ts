// What must be true after each command of the quick start. A command of the page without a row here fails the walk,
// and so does a row that no command needed.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { PersonRun } from "../support/person.ts";
import { type Check, inSession } from "./session.ts";
import type { World } from "./world.ts";

export interface Step {
  readonly command: RegExp;
  /** What is tried before it is typed. */
  readonly before?: (world: World, check: Check) => Promise<void>;
  readonly after: (world: World, run: PersonRun, check: Check) => Promise<void> | void;
}

const SAID = "use pnpm here, not npm";
const OURS = /holdfast|memory-context|pnpm/i;

export const STEPS: readonly Step[] = [
  {
    command: /^holdfast init$/,
    after: (world, run, check) => {
      const shownFirst = run.transcript.indexOf("SessionStart") < run.transcript.indexOf("Apply this?");
      check("SUR-0 init shows the change before it asks", run.transcript.includes("SessionStart") && shownFirst, run);
      check("SUR-0 init makes the store", existsSync(join(world.home, ".holdfast", "holdfast.json")), run);
      check("AGT-30 init connects the agent", readFileSync(world.settings, "utf8").includes("hook.cjs"), run);
    },
  },
  {
    command: /^holdfast add /,
    after: async (world, run, check) => {
      const [file = ""] = readdirSync(memories(world));
      const text = file === "" ? "" : readFileSync(join(memories(world), file), "utf8");
      check("T2 what a person types is verified", text.includes("trust-level: verified") && text.includes(SAID), run);
    },
  },
  {
    command: /^claude /,
    after: (_, run, check) => {
      check("CTX-1 the memory is in what the model was sent", run.transcript.includes(SAID), run.transcript);
      check("CTX-1 it is marked verified", /trust="verified"[^>]*>[^<]*use pnpm here/.test(run.transcript));
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
    command: /^holdfast uninstall$/,
    before: inSession,
    after: async (world, _, check) => {
      const now = readFileSync(world.settings, "utf8");
      check("AGT-30 the settings are byte for byte as before", now === world.settingsBefore, now);
      const { answer, sent } = await world.ask("hello");
      check("AGT-32 nothing of ours is sent any more", answer === "FAKE-OK" && !OURS.test(sent), OURS.exec(sent));
      const kept = ["memories", "quarantine"].flatMap((place) => readdirSync(join(world.home, ".holdfast", place)));
      check("SUR-0 the memories stay", kept.filter((name) => name.endsWith(".md")).length === 2, kept);
      const data = join(world.home, ".local", "share", "holdfast");
      check("AGT-30 the hook is gone", !existsSync(join(data, "hook.cjs")), readdirSync(data));
    },
  },
];

function memories(world: World): string {
  return join(world.home, ".holdfast", "memories");
}
