// A rolling restart (HUB-12): two hubs behind HAProxy, each told to end in turn and one killed, while eight clients push and pull. What
// was acknowledged is there exactly once, the log has no gap, and no client saw another chain than the one it follows.
import { strict as assert } from "node:assert";
import { request } from "node:http";
import { openDatabase } from "../../hub/src/database.ts";
import { migrate } from "../../hub/src/migrate.ts";
import { freePort } from "../../hub/test/port.ts";
import { type HubProcess, startProcess } from "../../hub/test/process.ts";
import { tenantOn } from "../../hub/test/running.ts";
import { startBalancer } from "./balancer.ts";
import { type Case, nameIn } from "./case.ts";
import { EXPECTED, longestGap, newLoad, newWorker, sleep, works } from "./load.ts";
import { lookAtLog } from "./log.ts";
import { marker, PROJECT } from "./stores.ts";

const CLIENTS = 8;
/** Of each hub; every third end is a kill. */
const ROUNDS = 2;
const LONG_ROUNDS = 15;
/** Until the balancer has seen that a hub is back. */
const SEEN_MS = 800;

export const ROLLING: readonly Case[] = [
  [
    "HUB-12: a rolling restart of two hubs behind HAProxy under load loses nothing and doubles nothing",
    async ({ database, postgres, isLong, tally, note }) => {
      const url = await database();
      await migrate(url);
      const ports = [await freePort(), await freePort()] as const;
      const port = await freePort();
      const env = (at: number): Readonly<Record<string, string>> => ({
        HOLDFAST_HUB_DATABASE: url,
        HOLDFAST_HUB_URL: `http://127.0.0.1:${port}`,
        HOLDFAST_HUB_PORT: String(at),
        HOLDFAST_HUB_PROXY: "1",
        HOLDFAST_HUB_RATE: "1000000",
        HOLDFAST_HUB_LOG: "silent",
      });
      const hubs: HubProcess[] = await Promise.all(ports.map((at) => startProcess(env(at))));
      const balancer = await startBalancer(port, [`127.0.0.1:${ports[0]}`, `127.0.0.1:${ports[1]}`]);
      const own = openDatabase(url, 2);
      try {
        const { name, client, admin, joins } = await tenantOn({ url: balancer.url, database: own });
        assert.equal((await client.push(PROJECT, [marker()], admin.token)).status, 200);
        const load = newLoad(name, client);
        const people = [];
        for (let n = 0; n < CLIENTS; n++) people.push(await joins([{ store: PROJECT, role: "contributor" }]));
        const working = people.map((person) => works(load, newWorker(person)));
        const ends = { SIGTERM: 0, SIGKILL: 0 };
        for (let end = 0; end < 2 * (isLong ? LONG_ROUNDS : ROUNDS); end++) {
          await sleep(SEEN_MS);
          const signal = end % 3 === 2 ? "SIGKILL" : "SIGTERM";
          ends[signal]++;
          const hub = hubs[end % 2];
          await hub?.end(signal);
          if (signal === "SIGTERM") assert.equal(hub?.child.exitCode, 0);
          hubs[end % 2] = await startProcess(env(ports[end % 2] ?? 0));
        }
        await sleep(SEEN_MS);
        load.isOver = true;
        await Promise.all(working);
        const { done, statuses } = load;
        const counts = [...statuses].map(([status, count]) => `${status}=${count}`).join(" ");
        note(`pushes=${done.size} pulls=${load.pulls} ended=${ends.SIGTERM} killed=${ends.SIGKILL} answers: ${counts}`);
        note(`longest time without an acknowledged push: ${Math.round(longestGap(load.at))} ms`);
        // What the balancer says in the place of a hub that was killed is none of a hub's.
        tally.faults += load.faults;
        assert.equal(load.faults, 0);
        assert.deepEqual(
          [...statuses.keys()].filter((status) => !EXPECTED.has(status)),
          [],
        );
        const { wrong, head } = await lookAtLog(postgres, nameIn(url), name, PROJECT);
        assert.deepEqual([wrong, head.seq], [[], done.size + 1]);
        const rows = await postgres.query<{ path: string; n: number }>(
          nameIn(url),
          "SELECT path, count(*)::int AS n FROM files WHERE path LIKE 'memories/%' GROUP BY path",
        );
        assert.deepEqual(
          new Map(rows.map(({ path, n }) => [path, n])),
          new Map([...done.keys()].sort().map((path) => [path, 1])),
        );
        const [audit] = await postgres.query<{ n: number }>(
          nameIn(url),
          "SELECT count(*)::int AS n FROM audit WHERE line::json->>'action' = 'push'",
        );
        assert.equal(audit?.n, done.size + 1);
      } finally {
        await balancer.end();
        await own.end();
        for (const hub of hubs) await hub.end("SIGTERM");
      }
    },
  ],
  [
    "HUB-12: what stands in front hands the hub's figures to nobody, however they are asked for, and passes all else",
    async ({ hub }) => {
      const port = await freePort();
      const at = new URL(hub.address).host;
      const balancer = await startBalancer(port, [at, at]);
      // As it stands in the line: what a client would tidy up first.
      const asked = (target: string, method = "GET"): Promise<{ status: number; text: string }> =>
        new Promise((resolve, reject) => {
          const sent = request({ host: "127.0.0.1", port, path: target, method }, (answer) => {
            let text = "";
            answer.on("data", (piece: Buffer) => (text += piece));
            answer.on("end", () => resolve({ status: answer.statusCode ?? 0, text }));
          });
          sent.on("error", reject).end();
        });
      try {
        assert.match(await (await fetch(`${hub.address}/metrics`)).text(), /holdfast_hub_/);
        const ways = [
          "/metrics",
          "/metrics?x=1",
          "/%6detrics",
          "/metric%73",
          "/metrics/",
          "//metrics",
          "/metrics;x",
          "/METRICS",
        ];
        for (const way of [...ways, "/x/../metrics", "/./metrics", `http://127.0.0.1:${port}/metrics`]) {
          const { status, text } = await asked(way);
          assert.deepEqual(
            [status === 404 || status === 403, text.includes("holdfast_hub_")],
            [true, false],
            `${way}: ${status}`,
          );
        }
        assert.equal((await asked("/metrics", "HEAD")).status, 404);
        for (const way of ["/health", "/ready", "/openapi.json"]) assert.equal((await asked(way)).status, 200, way);
        assert.equal((await asked("/v1/nobody-here")).status, 401);
      } finally {
        await balancer.end();
      }
    },
  ],
];
