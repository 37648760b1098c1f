// A move that was not ended (HUB-11, HUB-15): nothing that was erased afterwards lies in what it left, whichever way it ended, and a move
// that goes on is left alone.
import { strict as assert } from "node:assert";
import { takeLeft } from "../../hub/src/left.ts";
import { type Step as MoveStep, move } from "../../hub/src/move.ts";
import { put } from "../../hub/test/client.ts";
import { ran } from "../../hub/test/process.ts";
import { type Tenant, type TestHub, tenantOn } from "../../hub/test/running.ts";
import { type Case, nameIn, type World } from "./case.ts";
import { rowsOf, type Spread, spreadOver } from "./map.ts";
import { idFor, marker, memoryPath, memoryText, PROJECT, pull } from "./stores.ts";

const MOVER = "a_mover";
const SECRET = "The heron key is under the third stone";

interface Left {
  readonly world: World;
  readonly spread: Spread;
  readonly tenant: Tenant;
  /** As a process that ran until then and was killed: its connections are gone, and it does nothing more. */
  killed(to: string, at: MoveStep): Promise<void>;
  /** In how many files the words lie. */
  lies(at: string): Promise<number>;
  /** As if so much time had gone by. */
  later(): Promise<void>;
}

async function left(world: World, work: (left: Left) => Promise<void>): Promise<void> {
  const spread = await spreadOver(world, 1);
  const { databases, hubs, url } = spread;
  const own = new Map([...databases].map(([name, each]) => [name, `${each}?application_name=${MOVER}`]));
  try {
    const tenant = await tenantOn(hubs[0] as TestHub);
    const { name, client, admin } = tenant;
    await client.push(PROJECT, [marker(), put(memoryPath(1), memoryText(1, SECRET))], admin.token);
    await work({
      ...{ world, spread, tenant },
      killed: async (to, at) => {
        const kill = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = '${MOVER}'`;
        const going = move({
          ...{ tenant: name, to, databases: own },
          at: async (step) => {
            if (step !== at) return;
            await world.postgres.query("postgres", kill);
            throw new Error("the mover was killed");
          },
        });
        await assert.rejects(going, /the mover was killed/);
      },
      lies: async (at) => {
        const sql = `SELECT count(*)::int AS n FROM blobs WHERE tenant_id = '${name}' AND convert_from(bytes, 'UTF8') LIKE '%${SECRET}%'`;
        const [row] = await world.postgres.query<{ n: number }>(nameIn(url(at)), sql);
        return row?.n ?? -1;
      },
      later: async () => {
        for (const each of databases.values())
          await world.postgres.query(nameIn(each), "UPDATE places SET swept_at = swept_at - interval '2 hours'");
      },
    });
  } finally {
    await spread.end();
  }
}

export const LEAVING: readonly Case[] = [
  [
    "HUB-11 HUB-15: what is erased after a move that was not ended lies in no database: not where the program fails, and soon not where it was killed",
    (world) =>
      left(world, async ({ spread, tenant, killed, lies, later }) => {
        const { databases, url } = spread;
        const { name, client, admin } = tenant;
        // It fails, and takes away what it brought.
        for (const step of ["begun", "copied", "verified", "closed", "caught-up", "ready"] as const) {
          const at = (now: MoveStep): void => {
            if (now === step) throw new Error("it failed");
          };
          await assert.rejects(move({ tenant: name, to: "second", databases, at }), /it failed/);
          assert.deepEqual([step, await rowsOf(world, url("second"), name)], [step, {}]);
        }
        // It is killed; what is typed again goes on.
        await killed("second", "copied");
        assert.equal(await lies("second"), 1);
        const body = { store: PROJECT, memory: idFor(1) };
        const erased = await client.ask("POST", `/v1/${name}/erase`, { token: admin.token, body });
        assert.equal(erased.status, 200, erased.text);
        assert.deepEqual([await lies("first"), await lies("second")], [0, 1]);
        const doctor = await ran(["doctor"], spread.env);
        assert.match(
          doctor.out,
          /warning +places +a move of \S+ to second goes on, or was not ended: what is erased may lie in second/,
        );
        assert.match(doctor.out, new RegExp(`holdfast-hub move ${name} --to first, which takes`));
        await takeLeft(databases);
        assert.equal(await lies("second"), 1, "it may go on yet");
        await later();
        await takeLeft(databases);
        assert.deepEqual(await rowsOf(world, url("second"), name), {});
        assert.match((await ran(["doctor"], spread.env)).out, /ok +places +each tenant is in one database/);
        // The copy was whole, and the old place had not said so.
        await killed("third", "ready");
        await later();
        await takeLeft(databases);
        assert.deepEqual(await rowsOf(world, url("third"), name), {});
        assert.equal((await pull(client, name, PROJECT, admin.token)).files.size, 1);
        await killed("fourth", "verified");
        assert.equal((await move({ tenant: name, to: "fourth", databases })).to, "fourth");
        assert.equal((await pull(client, name, PROJECT, admin.token)).files.size, 1);
      }),
  ],
  [
    "HUB-11 HUB-15: what a move leaves in the old place goes too where the program was killed behind it, once the new one was verified",
    (world) =>
      left(world, async ({ spread, tenant, killed, lies, later }) => {
        const { databases, url } = spread;
        const { name, client, admin } = tenant;
        await killed("second", "moved");
        const body = { store: PROJECT, memory: idFor(1) };
        const erased = await client.ask("POST", `/v1/${name}/erase`, { token: admin.token, body });
        assert.equal(erased.status, 200, erased.text);
        assert.deepEqual([await lies("first"), await lies("second")], [1, 0]);
        const doctor = await ran(["doctor"], spread.env);
        assert.match(
          doctor.out,
          /warning +places +rows of \S+ from before a move lie in first yet: what was erased since may be among them/,
        );
        assert.match(doctor.out, new RegExp(`holdfast-hub move ${name} --to second`));
        // Where the new place is not whole, the old rows are all that there is.
        const second = nameIn(url("second"));
        const spoilt = (word: string): string => `UPDATE audit SET line = replace(line, ${word}) WHERE n = 1`;
        await world.postgres.query(second, spoilt("'founded', 'found'"));
        await later();
        await takeLeft(databases);
        assert.equal(await lies("first"), 1);
        await world.postgres.query(second, spoilt("'found', 'founded'"));
        await later();
        await takeLeft(databases);
        assert.deepEqual(await rowsOf(world, url("first"), name), {});
        const push = await client.push(PROJECT, [put(memoryPath(2), memoryText(2))], admin.token);
        assert.equal(push.status, 200, push.text);
        const verified = await ran(["verify", "--all"], spread.env);
        assert.equal(verified.code, 0, verified.err);
      }),
  ],
  [
    "HUB-15: a move that goes on is left alone, however long it takes and whoever sweeps; and nothing is taken where a database is away",
    (world) =>
      left(world, async ({ spread, tenant, killed, lies, later }) => {
        const { databases, url } = spread;
        const { name, client, admin } = tenant;
        const seen: string[] = [];
        await move({
          ...{ tenant: name, to: "second", databases },
          at: async (step) => {
            // Between these it is held by a transaction of its own. When it is opened the move has happened, and the old rows may go.
            if (!["begun", "copied", "verified", "moved", "opened"].includes(step)) return;
            await later();
            await Promise.all([takeLeft(databases), takeLeft(databases)]);
            seen.push(`${step} ${await lies("first")} ${await lies("second")}`);
          },
        });
        assert.deepEqual(seen, ["begun 1 0", "copied 1 1", "verified 1 1", "moved 1 1", "opened 0 1"]);
        assert.deepEqual(await rowsOf(world, url("first"), name), {});
        assert.equal((await pull(client, name, PROJECT, admin.token)).files.size, 2);
        await killed("third", "copied");
        await later();
        const away = new Map([...databases, ["first", "postgres://nobody@127.0.0.1:1/none"]]);
        await takeLeft(away);
        await takeLeft(new Map([...databases].filter(([each]) => each !== "second")));
        assert.equal(await lies("third"), 1);
        await takeLeft(databases);
        assert.deepEqual([await lies("second"), await rowsOf(world, url("third"), name)], [1, {}]);
      }),
  ],
];
