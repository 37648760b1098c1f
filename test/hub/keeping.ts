// What a hub keeps and lets go of (HUB-3, HUB-11, HUB-12): its audit, what was erased, its tables across versions, what it was asked when
// it was told to end, and what it says of itself.
import { strict as assert } from "node:assert";
import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { EMPTY_CHAIN, leafOf, linkOf } from "../../hub/protocol.ts";
import { brokenAt } from "../../hub/src/audit.ts";
import { migrate, migrations } from "../../hub/src/migrate.ts";
import { clientOf, newKey, put, tokenIn } from "../../hub/test/client.ts";
import { freePort } from "../../hub/test/port.ts";
import { startHub, tenantOn } from "../../hub/test/running.ts";
import { keyLineOf, signerOf, sshKeyLine } from "../../src/store/io/sshsig.ts";
import { sha256Hex } from "../../src/text/digest.ts";
import { type Case, HUB_DATABASE, type World } from "./case.ts";
import { idFor, marker, memoryPath, memoryText, PROJECT, pull } from "./stores.ts";

const MAIN = fileURLToPath(new URL("../../hub/src/main.ts", import.meta.url));

export const KEEPING: readonly Case[] = [
  [
    "HUB-11: the audit is a chain of who did what, without words, and a line that was altered is found",
    async ({ hub }) => {
      const tenant = await tenantOn(hub);
      const { client, name, admin } = tenant;
      await client.push(PROJECT, [marker(), put(memoryPath(1), memoryText(1))], admin.token);
      await tenant.joins([{ store: PROJECT, role: "reader" }]);
      const { text, headers } = await client.ask("GET", `/v1/${name}/audit?since=0`, { token: admin.token });
      assert.match(headers.get("content-type") ?? "", /ndjson/);
      const actions = text
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(JSON.parse(line).line).action);
      assert.deepEqual(actions, [
        "founded",
        "invitation-accepted",
        "push",
        "member-added",
        "invitation-accepted",
        "device-added",
      ]);
      assert.equal(text.includes("service"), false);
      assert.match(text, new RegExp(`device:${admin.member}.{1,40}${admin.device}`));
      assert.equal(brokenAt(text), undefined);
      assert.equal(brokenAt(text.replace("push", "pull")), 3);
      const contributor = await tenant.joins([{ store: "*", role: "reviewer" }]);
      assert.equal((await client.ask("GET", `/v1/${name}/audit`, { token: contributor.token })).status, 403);
    },
  ],
  [
    "HUB-11: a memory's bytes leave state, log and database, mirrors are told, and a signed receipt names hashes alone",
    async ({ hub, postgres }) => {
      const { client, name, admin } = await tenantOn(hub);
      const { token } = admin;
      const secret = `Nobody may know ${randomUUID()}`;
      const [text, other] = [memoryText(1, `${secret}, says the manual.`), memoryText(2)];
      await client.push(PROJECT, [marker(), put(memoryPath(1), text), put(memoryPath(2), other)], token);
      const changed = memoryText(1, `${secret}, says the manual of the third edition.`);
      await client.push(PROJECT, [put(memoryPath(1), changed, text)], token);
      const before = await pull(client, name, PROJECT, token);
      const erased = await client.ask("POST", `/v1/${name}/erase`, {
        token,
        body: { store: PROJECT, memory: idFor(1) },
      });
      assert.equal(erased.status, 200, erased.text);
      const { receiptKey } = (await client.ask("GET", `/v1/${name}`, { token })).body;
      const signer = signerOf(erased.body.text, erased.body.signature);
      assert.equal(signer && keyLineOf(signer), receiptKey);
      assert.deepEqual(JSON.parse(erased.body.text).hashes, [sha256Hex(changed)]);
      assert.equal(/Nobody|memories/.test(erased.body.text), false);
      const after = await pull(client, name, PROJECT, token);
      assert.equal(after.files.has(memoryPath(1)), false);
      const path = `/v1/${name}/stores/${encodeURIComponent(PROJECT)}/changes?since=${before.head.seq}`;
      const { changes } = (await client.ask("GET", path, { token })).body;
      assert.deepEqual(changes, [{ path: memoryPath(1), seq: before.head.seq + 1, gone: true, erased: true }]);
      assert.deepEqual(await holding(postgres, secret), []);
      const back = await client.push(PROJECT, [put(memoryPath(1), changed)], token);
      assert.deepEqual([back.status, back.body.findings[0].kind], [422, "erased"]);
      // Once every mirror had its time, the path goes too; who comes later starts anew.
      await postgres.query(
        HUB_DATABASE,
        `UPDATE files SET purge_at = now() - interval '1 day' WHERE tenant_id = '${name}' AND purge_at IS NOT NULL`,
      );
      await client.ask("POST", `/v1/${name}/erase`, { token, body: { store: PROJECT, memory: idFor(3) } });
      assert.equal(
        (await client.ask("GET", `/v1/${name}/stores/${encodeURIComponent(PROJECT)}/changes?since=2`, { token }))
          .status,
        409,
      );
      assert.deepEqual([...(await pull(client, name, PROJECT, token)).files.keys()].toSorted(), [
        "holdfast.json",
        memoryPath(2),
      ]);
    },
  ],
  [
    "HUB-11: a person who is erased leaves an id that means nobody",
    async ({ hub, postgres }) => {
      const tenant = await tenantOn(hub);
      const { client, name, admin } = tenant;
      const ann = await tenant.joins([{ store: PROJECT, role: "contributor" }]);
      const secret = `Ann alone knows ${randomUUID()}`;
      const first = put("holdfast.json", `${JSON.stringify({ format: 1, "store-id": idFor(5) })}\n`);
      const own = await client.push(
        `personal/${ann.member}`,
        [first, put(memoryPath(1), memoryText(1, `${secret}.`))],
        ann.token,
      );
      assert.equal(own.status, 200, own.text);
      const erased = await client.ask("POST", `/v1/${name}/erase`, {
        token: admin.token,
        body: { member: ann.member },
      });
      assert.equal(JSON.parse(erased.body.text).hashes.length, 2, erased.text);
      for (const word of [secret, ann.device, sshKeyLine(ann.key).split(" ")[1] ?? ""])
        assert.deepEqual(
          (await holding(postgres, word)).filter((table) => table !== "audit"),
          [],
          word,
        );
      assert.equal((await client.ask("GET", `/v1/${name}`, { token: ann.token })).status, 401);
      assert.equal(
        (await client.ask("POST", `/v1/${name}/erase`, { token: ann.token, body: { member: admin.member } })).status,
        401,
      );
    },
  ],
  [
    "HUB-3: two hubs that start at once migrate once",
    async ({ database, postgres }) => {
      const url = await database();
      const hubs = await Promise.all([startHub(url), startHub(url), startHub(url)]);
      assert.deepEqual(hubs.map(({ migrated }) => migrated.applied.length).toSorted(), [0, 0, migrations().length]);
      const rows = await postgres.query<{ n: number }>(nameIn(url), "SELECT count(*)::int AS n FROM hub_migrations");
      assert.deepEqual(rows, [{ n: migrations().length }]);
      await Promise.all(hubs.map((each) => each.end()));
      // One that is older than its database does not start.
      await postgres.query(nameIn(url), "INSERT INTO hub_migrations (version) VALUES (9999)");
      await assert.rejects(migrate(url), /newer hub/);
    },
  ],
  [
    "HUB-3: a database of every earlier version, with data in it, is the newest afterwards, and nothing is lost",
    async ({ database, postgres }) => {
      const versions = migrations().length;
      assert.equal(versions >= 4, true);
      for (let version = 1; version < versions; version++) {
        const url = await database();
        assert.equal((await migrate(url, version)).applied.length, version);
        const bytes = Buffer.from(memoryText(1));
        for (const { since, sql } of dataOf(bytes)) if (since <= version) await postgres.query(nameIn(url), sql);
        const hub = await startHub(url);
        try {
          assert.equal(hub.migrated.applied.length, versions - version);
          const client = clientOf(hub.url, "old");
          const { token, member } = await comeBack(hub, version);
          const { files, head } = await pull(client, "old", PROJECT, token);
          assert.deepEqual([files.get(memoryPath(1))?.equals(bytes), head.seq], [true, 2]);
          const next = await client.push(PROJECT, [put(memoryPath(2), memoryText(2))], token);
          assert.deepEqual([next.status, next.body.seq], [200, 3], next.text);
          assert.equal(member.length > 0, true);
          await assert.rejects(postgres.query(nameIn(url), "SET ROLE holdfast_hub; SELECT * FROM files"), /no tenant/);
        } finally {
          await hub.end();
        }
      }
    },
  ],
  [
    "HUB-12: a database URL is enough to start; a hub that is told to end answers what it was asked, and nothing is lost or doubled",
    async ({ database, isLong }) => {
      const url = await database();
      const env = {
        HOLDFAST_HUB_DATABASE: url,
        HOLDFAST_HUB_PORT: String(await freePort()),
        HOLDFAST_HUB_HOST: "127.0.0.1",
      };
      const key = newKey();
      const founded = await ran(
        [
          "found",
          "acme",
          "--name",
          "Acme",
          "--admin",
          "Admin",
          "--device",
          "0123456789abcdef",
          "--key",
          sshKeyLine(key),
        ],
        env,
      );
      assert.equal(founded.code, 0, founded.err);
      const { invite } = JSON.parse(founded.out) as { readonly invite: string };
      const at = `http://127.0.0.1:${env.HOLDFAST_HUB_PORT}`;
      const client = clientOf(at, "acme");
      let serving = await served(env);
      const token = tokenIn(await client.ask("POST", "/v1/acme/sign-in/invite", { body: { code: invite } }));
      assert.equal((await client.session(key)).status, 200);
      assert.equal((await client.push(PROJECT, [marker()], token)).status, 200);
      const restarts = isLong ? 20 : 2;
      let n = 0;
      for (let restart = 0; restart < restarts; restart++) {
        const asked = Array.from({ length: 24 }, (_, at) => ({ key: randomUUID(), n: n + at + 1 }));
        n += asked.length;
        const sent = asked.map((each) =>
          client.push(PROJECT, [put(memoryPath(each.n), memoryText(each.n))], token, each.key).catch(() => undefined),
        );
        await new Promise((resolve) => setTimeout(resolve, 30 + restart * 20));
        serving.child.kill("SIGTERM");
        const answers = await Promise.all(sent);
        await serving.ended;
        assert.equal(serving.child.exitCode, 0, serving.log());
        for (const answer of answers) assert.equal([undefined, 200, 503].includes(answer?.status), true, answer?.text);
        serving = await served(env);
        // No answer says nothing: the same key asks again.
        for (const each of asked) {
          const again = await client.push(PROJECT, [put(memoryPath(each.n), memoryText(each.n))], token, each.key);
          assert.equal(again.status, 200, again.text);
        }
        assert.equal((await pull(client, "acme", PROJECT, token)).head.seq, n + 1);
      }
      const log = serving.log();
      serving.child.kill("SIGTERM");
      await serving.ended;
      assert.match(log, /"route":"\/v1\/:tenant\/stores\/:store\/push"/);
      for (const word of [token, "memories/", "standard output", TEAM(), "acme", invite])
        assert.equal(log.includes(word), false, word);
      const none = await ran([], { HOLDFAST_HUB_DATABASE: "" });
      assert.deepEqual([none.code, /HOLDFAST_HUB_DATABASE is not set/.test(none.err)], [64, true]);
      const nowhere = await ran(["migrate"], { HOLDFAST_HUB_DATABASE: "postgres://hub:a-password@127.0.0.1:1/none" });
      assert.deepEqual([nowhere.code, nowhere.err.includes("a-password")], [1, false]);
    },
  ],
  [
    "HUB-4 HUB-12: health, readiness, figures for Prometheus, and an OpenAPI document of every path, without a token",
    async ({ hub, database, postgres }) => {
      const get = (path: string, at = hub.url): Promise<Response> => fetch(`${at}${path}`);
      assert.deepEqual([(await get("/health")).status, (await get("/ready")).status], [200, 200]);
      const { client, name, admin } = await tenantOn(hub);
      await client.push(PROJECT, [marker()], admin.token);
      const metrics = await (await get("/metrics")).text();
      assert.match(metrics, /holdfast_hub_pushes_total\{outcome="taken"\} \d+/);
      assert.match(metrics, /holdfast_hub_request_seconds_bucket\{le="0.01",method="GET"/);
      assert.equal(metrics.includes(name), false);
      const document = (await (await get("/openapi.json")).json()) as {
        readonly openapi: string;
        readonly paths: object;
      };
      assert.equal(document.openapi, "3.1.0");
      const paths = Object.keys(document.paths);
      for (const path of [
        "/v1/{tenant}/stores/{store}/head",
        "/v1/{tenant}/stores/{store}/changes",
        "/v1/{tenant}/stores/{store}/push",
        "/v1/{tenant}/erase",
      ])
        assert.equal(paths.includes(path), true, path);
      // Without its database it is alive, and not ready.
      const url = await database();
      const lone = await startHub(url);
      try {
        const own = clientOf(lone.url, "nobody");
        await postgres.query("postgres", `ALTER DATABASE ${nameIn(url)} ALLOW_CONNECTIONS false`);
        await postgres.query(
          "postgres",
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${nameIn(url)}'`,
        );
        assert.deepEqual([(await get("/health", lone.url)).status, (await get("/ready", lone.url)).status], [200, 503]);
        const answer = await own.ask("GET", "/v1/nobody", { token: `hfs_${"A".repeat(43)}` });
        assert.deepEqual([answer.status, answer.body.code], [503, "unavailable"]);
        assert.equal(Number(answer.headers.get("retry-after")) > 0, true);
      } finally {
        await lone.end();
      }
    },
  ],
];

const TEAM = (): string => PROJECT.slice("project/".length);

/** Tables in which a word stands, in the clear or as bytes. */
async function holding({ query }: World["postgres"], word: string): Promise<readonly string[]> {
  const tables = await query<{ name: string }>(
    HUB_DATABASE,
    "SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'",
  );
  const hex = Buffer.from(word).toString("hex");
  const found = await Promise.all(
    tables.map(async ({ name }) => {
      const [row] = await query<{ n: number }>(
        HUB_DATABASE,
        `SELECT count(*)::int AS n FROM ${name} AS each WHERE position('${word}' IN each::text) > 0 OR position('${hex}' IN each::text) > 0`,
      );
      return row?.n === 0 ? [] : [name];
    }),
  );
  return found.flat();
}

function nameIn(url: string): string {
  return url.slice(url.lastIndexOf("/") + 1);
}

interface OldRows {
  /** The version whose tables they are. */
  readonly since: number;
  readonly sql: string;
}

function dataOf(bytes: Buffer): readonly OldRows[] {
  const marked = Buffer.from(JSON.stringify({ format: 1, "store-id": TEAM() }));
  const files = [
    { path: "holdfast.json", bytes: marked, about: null },
    { path: memoryPath(1), bytes, about: idFor(1) },
  ];
  let chain = EMPTY_CHAIN;
  const rows = files.map(({ path, bytes: content, about }, at) => {
    const hash = sha256Hex(content);
    const leaf = leafOf(at + 1, path, hash);
    chain = linkOf(chain, leaf);
    return `INSERT INTO blobs VALUES ('old', '\\x${hash}', '\\x${content.toString("hex")}');
      INSERT INTO files (tenant_id, store_id, path, seq, hash, memory_id)
        VALUES ('old', 1, '${path}', ${at + 1}, '\\x${hash}', ${about === null ? "NULL" : `'${about}'`});
      INSERT INTO links VALUES ('old', 1, ${at + 1}, '\\x${leaf}', '\\x${chain}');`;
  });
  const first = `INSERT INTO tenants (tenant_id, name, receipt_key) VALUES ('old', 'Old', 'none');
    INSERT INTO stores (tenant_id, store_id, name, seq, chain) VALUES ('old', 1, '${PROJECT}', 2, '\\x${chain}');`;
  const hash = sha256Hex(OLD_TOKEN);
  return [
    { since: 1, sql: `${first} ${rows.join(" ")}` },
    {
      since: 2,
      sql: `INSERT INTO members (tenant_id, member_id, name) VALUES ('old', '${OLD_MEMBER}', 'Ann');
        INSERT INTO grants VALUES ('old', '${OLD_MEMBER}', '*', 'admin');
        INSERT INTO tokens (tenant_id, hash, kind, member_id, ends_at) VALUES ('old', '\\x${hash}', 'person', '${OLD_MEMBER}', now() + interval '1 day');`,
    },
    {
      since: 3,
      sql: `INSERT INTO providers (tenant_id, issuer, client_id) VALUES ('old', 'https://id.example.org', 'hub');`,
    },
  ];
}

const OLD_TOKEN = `hfp_${"B".repeat(43)}`;
const OLD_MEMBER = "0123456789abcdef01234567";

/** Of a version that knew people their token still counts; before that, somebody is let in now. */
async function comeBack(
  { database }: Awaited<ReturnType<typeof startHub>>,
  version: number,
): Promise<{ token: string; member: string }> {
  if (version >= 2) return { token: OLD_TOKEN, member: OLD_MEMBER };
  const { addMember } = await import("../../hub/src/tenants.ts");
  const { issue } = await import("../../hub/src/tokens.ts");
  return database.write("old", async (tx) => {
    const member = await addMember(tx, { name: "Ann", grants: [{ store: "*", role: "admin" }] });
    return { member, token: (await issue(tx, { kind: "person", member, seconds: 60 })).token };
  });
}

interface Serving {
  readonly child: ChildProcess;
  readonly ended: Promise<unknown>;
  readonly log: () => string;
}

/** The program itself, as an operator starts it, until it says where it listens. */
async function served(env: Readonly<Record<string, string>>): Promise<Serving> {
  const child = spawn(process.execPath, [MAIN], {
    env: { PATH: process.env["PATH"], ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let log = "";
  const ended = once(child, "exit");
  child.stdout.on("data", (piece: Buffer) => (log += piece));
  await new Promise<void>((resolve, reject) => {
    child.stderr.on("data", (piece: Buffer) => {
      log += piece;
      if (log.includes("listening on")) resolve();
    });
    child.once("exit", () => reject(new Error(`it did not start: ${log}`)));
  });
  return { child, ended, log: () => log };
}

async function ran(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<{ code: number | null; out: string; err: string }> {
  const child = spawn(process.execPath, [MAIN, ...args], {
    env: { PATH: process.env["PATH"], ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let [out, err] = ["", ""];
  child.stdout.on("data", (piece: Buffer) => (out += piece));
  child.stderr.on("data", (piece: Buffer) => (err += piece));
  const [code] = (await once(child, "close")) as [number | null];
  return { code, out, err };
}
