// The machine on which a page is tried: an empty home, a project, the package as it would be published, and where the page
// needs them the real agents with a model on loopback. Nobody else's page has been here.
import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { claudeEnvironment, claudeProgram } from "../support/claude.ts";
import { codexEnvironment, codexProgram, writeCodexConfig } from "../support/codex.ts";
import type { FakeModel } from "../support/fake-model.ts";
import { type Answer, type PersonRun, runAnswering } from "../support/person.ts";

const MODEL = "claude-opus-5-5";
const LIMIT_MS = 30_000;
/** The line as it stands, then where it ended. */
const WHOLE_LINE = 'eval "$1"; code=$?; pwd -P >"$2"; exit $code';

export type Agent = "claude" | "codex";

/** What all machines of a run share. */
export interface Shop {
  readonly base: string;
  readonly tarball: string;
  /** Where the package was installed once, for pages that do not install it themselves. */
  readonly prefix: string;
  readonly fake: FakeModel;
}

export interface Machine {
  readonly home: string;
  readonly project: string;
  readonly env: Readonly<Record<string, string>>;
  /** The command, also where the page has yet to install it. */
  readonly program: string;
  /** Typed by a person where the last command left off; `cd` lasts. */
  type(command: string, ...answers: readonly Answer[]): Promise<PersonRun>;
  /** A file below the home, for a beginning. */
  put(path: string, text: string, mode?: number): void;
  git(cwd: string, ...args: readonly string[]): string;
}

export function makeMachine(
  shop: Shop,
  name: string,
  own: "installs" | "installed",
  agents: readonly Agent[],
): Machine {
  const at = (part: string): string => {
    const path = join(shop.base, name, part);
    mkdirSync(path, { recursive: true, mode: 0o700 });
    return path;
  };
  const [home, project, bin] = [at("home"), at("home/shop"), at("bin")];
  const prefix = own === "installs" ? at("prefix") : shop.prefix;
  symlinkSync(process.execPath, join(bin, "node"));
  const path = `${join(prefix, "bin")}:${bin}:/usr/bin:/bin`;
  const env = { PATH: path, HOME: home, TERM: "xterm", LANG: "C.UTF-8", ...npmSettings(prefix, at("npm")) };
  const put = (file: string, text: string, mode = 0o644): void => {
    mkdirSync(dirname(join(home, file)), { recursive: true, mode: 0o700 });
    writeFileSync(join(home, file), text, { mode });
  };
  put(".gitconfig", "[user]\n\tname = Ann\n\temail = ann@example.org\n[init]\n\tdefaultBranch = main\n");
  const git = (cwd: string, ...args: readonly string[]): string =>
    execFileSync("git", args, { cwd, env, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] }).trim();
  git(project, "init", "-q");
  git(project, "commit", "-q", "--allow-empty", "-m", "Begin");
  for (const agent of agents) putAgent(agent, bin, home, shop.fake);
  const here = join(shop.base, name, "cwd");
  return {
    home,
    project,
    env,
    program: join(shop.prefix, "bin", "holdfast"),
    put,
    git,
    type: (command, ...answers) => {
      const cwd = existsSync(here) ? readFileSync(here, "utf8").trim() : project;
      const typed = command.replace(
        /^(npm install --global(?: --ignore-scripts)?) holdfast\b\S*$/,
        `$1 ${shop.tarball}`,
      );
      const argv = ["/bin/bash", "-c", WHOLE_LINE, "bash", typed, here];
      return runAnswering(argv, { cwd, env, timeoutMs: LIMIT_MS }, answers);
    },
  };
}

/** Without a network: what is not in the tarball is not there. */
function npmSettings(prefix: string, cache: string): Record<string, string> {
  const settings = { prefix, cache, offline: "true", audit: "false", fund: "false", update_notifier: "false" };
  return Object.fromEntries(Object.entries(settings).map(([key, value]) => [`npm_config_${key}`, value]));
}

/** The real program, told where its model is; nothing else of it is changed. */
function putAgent(agent: Agent, bin: string, home: string, fake: FakeModel): void {
  const program = agent === "claude" ? claudeProgram() : codexProgram();
  if (program === undefined) throw new Error(`${agent} is not here`);
  if (agent === "codex") writeCodexConfig(home, fake);
  const theirs: Record<string, string> =
    agent === "claude"
      ? { ...claudeEnvironment(home, "", fake.url), ANTHROPIC_MODEL: MODEL }
      : codexEnvironment(home, "");
  const kept = Object.entries(theirs).filter(([key]) => !["PATH", "HOME", "TERM", "LANG"].includes(key));
  const lines = ["#!/bin/sh", ...kept.map(([key, value]) => `export ${key}='${value}'`), `exec '${program}' "$@"`];
  writeFileSync(join(bin, agent), `${lines.join("\n")}\n`);
  chmodSync(join(bin, agent), 0o755);
}
