// What waits for somebody holds nothing that others need (HUB-4, HUB-12): a body that does not come, a push that is judged for long, an
// answer that nobody reads.
import { strict as assert } from "node:assert";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import type { PushChange } from "../../hub/protocol.ts";
import { openDatabase } from "../../hub/src/database.ts";
import { lockStore } from "../../hub/src/stores.ts";
import { gone, put } from "../../hub/test/client.ts";
import { startProcess } from "../../hub/test/process.ts";
import { type Tenant, tenantOn } from "../../hub/test/running.ts";
import type { Case } from "./case.ts";
import { idFor, marker, markerOf, memoryPath, memoryText, PROJECT } from "./stores.ts";

const MIB = 1_048_576;
const LARGE = 7 * MIB;
/** As long as it takes the hub to answer what it answers at once, with others on the machine. */
const SOON_MS = 1500;
/** Of the pushes' own time: to read their bodies is the process's own work. */
const SHARE = 0.35;
/** Until a connection's end is known. */
const SETTLED_MS = 200;

export const WAITING: readonly Case[] = [
  [
    "HUB-4 HUB-7: of large bodies that do not end few are read, of a reader none, and the others are told to come again",
    async ({ database, note }) => {
      const url = await database();
      const hub = await startProcess({ HOLDFAST_HUB_DATABASE: url, HOLDFAST_HUB_LOG: "error" });
      const own = openDatabase(url, 2);
      try {
        const tenant = await tenantOn({ url: hub.url, database: own });
        assert.equal((await tenant.client.push(PROJECT, [marker()], tenant.admin.token)).status, 200);
        const before = await residentOf(hub.url);
        const reader = await tenant.machine(PROJECT, "reader");
        const six = await Promise.all(Array.from({ length: 6 }, () => tenant.machine(PROJECT, "contributor")));
        const told = async (tokens: readonly string[]): Promise<string> => {
          const uploads = tokens.map((token) => upload(hub.url, tenant, { token, sent: LARGE - 1 }));
          await pause(SOON_MS);
          const found = countsOf(uploads);
          const held = Math.round(((await residentOf(hub.url)) - before) / MIB);
          note(`of ${tokens.length} bodies of ${LARGE / MIB} MiB the process holds ${held} MiB; ${found}`);
          for (const { socket } of uploads) socket.destroy();
          return found;
        };
        assert.equal(await told(Array(40).fill(reader)), "403: 40");
        assert.equal(await told(Array(10).fill(six[0])), "503, later: 8, nothing: 2");
        assert.equal(await told(six.flatMap((token) => [token, token])), "503, later: 4, nothing: 8");
        // They are gone, and so is what was held for them.
        for (const token of six) assert.equal((await tenant.client.push(PROJECT, LARGE_PUSH, token)).status, 422);
      } finally {
        await own.end();
        await hub.end("SIGTERM");
      }
    },
  ],
  [
    "HUB-4 HUB-12: room for a large body is there again however the one before ended",
    async ({ hub }) => {
      const tenant = await tenantOn(hub);
      const { client, admin } = tenant;
      assert.equal((await client.push(PROJECT, [marker()], admin.token)).status, 200);
      const token = await tenant.machine(PROJECT, "contributor");
      const isTaken = async (what: string): Promise<void> => {
        const { status, text } = await client.push(PROJECT, LARGE_PUSH, token);
        assert.equal(status, 422, `${what}: ${text}`);
      };
      const sent = async (each: Partial<Upload>, ms = 0): Promise<void> => {
        const uploads = Array.from({ length: 3 }, () => upload(hub.url, tenant, { token, sent: 0, ...each }));
        await Promise.all(uploads.map(({ socket }) => connected(socket)));
        await pause(ms);
        for (const { socket } of uploads) socket.destroy();
        await pause(SETTLED_MS);
      };
      // Before it is known who asks, in the middle, and when all was sent: told at once or never heard.
      for (const ms of [0, 1, 2, 5, 10, 100]) await sent({}, ms);
      await isTaken("ended at its head");
      for (const ms of [0, 2, 5, 100]) await sent({ sent: LARGE / 2 }, ms);
      await isTaken("ended in the middle");
      for (const ms of [0, 5, 20, 50, 200]) await sent({ sent: LARGE }, ms);
      await isTaken("ended before the answer");
      // Behind another on one connection, and before another.
      const head = `GET /v1/${tenant.name} HTTP/1.1\r\nhost: hub\r\nauthorization: Bearer ${token}\r\n\r\n`;
      for (const ms of [0, 1, 2, 5, 10, 100]) await sent({ before: head, sent: LARGE / 2 }, ms);
      for (const ms of [5, 20, 50, 200]) await sent({ sent: LARGE, after: headOf(tenant.name, token, LARGE) }, ms);
      await isTaken("ended behind another");
      for (const [status, body, headers] of [
        [400, "{".padEnd(MIB), {}],
        [400, `{"changes":[]}`.padEnd(MIB), {}],
        [400, bodyOf(LARGE_PUSH), { "idempotency-key": "short" }],
        [413, "x".repeat(9 * MIB), {}],
        [400, "x".repeat(MIB), { "content-type": "text/csv" }],
        [422, bodyOf(LARGE_PUSH), {}],
      ] as const) {
        for (let n = 0; n < 3; n++) {
          const path = pushPath(tenant.name);
          const keyed = { "idempotency-key": randomUUID(), ...headers };
          const answer = await client.ask("POST", path, { token, headers: keyed, body });
          assert.equal(answer.status, status, answer.text);
        }
        await isTaken(`answered ${status}`);
      }
    },
  ],
  [
    "HUB-4: who goes away while their large push is worked on leaves it in its room until the work is done",
    async ({ hub }) => {
      const tenant = await tenantOn(hub);
      const { client, admin } = tenant;
      assert.equal((await client.push(PROJECT, [marker()], admin.token)).status, 200);
      const token = await tenant.machine(PROJECT, "contributor");
      const [held, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const holder = hub.database.write(tenant.name, async (tx) => {
        await lockStore(tx, PROJECT);
        held.resolve();
        await release.promise;
      });
      try {
        await held.promise;
        const body = bodyOf(LARGE_PUSH);
        const left = [0, 1].map(() => upload(hub.url, tenant, { token, body }));
        await pause(SOON_MS);
        for (const { socket } of left) socket.destroy();
        await pause(SETTLED_MS);
        const started = performance.now();
        const third = await client.push(PROJECT, LARGE_PUSH, token);
        assert.deepEqual([third.status, third.headers.get("retry-after")], [503, "2"]);
        assert.equal(performance.now() - started < 2 * SOON_MS, true, "it was told at once");
        // A body that comes behind a push that waits: not every Node tells the end of its answer.
        const small = bodyOf([put("nowhere.txt", "x")]);
        const before = `${headOf(tenant.name, admin.token, small.length)}${small}`;
        const behind = [0, 1].map(() => upload(hub.url, tenant, { token: admin.token, before, sent: LARGE / 2 }));
        await pause(SOON_MS);
        for (const { socket } of behind) socket.destroy();
        await pause(SETTLED_MS);
        assert.equal((await client.push("team/build", LARGE_PUSH, admin.token)).status, 422);
        release.resolve();
        await holder;
        await pause(SOON_MS);
        assert.equal((await client.push(PROJECT, LARGE_PUSH, token)).status, 422);
      } finally {
        release.resolve();
        await holder;
      }
    },
  ],
  [
    "HUB-12: while large pushes of a tenant are judged, and small ones for which much is read, its members read as before",
    async ({ database, note }) => {
      const url = await database();
      const hub = await startProcess({
        HOLDFAST_HUB_DATABASE: url,
        HOLDFAST_HUB_LOG: "error",
        HOLDFAST_HUB_RATE: "100000",
      });
      const own = openDatabase(url, 2);
      try {
        const tenant = await tenantOn({ url: hub.url, database: own });
        const { client, admin } = tenant;
        const stores = Array.from({ length: 6 }, (_, n) => `team/t${n}`);
        for (const [n, store] of stores.entries())
          assert.equal((await client.push(store, [markerOf(idFor(n)), put(AROUND, READ)], admin.token)).status, 200);
        const tokens = await Promise.all(stores.map((store) => tenant.machine(store, "contributor")));
        const alone = await longestOf(tenant, pause(SOON_MS));
        const small = [gone(AROUND, READ), put("nowhere.txt", "x")];
        for (const [what, changes] of [
          ["six large pushes", stores.map(() => LONG_PUSH)],
          ["one large push and five for which much is read", stores.map((_, n) => (n === 0 ? LONG_PUSH : small))],
        ] as const) {
          const started = performance.now();
          const over = Promise.all(stores.map((store, n) => client.push(store, changes[n] ?? [], tokens[n] ?? "")));
          const longest = await longestOf(tenant, over);
          const statuses = (await over).map(({ status }) => status);
          const took = performance.now() - started;
          note(`${what}: answered ${statuses.join(" ")}; who reads meanwhile waits ${longest} ms, alone ${alone} ms`);
          assert.equal(statuses.every((status) => status === 422 || status === 503) && statuses.includes(422), true);
          assert.equal(longest < SHARE * took, true, `${longest} of ${took} ms`);
        }
      } finally {
        await own.end();
        await hub.end("SIGTERM");
      }
    },
  ],
  [
    "HUB-4 HUB-12: of large answers that nobody reads few are kept, and who reads theirs has room again",
    async ({ database, note }) => {
      const url = await database();
      const hub = await startProcess({ HOLDFAST_HUB_DATABASE: url, HOLDFAST_HUB_LOG: "error" });
      const own = openDatabase(url, 2);
      try {
        const tenant = await tenantOn({ url: hub.url, database: own });
        const files = Array.from({ length: 16 }, (_, n) =>
          put(memoryPath(n), memoryText(n, "A word. ".repeat(30_000))),
        );
        assert.equal((await tenant.client.push(PROJECT, [marker(), ...files], tenant.admin.token)).status, 200);
        const token = await tenant.machine(PROJECT, "reader");
        const path = `/v1/${tenant.name}/stores/${encodeURIComponent(PROJECT)}/changes?since=0`;
        const before = await residentOf(hub.url);
        const unread = Array.from({ length: 30 }, () => unheard(hub.url, path, token));
        await pause(2 * SOON_MS);
        const held = Math.round(((await residentOf(hub.url)) - before) / MIB);
        const { status, headers } = await tenant.client.ask("GET", path, { token });
        note(`of 30 answers that nobody reads the process holds ${held} MiB; one more is answered ${status}`);
        assert.deepEqual([status, headers.get("retry-after")], [503, "2"]);
        // Another's, and what is small.
        assert.equal((await tenant.client.ask("GET", path, { token: tenant.admin.token })).status, 200);
        assert.equal((await tenant.client.ask("GET", `/v1/${tenant.name}`, { token })).status, 200);
        for (const socket of unread) socket.destroy();
        await pause(SETTLED_MS);
        for (let n = 0; n < 10; n++) assert.equal((await tenant.client.ask("GET", path, { token })).status, 200);
      } finally {
        await own.end();
        await hub.end("SIGTERM");
      }
    },
  ],
];

/** Refused when it is judged, so that it can be sent again and again. */
const LARGE_PUSH: readonly PushChange[] = [put("nowhere.txt", "x".repeat(200_000))];

const AROUND = `ledger/${"a".repeat(16)}.jsonl`;
const READ = `${JSON.stringify({ n: 1, words: "x" }).padEnd(200_000)}\n`;
/** Full of what a scanner has to look at closely. */
const CLOSELY = `password: ${"xK9".repeat(12)}\n`;
const LONG_PUSH: readonly PushChange[] = Array.from({ length: 10 }, (_, n) =>
  put(`ledger/${"f".repeat(16)}.${String(n + 1).padStart(4, "0")}.jsonl`, `${CLOSELY.repeat(5500)}${n}\n`),
);
/** The longest that an admin's question about the tenant took. */
async function longestOf({ client, name, admin }: Tenant, over: Promise<unknown>): Promise<number> {
  let isOver = false;
  void over.finally(() => {
    isOver = true;
  });
  let longest = 0;
  while (!isOver) {
    const asked = performance.now();
    assert.equal((await client.ask("GET", `/v1/${name}`, { token: admin.token })).status, 200);
    longest = Math.max(longest, performance.now() - asked);
  }
  return Math.round(longest);
}

const pushPath = (tenant: string): string => `/v1/${tenant}/stores/${encodeURIComponent(PROJECT)}/push`;

function bodyOf(changes: readonly PushChange[]): string {
  return JSON.stringify({ changes });
}

interface Upload {
  readonly token: string;
  /** Of the bytes that are announced, where no body is given. */
  readonly sent?: number;
  readonly body?: string;
  /** On the same connection. */
  readonly before?: string;
  readonly after?: string;
}

interface Uploading {
  readonly socket: Socket;
  readonly said: () => string;
}

function upload(url: string, { name }: Tenant, { token, sent, body, before = "", after = "" }: Upload): Uploading {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let said = "";
  socket.on("data", (chunk) => {
    said += chunk.toString("utf8");
  });
  socket.on("error", () => undefined); // the server may close while this still sends
  socket.write(`${before}${headOf(name, token, body?.length ?? LARGE)}`);
  socket.write(body ?? Buffer.alloc(sent ?? 0, " "));
  socket.write(after);
  return { socket, said: () => said };
}

/** Asks, and reads nothing of the answer. */
function unheard(url: string, path: string, token: string): Socket {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.pause();
  socket.on("error", () => undefined);
  socket.write(`GET ${path} HTTP/1.1\r\nhost: hub\r\nauthorization: Bearer ${token}\r\n\r\n`);
  return socket;
}

async function connected(socket: Socket): Promise<void> {
  if (socket.connecting) await once(socket, "connect");
}

function headOf(tenant: string, token: string, length: number): string {
  return [
    `POST ${pushPath(tenant)} HTTP/1.1`,
    "host: hub",
    "content-type: application/json",
    `idempotency-key: ${randomUUID()}`,
    `authorization: Bearer ${token}`,
    `content-length: ${length}`,
    "",
    "",
  ].join("\r\n");
}

/** What was answered, and whether they are told when to come again. */
function countsOf(uploads: readonly Uploading[]): string {
  const counts = new Map<string, number>();
  for (const { said } of uploads) {
    const status = /^HTTP\/1\.1 (\d+)/.exec(said())?.[1] ?? "nothing";
    const what = /^retry-after: \d/im.test(said()) ? `${status}, later` : status;
    counts.set(what, (counts.get(what) ?? 0) + 1);
  }
  const found = [...counts].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return found.map(([what, count]) => `${what}: ${count}`).join(", ");
}

async function residentOf(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^holdfast_hub_process_resident_memory_bytes (\S+)/m.exec(text)?.[1]);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
