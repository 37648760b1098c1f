// A home with a store, a repository, the built program, and every way in: a person's terminal, an agent's command line,
// MCP, the library and the hook.

import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { copyBuilt } from "../golden/built.ts";
import { entryArguments } from "../support/hook-run.ts";
import { callTool, start, type ToolReply } from "../support/mcp.ts";
import { type PersonRun, runAsPerson } from "../support/person.ts";

export interface Ran {
  readonly code: number | null;
  readonly out: string;
}

export interface World {
  readonly home: string;
  readonly store: string;
  readonly project: string;
  readonly dist: string;
  readonly env: Readonly<Record<string, string>>;
  /** Where nothing forgotten may be left. */
  readonly ours: readonly string[];
  person(command: string, ...typed: readonly string[]): Promise<PersonRun>;
  agent(...args: readonly string[]): Ran;
  mcp(tool: string, args: Readonly<Record<string, unknown>>): Promise<ToolReply>;
  library(text: string): Ran;
  hook(event: Readonly<Record<string, unknown>>): Ran;
  git(...args: readonly string[]): string;
  /** A repository that both machines reach. */
  readonly remote: string;
  /** The same person's other machine: its own home, store and state. */
  second(): World;
  remove(): void;
}

export function makeWorld(): World {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "holdfast-durability-")));
  const [bin, dist] = [join(base, "bin"), join(base, "dist")];
  mkdirSync(bin, { mode: 0o700 });
  copyBuilt(dist);
  symlinkSync(process.execPath, join(bin, "node"));
  symlinkSync(join(dist, "cli.mjs"), join(bin, "holdfast"));
  return worldAt(base, "home");
}

function worldAt(base: string, name: string): World {
  const [home, bin, dist] = [join(base, name), join(base, "bin"), join(base, "dist")];
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const project = join(home, "shop");
  const env = { PATH: `${bin}:/usr/bin:/bin`, HOME: home, TERM: "xterm", LANG: "C.UTF-8", NO_COLOR: "1" };
  execFileSync("git", ["init", "-q", "--initial-branch=main", project], { env });
  const run = (program: string, args: readonly string[], input = ""): Ran => {
    const { status, stdout, stderr } = spawnSync(program, args, { cwd: project, env, input, encoding: "utf8" });
    return { code: status, out: `${stdout}${stderr}` };
  };
  const store = join(home, ".holdfast");
  let other: World | undefined;
  return {
    home,
    store,
    project,
    dist,
    env,
    ours: [store, ...[".cache", ".local/state", ".local/share", ".config"].map((name) => join(home, name))],
    person: (command, ...typed) =>
      runAsPerson(["/bin/bash", "-c", command], { cwd: project, env, input: typed, timeoutMs: 60_000 }),
    agent: (...args) => run(join(bin, "holdfast"), args),
    mcp: async (tool, args) => {
      const server = await start({ args: [join(dist, "cli.mjs"), "mcp"], env, cwd: project }, "modern");
      try {
        return await callTool(server, tool, args);
      } finally {
        await server.close();
      }
    },
    library: (text) => {
      const code = `const { openStore } = await import(${JSON.stringify(join(dist, "index.mjs"))});
        console.log(JSON.stringify(await openStore().remember({ text: ${JSON.stringify(text)} })));`;
      return run(process.execPath, ["--input-type=module", "-e", code]);
    },
    hook: (event) => run(process.execPath, [join(dist, "hook.cjs"), ...entryArguments(env)], JSON.stringify(event)),
    git: (...args) => {
      const author = ["-c", "user.name=a", "-c", "user.email=a@example.org"];
      return execFileSync("git", ["-C", store, ...author, ...args], { env, encoding: "utf8" });
    },
    remote: join(base, "remote.git"),
    second: () => (other ??= worldAt(base, "second")),
    remove: () => rmSync(base, { recursive: true, force: true }),
  };
}
