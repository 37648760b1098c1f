// A push that takes long to be judged keeps nobody else waiting (HUB-5, HUB-12), and is judged as any other.
import { strict as assert } from "node:assert";
import type { Finding, PushChange } from "../../hub/protocol.ts";
import { openDatabase } from "../../hub/src/database.ts";
import { put } from "../../hub/test/client.ts";
import { startProcess } from "../../hub/test/process.ts";
import { tenantOn } from "../../hub/test/running.ts";
import type { Case } from "./case.ts";
import { marker, memoryPath, memoryText, PROJECT } from "./stores.ts";

/** As many as fit a push, each full of what a scanner has to look at closely. */
const FILES = 23;
const LINES = 5500;
/** Of the push's own time: reading and answering it is the process's own work. */
const SHARE = 0.35;

export const JUDGING: readonly Case[] = [
  [
    "HUB-5 HUB-12: while a push is judged that takes seconds, whoever else asks is answered in a part of its time",
    async ({ database, note }) => {
      const url = await database();
      const hub = await startProcess({
        HOLDFAST_HUB_DATABASE: url,
        HOLDFAST_HUB_LOG: "error",
        HOLDFAST_HUB_RATE: "100000",
      });
      const own = openDatabase(url, 2);
      try {
        const { client, admin, machine } = await tenantOn({ url: hub.url, database: own });
        assert.equal((await client.push(PROJECT, [marker()], admin.token)).status, 200);
        const token = await machine(PROJECT, "contributor");
        const text = `password: ${"xK9".repeat(12)}\n`.repeat(LINES);
        const changes = Array.from({ length: FILES }, (_, n) =>
          put(`ledger/${"f".repeat(16)}.${String(n + 1).padStart(4, "0")}.jsonl`, `${text}${n}\n`),
        );
        const started = performance.now();
        let isOver = false;
        const pushing = client.push(PROJECT, changes, token).finally(() => {
          isOver = true;
        });
        let longest = 0;
        while (!isOver) {
          const asked = performance.now();
          assert.equal((await fetch(`${hub.url}/health`)).status, 200);
          longest = Math.max(longest, performance.now() - asked);
        }
        const { status } = await pushing;
        const took = performance.now() - started;
        note(`the push took ${Math.round(took)} ms, the longest answer meanwhile ${Math.round(longest)} ms`);
        assert.equal(status, 422);
        assert.equal(longest < SHARE * took, true, `${longest} of ${took}`);
      } finally {
        await own.end();
        await hub.end("SIGTERM");
      }
    },
  ],
  [
    "HUB-5: large pushes of several tenants at once are each judged as a small one is, and told the same",
    async ({ hub }) => {
      const secret = `password: ${"xK9".repeat(12)}`;
      const rest = Array.from({ length: 8 }, (_, n) =>
        put(memoryPath(n + 10), memoryText(n + 10, "Words. ".repeat(2000))),
      );
      const told = await Promise.all(
        Array.from({ length: 4 }, async (_, n) => {
          const { client, admin } = await tenantOn(hub);
          const kinds = async (changes: readonly PushChange[]): Promise<unknown> => {
            const { status, body } = await client.push(PROJECT, changes, admin.token);
            return [status, (body.findings as readonly Finding[] | undefined)?.map(({ path, what }) => [path, what])];
          };
          const bad = [put("nowhere.txt", "x"), put(memoryPath(1), memoryText(1, n % 2 === 0 ? secret : "Fine."))];
          const small = await kinds([marker(), ...bad]);
          assert.deepEqual(await kinds([marker(), ...rest, ...bad]), small);
          const [status] = (await kinds([marker(), ...rest])) as [number];
          return [status, JSON.stringify(small).includes("secrets") || JSON.stringify(small).includes("line ")];
        }),
      );
      assert.deepEqual(told, [
        [200, true],
        [200, false],
        [200, true],
        [200, false],
      ]);
    },
  ],
];
