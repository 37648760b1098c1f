// What happens to the leader while clients work: it is killed with all its processes, or cut off from everybody while its processes live.
// Each ends when another leads, clients are acknowledged again and the former leader is a standby.
import { strict as assert } from "node:assert";
import { type Cluster, type Node, until } from "../../hub/test/cluster.ts";
import { type Load, longestGap, sleep } from "../hub/load.ts";
import type { Hubs } from "./hubs.ts";

export type Outage = "kill" | "cut";

export interface World {
  readonly cluster: Cluster;
  readonly hubs: Hubs;
  readonly load: Load;
  /** What somebody on the side of a leader that was cut off was told is written. */
  readonly told: number[];
  hubsKilled: number;
}

const BOUND_MS = 240_000;
const STEADY_MS = 1500;
const TRIES_APART_MS = 500;

export async function happens(world: World, outage: Outage, n: number): Promise<string> {
  const { cluster, hubs, load } = world;
  const started = performance.now();
  await sleep(STEADY_MS);
  const old = await cluster.leader();
  assert.ok(old, "nobody leads");
  hubs.wasUnready();
  const before = load.at.length;
  const asked = outage === "kill" ? old.kill() : insists(world, old);
  // A hub goes down with every other leader: it comes up while nobody leads, or can't yet.
  const hub = n % 2 === 0 ? hubs.kill((n / 2) % 2) : undefined;
  if (hub !== undefined) world.hubsKilled++;
  let next: Node | undefined;
  const others = async (): Promise<boolean> => {
    next = await cluster.leader();
    return next !== undefined && next !== old;
  };
  await until("another leader", others, BOUND_MS);
  const at = load.at.length;
  await until("a push that is acknowledged again", async () => load.at.length > at, BOUND_MS);
  await asked;
  if (outage === "cut") old.heal();
  else old.start();
  await until("the former leader as a standby", cluster.isWhole, BOUND_MS);
  await hub;
  await until("both hubs ready", hubs.areReady, BOUND_MS);
  assert.equal(hubs.wasUnready(), true, "no hub said that it was not ready");
  const gap = Math.round(longestGap(load.at.slice(before - 1)));
  const killed = hub === undefined ? "" : ", a hub killed";
  const whole = ((performance.now() - started) / 1000).toFixed(0);
  return `${outage} ${old.name}${killed}: ${next?.name} leads; ${gap} ms without an acknowledged push, whole after ${whole} s`;
}

/** Cut off, and asked from its own side until it ends what it is asked or another leads. */
async function insists({ cluster, told }: World, old: Node): Promise<void> {
  old.cut();
  for (let tries = 0; tries === 0 || (await cluster.leader()) === undefined; tries++) {
    const n = told.length * 1000 + tries + Math.floor(performance.now()) * 1_000_000;
    if (await old.ask(`INSERT INTO strangers VALUES (${n})`)) told.push(n);
    await sleep(TRIES_APART_MS);
  }
}
