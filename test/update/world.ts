// One machine whose package changes under it: commands by a person and by an agent, events through any copy of the hook, and
// what stands in the store, byte for byte.
import { globSync, lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Home, makeHome } from "../smoke/home.ts";
import { entryArguments } from "../support/hook-run.ts";
import { installedIn, type Ran, ran } from "../support/npm.ts";
import { type PersonRun, runAsPerson } from "../support/person.ts";
import { copyPackage } from "./earlier.ts";

export interface Machine extends Home {
  readonly store: string;
  /** The folder whose hook the agents run. */
  readonly copies: string;
  readonly packaged: string;
  /** Puts another version's package in its place. */
  update(from: string): void;
  person(...args: readonly string[]): Promise<PersonRun>;
  agent(...args: readonly string[]): Ran;
  event(hook: string, session: string, name: string, more?: object): Ran;
  /** Id to tier, as the program lists them to an agent; and the files of what it is not given. */
  tiers(): ReadonlyMap<string, string>;
}

export function makeMachine(): Machine {
  const place = makeHome("update");
  const { home, project, prefix, env } = place;
  const store = join(home, ".holdfast");
  const packaged = join(installedIn(prefix).packages, "holdfast");
  const program = join(packaged, "dist", "cli.mjs");
  const agent = (...args: readonly string[]): Ran => ran(process.execPath, [program, ...args], { cwd: project, env });
  return {
    ...place,
    store,
    copies: join(home, ".local", "share", "holdfast"),
    packaged,
    update: (from) => copyPackage(from, packaged),
    person: (...args) => runAsPerson([process.execPath, program, ...args], { cwd: project, env, enters: true }),
    agent,
    event: (hook, session, name, more = {}) => {
      const input = { session_id: session, cwd: project, transcript_path: join(home, "none"), hook_event_name: name };
      const args = [hook, ...entryArguments(env)];
      return ran(process.execPath, args, { cwd: project, env, input: JSON.stringify({ ...input, ...more }) });
    },
    tiers: () => {
      // 0.1.0 listed what another memory replaced without being asked, and knows no such option.
      const [all, plain] = [agent("list", "--all", "--json"), agent("list", "--json")];
      const { memories } = JSON.parse(all.code === 0 ? all.out : plain.out) as {
        memories: readonly { id: string; tier: string }[];
      };
      const away = globSync("quarantine/*.md", { cwd: store }).map((name) => [name, "quarantined"] as const);
      return new Map([...memories.map(({ id, tier }) => [id, tier] as const), ...away]);
    },
  };
}

/** Name to bytes. git's own folder is left out: what is in it is git's to arrange. */
export function filesIn(folder: string): ReadonlyMap<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => !/^\.git(\/|$)/.test(name));
  const files = names.filter((name) => lstatSync(join(folder, name)).isFile()).sort();
  return new Map(files.map((name) => [name, readFileSync(join(folder, name)).toString("base64")]));
}

/** Names of the first that the second lacks, or has otherwise. */
export function lost(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): readonly string[] {
  return [...before].filter(([name, value]) => after.get(name) !== value).map(([name]) => name);
}
