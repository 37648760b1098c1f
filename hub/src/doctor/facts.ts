// What the doctor looks at, as values: each is asked for once, nothing is changed, and what can't be had is said to be so.
import { performance } from "node:perf_hooks";
import { isAway } from "../again.ts";
import { isEmpty } from "../left.ts";
import { type Ask, asOwner, migrations, type Opened, opened } from "../migrate.ts";
import type { Place } from "../places.ts";
import { discoveryAt, Inside, type Reach, reachOf } from "../reach.ts";
import { FIRST, type Settings } from "../settings.ts";
import { type TenantRow, tenantRows } from "../tenant-names.ts";
import { lacksTracer } from "../traces.ts";

export interface PlaceRow extends Place {
  readonly tenant: string;
  /** It went elsewhere, and rows of it are here yet. */
  readonly isLeft: boolean;
}

export interface Login {
  /** Quoted where it has to be. */
  readonly name: string;
  readonly isSuper: boolean;
  readonly mayBypass: boolean;
  readonly mayMakeRoles: boolean;
}

export interface Engine {
  /** As server_version_num has it: 150004. */
  readonly version: number;
  /** It follows a leader, and can't be written. */
  readonly isStandby: boolean;
  readonly login: Login;
  /** Of the application's; undefined where there is none. */
  readonly role: { readonly mayBypass: boolean; readonly isSuper: boolean; readonly owns: number } | undefined;
  readonly open: readonly Opened[];
  /** Tables that the application's role may change though they only grow. */
  readonly changeable: readonly string[];
  /** Undefined: no hub was here yet. */
  readonly migrated: number | undefined;
  readonly known: number;
  readonly settings: Readonly<Record<string, string>>;
  readonly connected: number;
  /** How far its clock is before this process's. */
  readonly clockMs: number;
  readonly bytes: number;
  readonly largest: readonly {
    readonly table: string;
    readonly bytes: number;
    readonly live: number;
    readonly dead: number;
  }[];
  /** Undefined where they could not be looked at. */
  readonly tenants: readonly TenantRow[] | undefined;
  readonly places: readonly PlaceRow[];
}

export interface Facts {
  /** A sentence where something of them is wrong. */
  readonly settings: Settings | string;
  /** A code where it can't be reached. */
  readonly engine: Engine | string;
  /** Those of HOLDFAST_HUB_DATABASES, by name. */
  readonly others: ReadonlyMap<string, Engine | string>;
  /** What answers at the address that clients are told. */
  readonly reached: "ours" | "other" | "nobody";
  /** Those of the providers that did not answer as they should, and why. */
  readonly silent: ReadonlyMap<string, string>;
  /** Traces are asked for, and there is nothing to make them. */
  readonly lacksTracer: boolean;
}

const NAMES = [
  ...["fsync", "full_page_writes", "synchronous_commit", "autovacuum", "track_counts", "archive_mode"],
  ...["max_connections", "superuser_reserved_connections", "synchronous_standby_names"],
];
const WAIT_MS = 5000;
const AT_ONCE = 8;

export async function factsOf(settings: Settings | string): Promise<Facts> {
  if (typeof settings === "string")
    return {
      ...{ settings, engine: "no database", others: new Map(), reached: "nobody", silent: new Map() },
      lacksTracer: false,
    };
  const reached = answering(settings.url);
  const looked = [...settings.databases].map(
    async ([name, url]) => [name, await asOwner(url, engineOf).catch(codeIn)] as const,
  );
  const others = new Map(await Promise.all(looked));
  const engine = others.get(FIRST) ?? "unknown";
  const tenants = [...others.values()].flatMap((each) => (typeof each === "string" ? [] : (each.tenants ?? [])));
  others.delete(FIRST);
  const issuers = [...new Set(tenants.flatMap(({ issuer }) => issuer ?? []))];
  const silent = await silentOf(issuers, settings);
  return { settings, engine, others, reached: await reached, silent, lacksTracer: await lacksTracer(settings) };
}

async function engineOf(ask: Ask): Promise<Engine> {
  const [first] = await ask<{ version: string; isStandby: boolean; settings: Record<string, string> }>(
    `SELECT current_setting('server_version_num') AS version, pg_is_in_recovery() AS "isStandby", (SELECT json_object_agg(name, setting) FROM pg_settings
       WHERE name = ANY($1)) AS settings`,
    [NAMES],
  );
  const [login] = await ask<Login>(
    `SELECT quote_ident(rolname) AS name, rolsuper AS "isSuper", rolbypassrls AS "mayBypass", rolcreaterole AS "mayMakeRoles"
     FROM pg_roles WHERE rolname = current_user`,
  );
  const [role] = await ask<NonNullable<Engine["role"]>>(
    `SELECT rolbypassrls AS "mayBypass", rolsuper AS "isSuper",
       (SELECT count(*)::int FROM pg_shdepend WHERE refobjid = r.oid AND deptype = 'o') AS owns
     FROM pg_roles r WHERE rolname = 'holdfast_hub'`,
  );
  const [there] = await ask<{ yes: boolean }>(`SELECT to_regclass('hub_migrations') IS NOT NULL AS yes`);
  const isThere = there?.yes === true;
  return {
    version: Number(first?.version ?? 0),
    isStandby: first?.isStandby === true,
    login: login ?? { name: "", isSuper: false, mayBypass: false, mayMakeRoles: false },
    role,
    open: isThere ? ((await opened(ask)) ?? []) : [],
    changeable: isThere && role !== undefined ? await changeable(ask) : [],
    migrated: isThere ? await migrated(ask) : undefined,
    known: migrations().length,
    settings: first?.settings ?? {},
    connected: await counted(ask, `SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname IS NOT NULL`),
    clockMs: await clock(ask),
    bytes: await counted(ask, `SELECT pg_database_size(current_database())::float8 AS n`),
    largest: await ask<Engine["largest"][number]>(
      `SELECT relname AS table, pg_total_relation_size(relid)::float8 AS bytes, n_live_tup::float8 AS live, n_dead_tup::float8 AS dead
       FROM pg_stat_user_tables WHERE schemaname = current_schema() ORDER BY 2 DESC LIMIT 3`,
    ),
    // Refused to who does not own the tables, and where somebody holds them.
    tenants: isThere ? await tenantRows(ask).catch(() => undefined) : [],
    // Of an older hub's there are none.
    places: isThere ? await placeRows(ask).catch(() => []) : [],
  };
}

async function placeRows(ask: Ask): Promise<readonly PlaceRow[]> {
  const rows = await ask<PlaceRow & { readonly isKnown: boolean }>(
    `SELECT tenant_id AS tenant, state, other, moves, swept_at = 'infinity' AS "isKnown" FROM places ORDER BY tenant_id`,
  );
  const found: PlaceRow[] = [];
  for (const { isKnown, ...row } of rows)
    found.push({ ...row, isLeft: row.state === "moved" && !isKnown && (await hasRows(ask, row.tenant)) });
  return found;
}

async function hasRows(ask: Ask, tenant: string): Promise<boolean> {
  await ask("BEGIN READ ONLY");
  try {
    await ask(`SELECT set_config('holdfast.tenant', $1, true)`, [tenant]);
    return !(await isEmpty({ ask, tenant }));
  } finally {
    await ask("ROLLBACK");
  }
}

async function counted(ask: Ask, sql: string): Promise<number> {
  const [row] = await ask<{ n: number }>(sql);
  return row?.n ?? 0;
}

function migrated(ask: Ask): Promise<number> {
  return counted(ask, `SELECT coalesce(max(version), 0) AS n FROM hub_migrations`);
}

async function changeable(ask: Ask): Promise<readonly string[]> {
  const rows = await ask<{ table: string }>(
    `SELECT relname AS table FROM pg_class WHERE relnamespace = current_schema()::regnamespace
       AND relname IN ('links', 'audit') AND has_table_privilege('holdfast_hub', oid, 'UPDATE')`,
  );
  return rows.map(({ table }) => table);
}

async function clock(ask: Ask): Promise<number> {
  const [before, started] = [Date.now(), performance.now()];
  const at = await counted(ask, `SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS n`);
  return Math.round(at - (before + (performance.now() - started) / 2));
}

function codeIn(error: unknown): string {
  const { code, name } = error as { readonly code?: string; readonly name?: string };
  return code ?? (isAway(error) ? "ETIMEDOUT" : (name ?? "unknown"));
}

async function answering(url: string): Promise<Facts["reached"]> {
  try {
    const answer = await fetch(`${url}/health`, { signal: AbortSignal.timeout(WAIT_MS) });
    const said = (await answer.json()) as { readonly ok?: unknown };
    return answer.status === 200 && said.ok === true ? "ours" : "other";
  } catch (error) {
    return error instanceof SyntaxError ? "other" : "nobody";
  }
}

async function silentOf(issuers: readonly string[], settings: Settings): Promise<ReadonlyMap<string, string>> {
  const reach = reachOf(settings);
  const found = new Map<string, string>();
  const waiting = [...issuers];
  const lane = async (): Promise<void> => {
    for (let issuer = waiting.shift(); issuer !== undefined; issuer = waiting.shift()) {
      const wrong = await wrongWith(issuer, settings, reach);
      if (wrong !== undefined) found.set(issuer, wrong);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return found;
}

async function wrongWith(issuer: string, settings: Settings, reach: Reach): Promise<string | undefined> {
  if (!issuer.startsWith("https://") && !settings.isInsecureAllowed) return "is not asked without https";
  try {
    const answer = await reach(discoveryAt(issuer), { signal: AbortSignal.timeout(WAIT_MS) });
    const { issuer: named } = (await answer.json()) as { readonly issuer?: unknown };
    return named === issuer ? undefined : "has a discovery document that names another issuer";
  } catch (error) {
    if (error instanceof Inside)
      return "stands in the hub's own network, in no part that HOLDFAST_HUB_PROVIDER_NETS names";
    return "has no discovery document that can be read";
  }
}
