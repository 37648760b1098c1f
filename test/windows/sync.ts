// SYN-16: two Windows machines and one of Linux over one bare repository have the same bytes.
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { runAsPerson } from "../support/person.ts";
import { type } from "./console.ts";
import { ROOT } from "./wine.ts";
import type { World } from "./world.ts";

const URL_THERE = "C:/box/remote.git";

export async function sync(world: World): Promise<void> {
  const { one, two, windows, check } = world;
  const remote = join(windows.box, "remote.git");
  execFileSync("git", ["init", "--quiet", "--bare", "--initial-branch=main", remote]);
  const typed = await type([
    [one, `holdfast sync --setup ${URL_THERE}`],
    [two, "holdfast init --no-install"],
    [two, `holdfast sync --setup ${URL_THERE}`],
    [two, 'holdfast add "Releases are cut on Fridays"'],
    [two, "holdfast sync"],
  ]);
  for (const { command, code, text } of typed)
    check(`SYN-22 a person types \`${command}\``, code === 0, { code, text });
  const linux = await linuxMachine(world, remote);
  const again = await type([
    [one, "holdfast sync"],
    [two, "holdfast sync"],
  ]);
  for (const { code, text } of again) check("SYN-16 Windows takes what Linux has", code === 0, { code, text });
  const last = await linux.holdfast("sync");
  check("SYN-16 Linux takes what Windows has", last.code === 0, last);
  const trees = [one.homeHere, two.homeHere, linux.home].map((home) => filesOf(join(home, ".holdfast")));
  const [first = "", second = "", third = ""] = trees.map((tree) => JSON.stringify([...tree]));
  check(
    "all three memories are there",
    [...(trees[0]?.keys() ?? [])].filter((name) => name.endsWith(".md")).length >= 3,
    [...(trees[0]?.keys() ?? [])],
  );
  check("SYN-16 Windows and Windows: byte-identical", first === second, differing(trees[0], trees[1]));
  check("SYN-16 Windows and Linux: byte-identical", first === third, differing(trees[0], trees[2]));
}

interface Linux {
  readonly home: string;
  holdfast(...args: readonly string[]): Promise<{ readonly transcript: string; readonly code: number | null }>;
}

async function linuxMachine({ windows, check }: World, remote: string): Promise<Linux> {
  const home = join(windows.box, "linux");
  mkdirSync(home);
  const env = { PATH: process.env.PATH ?? "", HOME: home, TERM: "xterm", LANG: "C.UTF-8" };
  const holdfast: Linux["holdfast"] = (...args) =>
    runAsPerson([process.execPath, join(ROOT, "dist/cli.mjs"), ...args], {
      cwd: home,
      env,
      enters: true,
      timeoutMs: 120_000,
    });
  for (const args of [
    ["init", "--no-install"],
    ["sync", "--setup", remote],
    ["add", "Backups are tried on Sundays"],
    ["sync"],
  ]) {
    const ran = await holdfast(...args);
    check(`SYN-16 on Linux: holdfast ${args[0]}`, ran.code === 0, ran);
  }
  return { home, holdfast };
}

/** What is synced: git's own folder and what is each machine's alone are left out. */
function filesOf(folder: string): ReadonlyMap<string, string> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const kept = files
    .map((file) => file.slice(folder.length + 1))
    .filter((name) => !/^(\.git|local|ledger)\//.test(name));
  return new Map(kept.sort().map((name) => [name, readFileSync(join(folder, name)).toString("base64")]));
}

function differing(
  a: ReadonlyMap<string, string> | undefined,
  b: ReadonlyMap<string, string> | undefined,
): readonly string[] {
  const names = new Set([...(a?.keys() ?? []), ...(b?.keys() ?? [])]);
  return [...names].filter((name) => a?.get(name) !== b?.get(name));
}
