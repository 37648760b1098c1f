// Every statement that the hub asks is held to a tenant by its own words (HUB-3): policies are the net, not the rope. What is about no tenant,
// or about all of them, is listed here with the reason; an entry that no statement is like any more fails too.
import { strict as assert } from "node:assert";
import type { Case } from "./case.ts";
import { isHeld, mentionsIn, queriesIn, sourceFiles, textOf } from "./queries.ts";

/** Whole statements that read or change rows, or tables, of more than one tenant. */
const ALL_TENANTS: Readonly<Record<string, string>> = {
  "SELECT tenant_id AS tenant FROM places WHERE state = 'here' AND swept_at < now() - interval '1 day' ORDER BY swept_at LIMIT $1":
    "which tenants are to be swept: their names, and nothing else",
  "SELECT tenant_id AS tenant, state, other, moves, swept_at = 'infinity' AS \"isKnown\" FROM places ORDER BY tenant_id":
    "the doctor shows the operator where each tenant is",
  "SELECT tenant_id AS tenant FROM places WHERE state <> 'here' AND swept_at < now() - interval '1 hour' ORDER BY swept_at LIMIT $1":
    "of which tenants a move may have left something: their names, and nothing else",
  "SELECT tenants.tenant_id AS tenant, issuer, audit_days AS \"auditDays\" FROM tenants LEFT JOIN providers ON providers.tenant_id = tenants.tenant_id JOIN places ON places.tenant_id = tenants.tenant_id AND places.state = 'here' ORDER BY tenants.tenant_id":
    "the operator's list of tenants, as the owner, in a transaction that is taken back",
  "ALTER TABLE ${table} NO FORCE ROW LEVEL SECURITY": "what opens a table for that list, and is taken back with it",
  'ANALYZE (SKIP_LOCKED) ${tables.map(({ name }) => name).join(", ")}': "the engine counts its rows, and tells none",
};

/** How statements begin that name no table of the tenants. */
const NO_TABLE: Readonly<Record<string, string>> = {
  BEGIN: "a transaction's begin",
  COMMIT: "its end",
  ROLLBACK: "its other end",
  "SET LOCAL ": "a bound of time, of the transaction",
  "SELECT pg_advisory_xact_lock($1)": "two hubs that start at once migrate once",
  "SELECT pg_advisory_xact_lock(hub_gate($1))": "a tenant's gate, by its name",
  "SELECT pg_try_advisory_lock(hashtextextended($1, 1))": "a tenant's move, by its name",
  "SELECT pg_try_advisory_xact_lock(hashtextextended($1, 1)) ": "the same, while a transaction lasts",
  "SELECT set_config('holdfast.tenant', $1, false)": "what names the tenant to the policies",
  "SELECT set_config('holdfast.tenant', $1, true)": "the same, while a transaction lasts",
  "CREATE TABLE IF NOT EXISTS hub_migrations ": "which migrations were done",
  "SELECT version FROM hub_migrations": "which migrations were done",
  "INSERT INTO hub_migrations (version) VALUES ($1)": "which migrations were done",
  "SELECT coalesce(max(version), 0) AS n FROM hub_migrations": "which migrations were done",
  "SELECT to_regclass('hub_migrations') ": "whether there is a hub's database",
  "SELECT 1 FROM pg_roles WHERE rolname = $1 ": "the catalogue: whether the role is there",
  "SELECT FROM pg_roles WHERE rolname = 'holdfast_hub' ": "the catalogue: whether the owner may take the role",
  "SELECT quote_ident(rolname) AS name, ": "the catalogue: who is asking",
  "SELECT current_user AS login, ": "the catalogue: who is asking, and whether the role is there",
  "SELECT rolbypassrls AS ": "the catalogue: what the role may",
  "SELECT relname AS table, CASE WHEN NOT relrowsecurity ": "the catalogue: tables that stand open",
  "SELECT relname AS table FROM pg_class ": "the catalogue: tables that may be changed and should not",
  "SELECT relname AS table, pg_total_relation_size(relid)": "the catalogue: the largest tables",
  "SELECT c.oid::regclass::text AS name, ": "the catalogue: which tables a tenant's rows are in",
  "SELECT current_setting('server_version_num') ": "the engine's settings",
  "SELECT count(*)::int AS n FROM pg_stat_activity ": "the engine's connections",
  "SELECT pg_database_size(": "the database's size",
  "SELECT (extract(epoch FROM clock_timestamp()) ": "the engine's clock",
  "SELECT at, bucket, count(*) || ' ' || bit_xor(digest) AS sum FROM (${each.join(": "of parts, each of which is held",
  "FETCH ${BY_NAME.has(table.name) ? BYTES_AT_ONCE : ROWS_AT_ONCE} FROM brought":
    "of a cursor that was held when it was made",
  "CLOSE brought": "of that cursor",
};

/** Calls that hand on what another call gave them, or ask something that is no engine. */
const HANDED_ON: readonly string[] = [
  ...['again.ts: text: "COMMIT"', "database.ts: sql: string", "database.ts: text"],
  ...["database.ts: { ...name, text, values: [...values] }", "database.ts: openingOf(kind, tenant)"],
  ...["doctor/facts.ts: sql", "migrate.ts: sql", "left.ts: sql", "left.ts: begin", "move.ts: begin"],
  ...["migrate.ts: read(name)", 'migrate.ts: read("before.sql")', 'migrate.ts: read("after.sql")'],
  ...["pages.ts: after", "places.ts: found ?? first"],
];

export const NAMING: readonly Case[] = [
  [
    "HUB-3: every query in the sources is held to the tenant, and the one opening is the only one",
    async () => {
      const files = sourceFiles();
      assert.equal(files.includes("doctor/facts.ts") && files.includes("commands/move.ts"), true);
      const read = files.map((file) => queriesIn(file, textOf(file)));
      const all = read.flatMap(({ queries }) => queries);
      assert.equal(all.length > 150, true, String(all.length));
      const strangers = all.filter((query) => !isHeld(query));
      const like = (sql: string): readonly string[] =>
        sql in ALL_TENANTS
          ? [sql]
          : Object.keys(NO_TABLE).filter((begin) => sql.startsWith(begin) && mentionsIn(sql) === 0);
      assert.deepEqual(
        strangers.filter(({ sql }) => like(sql).length === 0),
        [],
      );
      const used = new Set(strangers.flatMap(({ sql }) => like(sql)));
      const listed = [...Object.keys(ALL_TENANTS), ...Object.keys(NO_TABLE)];
      assert.deepEqual(
        listed.filter((entry) => !used.has(entry)),
        [],
      );
      const handedOn = new Set(read.flatMap((each) => each.handedOn));
      assert.deepEqual([...handedOn].toSorted(), HANDED_ON.toSorted());
      const openings = files.filter((file) => /from "pg"/.test(textOf(file)));
      assert.deepEqual(openings, ["database.ts", "migrate.ts"]);
    },
  ],
  [
    "HUB-3: a query that names the tenant and is not held to it is seen",
    async () => {
      const seen = (sql: string, values = "[tx.tenant]"): boolean => {
        const [query] = queriesIn(
          "made.ts",
          `await tx.rows<Row<{ readonly a: string }>>(\n  \`${sql}\`,\n  ${values});`,
        ).queries;
        return query !== undefined && !isHeld(query);
      };
      for (const sql of [
        "SELECT tenant_id, path FROM files",
        "SELECT tenant_id = $1 FROM files",
        "SELECT path FROM files WHERE store_id = $1",
        "SELECT path FROM files WHERE tenant_id = $1 AND hash IN (SELECT hash FROM blobs)",
        "SELECT path FROM files JOIN blobs ON blobs.hash = files.hash WHERE files.tenant_id = $1",
        "SELECT path FROM files, blobs WHERE files.tenant_id = $1",
        "SELECT path FROM files WHERE tenant_id = $1 UNION ALL SELECT path FROM kept",
        "SELECT path FROM files JOIN blobs ON blobs.tenant_id = files.tenant_id",
        "INSERT INTO grants (tenant_id, store) VALUES ($2, $1)",
        `DELETE FROM \${name} AS t WHERE ctid = ANY($1)`,
        "UPDATE stores SET seq = 0",
      ])
        assert.equal(seen(sql), true, sql);
      for (const sql of [
        "SELECT path FROM files WHERE tenant_id = $1",
        "SELECT path FROM files JOIN blobs ON blobs.tenant_id = files.tenant_id WHERE files.tenant_id = $1",
        "INSERT INTO grants (tenant_id, store) VALUES ($1, $2)",
      ]) {
        assert.equal(seen(sql), false, sql);
        assert.equal(seen(sql, "[name]"), true, `${sql}, of whatever name`);
      }
    },
  ],
];
