// Computers with the built program, a home and a clock of their own, and a bare repository between them. Three of them are one
// person's and count on each other; the fourth is a stranger's, who can push and whose word counts nowhere. They are set up once
// and then copied for each history: a history is made in a place of its own, because a store names its remote by path.
import { execFile, execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { clockLibrary, commandFolder } from "../second-machine/world.ts";
import { type Answer, type PersonCommand, type PersonRun, runAnswering, startAsPerson } from "../support/person.ts";
import type { Knower, Model } from "./model.ts";

const LIMIT_MS = 90_000;
const HOUR_S = 3600;
const SKEWS: readonly number[] = [0, HOUR_S, -HOUR_S, 30 * 24 * HOUR_S, 365 * 24 * HOUR_S, -365 * 24 * HOUR_S];

export interface Listed {
  readonly id: string;
  readonly stem: string;
  readonly tier: string;
  readonly status: string;
}

export interface Computer extends Knower {
  readonly home: string;
  readonly store: string;
  type(args: string, ...answers: readonly Answer[]): Promise<PersonRun>;
  start(args: string): PersonCommand;
  asAgent(...args: readonly string[]): Promise<{ readonly code: number | null; readonly out: string }>;
  git(...args: readonly string[]): string;
  list(): Promise<readonly Listed[]>;
  head(): string | undefined;
}

export interface World {
  readonly base: string;
  readonly remote: string;
  readonly mine: Computer[];
  readonly stranger: Computer;
  readonly model: Model;
  readonly next: () => number;
  readonly backups: Map<string, ReturnType<Model["snapshot"]>>;
  readonly said: string[];
  count: number;
}

export interface Place {
  readonly base: string;
  readonly kept: string;
}

const NAMES = ["desk", "trip", "spare"];

/** Three machines of one person that know and count each other, with nothing to tell yet. */
export async function makePlace(parent: string, name: string): Promise<Place> {
  const place = { base: join(parent, name), kept: join(parent, `${name}-kept`) };
  mkdirSync(place.base, { recursive: true });
  clockLibrary(place.base);
  commandFolder(join(place.base, "bin"));
  const remote = join(place.base, "memories.git");
  execFileSync("git", ["init", "-q", "--bare", "--initial-branch=main", remote]);
  const all = [...NAMES, "stranger"].map((each) => computer(place.base, each, 0));
  for (const each of all) await good(each.type("init --no-install"));
  for (const each of all) await good(each.type(`sync --setup ${remote}`));
  for (const each of all) await good(each.type("sync"));
  for (const each of all.slice(0, NAMES.length))
    for (const name of NAMES) if (name !== each.name) await good(each.type(`sync --approve ${name}`));
  for (const each of all) await good(each.type("sync"));
  cpSync(place.base, place.kept, { recursive: true, verbatimSymlinks: true });
  return place;
}

async function good(run: Promise<PersonRun>): Promise<void> {
  const { code, transcript } = await run;
  if (code !== 0) throw new Error(`setting up: ${transcript}`);
}

export function freshWorld({ base, kept }: Place, model: Model, next: () => number): World {
  rmSync(base, { recursive: true, force: true });
  cpSync(kept, base, { recursive: true, verbatimSymlinks: true });
  const skew = (): number => SKEWS[Math.floor(next() * SKEWS.length)] ?? 0;
  return {
    base,
    remote: join(base, "memories.git"),
    mine: NAMES.map((name) => computer(base, name, skew())),
    stranger: computer(base, "stranger", skew()),
    model,
    next,
    backups: new Map(),
    said: [],
    count: 0,
  };
}

/** No agent is shown these; they are read from their files. */
function quarantined(store: string): readonly Listed[] {
  const folder = join(store, "quarantine");
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".md")) : [];
  return names.map((name) => {
    const text = readFileSync(join(folder, name), "utf8");
    const id = /^id: (\S+)$/m.exec(text)?.[1] ?? name;
    return { id, stem: name.slice(0, -3), tier: "quarantined", status: "active" };
  });
}

export function computer(base: string, name: string, ahead: number): Computer {
  const home = join(base, name);
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const env = {
    PATH: `${join(base, "bin")}:/usr/bin:/bin`,
    HOME: home,
    TERM: "xterm",
    LANG: "C.UTF-8",
    LD_PRELOAD: join(base, "clock.so"),
    CLOCK_AHEAD: String(ahead),
    NODE_COMPILE_CACHE: join(base, "compiled"),
  };
  const store = join(home, ".holdfast");
  const under = ["unshare", "--uts", "sh", "-c", `hostname ${name} && exec "$@"`, "sh"];
  const git = (...args: readonly string[]): string =>
    execFileSync("git", ["-C", store, ...args], { env, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] }).trim();
  const asked = (...args: readonly string[]): string | undefined => {
    try {
      return git(...args);
    } catch {
      return undefined; // before its first commit
    }
  };
  const asAgent: Computer["asAgent"] = (...args) =>
    new Promise((resolve) => {
      const run = execFile(join(base, "bin", "holdfast"), args, { cwd: home, env, encoding: "utf8" }, (_, out) =>
        resolve({ code: run.exitCode, out }),
      );
    });
  return {
    name,
    home,
    store,
    type: (args, ...answers) =>
      runAnswering(["sh", "-c", `holdfast ${args}`], { cwd: home, env, under, timeoutMs: LIMIT_MS }, answers),
    start: (args) => startAsPerson(["sh", "-c", `exec holdfast ${args}`], { cwd: home, env, under }),
    asAgent,
    git,
    list: async () => {
      const { out } = await asAgent("list", "--json", "--all");
      return [...JSON.parse(out).memories, ...quarantined(store)];
    },
    head: () => asked("rev-parse", "HEAD"),
    history: () => new Set(asked("rev-list", "HEAD")?.split("\n") ?? []),
  };
}
