// Tenants spread over four databases, and moved while they are used (HUB-15): by hubs whose map is old, by a mover that is ended at each
// step, and back again. What was acknowledged is there once, the chain goes on, and nothing of anybody else was touched.
import { strict as assert } from "node:assert";
import { openDatabase } from "../../hub/src/database.ts";
import { type Step as MoveStep, move, NotMoved } from "../../hub/src/move.ts";
import { type Client, clientOf, put } from "../../hub/test/client.ts";
import { ran } from "../../hub/test/process.ts";
import { startHub, type Tenant, type TestHub, tenantOn } from "../../hub/test/running.ts";
import { type Case, nameIn, type World } from "./case.ts";
import { type Load, newLoad, newWorker, pulls, sleep, works } from "./load.ts";
import { lookAtLog } from "./log.ts";
import { marker, memoryPath, memoryText, PROJECT, pull } from "./stores.ts";

const CLIENTS = 8;
const MOVES = 2;
const LONG_MOVES = 60;
const NAMES = ["first", "second", "third", "fourth"] as const;
/** Up to this one nothing has happened. */
const BEFORE: readonly MoveStep[] = ["begun", "copied", "verified", "closed", "caught-up", "ready"];
const BEHIND: readonly MoveStep[] = ["moved", "opened", "cleaned"];

export const MAP: readonly Case[] = [
  [
    "HUB-15: nothing is written or read in a place that a tenant left, by a hub that knows no other, by one with an old map, or by hand",
    async (world) => {
      const spread = await spreadOver(world, 2);
      const { databases, hubs, url } = spread;
      const lone = await startHub(url("first"), { env: { HOLDFAST_HUB_URL: hubs[0]?.url ?? "" } });
      const alone = clientOf(`http://127.0.0.1:${new URL(lone.address).port}`, "");
      try {
        const { name, client, admin } = await tenantOn(hubs[0] as TestHub);
        const { token } = admin;
        const push = (by: Client, n: number): ReturnType<Client["ask"]> =>
          by.ask("POST", `/v1/${name}/stores/${encodeURIComponent(PROJECT)}/push`, {
            token,
            headers: { "idempotency-key": `a-key-of-its-own-${n}` },
            body: { changes: [put(memoryPath(n), memoryText(n))] },
          });
        assert.equal((await client.push(PROJECT, [marker()], token)).status, 200);
        for (const [n, by] of [client, alone].entries()) assert.equal((await push(by, n + 1)).status, 200);
        // One that writes while the move would close its gate is waited for, and one that comes then waits.
        const own = openDatabase(url("first"), 2);
        const slow = own.write(name, async (tx) => {
          await tx.rows(`UPDATE tenants SET audit_days = 7 WHERE tenant_id = $1`, [tx.tenant]);
          await sleep(700);
        });
        await sleep(100);
        let late: ReturnType<typeof push> | undefined;
        // What changes its owner between the copy and the last step.
        const asked = ["a", "b"].map((word) => ({ name: word, email: `${word}@example.org`, grants: [] }));
        for (const body of asked)
          assert.equal((await client.ask("POST", `/v1/${name}/members`, { token, body })).status, 201);
        const between = async (): Promise<void> => {
          const email = (to: string, of: string): string =>
            `UPDATE members SET email = '${to}' WHERE email = '${of}@example.org'`;
          const swap = [email("x@example.org", "a"), email("a@example.org", "b"), email("b@example.org", "x")];
          await world.postgres.query(nameIn(url("first")), swap.join(";"));
        };
        const { from, closedMs } = await move({
          ...{ tenant: name, to: "second", databases },
          at: async (step) => {
            if (step === "verified") await between();
            if (step !== "caught-up") return;
            late ??= push(client, 3);
            await sleep(200);
          },
        });
        await slow;
        assert.equal((await late)?.status, 200);
        assert.deepEqual([from, closedMs > 200], ["first", true]);
        for (const refused of [await push(alone, 4), await alone.ask("GET", `/v1/${name}`, { token })]) {
          assert.deepEqual([refused.status, refused.body.code], [503, "unavailable"], refused.text);
          assert.equal(Number(refused.headers.get("retry-after")) > 0, true);
        }
        for (const act of [own.write, own.read])
          await assert.rejects(
            act(name, (tx) => tx.rows(`SELECT 1 FROM tenants WHERE tenant_id = $1`, [tx.tenant])),
            /in another database/,
          );
        await own.end();
        assert.equal((await push(client, 4)).status, 200);
        const { files, head } = await pull(client, name, PROJECT, token);
        assert.deepEqual([files.size, head.seq], [5, 5]);
        assert.deepEqual(await rowsOf(world, url("first"), name), {});
        const [kept] = await world.postgres.query(nameIn(url("second")), `SELECT audit_days FROM tenants`);
        assert.deepEqual(kept, { audit_days: 7 });
        const { members } = (await client.ask("GET", `/v1/${name}/members`, { token })).body;
        const called = members.map(({ name: each, email }: Record<string, string>) => `${each} ${email}`).toSorted();
        assert.deepEqual(called.slice(-2), ["a b@example.org", "b a@example.org"]);
        const again = await ran(["found", name, "--name", "Other", "--admin", "Ben"], spread.env);
        assert.match(again.err, /There is a tenant called/);
      } finally {
        await lone.end();
        await spread.end();
      }
    },
  ],
  [
    "HUB-15: a mover that is ended at any step leaves the tenant in one place, where it is used; begun again it ends, and before the move it can be taken back",
    async (world) => {
      const spread = await spreadOver(world, 1);
      const { databases, hubs, url } = spread;
      try {
        const tenant = await tenantOn(hubs[0] as TestHub);
        const { name, client, admin } = tenant;
        await tenantOn(hubs[0] as TestHub);
        await client.push(PROJECT, [marker()], admin.token);
        let [at, n]: [number, number] = [0, 0];
        const used = async (where: string): Promise<void> => {
          n += 1;
          const pushed = await client.push(PROJECT, [put(memoryPath(n), memoryText(n))], admin.token);
          assert.deepEqual([pushed.status, pushed.body.seq], [200, n + 1], `${where}: ${pushed.text}`);
          assert.equal((await pull(client, name, PROJECT, admin.token)).files.size, n + 1, where);
        };
        const go = (to: number, ended?: MoveStep): ReturnType<typeof move> =>
          move({
            ...{ tenant: name, to: NAMES[to] ?? "", databases },
            at: (step) => {
              if (step === ended) throw new Error("the mover was ended");
            },
          });
        const steps = [...BEFORE, ...BEHIND].flatMap((step, n) =>
          world.isLong ? [0, 1, 2].map((turn) => [step, turn] as const) : [[step, n] as const],
        );
        for (const [step, turn] of steps) {
          const to = (at + 1) % NAMES.length;
          const isBefore = BEFORE.includes(step);
          await assert.rejects(go(to, step), /the mover was ended/);
          await used(step);
          if (isBefore && turn % 3 === 0) {
            // Back: nothing is left of it.
            await go(at);
          } else {
            // On; or, of what has not happened, elsewhere.
            at = isBefore && turn % 3 === 1 ? (to + 1) % NAMES.length : to;
            await go(at);
          }
          await used(`${step} was gone on from`);
          for (const other of NAMES)
            if (other !== NAMES[at]) assert.deepEqual(await rowsOf(world, url(other), name), {}, `${step}: ${other}`);
          assert.equal((await lookAtLog(world.postgres, nameIn(url(NAMES[at] ?? "")), name, PROJECT)).wrong.length, 0);
        }
        // What goes between the copy and the last step is gone in the new place.
        const machines = `/v1/${name}/machines`;
        const body = { name: "m", store: "org", role: "reader", days: 1 };
        await client.ask("POST", machines, { token: admin.token, body });
        at = (at + 1) % NAMES.length;
        await move({
          ...{ tenant: name, to: NAMES[at] ?? "", databases },
          at: async (step) => {
            if (step === "verified") await client.ask("DELETE", `${machines}/m`, { token: admin.token });
          },
        });
        assert.deepEqual((await client.ask("GET", machines, { token: admin.token })).body.machines, []);
        // Two at once, and names that nobody has.
        const both = await Promise.allSettled([go((at + 1) % 4), go((at + 2) % 4)]);
        assert.deepEqual(
          both.map((each) => each.status === "fulfilled" || each.reason instanceof NotMoved),
          [true, true],
        );
        await used("two at once");
        await assert.rejects(move({ tenant: name, to: "fifth", databases }), /No database is called fifth/);
        await assert.rejects(move({ tenant: "nobody", to: "second", databases }), /There is no tenant nobody/);
        const verified = await ran(["verify", "--all"], spread.env);
        assert.deepEqual([verified.code, verified.out.split("\n").length], [0, 4], verified.out + verified.err);
      } finally {
        await spread.end();
      }
    },
  ],
  [
    "HUB-15: a tenant that is moved to and fro while eight clients read and write loses nothing, doubles nothing, and no client sees another chain",
    async (world) => {
      const spread = await spreadOver(world, 3);
      const { databases, hubs, url } = spread;
      try {
        const tenants = await Promise.all(NAMES.map(() => tenantOn(hubs[0] as TestHub)));
        const [moved, ...others] = tenants as [Tenant, ...Tenant[]];
        for (const [n, { client, admin }] of tenants.entries())
          await client.push(PROJECT, [marker(), put(memoryPath(9000 + n), memoryText(9000 + n))], admin.token);
        // Each in a database of its own.
        for (const [n, { name }] of others.entries()) await move({ tenant: name, to: NAMES[n + 1] ?? "", databases });
        const before = await Promise.all(NAMES.map((each) => rowsBut(world, url(each), moved.name)));
        const load = newLoad(moved.name, oneOf(hubs, moved), 20);
        const workers = [];
        for (let n = 0; n < CLIENTS; n++)
          workers.push(newWorker(await moved.joins([{ store: PROJECT, role: "contributor" }])));
        const working = Promise.all(workers.map((worker) => works(load, worker)));
        const closed: number[] = [];
        let at = 0;
        for (let n = 0; n < (world.isLong ? LONG_MOVES : MOVES); n++) {
          await Promise.race([sleep(150), working]);
          at = (at + 1 + (n % 3)) % NAMES.length;
          closed.push((await move({ tenant: moved.name, to: NAMES[at] ?? "", databases })).closedMs);
        }
        load.isOver = true;
        await working;
        for (const worker of workers) await pulls(load, worker);
        const database = nameIn(url(NAMES[at] ?? ""));
        const { wrong, head } = await lookAtLog(world.postgres, database, moved.name, PROJECT);
        assert.deepEqual([wrong, head.seq, load.faults], [[], load.done.size + 2, 0]);
        for (const worker of workers) assert.deepEqual(worker.head, head);
        const { lost, doubled } = await onceEach(world, database, load);
        assert.deepEqual(await Promise.all(NAMES.map((each) => rowsBut(world, url(each), moved.name))), before);
        const counts = [...load.statuses].map(([status, count]) => `${status}=${count}`).join(" ");
        const most = Math.max(...closed);
        world.note(
          `moves=${closed.length} pushes=${load.done.size} pulls=${load.pulls} lost=${lost} doubled=${doubled} answers: ${counts}`,
        );
        world.tally.lost += lost;
        assert.deepEqual([lost, doubled], [0, 0]);
        world.note(`writers waited ${most} ms at most for the last step of a move`);
        assert.deepEqual(
          [...load.statuses.keys()].filter((status) => status !== 200 && status !== 503),
          [],
        );
        const verified = await ran(["verify", "--all"], spread.env);
        assert.deepEqual([verified.code, verified.out.match(/^tenant-/gm)?.length], [0, 4], verified.err);
      } finally {
        await spread.end();
      }
    },
  ],
];

export interface Spread {
  readonly databases: ReadonlyMap<string, string>;
  readonly hubs: readonly TestHub[];
  readonly env: Readonly<Record<string, string>>;
  url(name: string): string;
  end(): Promise<void>;
}

/** Hubs that are told one address, each with a map of its own. */
export async function spreadOver(world: World, count: number): Promise<Spread> {
  const databases = new Map<string, string>();
  for (const name of NAMES) databases.set(name, await world.database());
  const url = (name: string): string => databases.get(name) ?? "";
  const others = [...databases].slice(1).map((pair) => pair.join("="));
  const env = { HOLDFAST_HUB_DATABASES: others.join(" "), HOLDFAST_HUB_CONNECTIONS: "4" };
  const hubs: TestHub[] = [];
  for (let n = 0; n < count; n++) {
    const told: Readonly<Record<string, string>> = n === 0 ? {} : { HOLDFAST_HUB_URL: hubs[0]?.url ?? "" };
    hubs.push(await startHub(url("first"), { env: { ...env, ...told } }));
  }
  return {
    databases,
    hubs,
    url,
    env: { ...env, HOLDFAST_HUB_DATABASE: url("first") },
    end: async () => {
      for (const hub of hubs) await hub.end();
    },
  };
}

/** Now this hub, now that: one that has not been asked since the last move has an old map. */
function oneOf(hubs: readonly TestHub[], { name, client }: Tenant): Client {
  const all = hubs.map(({ address }) => clientOf(address, name));
  let turn = 0;
  const next = (): Client => all[++turn % all.length] ?? client;
  return { ...client, ask: (...asked) => next().ask(...asked), push: (...asked) => next().push(...asked) };
}

/** How many of a tenant there are in which table; what says where it went is not counted. */
export async function rowsOf(
  { postgres }: World,
  url: string,
  tenant: string,
): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {};
  for (const table of await tablesIn(postgres, url)) {
    const [row] = await postgres.query<{ n: number }>(
      nameIn(url),
      `SELECT count(*)::int AS n FROM ${table} WHERE tenant_id = '${tenant}'`,
    );
    if (row !== undefined && row.n > 0) counts[table] = row.n;
  }
  return counts;
}

/** Of all others, as one digest a table. */
async function rowsBut({ postgres }: World, url: string, tenant: string): Promise<Readonly<Record<string, string>>> {
  const digests: Record<string, string> = {};
  for (const table of await tablesIn(postgres, url)) {
    const [row] = await postgres.query<{ sum: string }>(
      nameIn(url),
      `SELECT count(*) || ' ' || md5(coalesce(string_agg(t::text, '' ORDER BY t::text), '')) AS sum FROM ${table} AS t WHERE tenant_id <> '${tenant}'`,
    );
    digests[table] = row?.sum ?? "";
  }
  return digests;
}

async function tablesIn(postgres: World["postgres"], url: string): Promise<readonly string[]> {
  const rows = await postgres.query<{ name: string }>(
    nameIn(url),
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
       AND relname NOT IN ('hub_migrations', 'places') ORDER BY 1`,
  );
  assert.equal(rows.length >= 16, true);
  return rows.map(({ name }) => name);
}

interface Once {
  readonly lost: number;
  readonly doubled: number;
}

/** Each acknowledged push has one file with the text that was sent, one answer under its key, and one line of the audit. */
async function onceEach({ postgres }: World, database: string, load: Load): Promise<Once> {
  const of = `tenant_id = '${load.tenant}'`;
  const files = await postgres.query<{ path: string; text: string }>(
    database,
    `SELECT path, convert_from(bytes, 'UTF8') AS text FROM files JOIN blobs USING (tenant_id, hash)
     WHERE ${of} AND path LIKE 'memories/%' AND path NOT LIKE '%\\_900_.md'`,
  );
  const keys = await postgres.query<{ key: string }>(database, `SELECT key FROM pushes WHERE ${of} AND seq > 2`);
  const lines = await postgres.query<{ n: number }>(
    database,
    `SELECT count(*)::int AS n FROM audit WHERE ${of} AND line::json->>'action' = 'push'`,
  );
  const [texts, answers] = [new Map(files.map((each) => [each.path, each.text])), keys.map(({ key }) => key)];
  const lost = [...load.done].filter(([path, { text, key }]) => texts.get(path) !== text || !answers.includes(key));
  // Of what was founded with, one more.
  const told = (lines[0]?.n ?? 0) - load.done.size - 1;
  const more = [files.length, keys.length].map((length) => length - load.done.size);
  return { lost: Math.max(lost.length, -told), doubled: Math.max(0, told, ...more) };
}
