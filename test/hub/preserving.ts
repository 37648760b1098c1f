// Legal holds (HUB-11), as somebody would get around them: erase what is held, have it replaced, wait for the sweep, be quicker than the
// hold, end it from another tenant or past the command.
import { strict as assert } from "node:assert";
import { randomUUID } from "node:crypto";
import { endHold, holds, type Preserving, preserve } from "../../hub/src/preserve.ts";
import { sweep } from "../../hub/src/sweep.ts";
import { verifyTenant } from "../../hub/src/verify.ts";
import { type Answer, gone, put } from "../../hub/test/client.ts";
import { ran } from "../../hub/test/process.ts";
import { type Tenant, type TestHub, tenantOn } from "../../hub/test/running.ts";
import { chance } from "../support/acts.ts";
import { type Case, HUB_DATABASE, type World } from "./case.ts";
import { holding } from "./holding.ts";
import { sleep } from "./load.ts";
import { idFor, marker, memoryPath, memoryText, PROJECT } from "./stores.ts";

const ROUNDS = 6;

export const PRESERVING: readonly Case[] = [
  [
    "HUB-11: what a legal hold covers is not erased, by an admin or at the server, and both are told which hold and what ends it",
    async ({ hub, databaseUrl, postgres }) => {
      const tenant = await tenantOn(hub);
      const secret = await said(tenant, 1);
      const env = { HOLDFAST_HUB_DATABASE: databaseUrl };
      const type = (...args: readonly string[]) => ran(args, env);
      const set = await type("preserve", tenant.name, "--hold", "case-14", "--store", PROJECT, "--for", "court");
      assert.equal(set.code, 0, set.err);
      const [shown] = set.out.trim().split("\n");
      const { begun, ...rest } = JSON.parse(shown ?? "");
      assert.deepEqual(rest, { hold: "case-14", reason: "court", by: "operator", store: PROJECT });
      const refused = await erases(tenant, 1);
      const next = `holdfast-hub preserve ${tenant.name} --end case-14`;
      assert.deepEqual([refused.status, refused.body.code], [403, "not-allowed"], refused.text);
      const words = `The legal hold case-14 (court, since ${begun.slice(0, 10)}) covers ${PROJECT}: nothing of it is erased. The operator ends it: ${next}`;
      assert.equal(refused.body.message, words);
      const typed = await type("erase", tenant.name, "--store", PROJECT, "--memory", idFor(1));
      assert.deepEqual([typed.code, typed.err], [1, `${words}\n  next: ${next}\n`]);
      assert.equal((await holding(postgres, secret)).includes("blobs"), true);
      // The same name is not given twice, and what stands in place of a code is refused.
      const twice = await type("preserve", tenant.name, "--hold", "case-14", "--store", PROJECT, "--for", "court");
      assert.deepEqual([twice.code, /taken/.test(twice.err)], [1, true], twice.err);
      const wordy = await type("preserve", tenant.name, "--hold", "Ann B", "--store", PROJECT, "--for", "court");
      assert.equal(wordy.code, 64);
      const ended = await type("preserve", tenant.name, "--end", "case-14");
      assert.deepEqual([ended.code, JSON.parse(ended.out).endedBy], [0, "operator"]);
      assert.equal((await erases(tenant, 1)).status, 200);
      assert.deepEqual(await holding(postgres, secret), []);
      const lines = await actions(tenant);
      assert.deepEqual(
        lines.filter(({ action }) => action.startsWith("hold")).map(({ by, action, about }) => [by, action, about]),
        [
          ["operator", "hold-set", { hold: "case-14", store: PROJECT, reason: "court" }],
          ["operator", "hold-ended", { hold: "case-14", store: PROJECT }],
        ],
      );
    },
  ],
  [
    "HUB-11: what a push replaces or takes away under a hold is kept, printed, and let go when the hold is over",
    async ({ hub, databaseUrl, postgres }) => {
      const tenant = await tenantOn(hub);
      const { client, admin, name } = tenant;
      const first = await said(tenant, 1);
      await write(hub, name, { hold: "h", store: PROJECT, for: "inquiry" });
      const [before, second] = [textOf(1, first), `Nobody may know ${randomUUID()}`];
      assert.equal(
        (await client.push(PROJECT, [put(memoryPath(1), textOf(1, second), before)], admin.token)).status,
        200,
      );
      assert.equal((await client.push(PROJECT, [gone(memoryPath(1), textOf(1, second))], admin.token)).status, 200);
      for (const word of [first, second]) assert.deepEqual(await holding(postgres, word), ["blobs"], word);
      const { out } = await ran(["preserve", name, "--print", "h"], { HOLDFAST_HUB_DATABASE: databaseUrl });
      const printed = out
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line));
      assert.deepEqual(
        printed.map(({ path, seq, memory, until }) => [path, seq, memory, until === null]),
        [
          ["holdfast.json", 1, null, true],
          [memoryPath(1), 2, idFor(1), false],
          [memoryPath(1), 3, idFor(1), false],
        ],
      );
      assert.deepEqual(Buffer.from(printed[2].bytes, "base64").toString(), textOf(1, second));
      assert.deepEqual((await verifyTenant(hub.database, name)).broken, []);
      // What was kept is held to the chain like what stands there.
      const of = `tenant_id = '${name}' AND seq = 2`;
      await postgres.query(HUB_DATABASE, `UPDATE kept SET path = 'memories/other.md' WHERE ${of}`);
      assert.equal((await verifyTenant(hub.database, name)).broken.length, 1);
      await postgres.query(HUB_DATABASE, `UPDATE kept SET path = '${memoryPath(1)}' WHERE ${of}`);
      await swept({ hub, postgres }, name);
      assert.deepEqual(await holding(postgres, first), ["blobs"]);
      await hub.database.write(name, (tx) => endHold(tx, "h"));
      await swept({ hub, postgres }, name);
      for (const word of [first, second]) assert.deepEqual(await holding(postgres, word), [], word);
      assert.deepEqual((await verifyTenant(hub.database, name)).broken, []);
    },
  ],
  [
    "HUB-11: an erasure takes along what a hold had kept, which the sweep has not met, and its receipt names it",
    async ({ hub, postgres }) => {
      const tenant = await tenantOn(hub);
      const { client, admin, name } = tenant;
      const first = await said(tenant, 1);
      await write(hub, name, { hold: "h", store: PROJECT, for: "inquiry" });
      const second = `Nobody may know ${randomUUID()}`;
      await client.push(PROJECT, [put(memoryPath(1), textOf(1, second), textOf(1, first))], admin.token);
      await hub.database.write(name, (tx) => endHold(tx, "h"));
      const erased = await erases(tenant, 1);
      assert.equal(JSON.parse(erased.body.text).hashes.length, 2, erased.text);
      for (const word of [first, second]) assert.deepEqual(await holding(postgres, word), [], word);
    },
  ],
  [
    "HUB-11: under a hold the sweep leaves the audit and the paths of what was erased before; elsewhere it goes on",
    async ({ hub, postgres }) => {
      const [one, other] = [await tenantOn(hub), await tenantOn(hub)];
      for (const each of [one, other]) {
        await said(each, 1);
        assert.equal((await erases(each, 1)).status, 200);
        await postgres.query(
          HUB_DATABASE,
          `UPDATE files SET purge_at = now() - interval '1 day' WHERE tenant_id = '${each.name}' AND purge_at IS NOT NULL;
           UPDATE tenants SET audit_days = 30 WHERE tenant_id = '${each.name}';
           UPDATE audit SET at = now() - interval '31 days' WHERE tenant_id = '${each.name}'`,
        );
      }
      await write(hub, one.name, { hold: "h", store: PROJECT, for: "authority" });
      const left = async ({ name }: Tenant): Promise<readonly [number, number]> => {
        await swept({ hub, postgres }, name);
        const [row] = await postgres.query<{ audit: number; paths: number }>(
          HUB_DATABASE,
          `SELECT (SELECT count(*)::int FROM audit WHERE tenant_id = '${name}' AND at < now() - interval '30 days') AS audit,
             (SELECT count(*)::int FROM files WHERE tenant_id = '${name}' AND purge_at IS NOT NULL) AS paths`,
        );
        return [row?.audit ?? -1, row?.paths ?? -1];
      };
      assert.deepEqual(await left(one), [4, 2]);
      assert.deepEqual(await left(other), [0, 0]);
      await hub.database.write(one.name, (tx) => endHold(tx, "h"));
      assert.deepEqual(await left(one), [0, 0]);
    },
  ],
  [
    "HUB-11: a member under a hold is not erased, and a store that they make under it is kept as well",
    async ({ hub, postgres }) => {
      const tenant = await tenantOn(hub);
      const { client, admin, name } = tenant;
      const ann = await tenant.joins([]);
      await write(hub, name, { hold: "h", member: ann.member, for: "dispute" });
      const erase = (): Promise<Answer> =>
        client.ask("POST", `/v1/${name}/erase`, { token: admin.token, body: { member: ann.member } });
      const store = `personal/${ann.member}`;
      const secret = `Ann alone knows ${randomUUID()}`;
      await client.push(store, [marker(), put(memoryPath(1), textOf(1, secret))], ann.token);
      await client.push(store, [gone(memoryPath(1), textOf(1, secret))], ann.token);
      assert.deepEqual(await holding(postgres, secret), ["blobs"]);
      const refused = await erase();
      assert.deepEqual([refused.status, /hold h \(dispute/.test(refused.body.message)], [403, true], refused.text);
      // Refused as a whole: they are a member still, and their device counts.
      assert.equal((await client.ask("GET", `/v1/${name}`, { token: ann.token })).status, 200);
      // Whoever leaves is held all the same.
      const left = await client.ask("DELETE", `/v1/${name}/members/${ann.member}`, { token: admin.token });
      assert.deepEqual([left.status, (await erase()).status], [200, 403]);
      await assert.rejects(write(hub, name, { hold: "i", store, for: "dispute" }), /--member/);
      await hub.database.write(name, (tx) => endHold(tx, "h"));
      assert.equal((await erase()).status, 200);
      assert.deepEqual(await holding(postgres, secret), []);
    },
  ],
  [
    "HUB-11: of two holds on a store each is enough",
    async ({ hub }) => {
      const tenant = await tenantOn(hub);
      await said(tenant, 1);
      for (const hold of ["one", "two"]) await write(hub, tenant.name, { hold, store: PROJECT, for: "court" });
      await hub.database.write(tenant.name, (tx) => endHold(tx, "one"));
      await assert.rejects(
        hub.database.write(tenant.name, (tx) => endHold(tx, "one")),
        /No hold called one stands/,
      );
      const refused = await erases(tenant, 1);
      assert.match(refused.body.message, /hold two/);
      await hub.database.write(tenant.name, (tx) => endHold(tx, "two"));
      assert.equal((await erases(tenant, 1)).status, 200);
    },
  ],
  [
    "HUB-3 HUB-11: another tenant's hold is not seen, not ended and covers nothing; no hold is deleted, and none is seen without a tenant",
    async ({ hub, postgres }) => {
      const [one, other] = [await tenantOn(hub), await tenantOn(hub)];
      for (const each of [one, other]) await said(each, 1);
      await write(hub, one.name, { hold: "h", store: PROJECT, for: "court" });
      assert.deepEqual(await hub.database.read(other.name, holds), []);
      await assert.rejects(
        hub.database.write(other.name, (tx) => endHold(tx, "h")),
        /No hold called h stands/,
      );
      // As a query of the application would that forgets its condition, or names the other one.
      const as = (tenant: string, sql: string): Promise<readonly { n: number }[]> =>
        postgres.query(
          HUB_DATABASE,
          `BEGIN; SET LOCAL ROLE holdfast_hub; SELECT set_config('holdfast.tenant', '${tenant}', true); ${sql}`,
        );
      for (const sql of [
        `WITH done AS (UPDATE preserved SET ended_at = now(), ended_by = 'x' RETURNING 1) SELECT count(*)::int AS n FROM done`,
        `WITH done AS (UPDATE preserved SET ended_by = 'x', ended_at = now() WHERE tenant_id = '${one.name}' RETURNING 1) SELECT count(*)::int AS n FROM done`,
        `WITH done AS (DELETE FROM kept RETURNING 1) SELECT count(*)::int AS n FROM done`,
      ])
        assert.deepEqual(await as(other.name, sql), [{ n: 0 }], sql);
      await assert.rejects(as(one.name, "DELETE FROM preserved"), /permission denied/);
      await assert.rejects(
        as(
          other.name,
          `INSERT INTO preserved (tenant_id, hold, store, reason, begun_by) VALUES ('${one.name}', 'i', '${PROJECT}', 'court', 'x')`,
        ),
        /row-level security/,
      );
      for (const sql of ["SELECT * FROM preserved", "SELECT * FROM kept"])
        await assert.rejects(
          postgres.query(HUB_DATABASE, `BEGIN; SET LOCAL ROLE holdfast_hub; ${sql}`),
          /no tenant is set/,
        );
      assert.deepEqual([(await erases(other, 1)).status, (await erases(one, 1)).status], [200, 403]);
    },
  ],
  [
    "HUB-11: of a hold and an erasure at the same moment one comes first, and nothing is erased behind a hold",
    async ({ hub, postgres, isLong, note }) => {
      const next = chance(7);
      let held = 0;
      const rounds = isLong ? ROUNDS * 40 : ROUNDS;
      for (let round = 0; round < rounds; round++) {
        const tenant = await tenantOn(hub);
        const ofMember = round % 3 === 2;
        const ann = ofMember ? await tenant.joins([]) : undefined;
        const secret = ann === undefined ? await said(tenant, 1) : await saysAlone(tenant, ann);
        const wanted: Preserving = { hold: "h", for: "court", ...(ann ? { member: ann.member } : { store: PROJECT }) };
        const body = ann === undefined ? { store: PROJECT, memory: idFor(1) } : { member: ann.member };
        const [erased] = await Promise.all([
          tenant.client.ask("POST", `/v1/${tenant.name}/erase`, { token: tenant.admin.token, body }),
          sleep(next() * 6).then(() => write(hub, tenant.name, wanted)),
        ]);
        const order = (await actions(tenant))
          .map(({ action }) => action)
          .filter((each) => /^hold-set|-erased$/.test(each));
        const isThere = (await holding(postgres, secret)).length > 0;
        if (erased.status === 403) held += 1;
        assert.deepEqual(
          [order.indexOf("hold-set"), isThere],
          erased.status === 403 ? [0, true] : [1, false],
          `${erased.status} ${order.join(" ")}`,
        );
      }
      note(`${rounds} rounds, ${held} times the hold came first`);
    },
  ],
];

function textOf(n: number, words: string): string {
  return memoryText(n, `${words}, says the manual.`);
}

/** In the project's store; what stands nowhere else. */
async function said({ client, admin }: Tenant, n: number): Promise<string> {
  const secret = `Nobody may know ${randomUUID()}`;
  const done = await client.push(PROJECT, [marker(), put(memoryPath(n), textOf(n, secret))], admin.token);
  assert.equal(done.status, 200, done.text);
  return secret;
}

async function saysAlone({ client }: Tenant, { member, token }: Tenant["admin"]): Promise<string> {
  const secret = `Nobody may know ${randomUUID()}`;
  await client.push(`personal/${member}`, [marker(), put(memoryPath(1), textOf(1, secret))], token);
  return secret;
}

function erases({ client, name, admin }: Tenant, n: number): Promise<Answer> {
  const body = { store: PROJECT, memory: idFor(n), reason: "asked" };
  return client.ask("POST", `/v1/${name}/erase`, { token: admin.token, body });
}

function write(hub: TestHub, tenant: string, wanted: Preserving): Promise<void> {
  return hub.database.write(tenant, (tx) => preserve(tx, wanted));
}

async function swept({ hub, postgres }: Pick<World, "hub" | "postgres">, tenant: string): Promise<void> {
  await postgres.query(
    HUB_DATABASE,
    `UPDATE places SET swept_at = now() - interval '2 days' WHERE tenant_id = '${tenant}'`,
  );
  assert.equal(await hub.database.write(tenant, sweep), false);
}

interface Line {
  readonly by: string;
  readonly action: string;
  readonly about: object;
}

async function actions({ client, name, admin }: Tenant): Promise<readonly Line[]> {
  const { text } = await client.ask("GET", `/v1/${name}/audit?since=0`, { token: admin.token });
  return text
    .split("\n")
    .filter(Boolean)
    .map((row) => JSON.parse(JSON.parse(row).line));
}
