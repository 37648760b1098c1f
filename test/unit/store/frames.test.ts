// How far it is from `holdfast add` to the disk: docs/architecture.md has the table, this holds it to its length.
// check:all: it starts the command line from its sources, twice.
import { spawnSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { scrubbed } from "../../support/scrubbed.ts";

const CLI = fileURLToPath(new URL("../../../src/cli/main.ts", import.meta.url));
const FRAMES = fileURLToPath(new URL("children/frames.mjs", import.meta.url));
const MOST = 12;

const home = realpathSync(mkdtempSync(`${tmpdir()}/holdfast-frames-`));
afterAll(() => rmSync(home, { recursive: true, force: true }));

function holdfast(...args: readonly string[]): string {
  const env = scrubbed({ HOME: home });
  return spawnSync(process.execPath, ["--import", FRAMES, CLI, ...args], { cwd: home, env, encoding: "utf8" }).stderr;
}

test(`STO-20: a new memory reaches the disk in at most ${MOST} frames, through the one pipeline`, () => {
  holdfast("init", "--no-install");
  const [, found = "[]"] = /^FRAMES (.*)$/m.exec(holdfast("add", "use pnpm here, not npm")) ?? [];
  const frames = JSON.parse(found) as readonly string[];
  expect(frames).toContain("store/write.ts");
  expect(frames.at(-1)).toBe("cli/main.ts");
  expect(frames.length, frames.join("\n")).toBeLessThanOrEqual(MOST);
});
