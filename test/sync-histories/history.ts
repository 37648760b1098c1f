// One history from its seed: acts of every kind, then every machine syncs until nobody has anything new.
import { cpSync, existsSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SyncOutcome, Way } from "../../src/sync/run.ts";
import { below } from "../support/acts.ts";
import type { Machine } from "../support/sync-machines.ts";
import { breakByHand, editByHand, typeSecret } from "./by-hand.ts";
import { afterSync, atTheEnd } from "./checks.ts";
import { nameOf } from "./ghost.ts";
import { honestAct } from "./honest.ts";
import { hostilePush, rewriteRemote, strangerActs } from "./hostile.ts";
import { type Break, homeOf, makeWorld, oneOf, syncOn, type World } from "./world.ts";

export interface Told {
  readonly seed: number;
  readonly steps: number;
  readonly syncs: number;
  readonly wrong: readonly string[];
  readonly story: readonly string[];
}

export type Step = (world: World, on: Machine) => Promise<string> | string;

const STEPS: readonly (readonly [number, Step])[] = [
  [12, honestAct],
  [9, synced],
  [4, editByHand],
  [2, breakByHand],
  [2, typeSecret],
  [3, hostilePush],
  [1, strangerActs],
  [1, rewriteRemote],
  [1, twoAtOnce],
  [1, backup],
  [1, setBack],
];

const SHORTEST = 10;
const LONGEST = 30;

export interface Telling {
  /** These steps instead of any, on the first machine and then on the second. */
  readonly story?: readonly Step[] | undefined;
  /** How many machines there may be. */
  readonly counts?: readonly number[];
  /** Before anybody acts. */
  readonly ready?: (world: World) => void;
  /** When all is quiet; gives what is wrong. */
  readonly atTheEnd?: (world: World) => Promise<readonly string[]>;
}

export async function tellHistory(
  seed: number,
  broken: Break,
  { story, counts, ready, atTheEnd: besides }: Telling = {},
): Promise<Told> {
  const parent = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();
  const base = realpathSync(mkdtempSync(join(parent, "holdfast-histories-")));
  const world = makeWorld(base, seed, broken, counts);
  const wrong: string[] = [];
  let steps = 0;
  ready?.(world);
  try {
    for (const on of world.machines) world.told.push(`${nameOf(on)}: ${await honestAct(world, on, "add")}`);
    const length = story?.length ?? SHORTEST + below(LONGEST - SHORTEST, world.next);
    for (; steps < length; steps++) {
      world.day += below(4, world.next);
      const on = story === undefined ? oneOf(world.machines, world.next) : inTurn(world, steps);
      const step = story?.[steps] ?? stepOf(world);
      world.told.push(`${nameOf(on)}: ${await step(world, on)}`);
    }
    wrong.push(...(await quiet(world)), ...((await besides?.(world)) ?? []));
  } catch (error) {
    wrong.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
  } finally {
    rmSync(base, { recursive: true, force: true, maxRetries: 5 });
  }
  const syncs = world.told.filter((line) => line.includes("sync")).length;
  return { seed, steps, syncs, wrong, story: world.told };
}

function inTurn({ machines }: World, at: number): Machine {
  const on = machines[at % 2];
  if (on === undefined) throw new Error("there are at least two machines");
  return on;
}

function stepOf({ next }: World): Step {
  let at = below(
    STEPS.reduce((sum, [weight]) => sum + weight, 0),
    next,
  );
  for (const [weight, step] of STEPS) {
    if (at < weight) return step;
    at -= weight;
  }
  return synced;
}

async function synced(world: World, on: Machine): Promise<string> {
  return await exchanged(world, on, world.next() < 0.1 ? "pull-only" : "both");
}

export async function exchanged(world: World, on: Machine, way: Way = "both"): Promise<string> {
  const outcome = await syncOn(world, on, way);
  settled(world, on, outcome);
  return `sync ${way}: ${inShort(outcome)}`;
}

function settled(world: World, on: Machine, outcome: SyncOutcome): void {
  if (outcome.kind !== "synced") throw new Error(`${nameOf(on)}: sync: ${JSON.stringify(outcome)}`);
  world.ghost.carried(on);
  const wrong = afterSync(world, on);
  if (wrong.length > 0) throw new Error(wrong.join("; "));
}

async function twoAtOnce(world: World, on: Machine): Promise<string> {
  const other = oneOf(
    world.machines.filter((each) => each !== on),
    world.next,
  );
  const [one, two] = await Promise.all([syncOn(world, on), syncOn(world, other)]);
  settled(world, on, one);
  settled(world, other, two);
  return `sync together with ${nameOf(other)}: ${inShort(one)}, ${inShort(two)}`;
}

function backup(world: World, on: Machine): string {
  const folder = join(world.base, `backup-${world.backups.length}`);
  cpSync(homeOf(on), folder, { recursive: true, preserveTimestamps: true });
  world.backups.push({ of: on, folder, local: world.ghost.snapshot(on) });
  return "a backup is made";
}

function setBack(world: World): string {
  if (world.backups.length === 0) return "no backup yet";
  const { of, folder, local } = oneOf(world.backups, world.next);
  rmSync(homeOf(of), { recursive: true });
  cpSync(folder, homeOf(of), { recursive: true, preserveTimestamps: true });
  world.ghost.returned(of, local);
  return `${nameOf(of)} is set back to a backup`;
}

/** Until a whole round found everything the same. */
async function quiet(world: World): Promise<readonly string[]> {
  const last = new Map<Machine, SyncOutcome>();
  const most = 2 * world.machines.length + 2;
  for (let round = 1; round <= most; round++) {
    for (const on of world.machines) {
      const outcome = await syncOn(world, on);
      world.told.push(`${nameOf(on)}: sync at the end, round ${round}: ${inShort(outcome)}`);
      settled(world, on, outcome);
      last.set(on, outcome);
    }
    const same = [...last.values()].every((each) => each.kind === "synced" && each.outcome === "equal");
    if (same) return atTheEnd(world, last);
  }
  return [`not quiet after ${most} rounds`];
}

function inShort(outcome: SyncOutcome): string {
  if (outcome.kind !== "synced") return outcome.message;
  const { held, refused, siblings } = outcome;
  const left = refused.map(({ path, why }) => `${path} (${why})`);
  return `${outcome.outcome}${held.length > 0 ? `, held ${held.map(({ file, rule }) => `${file} ${rule}`).join(", ")}` : ""}${
    left.length > 0 ? `, left out ${left.join(", ")}` : ""
  }${siblings.length > 0 ? `, beside ${siblings.join(", ")}` : ""}`;
}
