// A store on this machine, and the real command run by a person over it.
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { copyBuilt } from "../golden/built.ts";
import { type PersonCommand, startAsPerson } from "../support/person.ts";
import { makeBox, placesOf, removeBox, rootOf } from "../support/store-box.ts";

export interface World {
  readonly base: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string>>;
  readonly cli: string;
  readonly web: string;
  /** Commands that may still run. */
  readonly started: PersonCommand[];
  remove(): Promise<void>;
}

export interface Review {
  readonly command: PersonCommand;
  readonly url: string;
  readonly origin: string;
}

export function makeWorld(): World {
  const base = makeBox();
  const home = join(base, "home");
  mkdirSync(home, { mode: 0o700 });
  copyBuilt(join(base, "dist"));
  const env = {
    HOME: home,
    PATH: "/usr/bin:/bin",
    TERM: "xterm",
    HOLDFAST_HOME: rootOf(base),
    XDG_CONFIG_HOME: join(base, "config"),
    XDG_STATE_HOME: join(base, "state"),
    XDG_DATA_HOME: join(base, "data"),
    XDG_CACHE_HOME: join(base, "cache"),
  };
  const dist = join(base, "dist");
  const started: PersonCommand[] = [];
  return {
    base,
    home,
    started,
    env,
    cli: join(dist, "cli.mjs"),
    web: join(dist, "web.mjs"),
    remove: async () => {
      for (const command of started) command.kill();
      await Promise.all(started.map(({ ended }) => ended));
      removeBox(base);
    },
  };
}

/** `holdfast review --web`, up to the moment where it shows its link. */
export async function startReview(world: World, ...args: readonly string[]): Promise<Review> {
  return startUnder(world, [], ...args);
}

/** The same with a program between the terminal and the command. */
export async function startUnder(world: World, under: readonly string[], ...args: readonly string[]): Promise<Review> {
  return startPage(world, ["review", "--web", ...args], under);
}

/** `holdfast ui`. */
export async function startUi(world: World): Promise<Review> {
  return startPage(world, ["ui"], []);
}

async function startPage(world: World, words: readonly string[], under: readonly string[]): Promise<Review> {
  const command = startAsPerson([process.execPath, world.cli, ...words], {
    cwd: world.home,
    env: world.env,
    under,
  });
  world.started.push(command);
  const url = await linkOf(command);
  return { command, url, origin: new URL(url).origin };
}

async function linkOf(command: PersonCommand): Promise<string> {
  const until = Date.now() + 120_000;
  while (Date.now() < until) {
    const found = /http:\/\/(?:127\.0\.0\.1|localhost):\d+\/#[\w-]{43}/.exec(command.transcript());
    if (found !== null) return found[0];
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`no link in: ${command.transcript()}`);
}

export interface LedgerLine {
  readonly action: string;
  readonly channel: string;
  readonly id: string;
  readonly from: string;
  readonly to: string;
}

export function ledger({ base }: World): readonly LedgerLine[] {
  const folder = join(placesOf(base).store, "ledger");
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .flatMap((name) => readFileSync(join(folder, name), "utf8").split("\n"))
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as LedgerLine);
}
