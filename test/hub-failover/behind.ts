// What holds behind a pooler in transaction mode and on servers that don't lead (HUB-14), each looked at by itself.
import { strict as assert } from "node:assert";
import { Unanswered } from "../../hub/src/again.ts";
import { openDatabase, type Tx } from "../../hub/src/database.ts";
import { factsOf } from "../../hub/src/doctor/facts.ts";
import { findingsOf } from "../../hub/src/doctor/findings.ts";
import { migrate } from "../../hub/src/migrate.ts";
import { asRefused } from "../../hub/src/problems.ts";
import { settingsFrom } from "../../hub/src/settings.ts";
import { lockStore, type Store } from "../../hub/src/stores.ts";
import { found } from "../../hub/src/tenants.ts";
import { type Cluster, type Node, until } from "../../hub/test/cluster.ts";
import { startRelay } from "./relay.ts";

type Case = readonly [title: string, run: (cluster: Cluster) => Promise<void>];

const BOUND_MS = 60_000;
/** Until a connection has told that it broke. */
const QUIET_MS = 500;
const WAITING = "FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND usename = 'hub'";

export const BEHIND: readonly Case[] = [
  [
    "HUB-14 HUB-3: behind PgBouncer in transaction mode a hub migrates, and each transaction has its bounds and leaves nothing",
    async ({ url, query }) => {
      await Promise.all([migrate(url), migrate(url)]);
      const database = openDatabase(url, 2);
      try {
        const names = ["statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout", "role"];
        const asked = names.map((name) => `current_setting('${name}') AS ${name}`).join(", ");
        const inside = { statement_timeout: "20s", lock_timeout: "5s", idle_in_transaction_session_timeout: "30s" };
        for (const each of [database.read, database.write])
          assert.deepEqual(await each("nobody", (tx) => tx.rows(`SELECT ${asked}`, [])), [
            { ...inside, role: "holdfast_hub" },
          ]);
        assert.equal(await database.isReady(), true);
        const sessions = await query<{ n: number }>(
          "hub",
          "SELECT count(*)::int AS n FROM pg_stat_activity WHERE usename = 'hub' AND state <> 'idle'",
        );
        assert.equal(sessions[0]?.n, 0);
      } finally {
        await database.end();
      }
    },
  ],
  [
    "HUB-14: a connection that breaks between two statements ends no process, and what was not committed runs again from its start",
    async ({ url, query }) => {
      const database = openDatabase(url, 1);
      try {
        await database.write("nobody", (tx) => tx.rows("SELECT 1", []));
        let runs = 0;
        const done = await database.write("nobody", async (tx) => {
          const [own] = await tx.rows<{ pid: number }>("SELECT pg_backend_pid() AS pid", []);
          runs++;
          if (runs === 1) await query("postgres", `SELECT pg_terminate_backend(${own?.pid})`);
          if (runs === 1) await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
          return tx.rows("SELECT 2 AS two", []);
        });
        assert.deepEqual([done, runs], [[{ two: 2 }], 2]);
      } finally {
        await database.end();
      }
    },
  ],
  [
    "HUB-14 HUB-12: the doctor goes through the pooler, and says that what is acknowledged is on a standby",
    async ({ url, leader, nodes }) => {
      const leading = await looked(url);
      assert.match(leading("durability"), /^ok: what is acknowledged is on disk and on a standby$/);
      assert.match(leading("archive"), /^ok: /);
      const old = await leader();
      const standby = nodes.find((each) => each !== old);
      assert.match((await looked(standby?.url ?? ""))("database"), /^error: .*standby/);
    },
  ],
  [
    "HUB-14: a standby is not ready, and answers nobody: what it has is older than what was acknowledged",
    async ({ nodes, leader }) => {
      const old = await leader();
      for (const node of nodes) {
        const database = openDatabase(node.url, 1);
        assert.equal(await database.isReady(), node === old);
        const asked = database.read("nobody", (tx) => tx.rows("SELECT 1 AS one", []));
        if (node === old) assert.deepEqual(await asked, [{ one: 1 }]);
        else await assert.rejects(asked, (error) => asRefused(error).code === "unavailable");
        await database.end();
      }
    },
  ],
  [
    "HUB-14: where an operator ends the wait for a standby, COMMIT is not taken for done; with a key it is repeated, and done once",
    (cluster) => isNotDone(cluster, "warned"),
  ],
  [
    "HUB-14: where a COMMIT gets no answer, it is not taken for done; with a key it is repeated, and done once",
    (cluster) => isNotDone(cluster, "dropped"),
  ],
];

/** COMMIT waits for a standby, and its wait is ended with a warning, or its connection without a word. */
async function isNotDone(cluster: Cluster, how: "warned" | "dropped"): Promise<void> {
  const { nodes, leader, query } = cluster;
  const relay = await startRelay(cluster.url);
  const old = await leader();
  const others: readonly Node[] = nodes.filter((each) => each !== old);
  const database = openDatabase(relay.url, 2);
  let runs = 0;
  // A server whose client is gone waits on.
  let left = 0;
  const once = `once-${how}`;
  for (const tenant of [once, how]) {
    const first = { device: "d", key: "k" };
    await database.write(tenant, (tx) => found(tx, { name: "A tenant", admin: { name: "Admin" }, first }));
  }
  /** As a push begins: the store is made where it is not there. */
  const write = (tenant: string, isKeyed: boolean): Promise<unknown> => {
    const work = (tx: Tx): Promise<Store> => {
      runs++;
      return lockStore(tx, "org");
    };
    return database.write(tenant, work, { isKeyed });
  };
  const waits = async (): Promise<boolean> => (await query("hub", `SELECT 1 ${WAITING}`)).length > left;
  /** How often it ran before its COMMIT waited, and was ended there. */
  const ended = async (): Promise<number> => {
    await until("a COMMIT that waits", waits, BOUND_MS);
    const ran = runs;
    if (how === "warned") await query("hub", `SELECT pg_cancel_backend(pid) ${WAITING}`);
    else {
      left++;
      relay.drop();
    }
    return ran;
  };
  for (const other of others) other.cut();
  try {
    const unknown = assert.rejects(write(once, false), (error) => error instanceof Unanswered);
    const [ran] = await Promise.all([ended(), unknown]);
    assert.equal(runs, ran);
    let isDone = false;
    const keyed = write(how, true).then(() => (isDone = true));
    const before = await ended();
    // Without a word the first is still on its way, and the second waits for it.
    const isAgain = async (): Promise<boolean> => runs > before && (how === "dropped" || (await waits()));
    await until("a second run", isAgain, BOUND_MS);
    assert.equal(isDone, false);
    for (const other of others) other.heal();
    await keyed;
    assert.deepEqual(await query("hub", `SELECT count(*)::int AS n FROM stores WHERE tenant_id = '${how}'`), [
      { n: 1 },
    ]);
  } finally {
    for (const other of others) other.heal();
    await database.end();
    relay.end();
  }
  await until("every standby", cluster.isWhole, BOUND_MS);
}

async function looked(url: string): Promise<(name: string) => string> {
  const settings = settingsFrom({ HOLDFAST_HUB_DATABASE: url });
  const findings = findingsOf(await factsOf(settings));
  return (name) => {
    const { health, message } = findings.find((each) => each.name === name) ?? {};
    return `${health}: ${message}`;
  };
}
