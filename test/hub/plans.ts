// How the engine goes about what is asked most (HUB-3, HUB-12): one plan per statement and connection, by keys that start with the tenant.
import { strict as assert } from "node:assert";
import { buildApp } from "../../hub/src/app.ts";
import { openDatabase } from "../../hub/src/database.ts";
import { hubChecks } from "../../hub/src/start.ts";
import { put } from "../../hub/test/client.ts";
import { asked } from "../../hub/test/postgres.ts";
import { type Recorded, recording } from "../../hub/test/recorded.ts";
import { settingsOf, startHub, tenantOn } from "../../hub/test/running.ts";
import { type Case, nameIn } from "./case.ts";
import { marker, memoryPath, memoryText, PROJECT } from "./stores.ts";

export const PLANS: readonly Case[] = [
  [
    "HUB-3: what head, pull and push ask is planned by the tenant's keys, also in a database that has next to nothing in it",
    async ({ database, postgres }) => {
      const url = await database();
      const hub = await startHub(url);
      const { database: heard, kept } = recording(openDatabase(url, 1));
      const settings = await settingsOf(url);
      const more = { checks: await hubChecks(), version: "", isReady: () => true, traces: undefined, page: new Map() };
      const app = await buildApp({ ...more, settings, database: heard });
      try {
        const { name, admin } = await tenantOn(hub);
        const at = `/v1/${name}/stores/${encodeURIComponent(PROJECT)}`;
        const headers = { authorization: `Bearer ${admin.token}` };
        const push = async (n: number, changes: readonly unknown[]): Promise<void> => {
          const keyed = { ...headers, "idempotency-key": `0123456789abcdef-${n}` };
          const { statusCode } = await app.inject({
            method: "POST",
            url: `${at}/push`,
            headers: keyed,
            body: { changes },
          });
          assert.equal(statusCode, 200);
        };
        await push(1, [marker(), put(memoryPath(1), memoryText(1))]);
        await push(2, [put(memoryPath(1), memoryText(1, "Another text of some length."), memoryText(1))]);
        for (const path of ["head", "changes?since=0"]) await app.inject({ url: `${at}/${path}`, headers });
        await postgres.query(nameIn(url), "ANALYZE");
        const scans = await Promise.all(kept.slice(-3).map((each) => plansOf(url, each)));
        assert.equal(scans.flat().length > 15, true);
        assert.deepEqual(
          scans.flat().filter((plan) => plan.includes("Seq Scan")),
          [],
        );
      } finally {
        await app.close();
        await heard.end();
        await hub.end();
      }
    },
  ],
];

/** As the hub's own transaction has them planned. */
async function plansOf(url: string, { opening, statements }: Recorded): Promise<readonly string[]> {
  const prepared = statements.map(({ sql }, n) => {
    const values = new Set([...sql.matchAll(/\$\d+/g)].map(([name]) => name));
    const nothing = [...values].map(() => "NULL").join(", ");
    return `PREPARE asked_${n} AS ${sql}; EXPLAIN EXECUTE asked_${n}(${nothing})`;
  });
  const plans: string[] = [];
  for (const text of prepared) {
    const rows = await asked<{ "QUERY PLAN": string }>(url, `${opening}; ${text}`);
    plans.push(rows.map((row) => row["QUERY PLAN"]).join("\n"));
  }
  return plans;
}
