// The hub's tables across versions (HUB-3): migrated once, from every earlier one, with data in it.
import { strict as assert } from "node:assert";
import { EMPTY_HEAD, leafOf, linkOf } from "../../hub/protocol.ts";
import { addMember } from "../../hub/src/members.ts";
import { migrate, migrations } from "../../hub/src/migrate.ts";
import { issue } from "../../hub/src/tokens.ts";
import { clientOf, put } from "../../hub/test/client.ts";
import { startHub } from "../../hub/test/running.ts";
import { sha256Hex } from "../../src/text/digest.ts";
import { TEAM_STORE } from "../support/team.ts";
import { type Case, nameIn } from "./case.ts";
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
];

interface OldRows {
  /** The version whose tables they are. */
  readonly since: number;
  readonly sql: string;
}

function dataOf(bytes: Buffer): readonly OldRows[] {
  const marked = Buffer.from(JSON.stringify({ format: 1, "store-id": TEAM_STORE }));
  const files = [
    { path: "holdfast.json", bytes: marked, about: null },
    { path: memoryPath(1), bytes, about: idFor(1) },
  ];
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
  return database.write("old", async (tx) => {
    const member = await addMember(tx, { name: "Ann", grants: [{ store: "*", role: "admin" }] });
    return { member, token: (await issue(tx, { kind: "person", member, seconds: 60 })).token };
  });
}
