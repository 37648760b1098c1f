// One history's world: two to five machines that believe each other, one device that nobody believes, a bare remote and a
// clone of somebody who can push. Keys come from the seed, so that a history can be told again.
import { execFileSync } from "node:child_process";
import { createHash, createPrivateKey } from "node:crypto";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { openGitRepository } from "../../src/disk/git/repository.ts";
import { openStoreFiles } from "../../src/store/io/whole.ts";
import type { SyncPorts } from "../../src/sync/ports.ts";
import { type SyncOutcome, sync, type Way } from "../../src/sync/run.ts";
import { below, type Chance, chance, pick } from "../support/acts.ts";
import { cutOff } from "../support/cut-off.ts";
import { forgettingOf, type Machine, machine, placesOfMachine } from "../support/sync-machines.ts";
import { Ghost, type GhostAct } from "./ghost.ts";

/** A part of the product, broken on purpose. */
export type Break = (ports: SyncPorts) => SyncPorts;

export interface Backup {
  readonly of: Machine;
  readonly folder: string;
  readonly local: ReadonlySet<GhostAct>;
}

export interface World {
  readonly base: string;
  readonly bare: string;
  readonly machines: readonly Machine[];
  /** A whole device with a key that nobody here trusts. */
  readonly stranger: Machine;
  readonly ghost: Ghost;
  readonly next: Chance;
  readonly backups: Backup[];
  /** Typed into files on machines of ours: nowhere in the remote, ever. */
  readonly secrets: string[];
  /** Pushed by somebody else. */
  readonly foreignSecrets: string[];
  /** What was done, for the one who reads a failure. */
  readonly told: string[];
  readonly seed: number;
  day: number;
  words: number;
  readonly broken: Break;
}

const BUDGET_MS = 20_000;
const LONGEST_MS = 30_000;

/** How many machines there may be, each as often as it stands here. */
const COUNTS: readonly number[] = [2, 2, 2, 3, 3, 4, 5];

export function makeWorld(base: string, seed: number, broken: Break, counts: readonly number[] = COUNTS): World {
  const next = chance(seed);
  const names = ["a", "b", "c", "d", "e"].slice(0, oneOf(counts, next));
  for (const name of [...names, "z"]) giveKey(base, name, seed);
  const apart = names.map((name) => machine(base, name));
  const others = (name: string): readonly Machine[] => apart.filter(({ device }) => device.nickname !== name);
  const machines = names.map((name) => machine(base, name, others(name)));
  const stranger = machine(base, "z");
  return {
    base,
    bare: join(base, "remote.git"),
    machines,
    stranger,
    ghost: new Ghost(),
    next,
    backups: [],
    secrets: [],
    foreignSecrets: [],
    told: [],
    seed,
    day: 0,
    words: 0,
    broken,
  };
}

function giveKey(base: string, name: string, seed: number): void {
  const bytes = createHash("sha256").update(`${name} ${seed}`).digest("hex");
  const key = createPrivateKey({
    key: Buffer.from(`302e020100300506032b657004220420${bytes}`, "hex"),
    format: "der",
    type: "pkcs8",
  });
  const { data } = placesOfMachine({ root: join(base, name, "store") } as Machine);
  mkdirSync(data, { recursive: true, mode: 0o700 });
  writeFileSync(join(data, "device-key.pem"), key.export({ type: "pkcs8", format: "pem" }), { mode: 0o600 });
}

export function homeOf({ root }: Machine): string {
  return dirname(root);
}

/** Clocks go wrong by days, and dates never order anything (SYN-16). */
export function dayOf(world: World): string {
  const day = Math.max(0, world.day + below(5, world.next) - 2);
  return new Date(Date.UTC(2026, 4, 10 + day)).toISOString().slice(0, 10);
}

export function oneOf<T>(items: readonly T[], next: Chance): T {
  const found = pick(items, next);
  if (found === undefined) throw new Error("nothing to choose from");
  return found;
}

const TRIES = 6;

/** A sync as the command runs it, with an end; where the network was away or it was cut off, again. */
export async function syncOn(world: World, on: Machine, way: Way = "both"): Promise<SyncOutcome> {
  for (let tries = 1; ; tries++) {
    const outcome = await syncedOnce(world, on, way).catch(cutOff);
    if (outcome === undefined) continue;
    if (tries >= TRIES || outcome.kind !== "refusal" || outcome.code !== "hub") return outcome;
  }
}

async function syncedOnce(world: World, on: Machine, way: Way): Promise<SyncOutcome> {
  const env = { PATH: process.env["PATH"] ?? "", HOME: homeOf(on) };
  const open = on.open();
  const git = await openGitRepository(on.root, env);
  const files = openStoreFiles(open.store.info);
  const started = performance.now();
  const left = (): number => BUDGET_MS - (performance.now() - started);
  const act = on.act("terminal", dayOf(world));
  const forgetting = forgettingOf(on);
  const ports = world.broken({
    open,
    files,
    git,
    carrier: on.carrier?.(git),
    act,
    left,
    forgetting,
    renew: on.renew,
    isWanted: async () => true,
  });
  const { promise, resolve } = Promise.withResolvers<SyncOutcome>();
  const message = `no end after ${LONGEST_MS} ms`;
  const late = setTimeout(() => resolve({ kind: "failed", reason: "timeout", message }), LONGEST_MS);
  return await Promise.race([sync(ports, way), promise]).finally(() => clearTimeout(late));
}

/** git as somebody without Holdfast calls it. */
export function plainGit(world: World, folder: string, args: readonly string[], input = ""): string {
  const own = ["-c", "user.name=x", "-c", "user.email=x@example.org", "-c", "core.fsync=none"];
  const env = { PATH: process.env["PATH"] ?? "", HOME: join(world.base, "z") };
  return execFileSync("git", ["-C", folder, ...own, ...args], { encoding: "utf8", env, input, stdio: "pipe" }).trim();
}

/** Undefined while nobody has pushed. */
export function remoteHead(world: World): string | undefined {
  const found = plainGit(world, world.bare, ["for-each-ref", "--format=%(objectname)", "refs/heads/main"]);
  return found === "" || !existsSync(world.bare) ? undefined : found;
}
