// What a hub reads and answers is bounded by what was asked, not by what somebody put there before (HUB-4, HUB-5): whoever may write to
// one store, if only their own, could stop it for everybody else.
import { strict as assert } from "node:assert";
import { randomUUID } from "node:crypto";
import { type Conflicts, LIMITS } from "../../hub/protocol.ts";
import type { Tx } from "../../hub/src/database.ts";
import { memoryIn } from "../../hub/src/judge.ts";
import { judged } from "../../hub/src/judged.ts";
import { type PushCall, push } from "../../hub/src/push.ts";
import { headAfter, type Wanted, write } from "../../hub/src/push-state.ts";
import { hubChecks } from "../../hub/src/start.ts";
import { changesSince, lockStore, storeNamed } from "../../hub/src/stores.ts";
import { callerOf } from "../../hub/src/tokens.ts";
import { gone, put } from "../../hub/test/client.ts";
import { type Tenant, type TestHub, tenantOn } from "../../hub/test/running.ts";
import { sha256Hex } from "../../src/text/digest.ts";
import { type Case, HUB_DATABASE } from "./case.ts";
import { idFor, MARKER, marker, memoryPath, memoryText, PROJECT, pull } from "./stores.ts";

const LARGE = 256_000;

export const BOUNDS: readonly Case[] = [
  [
    "HUB-4: a page reads no more than it sends, and the pages lead to the end all the same",
    async ({ hub }) => {
      const tenant = await tenantOn(hub);
      const { client, name, admin } = tenant;
      await client.push(PROJECT, [marker()], admin.token);
      const files = new Map(ledgers(40));
      await fill(hub, tenant, PROJECT, files);
      const read = await hub.database.read(name, async (tx) => {
        const counting = counted(tx);
        const page = await changesSince(counting, await storeNamed(tx, PROJECT), { since: 0, limit: 500 });
        return { bytes: counting.bytes(), changes: page.changes.length };
      });
      assert.equal(read.changes, 1 + Math.ceil((LIMITS.bytesInPage - MARKER.length) / LARGE));
      assert.equal(read.bytes < LIMITS.bytesInPage + LARGE + 100_000, true, String(read.bytes));
      const pulled = await pull(client, name, PROJECT, admin.token);
      assert.deepEqual([pulled.files.size, pulled.pages], [41, 3]);
      // What is gone takes no room, and none of it is skipped.
      await client.push(
        PROJECT,
        [...files].slice(0, 20).map(([path, text]) => gone(path, text)),
        admin.token,
      );
      assert.equal((await pull(client, name, PROJECT, admin.token)).files.size, 21);
    },
  ],
  [
    "HUB-4: a small push against large files is told by hashes what is there, reads as much as is judged at most, and goes in parts",
    async ({ hub }) => {
      const tenant = await tenantOn(hub);
      const { client, name, admin } = tenant;
      await client.push(PROJECT, [marker()], admin.token);
      const files = ledgers(Math.ceil(LIMITS.judgedBytes / LARGE) + 1);
      await fill(hub, tenant, PROJECT, new Map(files));
      const wrong = files.map(([path]) => ({ path, replaces: null, gone: true as const }));
      const answer = await client.push(PROJECT, wrong, admin.token);
      const { conflicts } = answer.body as Conflicts;
      assert.equal(answer.status, 409);
      assert.deepEqual(
        conflicts.map((each) => [each.path, "hash" in each ? each.hash : ""]),
        files.map(([path, text]) => [path, sha256Hex(text)]),
      );
      assert.equal(answer.text.length < 2 * LIMITS.bytesInConflicts, true, String(answer.text.length));
      const few = await client.push(PROJECT, wrong.slice(0, 3), admin.token);
      const told = (few.body as Conflicts).conflicts.filter((each) => "bytes" in each);
      assert.deepEqual([few.status, told.length], [409, 1]);
      assert.equal(few.text.length < 2 * LIMITS.bytesInConflicts, true);
      const right = files.map(([path, text]) => gone(path, text));
      const read = await reading(hub, tenant, { store: PROJECT, token: admin.token, changes: right });
      assert.equal(read.bytes < LIMITS.judgedBytes, true, String(read.bytes));
      assert.deepEqual(read.refused, ["the store"]);
      const half = files.length >> 1;
      for (const part of [right.slice(0, half), right.slice(half)])
        assert.equal((await client.push(PROJECT, part, admin.token)).status, 200);
      assert.equal((await pull(client, name, PROJECT, admin.token)).files.size, 1);
    },
  ],
  [
    "HUB-5: where more stands around a push than is read, it is refused, though nothing stands where it writes",
    async ({ hub }) => {
      const tenant = await tenantOn(hub);
      const { client, admin } = tenant;
      await client.push(PROJECT, [marker()], admin.token);
      const records = ledgers(Math.ceil(LIMITS.judgedBytes / LARGE) + 1).map(([path, text]): [string, string] => [
        `devices/${sha256Hex(path).slice(0, 32)}.json`,
        text,
      ]);
      await fill(hub, tenant, PROJECT, new Map(records));
      const { status, body } = await client.push(PROJECT, [put(memoryPath(1), memoryText(1))], admin.token);
      assert.deepEqual([status, body.findings], [422, [{ ...body.findings[0], kind: "too-large", path: "the store" }]]);
    },
  ],
  [
    "HUB-5: what is quarantined is read where texts come into a store of several people, and for no other push",
    async ({ hub }) => {
      const tenant = await tenantOn(hub);
      const { client, admin } = tenant;
      const own = `personal/${admin.member}`;
      const held = Array.from({ length: 300 }, (_, n): [string, string] => [
        memoryPath(n + 100).replace("memories", "quarantine"),
        memoryText(n + 100),
      ]);
      for (const store of [PROJECT, own]) {
        await client.push(store, [marker()], admin.token);
        await fill(hub, tenant, store, new Map(held));
      }
      const read = async (store: string, path: string, text: string): Promise<number> =>
        (await reading(hub, tenant, { store, token: admin.token, changes: [put(path, text)] })).rows;
      assert.equal((await read(PROJECT, memoryPath(1), memoryText(1))) > 300, true);
      assert.equal((await read(PROJECT, `ledger/${admin.device}.jsonl`, "{}\n")) < 100, true);
      assert.equal((await read(own, memoryPath(2), memoryText(2))) < 100, true);
      assert.equal((await read(own, `ledger/${admin.device}.jsonl`, "{}\n")) < 100, true);
      const back = await client.push(
        PROJECT,
        [put(memoryPath(3), held[0]?.[1].replace(idFor(100), idFor(3)) ?? "")],
        admin.token,
      );
      assert.match(back.text, /comes back under another id/);
    },
  ],
  [
    "HUB-5: a folder that is read for every push takes no more than it may hold; what takes away, and what demotes, goes through",
    async ({ hub, postgres }) => {
      const tenant = await tenantOn(hub);
      const { client, name, admin } = tenant;
      const own = `personal/${admin.member}`;
      for (const store of [PROJECT, own]) await client.push(store, [marker()], admin.token);
      const named = (folder: string, end: string): Map<string, string> =>
        new Map(
          Array.from({ length: LIMITS.filesInFolder }, (_, n) => [
            `${folder}/${sha256Hex(`${n}`).slice(0, 32)}${end}`,
            `${n}`,
          ]),
        );
      await fill(hub, tenant, own, named("devices", ".json"));
      const refused = async (store: string, path: string, text: string): Promise<void> => {
        const { status, body } = await client.push(store, [put(path, text)], admin.token);
        assert.deepEqual([status, body.findings?.at(-1).kind, body.findings?.at(-1).path], [422, "too-large", path]);
      };
      const taken = async (store: string, changes: Parameters<typeof client.push>[1]): Promise<void> => {
        const { status, text } = await client.push(store, changes, admin.token);
        assert.equal(status, 200, text);
      };
      await refused(own, `devices/${"f".repeat(32)}.json`, "{}");
      await taken(own, [put(memoryPath(1), memoryText(1))]);
      const [first = ""] = named("devices", ".json").keys();
      const less = await client.push(own, [gone(first, "0")], admin.token);
      assert.equal(less.text.includes("too-large"), false);
      // A store of several people: what is quarantined is read with every text.
      await taken(PROJECT, [put(memoryPath(1), memoryText(1))]);
      await fill(hub, tenant, PROJECT, named("quarantine", ".md"));
      const at = (n: number): string => memoryPath(n).replace("memories", "quarantine");
      await refused(PROJECT, at(2), memoryText(2));
      await taken(PROJECT, [
        put(at(1), memoryText(1, undefined, ["trust-level: quarantined", "holds: [by-hand]"])),
        gone(memoryPath(1), memoryText(1)),
      ]);
      // As many paths as a machine takes in.
      const paths = (most: number): Promise<unknown> =>
        postgres.query(HUB_DATABASE, `UPDATE stores SET paths = ${most} WHERE tenant_id = '${name}'`);
      await paths(LIMITS.storePaths);
      await refused(own, memoryPath(8), memoryText(8));
      await refused(own, `ledger/${"b".repeat(16)}.jsonl`, "");
      await taken(own, [put(memoryPath(1), memoryText(1, "More words, and no path more."), memoryText(1))]);
      await paths(LIMITS.storePaths - 1);
      await taken(own, [put(memoryPath(8), memoryText(8))]);
      await refused(own, memoryPath(7), memoryText(7));
      // All of it.
      await postgres.query(HUB_DATABASE, `UPDATE stores SET bytes = ${LIMITS.storeBytes} WHERE tenant_id = '${name}'`);
      await refused(own, memoryPath(9), memoryText(9));
      await taken(own, [gone(memoryPath(8), memoryText(8))]);
    },
  ],
  [
    "HUB-5: who confirms nothing fills nine tenths of a store, whatever is taken away again, and reviewers and admins go on adding to it",
    async ({ hub, postgres }) => {
      const tenant = await tenantOn(hub);
      const { client, name, admin } = tenant;
      const contributor = await tenant.joins([{ store: PROJECT, role: "contributor" }]);
      const reviewer = await tenant.joins([{ store: PROJECT, role: "reviewer" }]);
      const machine = await tenant.machine(PROJECT, "contributor");
      const near = Math.floor((LIMITS.storePaths / 10) * 9) - 1;
      await client.push(PROJECT, [marker(), put(memoryPath(1), memoryText(1))], admin.token);
      await postgres.query(HUB_DATABASE, `UPDATE stores SET paths = ${near} WHERE tenant_id = '${name}'`);
      const last = await client.push(PROJECT, [put(memoryPath(2), memoryText(2))], contributor.token);
      assert.equal(last.status, 200, last.text);
      // What is gone goes on counting.
      assert.equal((await client.push(PROJECT, [gone(memoryPath(2), memoryText(2))], contributor.token)).status, 200);
      for (const token of [contributor.token, machine]) {
        const { status, body } = await client.push(PROJECT, [put(memoryPath(3), memoryText(3))], token);
        assert.deepEqual([status, body.findings?.map(({ kind }: { kind: string }) => kind)], [422, ["too-large"]]);
        assert.match(body.findings[0].what, /full but for reviewers/);
      }
      for (const [n, { token }] of [reviewer, admin].entries()) {
        const more = await client.push(PROJECT, [put(memoryPath(n + 4), memoryText(n + 4))], token);
        assert.equal(more.status, 200, more.text);
      }
      const changed = [put(memoryPath(4), memoryText(4, "Other words, on no path more."), memoryText(4))];
      assert.equal((await client.push(PROJECT, changed, contributor.token)).status, 200);
    },
  ],
  [
    "HUB-12: a tenant that waits for a store of its own leaves connections to the others, and is answered when its turn comes",
    async ({ hub, postgres }) => {
      const [waiting, other] = [await tenantOn(hub), await tenantOn(hub)];
      await waiting.client.push(PROJECT, [marker()], waiting.admin.token);
      await other.client.push(PROJECT, [marker()], other.admin.token);
      const [locked, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const holding = hub.database.write(waiting.name, async (tx) => {
        await lockStore(tx, PROJECT);
        locked.resolve();
        await done.promise;
      });
      await locked.promise;
      let answered = 0;
      const pushes = Array.from({ length: 30 }, async (_, n) => {
        const { status } = await waiting.client.push(PROJECT, [put(memoryPath(n), memoryText(n))], waiting.admin.token);
        answered += 1;
        return status;
      });
      const waits = await settled(async () => {
        const sql = `SELECT 1 FROM pg_stat_activity WHERE datname = '${HUB_DATABASE}' AND wait_event_type = 'Lock'`;
        return (await postgres.query(HUB_DATABASE, sql)).length;
      });
      const head = `/v1/${other.name}/stores/${encodeURIComponent(PROJECT)}/head`;
      const others = Array.from({ length: 30 }, () => other.client.ask("GET", head, { token: other.admin.token }));
      const heads = await Promise.race([Promise.all(others), pause(PATIENCE_MS)]);
      const before = answered;
      done.resolve();
      await holding;
      // One waits in the database, and the others of that store for it, without a connection.
      assert.equal(waits, 1);
      assert.deepEqual([heads?.map(({ status }) => status), before], [others.map(() => 200), 0]);
      assert.deepEqual([...new Set(await Promise.all(pushes))], [200]);
    },
  ],
  [
    "HUB-11: an erasure takes all that is about a memory, and counts it, however much it is; a store's paths are counted as they are",
    async ({ hub, postgres }) => {
      const tenant = await tenantOn(hub);
      const { client, name, admin } = tenant;
      await client.push(PROJECT, [marker(), put(memoryPath(2), memoryText(2))], admin.token);
      const large = memoryText(1, "A word. ".repeat(31_000));
      const copies = Math.ceil(LIMITS.judgedBytes / large.length) + 1;
      await fill(
        hub,
        tenant,
        PROJECT,
        new Map(Array.from({ length: copies }, (_, n) => [`memories/copy_${n}.md`, `${large}${n}\n`])),
      );
      const body = { store: PROJECT, memory: idFor(1), reason: "secret" };
      const erased = await client.ask("POST", `/v1/${name}/erase`, { token: admin.token, body });
      assert.equal(erased.status, 200, erased.text);
      const held = await postgres.query(HUB_DATABASE, `SELECT inferred, bytes FROM stores WHERE tenant_id = '${name}'`);
      assert.deepEqual(held, [{ inferred: "1", bytes: String(MARKER.length + memoryText(2).length) }]);
      // Of all that the other cases did as well, but for the one that sets the number.
      const wrong = await postgres.query(
        HUB_DATABASE,
        `SELECT tenant_id, name, paths FROM stores WHERE paths < ${LIMITS.storePaths / 2}
           AND paths <> (SELECT count(*) FROM files WHERE files.tenant_id = stores.tenant_id AND files.store_id = stores.store_id)`,
      );
      assert.deepEqual(wrong, []);
    },
  ],
  [
    "HUB-2: of more stores than a client reads, those that members have mirrors of are told first",
    async ({ hub }) => {
      const { client, name, admin } = await tenantOn(hub);
      await client.push("team/build", [marker()], admin.token);
      const many = LIMITS.storesTold + 5;
      await hub.database.write(name, (tx) =>
        tx.rows(
          `INSERT INTO stores (tenant_id, store_id, name, chain)
           SELECT $1, 1000 + n, 'project/01JCQ0Z8M4X5T6V7W8Y9' || lpad(n::text, 6, '0'), decode(repeat('00', 32), 'hex')
           FROM generate_series(1, $2::int) AS n`,
          [tx.tenant, many],
        ),
      );
      const { body } = await client.ask("GET", `/v1/${name}/stores`, { token: admin.token });
      const names = body.stores.map(({ store }: { readonly store: string }) => store);
      assert.deepEqual([names.length, names.slice(0, 2)], [LIMITS.storesTold, ["org", "team/build"]]);
    },
  ],
];

/** Less than a lock is waited for. */
const PATIENCE_MS = 3000;
const LOOKS = 20;

function pause(ms: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(resolve, ms, undefined));
}

/** What is counted twice alike, and is not nothing. */
async function settled(count: () => Promise<number>): Promise<number> {
  let found = 0;
  for (let look = 0; look < LOOKS; look++) {
    await pause(100);
    const now = await count();
    if (now > 0 && now === found) break;
    found = now;
  }
  return found;
}

/** Large files, none of them about a memory. */
function ledgers(count: number): readonly [string, string][] {
  return Array.from({ length: count }, (_, n) => {
    const text = `${JSON.stringify({ n, words: "x" }).padEnd(LARGE - 1)}\n`;
    return [`ledger/${"a".repeat(16)}.${String(n + 1).padStart(4, "0")}.jsonl`, text];
  });
}

/** As pushes would have put it there, without their judge. */
async function fill(hub: TestHub, { name }: Tenant, store: string, files: ReadonlyMap<string, string>): Promise<void> {
  const changes = [...files].map(([path, text]): Wanted => {
    const bytes = Buffer.from(text);
    return { path, replaces: null, bytes, hash: sha256Hex(bytes), about: memoryIn(path, bytes) };
  });
  await hub.database.write(name, async (tx) => {
    const locked = await lockStore(tx, store);
    await write(tx, locked, { changes, there: new Map(), ...headAfter(locked, changes, new Map()) });
  });
}

interface Counting extends Tx {
  bytes(): number;
  count(): number;
}

/** Of what the database gave. */
function counted(tx: Tx): Counting {
  let [bytes, count] = [0, 0];
  return {
    ...tx,
    rows: async <Row>(sql: string, values: Parameters<Tx["rows"]>[1]) => {
      const rows = await tx.rows<Row>(sql, values);
      count += rows.length;
      for (const value of rows.flatMap((row) => Object.values(row as object)))
        if (Buffer.isBuffer(value)) bytes += value.length;
      return rows;
    },
    bytes: () => bytes,
    count: () => count,
  };
}

interface Pushing {
  readonly store: string;
  readonly token: string;
  readonly changes: Parameters<Tenant["client"]["push"]>[1];
}

/** What a push reads, whatever it is answered. */
async function reading(
  { database }: TestHub,
  { name }: Tenant,
  { store, token, changes }: Pushing,
): Promise<{ readonly bytes: number; readonly rows: number; readonly refused: readonly string[] }> {
  const settings = await hubChecks();
  let counting: Counting | undefined;
  const refused = await database
    .write(name, async (tx) => {
      counting = counted(tx);
      const authorization = `Bearer ${token}`;
      const [caller, seen] = [await callerOf(tx, authorization), await storeNamed(tx, store)];
      const judge: PushCall["judge"] = async (asked) => judged(asked, settings);
      const call = { caller, authorization, store, key: randomUUID(), body: { changes }, judge };
      await push(counting, call, seen);
      return [];
    })
    .catch((error) => error.more.findings.map(({ path }: { path: string }) => path));
  return { bytes: counting?.bytes() ?? 0, rows: counting?.count() ?? 0, refused };
}
