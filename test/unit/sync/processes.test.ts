// How many gits a sync starts, counted by a program of that name before the real one on the PATH.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { scratch } from "../../support/disk.ts";
import { remember } from "../../support/sync-acts.ts";
import { type Machine, twoMachines } from "../../support/sync-machines.ts";

const PATH = process.env["PATH"] ?? "";
let log: string;
let a: Machine;
let b: Machine;

beforeEach(async () => {
  const base = scratch();
  const programs = join(base, "programs");
  log = join(base, "calls");
  mkdirSync(programs);
  const real = execFileSync("which", ["git"], { encoding: "utf8" }).trim();
  const script = `#!/bin/sh\nprintf '%s\\n' "$*" >> ${log}\nexec ${real} "$@"\n`;
  writeFileSync(join(programs, "git"), script, { mode: 0o755 });
  process.env["PATH"] = `${programs}:${PATH}`;
  [a, b] = twoMachines(base) as [Machine, Machine];
  for (const name of ["Deploys", "Releases"]) await remember(a, `${name} run on Mondays`, name);
  for (const each of [a, b, a]) await each.sync();
});
afterEach(() => {
  process.env["PATH"] = PATH;
});

/** The subcommands of one run, in their order. */
async function callsOf(on: Machine, outcome: string): Promise<readonly string[]> {
  rmSync(log, { force: true });
  expect(await on.sync()).toMatchObject({ kind: "synced", outcome });
  const lines = existsSync(log) ? readFileSync(log, "utf8").trimEnd().split("\n") : [];
  return lines.map((line) => / --no-pager (?:--git-dir=\S+ --work-tree=\S+ )?(\S+)/.exec(line)?.[1] ?? line);
}

function append(on: Machine, file: string, words: string): void {
  on.put(`memories/${file}`, `${on.read(`memories/${file}`)}${words}\n`);
}

describe("SYN-17: gits per run", () => {
  test("nothing to do", async () => {
    expect(await callsOf(a, "equal")).toEqual(["config", "status", "fetch"]);
  });

  test("a push", async () => {
    append(a, "reference_deploys.md", "Not in August.");
    const calls = await callsOf(a, "pushed");
    expect(calls.length, calls.join(" ")).toBeLessThanOrEqual(MOST.push);
  });

  test("a join", async () => {
    append(a, "reference_deploys.md", "Not in August.");
    await a.sync();
    append(b, "reference_releases.md", "Not in May.");
    const calls = await callsOf(b, "joined");
    expect(calls.length, calls.join(" ")).toBeLessThanOrEqual(MOST.join);
  });
});

/** The join looks once for the ids of what is new: a copy of the words that were written over. */
const MOST = { push: 8, join: 13 };
