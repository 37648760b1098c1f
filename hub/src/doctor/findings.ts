// What the facts mean for whoever runs the hub: a line each, with what was found and what to do. An error is what loses data, opens
// one tenant to another or keeps the hub from serving; a warning is what will, or what one should know.
import { CLOCK_SKEW_SECONDS } from "../../protocol.ts";
import { rolesSql } from "../migrate.ts";
import type { Settings } from "../settings.ts";
import { whatIsWrong } from "../unreachable.ts";
import type { Engine, Facts } from "./facts.ts";
import { error, type Finding, ok, warning } from "./finding.ts";
import { placesOf } from "./places.ts";

const OLDEST = 150_000;
const LOOPBACK = /^http:\/\/(?:127\.\d+\.\d+\.\d+|localhost|\[::1\])(?::|$)/;

export function findingsOf(facts: Facts): readonly Finding[] {
  const { settings, engine } = facts;
  if (typeof settings === "string") return [error("settings", settings, "holdfast-hub --help")];
  const own = [ok("settings", "readable"), ...addressOf(settings, facts.reached), ...tracesOf(facts)];
  if (typeof engine === "string") return [...own, unreached(engine, "HOLDFAST_HUB_DATABASE")];
  const others = [...facts.others].flatMap(([name, other]) =>
    (typeof other === "string"
      ? [unreached(other, "HOLDFAST_HUB_DATABASES")]
      : engineFindings(other, settings, facts.silent)
    ).map((found) => ({ ...found, message: `${name}: ${found.message}` })),
  );
  return [...own, ...engineFindings(engine, settings, facts.silent), ...others, ...placesOf(facts)];
}

function unreached(code: string, setting: string): Finding {
  const { what, next } = whatIsWrong(code) ?? {
    what: `it can't be used`,
    next: `look at ${setting}, and whether it runs`,
  };
  return error("database", `${what} (${code})`, next.replace("HOLDFAST_HUB_DATABASE=", `${setting}: `));
}

function engineFindings(engine: Engine, settings: Settings, silent: Facts["silent"]): readonly Finding[] {
  return [
    versionOf(engine),
    migrationsOf(engine),
    ...rolesOf(engine),
    tablesOf(engine),
    clockOf(engine),
    connectionsOf(engine, settings),
    ...durabilityOf(engine.settings),
    vacuumOf(engine),
    sizeOf(engine),
    providersOf(engine, silent),
  ];
}

function addressOf({ url, proxies }: Settings, reached: Facts["reached"]): readonly Finding[] {
  const isHttps = url.startsWith("https://");
  const safe =
    isHttps || LOOPBACK.test(url)
      ? ok("address", `clients are told ${url}`)
      : error(
          "address",
          `clients are told ${url}, where tokens can be read on the way`,
          "HOLDFAST_HUB_URL=https://...",
        );
  const answers = {
    ours: ok("reached", "a hub answers there"),
    other: error("reached", "something else answers there", "look at the balancer, and at HOLDFAST_HUB_URL"),
    nobody: warning(
      "reached",
      "nobody answers there",
      "start the hub, then look at the balancer and at HOLDFAST_HUB_URL",
    ),
  }[reached];
  if (isHttps === proxies > 0) return [safe, answers];
  const proxy = isHttps
    ? warning(
        "proxy",
        "https is a balancer's, and all its clients count as one address for the rates",
        "HOLDFAST_HUB_PROXY=1",
      )
    : warning("proxy", "without a balancer any client may claim any address", "unset HOLDFAST_HUB_PROXY");
  return [safe, answers, proxy];
}

function tracesOf({ lacksTracer }: Facts): readonly Finding[] {
  if (!lacksTracer) return [];
  return [
    warning(
      "traces",
      "they are asked for, and the packages that make them are not here",
      "npm install @opentelemetry/api @opentelemetry/sdk-node",
    ),
  ];
}

function versionOf({ version, isStandby }: Engine): Finding {
  if (isStandby)
    return error(
      "database",
      "it is a standby, and can't be written",
      "HOLDFAST_HUB_DATABASE of the leader, or a balancer that asks who leads",
    );
  const said = `PostgreSQL ${Math.floor(version / 10_000)}.${version % 10_000}`;
  return version >= OLDEST ? ok("database", said) : error("database", `${said} is too old`, "PostgreSQL 15 or newer");
}

function migrationsOf({ migrated, known }: Engine): Finding {
  if (migrated === undefined) return error("migrations", "the database is empty", "holdfast-hub migrate");
  if (migrated < known)
    return warning("migrations", `at ${migrated}, this hub brings ${known}`, "holdfast-hub migrate");
  if (migrated > known) return error("migrations", `at ${migrated}, this hub knows ${known}`, "start a newer hub");
  return ok("migrations", `at ${migrated}, as this hub`);
}

function loginOf({ login, role, version }: Engine): Finding {
  const { name } = login;
  if (login.isSuper)
    return warning(
      "login",
      `${name} is a superuser, which does for a first try with a database of your own: who has its password has that machine`,
      `before others use it, a login that may do nothing else: CREATE ROLE hub LOGIN PASSWORD '...'; ${rolesSql("hub", role !== undefined)}; and a database that it owns`,
    );
  if (login.mayBypass)
    return warning("login", `${name} is past row-level security`, `as a superuser: ALTER ROLE ${name} NOBYPASSRLS`);
  if (!login.mayMakeRoles) return ok("login", `${name} is no superuser, and is held by row-level security`);
  return warning(
    "login",
    `${name} may make roles, which the hub does not need${version < OWN_ROLES ? ": here it may grant itself those that run programs on the database's machine" : ""}`,
    `as a superuser: ${role === undefined ? `${rolesSql(name, false)}; ` : ""}ALTER ROLE ${name} NOCREATEROLE`,
  );
}

/** From then on, who may make roles grants those that it made, and no others. */
const OWN_ROLES = 160_000;

function rolesOf(engine: Engine): readonly Finding[] {
  const { login, role, migrated } = engine;
  const who = loginOf(engine);
  if (role === undefined) {
    const mends = login.isSuper || login.mayMakeRoles;
    const remedy = mends ? "holdfast-hub migrate" : `as a superuser: ${rolesSql(login.name, false)}`;
    return [who, ...(migrated === undefined ? [] : [error("role", "there is no role holdfast_hub", remedy)])];
  }
  if (role.mayBypass || role.isSuper)
    return [
      who,
      error("role", "holdfast_hub goes past row-level security", "ALTER ROLE holdfast_hub NOSUPERUSER NOBYPASSRLS"),
    ];
  if (role.owns > 0)
    return [
      who,
      error("role", `holdfast_hub owns ${role.owns} objects`, `REASSIGN OWNED BY holdfast_hub TO ${login.name}`),
    ];
  return [who, ok("role", "holdfast_hub owns nothing, and is held by row-level security")];
}

const OPEN = {
  security: "has no row-level security",
  force: "does not hold its owner to row-level security",
  policy: "has not the policy of tenants",
  rights: "is closed to the hub itself",
};

function tablesOf({ open, changeable }: Engine): Finding {
  const wrong = open.map(({ table, what }) => `${table} ${OPEN[what]}`);
  if (wrong.length > 0) return error("tables", wrong.join("; "), "holdfast-hub migrate");
  if (changeable.length === 0) return ok("tables", "row-level security is forced on each");
  const remedy = `REVOKE UPDATE ON ${changeable.join(", ")} FROM holdfast_hub`;
  return error("tables", `the hub may change what only grows: ${changeable.join(", ")}`, remedy);
}

function clockOf({ clockMs }: Engine): Finding {
  const said = `the database's clock is ${Math.abs(clockMs)} ms ${clockMs < 0 ? "behind" : "before"} this machine's`;
  const remedy = "keep both by NTP";
  if (Math.abs(clockMs) > CLOCK_SKEW_SECONDS * 1000) return error("clock", `${said}: no device can sign in`, remedy);
  return Math.abs(clockMs) > 2000 ? warning("clock", said, remedy) : ok("clock", said);
}

function connectionsOf({ settings, connected }: Engine, { connections }: Settings): Finding {
  const most = Number(settings["max_connections"]) - Number(settings["superuser_reserved_connections"] ?? 0);
  const processes = Math.floor(most / connections);
  const said = `a process takes up to ${connections}, the database ${most}: room for ${processes} processes; ${connected} are open now`;
  const remedy = "HOLDFAST_HUB_CONNECTIONS lower, max_connections higher, or a pooler in transaction mode";
  if (processes === 0) return error("connections", said, remedy);
  // An old and a new one, while it is restarted.
  return processes < 2 ? warning("connections", said, remedy) : ok("connections", said);
}

function durabilityOf(settings: Engine["settings"]): readonly Finding[] {
  const off = ["fsync", "full_page_writes", "synchronous_commit"].filter((name) => settings[name] === "off");
  const standby = settings["synchronous_standby_names"] ?? "";
  const isLocal = standby !== "" && settings["synchronous_commit"] === "local";
  const kept =
    off.length > 0
      ? error(
          "durability",
          `${off.join(" and ")} off: a push that was acknowledged can be lost`,
          `ALTER SYSTEM SET ${off[0]} = on`,
        )
      : isLocal
        ? warning(
            "durability",
            "synchronous_commit is local: acknowledged before a standby has it",
            "ALTER SYSTEM SET synchronous_commit = on",
          )
        : ok("durability", `what is acknowledged is on disk${standby === "" ? "" : " and on a standby"}`);
  const archive =
    settings["archive_mode"] !== "off"
      ? ok("archive", "the log is archived")
      : standby !== ""
        ? ok(
            "archive",
            "the log is not archived: after the loss of the disk there is the standby, and no earlier point in time",
          )
        : warning(
            "archive",
            "the log is not archived: after the loss of the disk there is the last backup",
            "archive_mode = on, or a standby",
          );
  return [kept, archive];
}

const MANY = 10_000;

function vacuumOf({ settings, largest }: Engine): Finding {
  if (settings["autovacuum"] === "off" || settings["track_counts"] === "off")
    return error(
      "autovacuum",
      "off: tables grow, and in the end the database stops",
      "ALTER SYSTEM SET autovacuum = on",
    );
  const behind = largest.find(({ live, dead }) => dead > MANY && dead > live);
  if (behind === undefined) return ok("autovacuum", "on, and keeps up");
  return warning("autovacuum", `more dead rows than live ones in ${behind.table}`, `VACUUM (ANALYZE) ${behind.table}`);
}

function sizeOf({ bytes, largest, tenants = [] }: Engine): Finding {
  const tables = largest.map((each) => `${each.table} ${megabytes(each.bytes)}`).join(", ") || "no tables yet";
  const kept = tenants.filter(({ auditDays }) => auditDays === null).length;
  return ok(
    "size",
    `${megabytes(bytes)} (${tables}); the audit is kept for ever by ${kept} of ${tenants.length} tenants`,
  );
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

function providersOf({ tenants }: Engine, silent: Facts["silent"]): Finding {
  if (tenants === undefined)
    return warning("providers", "the tenants could not be looked at", "ask as the owner of the tables, and again");
  const having = tenants.filter(({ issuer }) => issuer !== null);
  const wrong = having.filter(({ issuer }) => silent.has(issuer ?? ""));
  const [first] = wrong;
  if (first !== undefined)
    return error(
      "providers",
      `${first.issuer} ${silent.get(first.issuer ?? "")}: nobody of ${wrong.map(({ tenant }) => tenant).join(", ")} can sign in`,
      `holdfast-hub provider ${first.tenant} --issuer URL --client-id ID`,
    );
  return ok("providers", `${having.length} of ${tenants.length} tenants have one, and each answers`);
}
