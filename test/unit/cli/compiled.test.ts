// A command keeps what Node compiled of it beside the hook's, and makes no folder of ours for it.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, statSync } from "node:fs";
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

test("STO-4: what is kept is for its owner alone, whatever the umask", () => {
  const home = scratch();
  const cache = `${home}/.cache/holdfast`;
  mkdirSync(cache, { recursive: true, mode: 0o700 });
  const typed = 'umask 022; exec "$0" "$@"';
  execFileSync("/bin/sh", ["-c", typed, process.execPath, CLI, "--help"], { env: { HOME: home } });
  const kept = readdirSync(`${cache}/compiled`, { recursive: true, encoding: "utf8" });
  expect(kept.length).toBeGreaterThan(2);
  expect(kept.filter((name) => (statSync(`${cache}/compiled/${name}`).mode & 0o077) !== 0)).toEqual([]);
});
