// One tenant never learns anything of another (HUB-3): not by the engine, not by a forgotten condition, not by any request.
import { strict as assert } from "node:assert";
import { randomUUID } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Client, put } from "../../hub/test/client.ts";
import { type Tenant, tenantOn } from "../../hub/test/running.ts";
import { sha256Hex } from "../../src/text/digest.ts";
import { chance, pick } from "../support/acts.ts";
import { type Case, HUB_DATABASE, type World } from "./case.ts";
import { idFor, marker, memoryPath, memoryText, PROJECT } from "./stores.ts";

const SOURCES = fileURLToPath(new URL("../../hub/src/", import.meta.url));
/** The statements that are about no tenant: the migrations' own, and whether the role is there. */
const NO_TENANT = /pg_roles|pg_advisory|hub_migrations|^BEGIN|^COMMIT|^ROLLBACK|^SET /;
const SHORT = 600;
const LONG = 100_000;

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
  [
    "HUB-3: every query in the sources names the tenant, and the one opening is the only one",
    async () => {
      const files = globSync("*.ts", { cwd: SOURCES });
      assert.equal(files.length > 15, true);
      const found = files.flatMap((file) => queriesIn(file, readFileSync(`${SOURCES}${file}`, "utf8")));
      assert.equal(found.length > 50, true, String(found.length));
      const strangers = found.filter(({ sql }) => !NO_TENANT.test(sql) && !/tenant_id(?: = \$1|,| text|\))/.test(sql));
      assert.deepEqual(strangers, []);
      const openings = files.filter((file) => /from "pg"/.test(readFileSync(`${SOURCES}${file}`, "utf8")));
      assert.deepEqual(openings.toSorted(), ["database.ts", "migrate.ts"]);
    },
  ],
  [
    "HUB-3 HUB-8: requests made of another tenant's names, tokens, paths, cursors and hashes tell nothing",
    async (world) => {
      const [mine, theirs] = [await furnished(world, 1), await furnished(world, 2)];
      const rounds = world.isLong ? LONG : SHORT;
      const next = chance(20_261_118);
      const secrets = secretsOf(theirs);
      let leaked = 0;
      let faults = 0;
      for (let at = 0; at < rounds; at += 20) {
        const asked = Array.from({ length: 20 }, () => made(mine, theirs, next));
        const answers = await Promise.all(asked.map(([method, path, asking]) => mine.client.ask(method, path, asking)));
        answers.forEach(({ status, text, headers }, which) => {
          const told = text + JSON.stringify([...headers]);
          const isTold = secrets.some(
            (secret) => told.includes(secret) && !JSON.stringify(asked[which]).includes(secret),
          );
          if (status < 300 || isTold) {
            leaked += 1;
            world.note(`leaked: ${status} ${JSON.stringify(asked[which]).slice(0, 300)} -> ${text.slice(0, 200)}`);
          }
          if (status >= 500) {
            faults += 1;
            world.note(`fault: ${status} ${JSON.stringify(asked[which]).slice(0, 300)}`);
          }
        });
      }
      world.tally.leaked += leaked;
      world.tally.faults += faults;
      world.note(`${rounds} requests, ${leaked} leaked, ${faults} faults`);
      assert.equal(leaked + faults, 0);
      // Nothing was changed by them either.
      const { body } = await theirs.client.ask("GET", `/v1/${theirs.name}/stores`, { token: theirs.admin.token });
      assert.deepEqual(body.stores, theirs.stores);
    },
  ],
];

interface Query {
  readonly file: string;
  readonly sql: string;
}

/** Every text that is handed to the engine, by the calls that do it; constants of SQL count as well. */
function queriesIn(file: string, source: string): readonly Query[] {
  const calls = source.matchAll(/\.(?:rows(?:<[^(]*>)?|query)\(\s*(`[^`]*`|"[^"]*")/g);
  const constants = source.matchAll(/= (`(?:SELECT|INSERT|UPDATE|DELETE|WITH)[^`]*`)/g);
  return [...calls, ...constants]
    .map(([, text = ""]) => ({ file, sql: text.slice(1, -1).trim() }))
    .filter(({ sql }) => !sql.startsWith("${"));
}

interface Furnished extends Tenant {
  readonly machineToken: string;
  readonly chain: string;
  readonly texts: readonly string[];
  readonly stores: readonly unknown[];
}

async function furnished({ hub }: World, which: number): Promise<Furnished> {
  const tenant = await tenantOn(hub);
  const { client, admin, name } = tenant;
  const texts = [1, 2, 3].map((n) =>
    memoryText(which * 10 + n, `Only tenant ${which} knows ${randomUUID()} about number ${n}.`),
  );
  const changes = [marker(), ...texts.map((text, n) => put(memoryPath(which * 10 + n + 1), text))];
  const { body } = await client.push(PROJECT, changes, admin.token);
  await tenant.joins([{ store: "org", role: "reviewer" }]);
  const machineToken = await tenant.machine(PROJECT, "contributor");
  const stores = (await client.ask("GET", `/v1/${name}/stores`, { token: admin.token })).body.stores;
  return { ...tenant, machineToken, texts, chain: body.chain, stores };
}

/** What nobody outside may be told, wherever it stands in an answer. */
function secretsOf({ texts, chain, admin, machineToken }: Furnished): readonly string[] {
  const words = texts.flatMap((text) => [
    /knows (\S+)/.exec(text)?.[1] ?? "",
    Buffer.from(text).toString("base64").slice(40, 80),
  ]);
  return [
    ...words,
    ...texts.map((text) => sha256Hex(text)),
    chain,
    admin.member,
    admin.device,
    admin.token,
    machineToken,
  ];
}

type Asked = readonly [method: string, path: string, asking: Parameters<Client["ask"]>[2]];

/** Each is a request of one tenant for what is another's: a name, a token or an id is theirs, the rest ours, or the other way round. */
function made(mine: Furnished, theirs: Furnished, next: () => number): Asked {
  const isCrossed = next() < 0.5;
  const tenant = isCrossed ? theirs : mine;
  const own = pick([mine.admin.token, mine.admin.personToken, mine.machineToken], next);
  const other = pick([theirs.admin.token, theirs.admin.personToken, theirs.machineToken], next);
  const token = pick(
    [isCrossed ? own : other, undefined, `hfs_${"A".repeat(43)}`, `${isCrossed ? own : other}x`, "' OR 1=1 --"],
    next,
  );
  const store = encodeURIComponent(
    pick(
      [PROJECT, "org", "team/build", `personal/${theirs.admin.member}`, `project/${idFor(7)}`, "project/%", "../org"],
      next,
    ) ?? "",
  );
  const since = pick(["0", "1", "4", "999999999999999", "-1", "1e9", "x"], next);
  const base = `/v1/${tenant.name}`;
  const seen = pick(["", `&seen=${theirs.chain}`, `&seen=${mine.chain}`], next);
  const change = put(
    memoryPath(21),
    pick([memoryText(21), memoryText(21, "Somebody else was here.")], next) ?? "",
    pick([null, theirs.texts[0] ?? ""], next) ?? null,
  );
  const pushing: Asked = [
    "POST",
    `${base}/stores/${store}/push`,
    { headers: { "idempotency-key": randomUUID() }, body: { changes: [change] } },
  ];
  const routes: readonly Asked[] = [
    ["GET", `${base}/stores/${store}/head`, { headers: { "if-none-match": `"4-${theirs.chain}"` } }],
    ["GET", `${base}/stores/${store}/changes?since=${since}${seen}`, {}],
    pushing,
    ["GET", `${base}/stores`, {}],
    ["GET", base, {}],
    ["GET", `${base}/members`, {}],
    ["DELETE", `${base}/members/${theirs.admin.member}`, {}],
    ["PUT", `${base}/members/${theirs.admin.member}`, { body: { grants: [{ store: "*", role: "admin" }] } }],
    ["DELETE", `${base}/devices/${theirs.admin.device}`, {}],
    ["GET", `${base}/machines`, {}],
    ["GET", `${base}/jobs`, {}],
    ["GET", `${base}/audit?since=0`, {}],
    ["POST", `${base}/erase`, { body: { store: PROJECT, memory: idFor(21) } }],
    ["POST", `${base}/erase`, { body: { member: theirs.admin.member } }],
    ["POST", `${base}/machines`, { body: { name: "m", store: PROJECT, role: "reader", days: 1 } }],
    ["POST", `${base}/sign-in/invite`, { body: { code: theirs.admin.token } }],
    ["POST", `${base}/sign-in/poll`, { body: { handle: theirs.machineToken.slice(0, 60) } }],
    ["POST", `${base}/sign-in/finish`, { body: { code: "x", verifier: "A".repeat(43) } }],
    ["POST", `${base}/exchange`, { body: { token: theirs.admin.token } }],
    ["GET", `${base}/sign-in/callback?state=x&code=y`, {}],
  ];
  const [method, path, asking] = pick(routes, next) ?? pushing;
  return [method, path, { ...asking, token }];
}
