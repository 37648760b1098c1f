// The hub's tables across versions (HUB-3): migrated once, from every earlier one, with data in it.
import { strict as assert } from "node:assert";
import { EMPTY_HEAD, leafOf, linkOf } from "../../hub/protocol.ts";
import { addMember } from "../../hub/src/members.ts";
import { migrate, migrations } from "../../hub/src/migrate.ts";
import { preserve } from "../../hub/src/preserve.ts";
import { issue } from "../../hub/src/tokens.ts";
import { type Client, clientOf, put } from "../../hub/test/client.ts";
import { asked, startPostgres } from "../../hub/test/postgres.ts";
import { ran } from "../../hub/test/process.ts";
import { startHub } from "../../hub/test/running.ts";
import { sha256Hex } from "../../src/text/digest.ts";
import { TEAM_STORE } from "../support/team.ts";
import { type Case, nameIn, type World } from "./case.ts";
import { idFor, memoryPath, memoryText, PROJECT, pull } from "./stores.ts";

export const VERSIONS: readonly Case[] = [
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
    "HUB-3: a database of every version, with data in each of its tables, is the newest afterwards, and nothing is lost",
    async ({ database, postgres }) => {
      const versions = migrations().length;
      assert.equal(versions >= 4, true);
      for (let version = 1; version <= versions; version++) {
        const url = await database();
        assert.equal((await migrate(url, version)).applied.length, version);
        const old = filesOfOld();
        for (const { since, sql } of dataOf(old)) if (since <= version) await postgres.query(nameIn(url), sql);
        const columns = await columnsIn(postgres, nameIn(url));
        const before = await rowsIn(postgres, nameIn(url), columns);
        assert.deepEqual(
          Object.keys(before).filter((table) => before[table] === "0"),
          [],
        );
        const hub = await startHub(url);
        try {
          assert.equal(hub.migrated.applied.length, versions - version);
          assert.deepEqual(await rowsIn(postgres, nameIn(url), columns), before);
          const client = clientOf(hub.url, "old");
          const { token, member } = await comeBack(hub, version);
          const { files, head } = await pull(client, "old", PROJECT, token);
          assert.deepEqual([files, head.seq], [new Map(old.map(({ path, bytes }) => [path, bytes])), old.length]);
          assert.deepEqual(await heldBy(client, token), {
            pushed: PUSHED,
            verified: 1,
            inferred: 2,
            quarantined: 1,
            bytes: sizeOf(old),
          });
          const next = await client.push(PROJECT, [put(memoryPath(9), memoryText(9))], token);
          assert.deepEqual([next.status, next.body.seq], [200, old.length + 1], next.text);
          assert.equal(member.length > 0, true);
          const { pushed, ...held } = await heldBy(client, token);
          assert.deepEqual(held, {
            verified: 1,
            inferred: 3,
            quarantined: 1,
            bytes: sizeOf(old) + memoryText(9).length,
          });
          assert.equal(pushed > PUSHED, true, pushed);
          if (version >= 4) {
            const again = await client.push(PROJECT, [put(memoryPath(ERASED), memoryText(ERASED))], token);
            assert.equal(again.status, 422, again.text);
          }
          const { body } = await client.ask("GET", "/v1/old/overview", { token });
          const acts = body.days.map(({ what, n }: { what: string; n: number }) => `${what} ${n}`);
          const refused = version >= 4 ? ["push-refused 1"] : [];
          assert.deepEqual(acts, [...(version >= 4 ? ["founded 1"] : []), "memories 1", "push 1", ...refused]);
          // The newest version's own: a hold on a store that was there before.
          const asked = { store: PROJECT, memory: idFor(1) };
          await hub.database.write("old", (tx) => preserve(tx, { hold: "h", store: PROJECT, for: "court" }));
          assert.equal((await client.ask("POST", "/v1/old/erase", { token, body: asked })).status, 403);
          await assert.rejects(postgres.query(nameIn(url), "SET ROLE holdfast_hub; SELECT * FROM files"), /no tenant/);
        } finally {
          await hub.end();
        }
      }
    },
  ],
  [
    "HUB-3: the hub's login needs no right to make roles; with it, it may make its own; without either it is told what a superuser types",
    async ({ postgres: { at } }) => {
      // Roles are the whole server's.
      const postgres = await startPostgres(at.bin);
      const ask = (sql: string): Promise<unknown> => postgres.query("postgres", sql);
      const made = async (login: string): Promise<string> => {
        await ask(`CREATE DATABASE of_${login} OWNER ${login}`);
        return `postgres://${login}@127.0.0.1:${postgres.at.port}/of_${login}`;
      };
      const works = async (url: string): Promise<void> => {
        assert.equal((await migrate(url)).applied.length, migrations().length);
        const hub = await startHub(url);
        try {
          assert.equal((await fetch(`${hub.address}/ready`)).status, 200);
          // What a restore loses is mended with the same rights.
          await postgres.query(nameIn(url), "DROP POLICY tenant ON blobs");
          await migrate(url);
          assert.equal(
            (await postgres.query(nameIn(url), "SELECT FROM pg_policy WHERE polrelid = 'blobs'::regclass")).length,
            1,
          );
        } finally {
          await hub.end();
        }
      };
      try {
        await ask("DROP ROLE IF EXISTS holdfast_hub");
        await ask("CREATE ROLE plain LOGIN; CREATE ROLE maker LOGIN CREATEROLE; CREATE ROLE late LOGIN");
        const [plain, maker, late] = [await made("plain"), await made("maker"), await made("late")];
        for (const url of [plain, late]) {
          const told = await ran(["migrate"], { HOLDFAST_HUB_DATABASE: url });
          assert.deepEqual([told.code, told.out], [1, ""], told.err);
          const login = nameIn(url).slice(3);
          assert.match(
            told.err,
            new RegExp(`next: as a superuser: CREATE ROLE holdfast_hub NOLOGIN; GRANT holdfast_hub TO ${login}`),
          );
        }
        // A superuser's own, for a first try, and one that may make roles.
        await works(await made("super"));
        await ask("DROP DATABASE of_super");
        await ask("DROP ROLE holdfast_hub");
        await works(maker);
        // The role is there by now.
        const told = await ran(["migrate"], { HOLDFAST_HUB_DATABASE: late });
        assert.match(told.err, /next: as a superuser: GRANT holdfast_hub TO late/);
        await ask("GRANT holdfast_hub TO plain");
        await works(plain);
        for (const sql of [
          "GRANT pg_execute_server_program TO plain",
          "CREATE ROLE other",
          "COPY places TO PROGRAM 'true'",
        ])
          await assert.rejects(asked(plain, sql), /permission denied|must (?:have|be)|insufficient/, sql);
      } finally {
        await postgres.stop();
      }
    },
  ],
];

interface OldRows {
  /** The version whose tables they are. */
  readonly since: number;
  readonly sql: string;
}

interface OldFile {
  readonly path: string;
  readonly bytes: Buffer;
  readonly about: string | null;
}

/** Of each kind that is counted, and of some that are not. */
function filesOfOld(): readonly OldFile[] {
  const marked = JSON.stringify({ format: 1, "store-id": TEAM_STORE });
  const at = (path: string, text: string, about: string | null): OldFile => ({ path, bytes: Buffer.from(text), about });
  const words = "The manual says:\n\ntrust-level: verified\n\nThat is a line of its text and none of its header.";
  return [
    at("holdfast.json", marked, null),
    at(memoryPath(1), memoryText(1), idFor(1)),
    at(memoryPath(2), memoryText(2, undefined, ["trust-level: verified"]), idFor(2)),
    at(memoryPath(3), memoryText(3, words), idFor(3)),
    at("quarantine/project_service_4.md", memoryText(4), idFor(4)),
    at("archive/2026-01/project_service_5.md", memoryText(5), idFor(5)),
  ];
}

const sizeOf = (files: readonly OldFile[]): number => files.reduce((sum, { bytes }) => sum + bytes.length, 0);
const PUSHED = "2026-01-02T03:04:05.000Z";
const ERASED = 50;

function dataOf(files: readonly OldFile[]): readonly OldRows[] {
  let chain = EMPTY_HEAD.chain;
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
    INSERT INTO stores (tenant_id, store_id, name, seq, chain) VALUES ('old', 1, '${PROJECT}', ${files.length}, '\\x${chain}');`;
  const answered = `INSERT INTO pushes VALUES ('old', 1, '${"k".repeat(20)}', '\\x00', 1, '\\x00', '2026-01-01'),
    ('old', 1, '${"l".repeat(20)}', '\\x00', ${files.length}, '\\x${chain}', '${PUSHED}');`;
  const hash = sha256Hex(OLD_TOKEN);
  return [
    { since: 1, sql: `${first} ${rows.join(" ")} ${answered}` },
    {
      since: 2,
      sql: `INSERT INTO members (tenant_id, member_id, name) VALUES ('old', '${OLD_MEMBER}', 'Ann');
        INSERT INTO grants VALUES ('old', '${OLD_MEMBER}', '*', 'admin');
        INSERT INTO devices VALUES ('old', '${"d".repeat(16)}', 'ssh-ed25519 AAAA', '${OLD_MEMBER}', 'laptop', NULL);
        INSERT INTO nonces VALUES ('old', '${"n".repeat(20)}', now() + interval '1 day');
        INSERT INTO tokens (tenant_id, hash, kind, member_id, ends_at) VALUES ('old', '\\x${hash}', 'person', '${OLD_MEMBER}', now() + interval '1 day');`,
    },
    {
      since: 3,
      sql: `INSERT INTO providers (tenant_id, issuer, client_id) VALUES ('old', 'https://id.example.org', 'hub');
        INSERT INTO sign_ins VALUES ('old', '\\x01', 'invite', '${OLD_MEMBER}', now() + interval '1 day');
        INSERT INTO jobs VALUES ('old', 'nightly', 'https://ci.example.org', 'hub', 'shop', 'main', '${PROJECT}', 'reader');`,
    },
    {
      since: 4,
      sql: `INSERT INTO audit_heads (tenant_id, n, chain) VALUES ('old', 1, '\\x${"00".repeat(32)}');
        INSERT INTO audit VALUES ('old', 1, now(), '{"n":1,"action":"founded"}', '\\x${"00".repeat(32)}');
        INSERT INTO erased (tenant_id, store_id, memory_id) VALUES ('old', 1, '${idFor(ERASED)}');`,
    },
    {
      since: 5,
      sql: `UPDATE stores SET verified = 1, inferred = 2, quarantined = 1, bytes = ${sizeOf(files)}, pushed_at = '${PUSHED}';
        INSERT INTO days VALUES ('old', (now() AT TIME ZONE 'UTC')::date, 'founded', 1);`,
    },
    { since: 6, sql: `UPDATE places SET moves = 3;` },
    {
      since: 7,
      sql: `INSERT INTO preserved (tenant_id, hold, store, reason, begun_by) VALUES ('old', 'earlier', '${PROJECT}', 'court', 'operator');
        UPDATE stores SET is_kept = true;
        INSERT INTO kept (tenant_id, store_id, seq, path, hash, memory_id)
          SELECT tenant_id, store_id, 0, path, hash, memory_id FROM files WHERE memory_id = '${idFor(1)}';`,
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
  return database.write("old", async (tx) => {
    const member = await addMember(tx, { name: "Ann", grants: [{ store: "*", role: "admin" }] });
    return { member, token: (await issue(tx, { kind: "person", member, seconds: 60 })).token };
  });
}

type Columns = Readonly<Record<string, readonly string[]>>;

/** As they are at this version: what a later one adds is none of what there was. */
async function columnsIn(postgres: World["postgres"], database: string): Promise<Columns> {
  const rows = await postgres.query<{ name: string; columns: readonly string[] }>(
    database,
    `SELECT table_name AS name, json_agg(column_name ORDER BY ordinal_position) AS columns FROM information_schema.columns
     WHERE table_schema = 'public' AND table_name <> 'hub_migrations' GROUP BY 1`,
  );
  return Object.fromEntries(rows.map(({ name, columns }) => [name, columns]));
}

async function rowsIn(
  postgres: World["postgres"],
  database: string,
  columns: Columns,
): Promise<Readonly<Record<string, string>>> {
  const found: Record<string, string> = {};
  for (const [table, names] of Object.entries(columns)) {
    const rows = await postgres.query<{ row: string }>(
      database,
      `SELECT ROW(${names.join(", ")})::text AS row FROM ${table} ORDER BY 1`,
    );
    found[table] = rows.length === 0 ? "0" : rows.map(({ row }) => row).join("\n");
  }
  return found;
}

interface Held {
  readonly pushed: string;
  readonly verified: number;
  readonly inferred: number;
  readonly quarantined: number;
  readonly bytes: number;
}

async function heldBy(client: Client, token: string): Promise<Held> {
  const { body } = await client.ask("GET", "/v1/old/overview", { token });
  const [{ pushed, verified, inferred, quarantined, bytes }] = body.stores;
  return { pushed, verified, inferred, quarantined, bytes };
}
