// SUR-6: a memory by the number of a list or by words of it, as a person types them; to an agent neither means anything.
// check:all: a terminal.
import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { boxEnv } from "../../support/mcp.ts";
import { plant } from "../../support/memories.ts";
import { type Answer, canRunAsPerson, type PersonRun, runAnswering } from "../../support/person.ts";
import { makeBox, removeBox } from "../../support/store-box.ts";

const CLI = fileURLToPath(new URL("../../../src/cli/main.ts", import.meta.url));
let base: string;
beforeEach(() => {
  base = makeBox();
  for (const name of ["home", "work"]) mkdirSync(`${base}/${name}`, { mode: 0o700 });
  plant(base, "feedback_use_dayjs", { tier: "inferred", name: "Use dayjs", description: "Use dayjs for dates" });
  plant(base, "feedback_use_pnpm", { tier: "inferred", name: "Use pnpm", description: "Use pnpm, not npm" });
  plant(base, "reference_dayjs_utc", {
    tier: "inferred",
    name: "The plugin",
    description: "dayjs needs its utc plugin",
  });
});
afterEach(() => removeBox(base));

const env = (): Record<string, string> => ({
  ...boxEnv(base),
  TERM: "xterm",
  PATH: `${dirname(process.execPath)}:/usr/bin:/bin`,
});

/** One shell, so that all of it is typed at one terminal. */
function typed(commands: readonly string[], ...answers: readonly Answer[]): Promise<PersonRun> {
  const script = commands.map((command) => `node ${CLI} ${command} --no-color`).join("; ");
  return runAnswering(["sh", "-c", script], { cwd: `${base}/work`, env: env() }, answers);
}

describe.skipIf(!canRunAsPerson())("a person", () => {
  test("names a memory by its number in the last list, and is told which one it is", async () => {
    const { transcript } = await typed(["list", "show 2", "search utc plugin", "show 1"]);
    const [, listed = "", found = ""] = /^ {2}2 {2}\w+ +(.*?) {2,}m\w+\n(?:.*\n)*?2: (.*)\n/m.exec(transcript) ?? [];
    expect(listed).not.toBe("");
    expect(found).toBe(listed);
    expect(transcript).toContain("1: The plugin");
  });

  test("names it by words, and is asked between a few", async () => {
    const { transcript, code } = await typed(["show pnpm", "show dayjs"], [/Which one\? 1 to 2/, "2\n"]);
    expect(transcript).toContain("pnpm: Use pnpm");
    expect(transcript).toContain("memories/reference_dayjs_utc.md");
    expect(code).toBe(0);
    const none = await typed(["show dayjs"], [/Which one\? 1 to 2/, "\n"]);
    expect(none.transcript).toContain("none was chosen");
    expect(none.code).toBe(2);
  });

  test("has to give the name where nobody would see what was guessed", async () => {
    const { transcript, code } = await typed(["demote pnpm --yes"]);
    expect(transcript).toContain('No memory is named "pnpm". Did you mean feedback_use_pnpm?');
    expect(code).toBe(2);
  });

  test("is not given the rows of an agent's list", async () => {
    const { transcript, code } = await typed(["list --json > /dev/null", "show 1"]);
    expect(transcript).toContain('No memory is named "1"');
    expect(code).toBe(2);
  });
});

test("an agent gives the name", () => {
  const asked = (...args: readonly string[]): string =>
    spawnSync(process.execPath, [CLI, ...args], { cwd: `${base}/work`, env: env(), encoding: "utf8" }).stderr;
  asked("list");
  for (const name of ["1", "pnpm"]) expect(asked("show", name)).toContain(`No memory is named "${name}"`);
});
