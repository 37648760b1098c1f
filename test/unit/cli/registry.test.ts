// A command is one file and one line (SUR-6): a stub in a folder of its own, given to the runner with one more row.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { commandSlots } from "../../../scripts/docs/reference/commands.ts";
import { COMMANDS } from "../../../src/cli/commands/index.ts";
import { isCurrent, load, type Registry } from "../../../src/cli/spec.ts";
import { permission, VERBS } from "../../../src/trust/authority.ts";
import { canRunAsPerson, runAsPerson } from "../../support/person.ts";

const CLI = new URL("../../../src/cli/", import.meta.url);
const STUB = `
export const commands = {
  greet: {
    usage: "holdfast greet [NAME] [--loud]",
    about: ["Says it once."],
    options: { loud: { type: "boolean", help: "Say it aloud" } },
    names: [0, 1],
    examples: ["holdfast greet --loud"],
    run: ({ out, names, options }) => {
      out.line(options.loud === true ? "HELLO " + names[0] : "hello");
      return 0;
    },
  },
};
`;
const ROW = '["greet", "Say hello", () => import("./greet.ts")]';
const MAIN = `
import { COMMANDS } from ${JSON.stringify(new URL("commands/index.ts", CLI).href)};
import { runCommandLine } from ${JSON.stringify(new URL("run.ts", CLI).href)};
process.exitCode = await runCommandLine(process.argv.slice(2), "0.0.0", [...COMMANDS, ${ROW}]);
`;

/** A sentence that the source breaks is broken twice on a screen (SUR-1). */
test("SUR-1: what a command says about itself is whole sentences", async () => {
  const all = await Promise.all(COMMANDS.map(load));
  expect(all.flatMap(({ about = [] }) => about).filter((line) => !/[.:]$/.test(line))).toEqual([]);
});

const folder = realpathSync(mkdtempSync(`${tmpdir()}/holdfast-registry-`));
const env = { PATH: `${dirname(process.execPath)}:/usr/bin:/bin`, HOME: `${folder}/home`, TERM: "dumb" };
const registry: Registry = [
  ...COMMANDS,
  ["greet", "Say hello", () => import(pathToFileURL(`${folder}/greet.ts`).href)],
];

function holdfast(...args: readonly string[]): { readonly code: number | null; readonly out: string } {
  const done = spawnSync(process.execPath, [`${folder}/main.ts`, ...args], { cwd: folder, env, encoding: "utf8" });
  return { code: done.status, out: done.stdout + done.stderr };
}

beforeAll(() => {
  mkdirSync(`${folder}/home`, { mode: 0o700 });
  writeFileSync(`${folder}/greet.ts`, STUB);
  writeFileSync(`${folder}/main.ts`, MAIN);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("one more command", () => {
  test("SUR-1: is in the help, with a page of its own", () => {
    expect(holdfast("--help").out).toContain(" greet\n");
    const { code, out } = holdfast("greet", "--help");
    expect(code).toBe(0);
    for (const line of ["Say hello", "  holdfast greet [NAME] [--loud]", "--loud", "Say it aloud", "Says it once."])
      expect(out).toContain(line);
    expect(holdfast("help", "greet").out).toBe(out);
    expect(holdfast("gret").out).toContain("holdfast greet");
  });

  test.each([
    ["bash", '    greet) words="--loud --json '],
    ["zsh", "    'greet:Say hello'"],
    ["fish", "complete -c holdfast -n '__fish_seen_subcommand_from greet' -l loud -d 'Say it aloud'"],
  ])("SUR-6: is in the completion of %s", (shell, line) => {
    expect(holdfast("completion", shell).out).toContain(line);
  });

  test("SUR-6: is on the reference page, as a person's", async () => {
    const { overview, commands } = await commandSlots(registry);
    expect(overview).toMatch(/\| \[`greet`\]\(#holdfast-greet\) \| Say hello \| no +\|/);
    expect(commands).toContain("## holdfast greet");
    expect(commands).toContain("`--loud`");
  });

  test("SUR-1: its options are parsed as those of any other", () => {
    expect(holdfast("greet", "--lod")).toMatchObject({ code: 64 });
    expect(holdfast("greet", "a", "b").out).toContain("greet takes one name or text");
  });

  test("TRU-22: is nobody's but a person's until the table of verbs names it", () => {
    expect(VERBS).not.toContain("greet");
    expect(permission("greet", "cli")).toBe("none");
    const { code, out } = holdfast("greet");
    expect(code).toBe(2);
    expect(out).toContain("`holdfast greet` is a person's act");
    expect(out).not.toContain("hello");
  });

  test.runIf(canRunAsPerson())("SUR-6: runs at a person's terminal", async () => {
    const command = [process.execPath, `${folder}/main.ts`, "greet", "--loud", "Ann"];
    const { code, transcript } = await runAsPerson(command, { cwd: folder, env });
    expect(transcript).toContain("HELLO Ann");
    expect(code).toBe(0);
  });
});

describe("the list of commands", () => {
  test("SUR-6: every line leads to a command of that name", async () => {
    const all = await Promise.all(COMMANDS.map(load));
    expect(all.map(({ verb }) => verb)).toEqual(COMMANDS.map(([verb]) => verb));
    const current = all.filter(({ verb }) => COMMANDS.some((row) => row[0] === verb && isCurrent(row)));
    for (const { verb, usage, examples } of current) {
      expect(usage).toMatch(new RegExp(`^holdfast ${verb}\\b`));
      expect(examples.some((each) => each.includes(`holdfast ${verb}`))).toBe(true);
    }
  });

  test("SUR-6: has every verb of the table but those that are no commands", () => {
    const verbs = COMMANDS.map(([verb]) => verb);
    expect(VERBS.filter((verb) => !verbs.includes(verb))).toEqual(["enforce", "hook", "feedback"]);
  });

  test("one line each, and nothing loaded before it is asked for", () => {
    const text = readFileSync(fileURLToPath(new URL("commands/index.ts", CLI)), "utf8");
    const lines = text.split("\n").filter((line) => line.startsWith("  ["));
    expect(lines).toHaveLength(COMMANDS.length);
    expect(text.match(/^import (?!type )/gm)).toBeNull();
  });
});
