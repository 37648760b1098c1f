// What `connect` brings beside the hooks (SUR-14): two skills and a status line, on which nothing hangs.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openInstallers } from "../../../src/compose/installers.ts";
import { type Places, placesFrom } from "../../../src/disk/places.ts";
import type { EditPlan, Installer } from "../../../src/install/install.ts";
import type { Refusal } from "../../../src/text/errors.ts";
import { scratch } from "../../support/disk.ts";

const NOW = new Date("2026-06-01T10:00:00Z");
const SKILL = "---\nname: remember\ndescription: Keep one fact.\n---\n\nKeep it.\n";
let home: string;
let places: Places;

beforeEach(() => {
  home = scratch();
  const env = {
    PATH: "/usr/bin:/bin",
    HOME: home,
    CLAUDE_CONFIG_DIR: `${home}/claude`,
    HOLDFAST_HOME: `${home}/store`,
  };
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  places = placesFrom({ ...env, XDG_STATE_HOME: `${home}/state`, XDG_DATA_HOME: `${home}/data` }, home);
  mkdirSync(`${home}/claude`, { mode: 0o700 });
  for (const name of ["remember", "memories"]) {
    mkdirSync(`${home}/dist/skills/${name}`, { recursive: true, mode: 0o700 });
    writeFileSync(`${home}/dist/skills/${name}/SKILL.md`, SKILL);
  }
  writeFileSync(`${home}/dist/hook.cjs`, "");
  writeFileSync(`${home}/dist/agent-files.json`, JSON.stringify({ files: ["hook.cjs"] }));
});
afterEach(() => vi.unstubAllEnvs());

async function claude(): Promise<Installer> {
  const found = (await openInstallers(places, NOW, `${home}/dist`)).all.find(({ agent }) => agent === "claude");
  if (found === undefined) throw new Error("no installer");
  return found;
}

function planned(plan: EditPlan | Refusal): EditPlan {
  if (plan.kind === "refusal") throw new Error(plan.message);
  return plan;
}

const put = (of: Installer): void => void expect(of.apply(planned(of.planInstall()), "install")).toBeUndefined();
const takeOut = (of: Installer): void =>
  void expect(of.apply(planned(of.planUninstall()), "uninstall")).toBeUndefined();
const skill = (name: string): string => `${home}/claude/skills/${name}/SKILL.md`;
const settings = (): Record<string, unknown> => JSON.parse(readFileSync(`${home}/claude/settings.json`, "utf8"));

test("SUR-14: the skills are there as they were built, under a mark, and go with the folders that were made for them", async () => {
  const of = await claude();
  put(of);
  expect(readFileSync(skill("remember"), "utf8")).toMatch(/^---\n# Made by `holdfast [^\n]*\nname: remember\n/);
  expect(planned(of.planInstall()).nothingToDo).toBe(true);
  takeOut(of);
  expect(readdirSync(`${home}/claude`)).toEqual([]);
});

test("SUR-14: a skill of the person's own under the name stays, before and after", async () => {
  mkdirSync(`${home}/claude/skills/remember`, { recursive: true });
  writeFileSync(skill("remember"), SKILL);
  const of = await claude();
  put(of);
  expect([readFileSync(skill("remember"), "utf8"), existsSync(skill("memories"))]).toEqual([SKILL, true]);
  expect(of.isInstalled()).toBe(true);
  takeOut(of);
  expect([readFileSync(skill("remember"), "utf8"), existsSync(skill("memories"))]).toEqual([SKILL, false]);
});

test("SUR-14: where the folder of skills can't be written, the agent is connected all the same", async () => {
  symlinkSync("/nowhere", `${home}/claude/skills`);
  const of = await claude();
  put(of);
  expect(of.isInstalled()).toBe(true);
});

test("SUR-14: who takes a skill or the status line out again is connected, and is asked for nothing", async () => {
  const of = await claude();
  put(of);
  rmSync(`${home}/claude/skills`, { recursive: true });
  const { statusLine, ...others } = settings();
  expect(statusLine).toMatchObject({
    type: "command",
    command: expect.stringMatching(/hook\.cjs' --host claude .*--status$/),
  });
  writeFileSync(`${home}/claude/settings.json`, JSON.stringify(others));
  expect(of.isInstalled()).toBe(true);
});

test("SUR-14: a status line of the person's own stays, and is never ours to take out", async () => {
  const theirs = { type: "command", command: "mine.sh" };
  writeFileSync(`${home}/claude/settings.json`, JSON.stringify({ statusLine: theirs }));
  const of = await claude();
  put(of);
  expect(settings().statusLine).toEqual(theirs);
  const changed = { ...settings(), model: "opus" };
  writeFileSync(`${home}/claude/settings.json`, JSON.stringify(changed));
  takeOut(of);
  expect(settings()).toEqual({ statusLine: theirs, model: "opus" });
});
