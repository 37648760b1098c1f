// What the operator types at the server: parsed, helped and refused in one way for all commands. Nothing here confirms a memory, and no
// secret is an argument, where every process of the machine could read it.
import { type ParseArgsOptionsConfig, parseArgs } from "node:util";
import { forTerminalLine } from "../../src/text/sanitise.ts";
import { TENANT } from "../protocol.ts";
import { isAway } from "./again.ts";
import { type Call, type Command, type Option, Wrong } from "./commands/command.ts";
import { COMMANDS, type Row, SERVE } from "./commands/index.ts";
import type { Database } from "./database.ts";
import { LacksRole } from "./migrate.ts";
import { openPlaces } from "./places.ts";
import { Refused } from "./problems.ts";
import { settingsFrom } from "./settings.ts";
import { whatIsWrong } from "./unreachable.ts";
import { versionOfHub } from "./version.ts";

export interface World {
  readonly env: NodeJS.ProcessEnv;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
}

const DONE = 0;
const FAILED = 1;
const USAGE = 64;

const SETTINGS = `Settings, all by the environment
  HOLDFAST_HUB_DATABASE     postgres://USER@HOST/DATABASE, PostgreSQL 15 or newer; the only one that is needed
  HOLDFAST_HUB_DATABASES    more of them, NAME=postgres://... with a space between; tenants are moved there
  HOLDFAST_HUB_URL          the address that clients are told (default: http://HOST:PORT)
  HOLDFAST_HUB_HOST         where it listens (127.0.0.1), and HOLDFAST_HUB_PORT (8734)
  HOLDFAST_HUB_CONNECTIONS  to the database, of one process (10)
  HOLDFAST_HUB_RATE         requests of one address in a minute (1200)
  HOLDFAST_HUB_PROXY        how many balancers each request comes through, which say whom they speak for (0)
  HOLDFAST_HUB_PROVIDER_NETS  parts of the hub's own network in which providers for signing in may stand: 10.20.0.0/16
  HOLDFAST_HUB_LOG          error, warn, info, debug or silent (info)
  OTEL_EXPORTER_OTLP_ENDPOINT and the other OTEL_ variables: where traces go
`;

export async function run(args: readonly string[], world: World): Promise<number> {
  const [first = SERVE] = args;
  if (first === "--help" || first === "-h" || first === "help") return said(world, overview());
  if (first === "--version") return said(world, `${versionOfHub()}\n`);
  const row = COMMANDS.find(([name]) => name === first);
  try {
    if (row === undefined) throw new Wrong(`There is no command ${first}.`, "holdfast-hub --help");
    return await started(row, args.slice(1), world);
  } catch (error) {
    return failed(error, row?.[0], world);
  }
}

async function started(row: Row, args: readonly string[], world: World): Promise<number> {
  const { command } = await row[2]();
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options: forParser(command) });
  if (values["help"] === true) return said(world, helpFor(row, command));
  const [least, most] = command.names;
  if (positionals.length < least || positionals.length > most) throw new Wrong(`Usage: ${command.usage}`, "");
  for (const tenant of positionals)
    if (!TENANT.test(tenant))
      throw new Wrong(
        `${forTerminalLine(JSON.stringify(tenant))} is no name of a tenant: a-z, 0-9 and - between them, 63 at most, as in acme.`,
        "",
      );
  return command.run(callOf(values as Values, positionals, world));
}

type Values = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;

function forParser({ options }: Command): ParseArgsOptionsConfig {
  const made = Object.entries(options).map(([name, { value, many }]) => [
    name,
    { type: value === undefined ? "boolean" : "string", multiple: many === true },
  ]);
  return { ...Object.fromEntries(made), help: { type: "boolean", short: "h" } };
}

function callOf(values: Values, names: readonly string[], { env, out, err }: World): Call {
  const settings: Call["settings"] = () => {
    const found = settingsFrom(env);
    if (typeof found === "string") throw new Wrong(found, "holdfast-hub --help");
    return found;
  };
  const read = async <T>(work: (database: Database) => Promise<T>): Promise<T> => {
    const database = openPlaces(settings().databases, 1);
    try {
      return await work(database);
    } finally {
      await database.end();
    }
  };
  const [tenant = ""] = names;
  return {
    names,
    text: (option) => (typeof values[option] === "string" ? values[option] : undefined),
    all: (option) => (Array.isArray(values[option]) ? values[option] : []),
    is: (option) => values[option] === true,
    env,
    settings,
    read,
    act: (work) =>
      read((database) =>
        database.write(tenant, async (tx) => {
          const found = await tx.rows(`SELECT 1 FROM tenants WHERE tenant_id = $1`, [tx.tenant]);
          if (found.length === 0)
            throw new Wrong(`There is no tenant ${tenant}.`, `holdfast-hub found ${tenant} --name NAME --admin NAME`);
          return work(tx);
        }),
      ),
    tell: out,
    note: (text) => err(`${text}\n`),
  };
}

function overview(): string {
  const width = Math.max(...COMMANDS.map(([name]) => name.length)) + 2;
  const rows = COMMANDS.map(([name, summary]) => `  ${name.padEnd(width)}${summary}\n`);
  return `holdfast-hub COMMAND [options]       holdfast-hub COMMAND --help for examples\n\n${rows.join("")}\n${SETTINGS}`;
}

function helpFor([, summary]: Row, { usage, about = [], options, examples }: Command): string {
  const flag = ([name, { value }]: readonly [string, Option]): string =>
    `--${name}${value === undefined ? "" : ` ${value}`}`;
  const rows: readonly (readonly [string, Option])[] = [...Object.entries(options), ["help", { help: "show this" }]];
  const width = Math.max(...rows.map((row) => flag(row).length)) + 2;
  const lines = [
    `${summary[0]?.toUpperCase()}${summary.slice(1)}`,
    "",
    `  ${usage}`,
    ...about.map((line) => `  ${line}`),
    "",
    "Options",
    ...rows.map(
      (row) => `  ${flag(row).padEnd(width)}${row[1].help}${row[1].many === true ? ", as often as needed" : ""}`,
    ),
    "",
    "Examples",
    ...examples.map((example) => `  ${example}`),
  ];
  return `${lines.join("\n")}\n`;
}

function said({ out }: World, text: string): number {
  out(text);
  return DONE;
}

const NOT_THERE = new Set(["42P01", "42704", "22023"]);

/** Never in a driver's own words, which may carry the database's password. */
function failed(error: unknown, command: string | undefined, { err }: World): number {
  const help = `holdfast-hub ${command ?? ""} --help`.replace("  ", " ");
  const told = (message: string, next: string, code: number): number => {
    err(`${message}\n  next: ${next}\n`);
    return code;
  };
  const { code, name, message } = error as { code?: string; name?: string; message: string };
  if (error instanceof Wrong) return told(message, error.next || help, USAGE);
  if (error instanceof Refused) return told(message, error.next ?? help, FAILED);
  if (code?.startsWith("ERR_PARSE_ARGS") === true) return told(message, help, USAGE);
  if (code === "EADDRINUSE") return told("Something listens on that port already.", "HOLDFAST_HUB_PORT=8735", FAILED);
  if (error instanceof LacksRole) return told(message, `as a superuser: ${error.sql}`, FAILED);
  if (name === "NewerDatabase") return told(message, "start a newer hub", FAILED);
  if (code !== undefined && NOT_THERE.has(code))
    return told("The database has not the tables of this hub.", "holdfast-hub migrate", FAILED);
  // The driver gives a connection that took too long no code.
  const found = whatIsWrong(code ?? (isAway(error) ? "ETIMEDOUT" : ""));
  if (found !== undefined) return told(`${found.what}.`, found.next, FAILED);
  return told(
    `This can't be done: ${code ?? name ?? "unknown"}. Is the database there?`,
    "holdfast-hub doctor",
    FAILED,
  );
}
