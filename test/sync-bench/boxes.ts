// Machines with many memories, one in ten of them confirmed, and plain clones beside them with the same files.
import { execFile } from "node:child_process";
import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { fileAt, memoryText } from "../bench/generate.ts";
import { attest } from "../support/attest.ts";
import { runAsPerson } from "../support/person.ts";
import { type Machine, machine, placesOfMachine } from "../support/sync-machines.ts";

const CONFIRMED_EVERY = 10;
export const CLI: string = resolve(import.meta.dirname, "../../dist/cli.mjs");

export interface Bench {
  readonly machine: Machine;
  readonly env: Readonly<Record<string, string>>;
}

export function benchAt(base: string, name: string, url: string): Bench {
  const made = machine(base, name);
  made.git("config", "remote.origin.url", url);
  const home = dirname(made.root);
  const at = (part: string): string => join(home, part);
  return {
    machine: made,
    env: {
      PATH: `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`,
      HOME: home,
      NO_COLOR: "1",
      HOLDFAST_HOME: made.root,
      XDG_CONFIG_HOME: at("config"),
      XDG_STATE_HOME: at("state"),
      XDG_DATA_HOME: at("data"),
      XDG_CACHE_HOME: at("cache"),
    },
  };
}

export function plantMany({ machine: { root, put }, machine: made }: Bench, count: number): void {
  for (let n = 1; n <= count; n++) {
    const isConfirmed = n % CONFIRMED_EVERY === 0;
    const dated = memoryText(n, 20);
    const text = isConfirmed ? dated.replace("inferred", "verified\nlast-verified: 2026-01-02") : dated;
    put(pathAt(n), text);
    if (isConfirmed) attest(text, root, placesOfMachine(made).data);
  }
}

function pathAt(n: number): string {
  return `memories/${fileAt(n)}`;
}

/** A sentence more in each, as an editor leaves it. Not over confirmed words, which would ask for a person (SYN-3). */
export function edit(root: string, from: number, count: number, words: string): void {
  for (let [n, left] = [from, count]; left > 0; n++) {
    if (n % CONFIRMED_EVERY === 0) continue;
    appendFileSync(join(root, pathAt(n)), `${words}\n`);
    left--;
  }
}

/** The whole command at a terminal, from its start to its end. */
export async function synced({ env }: Bench): Promise<number> {
  const start = performance.now();
  const run = await runAsPerson([process.execPath, CLI, "sync"], { cwd: "/", env, timeoutMs: 600_000 });
  if (run.code !== 0) throw new Error(`exit ${run.code}: ${run.transcript}`);
  return performance.now() - start;
}

/** The same terminal around a Node that does nothing. */
export async function nothing({ env }: Bench): Promise<number> {
  const start = performance.now();
  await runAsPerson([process.execPath, "-e", "0"], { cwd: "/", env });
  return performance.now() - start;
}

/** git as its user would call it. The server is in this process: nobody may stand still. */
export async function plainGit(root: string, home: string, ...args: readonly string[]): Promise<void> {
  await promisify(execFile)("git", ["-C", root, ...args], { env: plainEnv(home) });
}

export function plainEnv(home: string): Readonly<Record<string, string>> {
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, ".gitconfig"), "[user]\n\tname = a\n\temail = a@example.org\n[gc]\n\tauto = 0\n");
  return { PATH: process.env["PATH"] ?? "", HOME: home };
}

/** A verb at the terminal; `doctor` and `log --verify` end with 1 where they found something, and have done all their work. */
export async function verb({ env }: Bench, ...args: readonly string[]): Promise<number> {
  const start = performance.now();
  const run = await runAsPerson([process.execPath, CLI, ...args], { cwd: "/", env, timeoutMs: 600_000 });
  if (run.code !== 0 && run.code !== 1) throw new Error(`exit ${run.code}: ${run.transcript.slice(-2000)}`);
  return performance.now() - start;
}
