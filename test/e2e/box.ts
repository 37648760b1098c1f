// One clean machine for an end-to-end run: a home, a project with a remote, the built command line. The folder's name
// says nothing of us, so that a trace of ours in a request is a leak and not a path.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { type PersonRun, runAsPerson } from "../support/person.ts";

export const CLI: string = resolve(import.meta.dirname, "../../dist/cli.mjs");
export const MCP: string = resolve(import.meta.dirname, "../../dist/mcp.mjs");
export const HOOK: string = resolve(import.meta.dirname, "../../dist/hook.cjs");

export interface Box {
  readonly home: string;
  readonly project: string;
  readonly path: string;
  readonly env: Readonly<Record<string, string>>;
  /** `holdfast ARGS` typed by a person in the project. */
  person(args: readonly string[], input?: readonly string[]): Promise<PersonRun>;
  /** The same without a terminal, as an agent or a script would. */
  agent(args: readonly string[]): { readonly stdout: string; readonly stderr: string; readonly code: number | null };
  remove(): void;
}

export function makeBox(): Box {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "agent-box-")));
  refuseStrangeInstructions(base);
  const home = join(base, "home");
  const project = join(base, "project");
  for (const folder of [home, project]) mkdirSync(folder, { mode: 0o700 });
  const path = `${dirname(process.execPath)}:/usr/bin:/bin`;
  const env = { PATH: path, HOME: home, CLAUDE_CONFIG_DIR: join(home, ".claude"), TERM: "xterm", LANG: "C.UTF-8" };
  execFileSync("git", ["init", "-q", project], { env });
  execFileSync("git", ["-C", project, "remote", "add", "origin", "https://example.org/team/shop.git"], { env });
  return {
    home,
    project,
    path,
    env,
    person: (args, input = []) => runAsPerson([process.execPath, CLI, ...args], { cwd: project, env, input }),
    agent(args) {
      const run = spawnSync(process.execPath, [CLI, ...args], { cwd: project, env, input: "", encoding: "utf8" });
      return { stdout: run.stdout, stderr: run.stderr, code: run.status };
    },
    remove: () => rmSync(base, { recursive: true, force: true }),
  };
}

/** An agent also reads the instruction files of every folder above: one in the temporary folder would be in all requests. */
function refuseStrangeInstructions(base: string): void {
  for (let folder = dirname(base); ; folder = dirname(folder)) {
    for (const name of ["AGENTS.md", "CLAUDE.md"]) {
      const path = join(folder, name);
      if (existsSync(path)) throw new Error(`${path} would be in every request: move it away, or set TMPDIR`);
    }
    if (folder === dirname(folder)) return;
  }
}

/** Every file below a folder with its bytes and mode. */
export function snapshot(folder: string): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    const path = join(folder, name);
    const stats = statSync(path);
    if (stats.isFile()) files.set(name, `${(stats.mode & 0o777).toString(8)} ${readFileSync(path).toString("base64")}`);
  }
  return files;
}

export function differences(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): readonly string[] {
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names].filter((name) => before.get(name) !== after.get(name)).sort();
}
