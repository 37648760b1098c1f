// node test/hub-failover/main.ts [--kills N] [--cuts N] [--clients N]
// Hubs behind PgBouncer on a cluster that loses its leaders (HUB-14): killed, or cut off while they live, under load of clients that push
// and pull; hubs are killed as well. Needs root for a network of its own, and Patroni, etcd, HAProxy and PgBouncer.
import { strict as assert } from "node:assert";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openDatabase } from "../../hub/src/database.ts";
import { type Cluster, lacksCluster, startCluster, until } from "../../hub/test/cluster.ts";
import { inOwnNetwork, lacksNetwork } from "../../hub/test/network.ts";
import { programs } from "../../hub/test/postgres.ts";
import { tenantOn } from "../../hub/test/running.ts";
import { EXPECTED, longestGap, newLoad, newWorker, pulls, works } from "../hub/load.ts";
import { marker, PROJECT } from "../hub/stores.ts";
import { BEHIND } from "./behind.ts";
import { type Hubs, startHubs } from "./hubs.ts";
import { happens, type Outage, type World } from "./outages.ts";
import { verified } from "./verify.ts";

const SKIPPED = 77;
/** Between two rounds of a client: leaders are lost here, and nothing is measured but that. */
const PAUSE_MS = 200;
const PREPARED_MS = 120_000;

interface Plan {
  readonly kills: number;
  readonly cuts: number;
  readonly clients: number;
}

/** Patroni's port is how HAProxy finds the leader, and how a stranger would restart it. */
async function obeysNobody({ address }: Cluster["nodes"][number]): Promise<void> {
  const asked = (path: string, method: string): Promise<number> =>
    fetch(`http://${address}:8008/${path}`, { method, ...(method !== "GET" && { body: "{}" }) }).then(
      ({ status }) => status,
    );
  for (const [path, method] of [
    ["restart", "POST"],
    ["reinitialize", "POST"],
    ["switchover", "POST"],
    ["config", "PATCH"],
  ] as const)
    assert.equal(await asked(path, method), 403, `${method} ${path}`);
  assert.equal(await asked("health", "GET"), 200);
}

async function survives(cluster: Cluster, { kills, cuts, clients }: Plan): Promise<void> {
  for (const node of cluster.nodes) await obeysNobody(node);
  const hubs = await startHubs(cluster);
  const own = openDatabase(cluster.url, 2);
  // Not in the hub's database, which has no tables but its own.
  await cluster.query("postgres", "CREATE TABLE strangers (n bigint PRIMARY KEY)");
  try {
    const { name, client, joins } = await prepared(hubs, async () => {
      const tenant = await tenantOn({ url: hubs.url, database: own });
      assert.equal((await tenant.client.push(PROJECT, [marker()], tenant.admin.token)).status, 200);
      return tenant;
    });
    const load = newLoad(name, client, PAUSE_MS);
    const workers = [];
    for (let n = 0; n < clients; n++)
      workers.push(newWorker(await prepared(hubs, () => joins([{ store: PROJECT, role: "contributor" }]))));
    const world: World = { cluster, hubs, load, told: [], hubsKilled: 0 };
    load.at[0] = performance.now();
    const working = Promise.all(workers.map((worker) => works(load, worker)));
    // Whoever stops early is heard at once.
    const lived = async (): Promise<void> => {
      for (const [n, outage] of planned(kills, cuts).entries())
        console.log(`     ${n + 1}. ${await happens(world, outage, n)}`);
    };
    await Promise.race([lived(), working, hubs.fell]);
    load.isOver = true;
    await working;
    for (const worker of workers) while (worker.head.seq < load.done.size + 1) await pulls(load, worker);
    const verdict = await verified(world, workers, 1);
    const answers = [...load.statuses].map(([status, count]) => `${status}=${count}`).join(" ");
    console.log(`     pulls=${load.pulls} answers: ${answers}`);
    for (const wrong of verdict.wrong.slice(0, 10)) console.log(`     ${wrong}`);
    const { acknowledged, lost, duplicated, wrong } = verdict;
    const said = `acknowledged=${acknowledged} lost=${lost} duplicated=${duplicated} false=${verdict.false}`;
    const chains = `chains=${wrong.length === 0 ? "whole" : "broken"}`;
    const gap = `longest gap=${Math.round(longestGap(load.at))} ms`;
    console.log(`${said} ${chains} ${gap} kills=${kills} cuts=${cuts} hubs killed=${world.hubsKilled}`);
    assert.deepEqual([lost, duplicated, verdict.false, wrong], [0, 0, 0, []]);
    assert.deepEqual([load.faults, [...load.statuses.keys()].filter((each) => !EXPECTED.has(each))], [0, []]);
  } finally {
    await own.end();
    await hubs.end();
  }
}

/** Before the load: on a busy machine a cluster may lose its leader by itself, and what a person asks for meanwhile is asked again. */
async function prepared<T>(hubs: Hubs, work: () => Promise<T>): Promise<T> {
  for (const end = performance.now() + PREPARED_MS; ; ) {
    await Promise.race([until("both hubs ready", hubs.areReady, PREPARED_MS), hubs.fell]);
    try {
      return await Promise.race([work(), hubs.fell]);
    } catch (error) {
      if (performance.now() > end) throw error;
      console.log(`     not prepared, again: ${(error as Error).message}`);
    }
  }
}

/** Cuts spread among kills. */
function planned(kills: number, cuts: number): readonly Outage[] {
  const all = kills + cuts;
  return Array.from({ length: all }, (_, n) =>
    Math.floor(((n + 1) * cuts) / all) > Math.floor((n * cuts) / all) ? "cut" : "kill",
  );
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      kills: { type: "string", default: "20" },
      cuts: { type: "string", default: "5" },
      clients: { type: "string", default: "8" },
    },
  });
  const [bin] = programs();
  const lacking = [...lacksCluster(), ...(bin === undefined ? ["postgres"] : []), lacksNetwork() ?? []].flat();
  if (bin === undefined || lacking.length > 0) {
    console.log(`SKIPPED: needs ${lacking.join(", ")} (.ci/setup postgres cluster)`);
    return SKIPPED;
  }
  const inside = await inOwnNetwork();
  if (inside !== undefined) return inside;
  const plan = { kills: Number(values.kills), cuts: Number(values.cuts), clients: Number(values.clients) };
  const folder = mkdtempSync(join(tmpdir(), "holdfast-cluster-"));
  const cluster = await startCluster(folder, bin);
  const count = { passed: 0, failed: 0 };
  const title = `HUB-14: an acknowledged push survives the loss of its leader: ${plan.kills} kills, ${plan.cuts} cuts, ${plan.clients} clients`;
  const cases = [...BEHIND, [title, (world: Cluster) => survives(world, plan)] as const];
  for (const [what, run] of cases) {
    const started = performance.now();
    const wrong = await run(cluster).then(
      () => undefined,
      (error: Error) => error,
    );
    count[wrong === undefined ? "passed" : "failed"]++;
    const found = wrong === undefined ? "" : `\n     found: ${(wrong.stack ?? wrong.message).slice(0, 2000)}`;
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(`${wrong === undefined ? "ok  " : "FAIL"} ${what} (${seconds} s)${found}`);
  }
  await cluster.end();
  rmSync(folder, { recursive: true, force: true });
  console.log(`${count.passed} passed, ${count.failed} failed`);
  return count.failed === 0 ? 0 : 1;
}

process.exit(await main());
