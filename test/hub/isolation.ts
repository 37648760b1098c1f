// One tenant never learns anything of another (HUB-3): not by the engine, whatever is asked of it. What the sources ask is naming.ts's, what
// a request can ask crossing.ts's.
import { strict as assert } from "node:assert";
import { type Database, openDatabase, type Tx } from "../../hub/src/database.ts";
import { migrate } from "../../hub/src/migrate.ts";
import { tenantOn } from "../../hub/test/running.ts";
import { type Case, HUB_DATABASE } from "./case.ts";
import { marker, PROJECT } from "./stores.ts";

export const ISOLATION: readonly Case[] = [
  [
    "HUB-3: as the application's role, every table refuses who names no tenant, and is empty for a stranger",
    async ({ hub, postgres }) => {
      const { client, admin } = await tenantOn(hub);
      await client.push(PROJECT, [marker()], admin.token);
      const tables = await postgres.query<{ name: string; closed: boolean; owner: string }>(
        HUB_DATABASE,
        `SELECT relname AS name, relrowsecurity AND relforcerowsecurity AS closed, pg_get_userbyid(relowner) AS owner
         FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND relname <> 'hub_migrations'`,
      );
      assert.equal(tables.length >= 16, true);
      for (const { name, closed, owner } of tables) {
        assert.deepEqual([closed, owner === "holdfast_hub"], [true, false], name);
        const as = (setting: string, sql: string): Promise<readonly unknown[]> =>
          postgres.query(HUB_DATABASE, `BEGIN; SET LOCAL ROLE holdfast_hub; ${setting}; ${sql}`);
        for (const unset of ["SELECT 1", "SELECT set_config('holdfast.tenant', '', true)"]) {
          for (const sql of [
            `SELECT * FROM ${name}`,
            `SELECT count(*) FROM ${name}`,
            `INSERT INTO ${name} (tenant_id) VALUES ('x')`,
          ])
            await assert.rejects(as(unset, sql), /no tenant is set|permission denied|null value/, `${name}: ${sql}`);
        }
        const stranger = `SELECT set_config('holdfast.tenant', 'nobody', true)`;
        assert.deepEqual(await as(stranger, `SELECT * FROM ${name}`), []);
        await assert.rejects(as(stranger, `TRUNCATE ${name}`), /permission denied/);
        await assert.rejects(as(stranger, `DROP TABLE ${name}`), /must be owner/);
        await assert.rejects(as(stranger, `ALTER TABLE ${name} DISABLE ROW LEVEL SECURITY`), /must be owner/);
      }
      const [role] = await postgres.query<{ bad: boolean }>(
        HUB_DATABASE,
        `SELECT rolsuper OR rolbypassrls OR rolcreaterole OR rolcreatedb OR rolcanlogin AS bad FROM pg_roles WHERE rolname = 'holdfast_hub'`,
      );
      assert.equal(role?.bad, false);
    },
  ],
  [
    "HUB-3: what travels behind the opening of a transaction gets nothing where that failed",
    async ({ database, postgres }) => {
      const url = await database();
      await migrate(url);
      const own = openDatabase(url, 1);
      const rows: unknown[] = [];
      const read = (): Promise<unknown> =>
        own.read("acme", async (tx) => {
          const asked = tx.rows("SELECT tenant_id FROM tenants WHERE tenant_id = $1", [tx.tenant]);
          await asked.then((found) => rows.push(found));
        });
      try {
        await postgres.query("postgres", "REVOKE holdfast_hub FROM hub_owner");
        await assert.rejects(read(), /permission denied to set role/);
        assert.deepEqual(rows, []);
        await postgres.query("postgres", "GRANT holdfast_hub TO hub_owner");
        await read();
        assert.deepEqual(rows, [[]]);
      } finally {
        await postgres.query("postgres", "GRANT holdfast_hub TO hub_owner");
        await own.end();
      }
    },
  ],
  [
    "HUB-4 HUB-14: what leaves with COMMIT is done with all the rest or nothing is, and what was not answered is not repeated",
    async ({ hub, databaseUrl, postgres }) => {
      const { name } = await tenantOn(hub);
      const own = openDatabase(databaseUrl, 1);
      const rename = (tx: Tx): Promise<unknown> =>
        tx.rows("UPDATE tenants SET name = 'Another' WHERE tenant_id = $1", [tx.tenant]);
      const nameNow = async (): Promise<unknown> =>
        (await own.read(name, (tx) => tx.rows("SELECT name FROM tenants WHERE tenant_id = $1", [tx.tenant])))[0];
      try {
        const twice = own.write(name, async (tx) => {
          await rename(tx);
          await tx.last("INSERT INTO tenants (tenant_id, name, receipt_key) VALUES ($1, '', '')", [tx.tenant]);
        });
        await assert.rejects(twice, { code: "23505" });
        assert.deepEqual(await nameNow(), { name: "A tenant" });
        let times = 0;
        const cutOff = own.write(name, async (tx) => {
          times += 1;
          await rename(tx);
          await tx.last("SELECT pg_sleep(20) FROM tenants WHERE tenant_id = $1", [tx.tenant]);
        });
        cutOff.catch(() => undefined);
        const asleep = `FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep(20)%' AND wait_event = 'PgSleep'`;
        while ((await postgres.query(HUB_DATABASE, `SELECT pg_terminate_backend(pid) ${asleep}`)).length === 0)
          await new Promise((resolve) => setTimeout(resolve, 20));
        await assert.rejects(cutOff, { name: "Unanswered" });
        assert.deepEqual([times, await nameNow()], [1, { name: "A tenant" }]);
        await assert.rejects(
          own.read(name, (tx) => tx.last("SELECT 1 WHERE $1 = $1", [tx.tenant])),
          /only reads/,
        );
      } finally {
        await own.end();
      }
    },
  ],
  [
    "HUB-3 HUB-14: a connection that knows none of our prepared statements, or all, is found out and gone on with",
    async ({ hub, databaseUrl }) => {
      const { name } = await tenantOn(hub);
      const ask = (own: Database): Promise<readonly unknown[]> =>
        own.read(name, (tx) => tx.rows("SELECT name FROM tenants WHERE tenant_id = $1", [tx.tenant]));
      const [knows, stranger] = [openDatabase(databaseUrl, 1), openDatabase(databaseUrl, 1)];
      try {
        assert.equal((await ask(knows)).length, 1);
        const there = await knows.read(name, (tx) =>
          tx.rows<{ name: string }>("SELECT name FROM pg_prepared_statements", []),
        );
        assert.equal(there.length, 2);
        await knows.read(name, (tx) => tx.rows("DEALLOCATE ALL", []));
        for (const each of there) await stranger.read(name, (tx) => tx.rows(`PREPARE "${each.name}" AS SELECT 1`, []));
        for (const own of [knows, knows, stranger, stranger]) assert.equal((await ask(own)).length, 1);
      } finally {
        await knows.end();
        await stranger.end();
      }
    },
  ],
  [
    "HUB-3: a part of a request that goes on when another has failed asks nothing more, least of all in another tenant's transaction",
    async ({ hub, databaseUrl }) => {
      const [one, other] = [await tenantOn(hub), await tenantOn(hub)];
      const own = openDatabase(databaseUrl, 1);
      const late: unknown[] = [];
      const { promise: others, resolve: begins } = Promise.withResolvers<void>();
      try {
        const failing = own.write(one.name, (tx) => {
          const goesOn = others
            .then(() => tx.rows("SELECT name FROM tenants WHERE tenant_id = $1", [other.name]))
            .then(
              (rows) => late.push(rows),
              (error: Error) => late.push(error.message),
            );
          return Promise.all([Promise.reject(new Error("refused")), goesOn]);
        });
        await assert.rejects(failing, /refused/);
        await own.write(other.name, async (tx) => {
          await tx.rows("SELECT 1 FROM tenants WHERE tenant_id = $1", [tx.tenant]);
          begins();
          await new Promise((resolve) => setTimeout(resolve, 100));
        });
        assert.deepEqual(late, ["the transaction is over"]);
      } finally {
        await own.end();
      }
    },
  ],
  [
    "HUB-3: every key starts with the tenant",
    async ({ postgres }) => {
      const keys = await postgres.query<{ name: string; first: string }>(
        HUB_DATABASE,
        `SELECT c.relname AS name, a.attname AS first FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
         JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]
         WHERE c.relnamespace = 'public'::regnamespace`,
      );
      assert.equal(keys.length >= 20, true);
      assert.deepEqual(
        keys.filter(({ name, first }) => first !== "tenant_id" && !name.startsWith("hub_migrations")),
        [],
      );
    },
  ],
];
