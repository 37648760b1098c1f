// What the doctor finds (HUB-12): each thing is spoilt on a real PostgreSQL, named, and mended by what the doctor says where that is one of
// the hub's commands.
import { strict as assert } from "node:assert";
import { createServer } from "node:http";
import { type Engine, type Facts, factsOf } from "../../hub/src/doctor/facts.ts";
import type { Finding } from "../../hub/src/doctor/finding.ts";
import { findingsOf } from "../../hub/src/doctor/findings.ts";
import { migrate } from "../../hub/src/migrate.ts";
import { type Settings, settingsFrom } from "../../hub/src/settings.ts";
import type { Step } from "./guide.ts";
import type { Operator } from "./operator.ts";

type Spoilt = readonly [sql: string, undo: string, health: Finding["health"], name: string, said: RegExp];

const CLOSED_AGAIN = "migrate";
const NAME = "looked_at";

const SPOILT: readonly Spoilt[] = [
  [
    "ALTER TABLE files DISABLE ROW LEVEL SECURITY",
    CLOSED_AGAIN,
    "error",
    "tables",
    /^files has no row-level security$/,
  ],
  [
    "ALTER TABLE tokens NO FORCE ROW LEVEL SECURITY",
    CLOSED_AGAIN,
    "error",
    "tables",
    /^tokens does not hold its owner/,
  ],
  ["DROP POLICY tenant ON blobs", CLOSED_AGAIN, "error", "tables", /^blobs has not the policy/],
  ["REVOKE SELECT ON links FROM holdfast_hub", CLOSED_AGAIN, "error", "tables", /^links is closed to the hub/],
  [
    "GRANT UPDATE ON links TO holdfast_hub",
    "REVOKE UPDATE ON links FROM holdfast_hub",
    "error",
    "tables",
    /only grows: links/,
  ],
  [
    "ALTER ROLE holdfast_hub BYPASSRLS",
    "ALTER ROLE holdfast_hub NOBYPASSRLS",
    "error",
    "role",
    /past row-level security/,
  ],
  [
    "ALTER TABLE erased OWNER TO holdfast_hub",
    "ALTER TABLE erased OWNER TO hub_owner; GRANT SELECT, INSERT, UPDATE, DELETE ON erased TO holdfast_hub",
    "error",
    "role",
    /owns 1 objects/,
  ],
  [
    "ALTER ROLE hub_owner SUPERUSER",
    "ALTER ROLE hub_owner NOSUPERUSER",
    "warning",
    "login",
    /a superuser, which does for a first try/,
  ],
  [
    "ALTER ROLE hub_owner CREATEROLE",
    "ALTER ROLE hub_owner NOCREATEROLE",
    "warning",
    "login",
    /^hub_owner may make roles, which the hub does not need/,
  ],
  [
    "INSERT INTO hub_migrations (version) VALUES (99)",
    "DELETE FROM hub_migrations WHERE version = 99",
    "error",
    "migrations",
    /at 99/,
  ],
  [
    "ALTER ROLE hub_owner SET synchronous_commit = off",
    "ALTER ROLE hub_owner RESET ALL",
    "error",
    "durability",
    /synchronous_commit off/,
  ],
  ["ALTER SYSTEM SET fsync = off", "ALTER SYSTEM RESET fsync", "error", "durability", /^fsync off: .*can be lost/],
  [
    "ALTER SYSTEM SET full_page_writes = off",
    "ALTER SYSTEM RESET full_page_writes",
    "error",
    "durability",
    /full_page_writes/,
  ],
  ["ALTER SYSTEM SET autovacuum = off", "ALTER SYSTEM RESET autovacuum", "error", "autovacuum", /^off/],
  [
    "INSERT INTO tenants (tenant_id, name, receipt_key) VALUES ('beta', 'Beta', ''); INSERT INTO providers (tenant_id, issuer, client_id) VALUES ('beta', 'http://127.0.0.1:1', 'x')",
    "DELETE FROM providers; DELETE FROM tenants",
    "error",
    "providers",
    /^http:\/\/127.0.0.1:1 has no discovery document.*: nobody of beta can sign in$/,
  ],
];

const SETTINGS: readonly (readonly [Readonly<Record<string, string>>, Finding["health"], string, RegExp])[] = [
  [{ HOLDFAST_HUB_URL: "http://hub.example.org" }, "error", "address", /can be read on the way/],
  [{ HOLDFAST_HUB_URL: "https://127.0.0.1:1" }, "warning", "reached", /nobody answers/],
  [{ HOLDFAST_HUB_URL: "https://127.0.0.1:1" }, "warning", "proxy", /count as one address/],
  [{ HOLDFAST_HUB_PROXY: "1" }, "warning", "proxy", /may claim any address/],
  [{ HOLDFAST_HUB_CONNECTIONS: "60" }, "warning", "connections", /room for 1 processes/],
  [{ HOLDFAST_HUB_CONNECTIONS: "500" }, "error", "connections", /room for 0/],
  [
    { HOLDFAST_HUB_DATABASE: "postgres://x:unlikely@127.0.0.1:1/none" },
    "error",
    "database",
    /^Nothing listens at the host and port .* \(ECONNREFUSED\)$/,
  ],
  [{ HOLDFAST_HUB_DATABASE: "" }, "error", "settings", /HOLDFAST_HUB_DATABASE is not set/],
];

/** They need an engine and nothing else: in the long form the newest as well. */
export const LOOKED: readonly (readonly [title: string, run: (world: Pick<Operator, "postgres">) => Promise<void>])[] =
  [
    [
      `HUB-3 HUB-12: the doctor names each of ${SPOILT.length} things that are spoilt in a database, with what to do, and none that is not`,
      async ({ postgres }) => {
        await postgres.query("postgres", "GRANT holdfast_hub TO hub_owner");
        const url = await postgres.create(NAME);
        const look = async (): Promise<readonly Finding[]> => findingsOf(await factsOf(settingsOf(url)));
        assert.match(named(await look(), "migrations").message, /the database is empty/);
        await migrate(url);
        assert.deepEqual(wrong(await look()), WITHOUT_A_HUB);
        for (const [sql, undo, health, name, said] of SPOILT) {
          await ask(postgres, sql);
          const found = named(await look(), name);
          assert.deepEqual([found.health, said.test(found.message)], [health, true], `${sql}: ${found.message}`);
          assert.notEqual(found.remedy, undefined);
          if (undo !== CLOSED_AGAIN) await ask(postgres, undo);
          else {
            assert.equal(found.remedy, "holdfast-hub migrate");
            await migrate(url);
          }
          assert.deepEqual(wrong(await look()), WITHOUT_A_HUB, `${sql} was mended`);
        }
      },
    ],
    [
      "HUB-12: and what is wrong with the settings, the address, the clocks and the version; a password is never told",
      async ({ postgres }) => {
        const url = postgres.url(NAME);
        for (const [env, health, name, said] of SETTINGS) {
          const findings = findingsOf(await factsOf(settingsOf(url, env)));
          const found = named(findings, name);
          assert.deepEqual(
            [found.health, said.test(found.message)],
            [health, true],
            `${JSON.stringify(env)}: ${found.message}`,
          );
          assert.equal(JSON.stringify(findings).includes("unlikely"), false);
        }
        const stranger = createServer((_request, answer) => answer.end("<html>"));
        await new Promise<void>((resolve) => stranger.listen(0, "127.0.0.1", resolve));
        const address = stranger.address();
        const port = typeof address === "object" ? address?.port : 0;
        const facts = await factsOf(settingsOf(url, { HOLDFAST_HUB_URL: `http://127.0.0.1:${port}` }));
        stranger.close();
        assert.match(named(findingsOf(facts), "reached").message, /something else/);
        const seen = (change: Partial<Engine>): readonly Finding[] =>
          findingsOf({ ...facts, engine: { ...(facts.engine as Engine), ...change } } satisfies Facts);
        assert.equal(named(seen({ clockMs: -3000 }), "clock").health, "warning");
        assert.match(named(seen({ clockMs: 400_000 }), "clock").message, /400000 ms before .*no device can sign in/);
        assert.deepEqual(named(seen({ version: 140_011 }), "database").message, "PostgreSQL 14.11 is too old");
        assert.equal(named(seen({ tenants: undefined }), "providers").health, "warning");
        assert.equal(named(seen({ migrated: 1 }), "migrations").remedy, "holdfast-hub migrate");
      },
    ],
  ];

export const DOCTOR: readonly Step[] = [
  ...LOOKED,
  [
    "HUB-6 HUB-12: verify finds a change, a file, an end and a line of the audit that somebody altered in the database",
    async (operator) => {
      const { postgres, type } = operator;
      const database = operator.env["HOLDFAST_HUB_DATABASE"]?.split("/").at(-1) ?? "";
      const altered: readonly (readonly [string, string, RegExp])[] = [
        [
          "UPDATE blobs SET bytes = bytes || 'x'",
          "UPDATE blobs SET bytes = substring(bytes FOR length(bytes) - 1)",
          /change \d+ is not the file/,
        ],
        ["UPDATE links SET leaf = sha256(leaf) WHERE seq = 1", "", /change 1 does not follow/],
        [
          "UPDATE audit SET line = replace(line, 'founded', 'found') WHERE n = 1",
          "UPDATE audit SET line = replace(line, 'found', 'founded') WHERE n = 1",
          /the audit: line 1 does not follow/,
        ],
        ["UPDATE audit_heads SET n = n + 1", "UPDATE audit_heads SET n = n - 1", /its end is not the one/],
        ["UPDATE stores SET seq = seq + 1", "UPDATE stores SET seq = seq - 1", /change \d+ is missing/],
      ];
      assert.equal((await type("holdfast-hub verify acme")).code, 0);
      const leaf = await postgres.query<{ id: number; leaf: Buffer }>(
        database,
        "SELECT store_id AS id, leaf FROM links WHERE seq = 1",
      );
      for (const [sql, undo, said] of altered) {
        await postgres.query(database, sql);
        const found = await type("holdfast-hub verify acme");
        assert.deepEqual([found.code, said.test(found.err)], [1, true], `${sql}: ${found.out}${found.err}`);
        if (undo !== "") await postgres.query(database, undo);
        else
          for (const { id, leaf: was } of leaf)
            await postgres.query(
              database,
              `UPDATE links SET leaf = '\\x${was.toString("hex")}' WHERE seq = 1 AND store_id = ${id}`,
            );
      }
      assert.equal((await type("holdfast-hub verify --all")).code, 0);
    },
  ],
];

/** What is true here of every database: nobody serves it. */
const WITHOUT_A_HUB = ["reached"];

function settingsOf(database: string, env: Readonly<Record<string, string>> = {}): Settings | string {
  const all = { HOLDFAST_HUB_DATABASE: database, HOLDFAST_HUB_PORT: "1", HOLDFAST_HUB_INSECURE_PROVIDERS: "1", ...env };
  return settingsFrom(all);
}

function wrong(findings: readonly Finding[]): readonly string[] {
  return findings.filter(({ health }) => health !== "ok").map(({ name }) => name);
}

function named(findings: readonly Finding[], name: string): Finding {
  const found = findings.find((each) => each.name === name);
  assert(found !== undefined, `no finding called ${name}`);
  return found;
}

async function ask({ query }: Operator["postgres"], sql: string): Promise<void> {
  for (const each of sql.split("; ")) await query(NAME, each);
  if (!sql.startsWith("ALTER SYSTEM")) return;
  await query(NAME, "SELECT pg_reload_conf()");
  // Each process reads them when it is told to, a new one at its start.
  await new Promise((resolve) => setTimeout(resolve, 200));
}
