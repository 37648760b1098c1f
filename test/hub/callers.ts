// Who asks for a push is found out by the push's own transaction where the body is small (HUB-4, HUB-7, HUB-8): a caller who may not is
// answered as before, whatever they sent, and leaves and holds nothing.
import { strict as assert } from "node:assert";
import { randomUUID } from "node:crypto";
import { connect } from "node:net";
import { EMPTY_HEAD } from "../../hub/protocol.ts";
import { lockStore } from "../../hub/src/stores.ts";
import { clientOf, put } from "../../hub/test/client.ts";
import { type Tenant, tenantOn } from "../../hub/test/running.ts";
import { type Case, HUB_DATABASE, type World } from "./case.ts";
import { marker, memoryPath, memoryText, PROJECT } from "./stores.ts";

const SMALL = 65_536;
const SOON_MS = 3000;

const at = (tenant: string, store = PROJECT): string => `/v1/${tenant}/stores/${encodeURIComponent(store)}/push`;

function bodyOf(changes: readonly unknown[]): string {
  return JSON.stringify({ changes });
}

/** Small ones, of every form, and one that is larger than what is read of strangers. */
const BODIES: Readonly<Record<string, string>> = {
  "a push": bodyOf([put(memoryPath(1), memoryText(1))]),
  "a conflict": bodyOf([put("holdfast.json", "other")]),
  nothing: "",
  "no JSON": "{",
  "no push": "{}",
  "both bytes and gone": bodyOf([{ ...put(memoryPath(1), memoryText(1)), gone: true }]),
  "no base64": bodyOf([{ path: memoryPath(1), replaces: null, bytes: "AAAB=" }]),
  "a NUL": bodyOf([put("memories/\u0000.md", "x")]),
  "as deep as it goes": "[".repeat(SMALL),
  "a prototype": `{"__proto__":{"changes":[]},"changes":[]}`,
  "as long as it goes": bodyOf([put(memoryPath(1), "x".repeat(48_000))]).padEnd(SMALL),
  longer: bodyOf([put(memoryPath(1), memoryText(1))]).padEnd(SMALL + 1),
};

interface Stood {
  readonly tenant: Tenant;
  readonly strangers: Readonly<Record<string, string | undefined>>;
  readonly reader: string;
  readonly elsewhere: string;
}

async function stood({ hub }: World): Promise<Stood> {
  const [tenant, other] = [await tenantOn(hub), await tenantOn(hub)];
  assert.equal((await tenant.client.push(PROJECT, [marker()], tenant.admin.token)).status, 200);
  const [revoked, left, reader, elsewhere] = await Promise.all(
    [PROJECT, PROJECT, PROJECT, "team/build"].map((store, n) =>
      tenant.joins([{ store, role: n === 2 ? "reader" : "contributor" }]),
    ),
  );
  const { client, name, admin } = tenant;
  const ended = await tenant.machine(PROJECT, "contributor");
  for (const [method, path, wanted] of [
    ["DELETE", `devices/${revoked?.device}`, 200],
    ["DELETE", `members/${left?.member}`, 200],
  ] as const)
    assert.equal((await client.ask(method, `/v1/${name}/${path}`, { token: admin.token })).status, wanted);
  await hub.database.write(name, (tx) =>
    tx.rows("UPDATE tokens SET ends_at = now() WHERE tenant_id = $1 AND kind = 'machine'", [tx.tenant]),
  );
  return {
    tenant,
    strangers: {
      "no token": undefined,
      "no such token": `hfs_${"A".repeat(43)}`,
      "no token's form": "' OR 1=1 --",
      "a device that was taken out": revoked?.token,
      "a member who left": left?.token,
      "a machine whose time is over": ended,
      "another tenant's admin": other.admin.token,
    },
    reader: reader?.token ?? "",
    elsewhere: elsewhere?.token ?? "",
  };
}

/** Every row of the tenant, with what a lock leaves behind in it. */
async function everything({ postgres }: World, tenant: string): Promise<unknown> {
  const tables = await postgres.query<{ name: string }>(
    HUB_DATABASE,
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname <> 'hub_migrations'`,
  );
  const each = tables.map(
    ({ name }) =>
      `SELECT '${name}' AS name, md5(string_agg(ctid || ' ' || xmin || ' ' || xmax || t::text, ',' ORDER BY ctid)) AS rows
       FROM ${name} AS t WHERE tenant_id = '${tenant}'`,
  );
  return postgres.query(HUB_DATABASE, `${each.join(" UNION ALL ")} ORDER BY name`);
}

export const CALLERS: readonly Case[] = [
  [
    "HUB-4 HUB-8: a stranger is told that they are one, whatever they push, and leaves nothing, not even a lock",
    async (world) => {
      const { tenant, strangers } = await stood(world);
      const before = await everything(world, tenant.name);
      for (const [who, token] of Object.entries(strangers)) {
        for (const [what, body] of Object.entries(BODIES)) {
          for (const headers of [{ "idempotency-key": randomUUID() }, {}]) {
            const answer = await tenant.client.ask("POST", at(tenant.name), { token, headers, body });
            assert.deepEqual([answer.status, answer.body.code], [401, "unauthenticated"], `${who}: ${what}`);
          }
        }
        const nowhere = await tenant.client.ask("POST", at("nobody-here"), { token, body: BODIES["a push"] });
        assert.equal(nowhere.status, 401);
      }
      assert.deepEqual(await everything(world, tenant.name), before);
    },
  ],
  [
    "HUB-7: whose role does not reach is told so whatever they push, and holds no store; who has none there is not told that it exists",
    async (world) => {
      const { tenant, reader, elsewhere } = await stood(world);
      const before = await everything(world, tenant.name);
      for (const what of ["a push", "a conflict", "both bytes and gone", "no base64", "longer"] as const) {
        for (const [token, status, code] of [
          [reader, 403, "not-allowed"],
          [elsewhere, 404, "not-found"],
        ] as const) {
          const headers = { "idempotency-key": randomUUID() };
          const answer = await tenant.client.ask("POST", at(tenant.name), { token, headers, body: BODIES[what] });
          assert.deepEqual([answer.status, answer.body.code], [status, code], what);
        }
      }
      const unmade = await tenant.client.push("team/none", [marker()], elsewhere);
      assert.equal(unmade.status, 404);
      assert.deepEqual(await everything(world, tenant.name), before);
    },
  ],
  [
    "HUB-8: who may not push does not wait for a store that is locked, so its work is not told by the time they take",
    async (world) => {
      const { tenant, strangers, reader, elsewhere } = await stood(world);
      const [held, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const holder = world.hub.database.write(tenant.name, async (tx) => {
        await lockStore(tx, PROJECT);
        held.resolve();
        await release.promise;
      });
      try {
        await held.promise;
        const waits = tenant.client.push(PROJECT, [put(memoryPath(2), memoryText(2))], tenant.admin.token);
        for (const token of [...Object.values(strangers), reader, elsewhere]) {
          const started = performance.now();
          const { status } = await tenant.client.ask("POST", at(tenant.name), {
            token,
            headers: { "idempotency-key": randomUUID() },
            body: BODIES["a push"],
          });
          assert.equal([401, 403, 404].includes(status), true, String(status));
          assert.equal(performance.now() - started < SOON_MS, true);
        }
        release.resolve();
        assert.equal((await waits).status, 200);
      } finally {
        release.resolve();
        await holder;
      }
    },
  ],
  [
    "HUB-4: a length that is not true, or none, has no more read of a stranger than a small body",
    async (world) => {
      const { tenant } = await stood(world);
      const before = await everything(world, tenant.name);
      const push = BODIES["a push"] ?? "";
      const told = async (headers: readonly string[], body: string): Promise<string> =>
        raw(world.hub.url, [`POST ${at(tenant.name)} HTTP/1.1`, "host: hub", ...KEYED, ...headers, "", body]);
      // Announced as more than is read of a stranger, or as of no length: refused before any of it comes.
      for (const headers of [
        [`content-length: ${SMALL + 1}`],
        ["content-length: 000000000000065537"],
        ["transfer-encoding: chunked"],
      ])
        assert.match(await told(headers, ""), /^HTTP\/1\.1 401 /, headers.join());
      assert.match(await told(["transfer-encoding: chunked"], "5\r\n{}   \r\n"), /^HTTP\/1\.1 401 /);
      // Shorter than what follows: what follows is no part of it, and no request.
      const short = await told(["content-length: 2"], `{}${push.repeat(2000)}`);
      assert.match(short, /^HTTP\/1\.1 40[01] /);
      assert.equal(short.includes("HTTP/1.1 2"), false);
      // Two lengths, or both kinds: no request.
      for (const headers of [
        ["content-length: 2", `content-length: ${SMALL}`],
        ["content-length: 2", "transfer-encoding: chunked"],
        ["content-length: -1"],
        ["content-length: 0x10"],
      ])
        assert.match(await told(headers, "{}"), /^HTTP\/1\.1 400 /, headers.join());
      assert.deepEqual(await everything(world, tenant.name), before);
    },
  ],
  [
    "HUB-8: a role that was taken back and a device that was taken out count from the next push on, and no store is made for either",
    async ({ hub }) => {
      const tenant = await tenantOn(hub);
      const { client, name, admin } = tenant;
      assert.equal((await client.push(PROJECT, [marker()], admin.token)).status, 200);
      const person = await tenant.joins([{ store: PROJECT, role: "contributor" }]);
      const mine = clientOf(hub.url, name);
      assert.equal((await mine.push(PROJECT, [put(memoryPath(1), memoryText(1))], person.token)).status, 200);
      const grants = [{ store: PROJECT, role: "reader" }];
      const path = `/v1/${name}/members/${person.member}`;
      assert.equal((await client.ask("PUT", path, { token: admin.token, body: { grants } })).status, 200);
      assert.equal((await mine.push(PROJECT, [put(memoryPath(2), memoryText(2))], person.token)).status, 403);
      const device = `/v1/${name}/devices/${person.device}`;
      assert.equal((await client.ask("DELETE", device, { token: admin.token })).status, 200);
      assert.equal((await mine.push(PROJECT, [put(memoryPath(2), memoryText(2))], person.token)).status, 401);
      // Nor is a store made for who may not.
      assert.equal((await mine.push("org", [marker()], person.token)).status, 401);
      const head = await client.ask("GET", `/v1/${name}/stores/org/head`, { token: admin.token });
      assert.deepEqual(head.body, EMPTY_HEAD);
    },
  ],
];

const KEYED = [
  "content-type: application/json",
  "idempotency-key: 0123456789abcdef",
  `authorization: Bearer hfs_${"A".repeat(43)}`,
];

/** What a server says on one connection until it ends it, or says nothing more for a while. */
function raw(url: string, lines: readonly string[]): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    let said = "";
    const socket = connect(Number(port), hostname);
    socket.setTimeout(SOON_MS / 3, () => socket.destroy());
    socket.on("data", (chunk) => {
      said += chunk.toString("utf8");
    });
    socket.on("error", () => undefined); // the server may close while this still sends
    socket.on("close", () => (said === "" ? reject(new Error("nothing was said")) : resolve(said)));
    socket.write(lines.join("\r\n"));
  });
}
