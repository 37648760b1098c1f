// A command keeps what Node compiled of it beside the hook's, and makes no folder of ours for it.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { scratch } from "../../support/disk.ts";

const CLI = resolve(import.meta.dirname, "../../../src/cli/main.ts");
const help = (home: string): string =>
  execFileSync(process.execPath, [CLI, "--help"], { env: { HOME: home }, encoding: "utf8" });

test("nothing is made by looking at help; with our cache there, the next start finds what this one compiled", () => {
  const home = scratch();
  const cache = `${home}/.cache/holdfast`;
  const before = help(home);
  expect(existsSync(cache)).toBe(false);
  mkdirSync(cache, { recursive: true, mode: 0o700 });
  expect(help(home)).toBe(before);
  expect(readdirSync(`${cache}/compiled/Command`)).toHaveLength(1);
});
