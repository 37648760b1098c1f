// What a hub is told, by its environment alone. A missing database is the only thing it can't do without.
import { BlockList } from "node:net";
import { add } from "./reach.ts";

export interface Settings {
  readonly database: string;
  /** Of all, with that one as FIRST, by the names that their operator gave them. */
  readonly databases: ReadonlyMap<string, string>;
  /** As clients are told it, without a slash at its end: it stands in what they sign. */
  readonly url: string;
  readonly host: string;
  readonly port: number;
  readonly connections: number;
  /** Requests of one address in a minute; a tenth of it for those that ask for a token. */
  readonly rate: number;
  /** How many balancers each request comes through; each adds whom it speaks for to X-Forwarded-For, behind what a client made up. */
  readonly proxies: number;
  /** Providers on loopback, without TLS: for trying out. */
  readonly isInsecureAllowed: boolean;
  /** Parts of the hub's own network in which providers may stand; elsewhere in it nobody is asked. */
  readonly providerNets: BlockList;
  readonly logLevel: string;
  /** By OpenTelemetry's own variables, which its packages read. */
  readonly isTraced: boolean;
}

const PORT = 8734;
const MOST_PROXIES = 9;
/** The one in which tenants are founded. */
export const FIRST = "first";
const OTHER = /^([a-z][a-z0-9-]{0,31})=(postgres(?:ql)?:\/\/\S+)$/;

/** A sentence where something is missing or wrong. */
export function settingsFrom(env: NodeJS.ProcessEnv): Settings | string {
  const database = env["HOLDFAST_HUB_DATABASE"] ?? env["DATABASE_URL"];
  if (database === undefined || database === "")
    return "HOLDFAST_HUB_DATABASE is not set: postgres://USER@HOST/DATABASE of a PostgreSQL 15 or newer.";
  const databases = databasesIn(database, env["HOLDFAST_HUB_DATABASES"] ?? "");
  if (databases === undefined)
    return "HOLDFAST_HUB_DATABASES is no list of NAME=postgres://USER@HOST/DATABASE, each name once.";
  const port = Number(env["HOLDFAST_HUB_PORT"] ?? PORT);
  const connections = Number(env["HOLDFAST_HUB_CONNECTIONS"] ?? 10);
  const rate = Number(env["HOLDFAST_HUB_RATE"] ?? 1200);
  for (const [name, value] of Object.entries({ PORT: port, CONNECTIONS: connections, RATE: rate }))
    if (!Number.isSafeInteger(value) || value < 0 || (value === 0 && name !== "PORT"))
      return `HOLDFAST_HUB_${name} is no count.`;
  const proxies = Number(env["HOLDFAST_HUB_PROXY"] ?? 0);
  if (!Number.isSafeInteger(proxies) || proxies < 0 || proxies > MOST_PROXIES)
    return `HOLDFAST_HUB_PROXY is no number of balancers: 1 where each request comes through one, ${MOST_PROXIES} at most.`;
  const isInsecureAllowed = env["HOLDFAST_HUB_INSECURE_PROVIDERS"] === "1";
  const providerNets = netsIn(env["HOLDFAST_HUB_PROVIDER_NETS"] ?? "", isInsecureAllowed);
  if (providerNets === undefined)
    return "HOLDFAST_HUB_PROVIDER_NETS is no list of networks, such as 10.20.0.0/16 fd12:3456::/32.";
  const host = env["HOLDFAST_HUB_HOST"] ?? "127.0.0.1";
  const url = (env["HOLDFAST_HUB_URL"] ?? `http://${host}:${port}`).replace(/\/+$/, "");
  return {
    database,
    databases,
    url,
    host,
    port,
    connections,
    rate,
    proxies,
    isInsecureAllowed,
    providerNets,
    logLevel: env["HOLDFAST_HUB_LOG"] ?? "info",
    isTraced: isTraced(env),
  };
}

/** Undefined where it is no such list. Nothing of it is told: there are passwords in it. */
function databasesIn(first: string, others: string): ReadonlyMap<string, string> | undefined {
  const found = new Map([[FIRST, first]]);
  for (const text of others.split(/\s+/).filter(Boolean)) {
    const [, name = "", url = ""] = OTHER.exec(text) ?? [];
    if (name === "" || found.has(name)) return undefined;
    found.set(name, url);
  }
  return found;
}

const LOOPBACK = ["127.0.0.0/8", "::1"];

function netsIn(text: string, isLoopbackAllowed: boolean): BlockList | undefined {
  const nets = new BlockList();
  const named = [...text.split(/\s+/).filter(Boolean), ...(isLoopbackAllowed ? LOOPBACK : [])];
  return named.every((net) => add(nets, net)) ? nets : undefined;
}

function isTraced(env: NodeJS.ProcessEnv): boolean {
  const [endpoint, traces] = [env["OTEL_EXPORTER_OTLP_ENDPOINT"], env["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"]];
  const exporter = env["OTEL_TRACES_EXPORTER"] ?? "";
  return env["OTEL_SDK_DISABLED"] !== "true" && exporter !== "none" && Boolean(endpoint || traces || exporter);
}
