// Who begins a store, how many there are, and under which id (HUB-2, HUB-7): each case is an attack that was possible once, and goes on
// with what has to go through beside it.
import { strict as assert } from "node:assert";
import { type Finding, LIMITS } from "../../hub/protocol.ts";
import { type Answer, put } from "../../hub/test/client.ts";
import { type Tenant, type TestHub, tenantOn } from "../../hub/test/running.ts";
import type { Case } from "./case.ts";
import { idFor, markerOf, memoryPath, memoryText } from "./stores.ts";

export const BEGINNING: readonly Case[] = [
  [
    "HUB-2: an admin alone begins a store of the organisation or of a team; who may write adds to it from then on",
    async ({ hub }) => {
      const tenant = await tenantOn(hub);
      const { client, name, admin } = tenant;
      const others = [
        await tenant.joins([{ store: "*", role: "contributor" }]),
        await tenant.joins([{ store: "team/*", role: "reviewer" }]),
        await tenant.joins([
          { store: "*", role: "reviewer" },
          { store: "team/other", role: "admin" },
        ]),
      ].map(({ token }) => token);
      const machine = await tenant.machine("team/build", "contributor");
      const none = { path: memoryPath(1), replaces: null, gone: true as const };
      for (const token of [...others, machine])
        for (const changes of [[markerOf(idFor(1))], [none], [put(memoryPath(1), memoryText(1))]])
          isRefused(await client.push("team/build", changes, token), "role", /an admin begins it/);
      isRefused(await client.push("org", [markerOf(idFor(1))], others[0] ?? ""), "role", /an admin begins it/);
      assert.deepEqual(await namesIn(hub, tenant), []);
      const lead = await tenant.joins([{ store: "team/build", role: "admin" }]);
      taken(await client.push("team/build", [markerOf(idFor(1))], lead.token));
      taken(await client.push("org", [markerOf(idFor(2))], admin.token));
      taken(await client.push("team/build", [put(memoryPath(1), memoryText(1))], others[0] ?? ""));
      // One that is there without a name of its own is not begun either.
      await hub.database.write(name, (tx) =>
        tx.rows(
          `INSERT INTO stores (tenant_id, store_id, name, chain) VALUES ($1, 99, 'team/bare', decode(repeat('00', 32), 'hex'))`,
          [tx.tenant],
        ),
      );
      isRefused(await client.push("team/bare", [markerOf(idFor(3))], others[0] ?? ""), "role", /an admin begins it/);
      taken(await client.push("team/bare", [markerOf(idFor(3))], admin.token));
    },
  ],
  [
    "HUB-2: a team's store in which somebody has a role is told to who may begin it, before it is there",
    async ({ hub }) => {
      const tenant = await tenantOn(hub);
      const { client, name, admin } = tenant;
      const told = async (token: string): Promise<readonly string[]> => {
        const { body } = await client.ask("GET", `/v1/${name}/stores`, { token });
        return (body.stores as readonly { store: string; role: string; seq: number }[]).map(
          ({ store, role, seq }) => `${store} ${role} ${seq}`,
        );
      };
      assert.deepEqual(await told(admin.token), ["org admin 0"]);
      const lead = await tenant.joins([{ store: "team/build", role: "admin" }]);
      const other = await tenant.joins([
        { store: "team/build", role: "contributor" },
        { store: "team/*", role: "reader" },
      ]);
      assert.deepEqual(await told(lead.token), ["team/build admin 0"]);
      assert.deepEqual(await told(admin.token), ["org admin 0", "team/build admin 0"]);
      assert.deepEqual(await told(other.token), []);
      taken(await client.push("team/build", [markerOf(idFor(1))], lead.token));
      assert.deepEqual(await told(other.token), ["team/build contributor 1"]);
      assert.deepEqual(await told(lead.token), ["team/build admin 1"]);
    },
  ],
  [
    "HUB-2: nobody makes so many stores that one which members have a mirror of is told no more",
    async ({ hub }) => {
      const tenant = await tenantOn(hub);
      const { client, name, admin } = tenant;
      taken(await client.push("org", [markerOf(idFor(1))], admin.token));
      await made(hub, tenant, LIMITS.storesTold - 2, "'team/0-' || n");
      taken(await client.push("team/web", [markerOf(idFor(2))], admin.token));
      isRefused(await client.push("team/zero", [markerOf(idFor(3))], admin.token), "too-large", /at most 999 teams/);
      const { body } = await client.ask("GET", `/v1/${name}/stores`, { token: admin.token });
      const names = body.stores.map(({ store }: { readonly store: string }) => store);
      assert.deepEqual([names.length, names[0], names.at(-1)], [LIMITS.storesTold, "org", "team/web"]);
    },
  ],
  [
    "HUB-2: who confirms nothing makes so many projects' stores and no more, and leaves reviewers the room for theirs",
    async ({ hub }) => {
      const tenant = await tenantOn(hub);
      const { client, admin } = tenant;
      const contributor = await tenant.joins([{ store: "project/*", role: "contributor" }]);
      const reviewer = await tenant.joins([{ store: "project/*", role: "reviewer" }]);
      const begins = (n: number, token: string): Promise<Answer> =>
        client.push(`project/${idFor(n)}`, [markerOf(idFor(n))], token);
      const fill = (from: number, to: number): Promise<void> =>
        made(hub, tenant, to - from, `'project/01JCQ0Z8M4X5T6V7W8Y9' || lpad((${from} + n)::text, 6, '0')`);
      await fill(0, LIMITS.storesTold - 1);
      taken(await begins(1, contributor.token));
      isRefused(await begins(2, contributor.token), "too-large", /at most 1000 projects/);
      taken(await client.push(`project/${idFor(1)}`, [put(memoryPath(1), memoryText(1))], contributor.token));
      taken(await begins(2, reviewer.token));
      taken(await client.push(`personal/${contributor.member}`, [markerOf(idFor(3))], contributor.token));
      await fill(LIMITS.storesTold - 1, LIMITS.projects - 2);
      for (const token of [reviewer.token, admin.token])
        isRefused(await begins(4, token), "too-large", /at most 10000 projects/);
    },
  ],
  [
    "HUB-2: no store is begun under the id of another of the tenant, whichever was first, and of two at once one is",
    async ({ hub }) => {
      const tenant = await tenantOn(hub);
      const { client, admin } = tenant;
      const contributor = await tenant.joins([{ store: "*", role: "contributor" }]);
      const begins = (store: string, n: number, token = admin.token): Promise<Answer> =>
        client.push(store, [markerOf(idFor(n))], token);
      taken(await begins("org", 1));
      isRefused(await begins("team/build", 1), "store-changed", /another store/);
      isRefused(await begins(`project/${idFor(1)}`, 1, contributor.token), "store-changed", /another store/);
      // Written otherwise it is the same id.
      const odd = `{"format":1,"store-id":"\\u0030${idFor(1).slice(1)}"}\n`;
      isRefused(await client.push("team/build", [put("holdfast.json", odd)], admin.token), "store-changed", /another/);
      taken(await begins(`project/${idFor(2)}`, 2, contributor.token));
      isRefused(await begins("team/build", 2), "store-changed", /another store/);
      taken(await begins("team/build", 3));
      taken(await begins(`personal/${contributor.member}`, 4, contributor.token));
      taken(await begins("team/web", 4));
      // A name that is larger than any is not read, and none comes in.
      const large = `${JSON.stringify({ format: 1, "store-id": idFor(5), more: "x".repeat(5000) })}\n`;
      isRefused(await client.push("team/large", [put("holdfast.json", large)], admin.token), "too-large", /4 KiB/);
      const names = ["team/one", "team/two", "team/three", `project/${idFor(6)}`];
      const answers = await Promise.all(names.map((store) => begins(store, 6)));
      assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 422, 422, 422]);
    },
  ],
];

function taken({ status, text }: Answer): void {
  assert.equal(status, 200, text);
}

function isRefused({ status, text, body }: Answer, kind: string, what: RegExp): void {
  assert.equal(status, 422, text);
  const found = body.findings as readonly Finding[];
  assert.equal(
    found.some((each) => each.kind === kind && what.test(each.what)),
    true,
    text,
  );
}

function namesIn({ database }: TestHub, { name }: Tenant): Promise<readonly string[]> {
  return database.read(name, async (tx) =>
    (await tx.rows<{ name: string }>(`SELECT name FROM stores WHERE tenant_id = $1`, [tx.tenant])).map(
      ({ name }) => name,
    ),
  );
}

/** As pushes would have made them; `each`: the name of the store with the number n, in SQL. */
async function made({ database }: TestHub, { name }: Tenant, count: number, each: string): Promise<void> {
  await database.write(name, (tx) =>
    tx.rows(
      `INSERT INTO stores (tenant_id, store_id, name, chain)
       SELECT $1, (SELECT coalesce(max(store_id), 0) FROM stores WHERE tenant_id = $1) + n, ${each}, decode(repeat('00', 32), 'hex')
       FROM generate_series(1, $2::int) AS n`,
      [tx.tenant, count],
    ),
  );
}
