// What a hub is told, by its environment alone. A missing database is the only thing it can't do without.
export interface Settings {
  readonly database: string;
  /** As clients are told it, without a slash at its end: it stands in what they sign. */
  readonly url: string;
  readonly host: string;
  readonly port: number;
  readonly connections: number;
  /** Requests of one address in a minute; a tenth of it for those that ask for a token. */
  readonly rate: number;
  /** It stands behind a balancer that says whom it speaks for. */
  readonly isProxied: boolean;
  /** Providers on loopback, without TLS: for trying out. */
  readonly isInsecureAllowed: boolean;
  readonly logLevel: string;
}

const PORT = 8734;

/** A sentence where something is missing or wrong. */
export function settingsFrom(env: NodeJS.ProcessEnv): Settings | string {
  const database = env["HOLDFAST_HUB_DATABASE"] ?? env["DATABASE_URL"];
  if (database === undefined || database === "")
    return "HOLDFAST_HUB_DATABASE is not set: postgres://USER@HOST/DATABASE of a PostgreSQL 15 or newer.";
  const port = Number(env["HOLDFAST_HUB_PORT"] ?? PORT);
  const connections = Number(env["HOLDFAST_HUB_CONNECTIONS"] ?? 10);
  const rate = Number(env["HOLDFAST_HUB_RATE"] ?? 1200);
  for (const [name, value] of Object.entries({ PORT: port, CONNECTIONS: connections, RATE: rate }))
    if (!Number.isSafeInteger(value) || value < 0 || (value === 0 && name !== "PORT"))
      return `HOLDFAST_HUB_${name} is no count.`;
  const host = env["HOLDFAST_HUB_HOST"] ?? "127.0.0.1";
  const url = (env["HOLDFAST_HUB_URL"] ?? `http://${host}:${port}`).replace(/\/+$/, "");
  return {
    database,
    url,
    host,
    port,
    connections,
    rate,
    isProxied: env["HOLDFAST_HUB_PROXY"] === "1",
    isInsecureAllowed: env["HOLDFAST_HUB_INSECURE_PROVIDERS"] === "1",
    logLevel: env["HOLDFAST_HUB_LOG"] ?? "info",
  };
}
