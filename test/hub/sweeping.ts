// What goes with time (HUB-11): nothing a day too early, in batches, once for all hubs, and of a tenant that nobody uses any more too.
import { strict as assert } from "node:assert";
import { openDatabase } from "../../hub/src/database.ts";
import { sweep } from "../../hub/src/sweep.ts";
import { startSweeping } from "../../hub/src/sweeping.ts";
import { startHub, tenantOn } from "../../hub/test/running.ts";
import { type Case, nameIn } from "./case.ts";
import { sleep } from "./load.ts";
import { marker, PROJECT, pull } from "./stores.ts";

const OLD = 4500;

type Counts = Record<"pushes" | "tokens" | "nonces" | "sign_ins" | "audit", number>;

export const SWEEPING: readonly Case[] = [
  [
    "HUB-11: what a hub keeps for a time goes within a day, in batches and once for all hubs; what is younger, and the chain, stay",
    async ({ database, postgres }) => {
      const url = await database();
      const hub = await startHub(url);
      const other = openDatabase(url, 2);
      try {
        const { name, client, admin } = await tenantOn(hub);
        const idle = await tenantOn(hub);
        await client.push(PROJECT, [marker()], admin.token);
        const of = `tenant_id = '${name}'`;
        const ask = <Row>(sql: string): Promise<readonly Row[]> => postgres.query<Row>(nameIn(url), sql);
        await ask(`INSERT INTO pushes SELECT tenant_id, store_id, 'old-' || n, body_hash, seq, chain, now() - interval '31 days'
          FROM pushes, generate_series(1, ${OLD}) AS n WHERE ${of};
          INSERT INTO pushes SELECT tenant_id, store_id, 'young', body_hash, seq, chain, now() - interval '29 days' FROM pushes WHERE key NOT LIKE 'old-%';
          INSERT INTO tokens (tenant_id, hash, kind, name, store, role, ends_at)
            SELECT '${name}', sha256(n::text::bytea), 'job', 'j', 'org', 'reader', now() - n * interval '1 minute' FROM generate_series(1, 10) AS n;
          INSERT INTO nonces SELECT '${name}', n, now() - interval '1 second' FROM generate_series(1, 10) AS n;
          INSERT INTO sign_ins SELECT '${name}', sha256(n::text::bytea), 'code', '', now() - interval '1 second' FROM generate_series(1, 10) AS n;
          UPDATE tenants SET audit_days = 30; UPDATE audit SET at = now() - interval '31 days' WHERE n <= 2`);
        const before = await counts();
        assert.deepEqual(await hub.database.write(name, sweep), false);
        assert.deepEqual(await counts(), before, "swept within a day of its founding");
        await ask(`UPDATE places SET swept_at = now() - interval '25 hours'`);
        assert.deepEqual((await other.due()).toSorted(), [name, idle.name].toSorted());
        // One of two that come at once; the first turn leaves some.
        const turns = await Promise.all([hub.database.write(name, sweep), other.write(name, sweep)]);
        assert.equal(turns.includes(true), true);
        assert.equal((await counts()).pushes, OLD + 2 - 2000 * turns.filter(Boolean).length);
        const sweeping = [hub.database, other].map((each) => startSweeping({ ...other, write: each.write }, 20, 20));
        for (let left = 200; left > 0 && (await other.due()).length > 0; left--) await sleep(50);
        for (const each of sweeping) await each.end();
        assert.deepEqual(await counts(), {
          pushes: 2,
          tokens: before.tokens - 10,
          nonces: before.nonces - 10,
          sign_ins: before.sign_ins - 10,
          audit: before.audit - 2,
        });
        assert.deepEqual(await ask(`SELECT tenant_id FROM audit WHERE n = 1 AND ${of}`), []);
        assert.equal((await ask(`SELECT 1 FROM audit WHERE tenant_id = '${idle.name}' AND n <= 2`)).length, 0);
        assert.equal((await pull(client, name, PROJECT, admin.token)).head.seq, 1);

        async function counts(): Promise<Counts> {
          const [row] = await ask<Counts>(
            `SELECT ${["pushes", "tokens", "nonces", "sign_ins", "audit"]
              .map((table) => `(SELECT count(*)::int FROM ${table} WHERE ${of}) AS ${table}`)
              .join(", ")}`,
          );
          assert(row !== undefined);
          return row;
        }
      } finally {
        await other.end();
        await hub.end();
      }
    },
  ],
];
