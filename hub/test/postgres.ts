// A PostgreSQL of one's own: a cluster in a temporary folder, on loopback alone, without fsync, ended and removed afterwards. The programs
// are those of HOLDFAST_PG_BIN, or Debian's. PostgreSQL runs under no root, so root starts it as the user postgres.
import { execFileSync, spawn } from "node:child_process";
import { appendFileSync, chmodSync, chownSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import pg from "pg";
import { freePort } from "./port.ts";

const DEBIAN = "/usr/lib/postgresql/15/bin";
const OWNER = "hub_owner";
/** As the guide has a superuser make them. */
const ROLES = `CREATE ROLE holdfast_hub NOLOGIN; CREATE ROLE ${OWNER} LOGIN; GRANT holdfast_hub TO ${OWNER}`;

export interface Postgres {
  readonly version: string;
  /** Of a role that owns its databases and may make nothing: as an operator would give a hub. */
  readonly url: (database: string) => string;
  /** An empty one. */
  create(database: string): Promise<string>;
  /** Where its data lie, and as whom its programs run, for a test to type what an operator does. */
  readonly at: { readonly folder: string; readonly bin: string; readonly port: number; readonly as: object };
  /** As if its machine were switched off. */
  halt(): Promise<void>;
  /** What the engine's own superuser is asked, for a test to look behind every policy. */
  query<Row>(database: string, sql: string): Promise<readonly Row[]>;
  stop(): Promise<void>;
}

/** The oldest supported first, then the newest, as far as they are here. */
export function programs(env: NodeJS.ProcessEnv = process.env): readonly string[] {
  const folders = [env["HOLDFAST_PG_BIN"] ?? DEBIAN, env["HOLDFAST_PG_NEW_BIN"] ?? ""];
  return folders.filter((folder) => folder !== "" && existsSync(join(folder, "initdb")));
}

/** Where they lie in root's own folders, a copy that the user postgres may read. */
function readable(bin: string, folder: string, as: object): string {
  try {
    execFileSync(join(bin, "postgres"), ["--version"], { stdio: "pipe", ...as });
    return bin;
  } catch {
    const copy = join(folder, "programs");
    cpSync(dirname(bin), copy, { recursive: true, verbatimSymlinks: true });
    execFileSync("chmod", ["-R", "a+rX", copy]);
    return join(copy, basename(bin));
  }
}

/** `other`: settings in place of ours. */
export async function startPostgres(given: string, other: Readonly<Record<string, string>> = {}): Promise<Postgres> {
  const folder = mkdtempSync(join(tmpdir(), "holdfast-pg-"));
  const user = idOf("postgres");
  const as: { readonly uid?: number; readonly gid?: number } = process.getuid?.() === 0 ? (user ?? {}) : {};
  if (as.uid !== undefined && as.gid !== undefined) {
    chownSync(folder, as.uid, as.gid);
    chmodSync(folder, 0o700);
  }
  const bin = readable(given, folder, as);
  const data = join(folder, "data");
  const env = { PATH: `${bin}:/usr/bin:/bin`, LC_ALL: "C.UTF-8", TZ: "UTC" };
  const options = { env, cwd: folder, stdio: "pipe", ...as } as const;
  execFileSync(join(bin, "initdb"), ["-D", data, "-U", "super", "-A", "trust", "--no-sync", "-E", "UTF8"], options);
  const port = await freePort();
  const settings = {
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    port: String(port),
    fsync: "off",
    synchronous_commit: "off",
    full_page_writes: "off",
    shared_buffers: "64MB",
    max_connections: "80",
    log_min_messages: "panic",
    log_min_error_statement: "panic",
    ...other,
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'\n`);
  appendFileSync(join(data, "postgresql.conf"), lines.join(""));
  const server = spawn(join(bin, "postgres"), ["-D", data], { env, cwd: folder, stdio: "ignore", ...as });
  const ended = new Promise<void>((resolve) => server.once("exit", () => resolve()));
  const at = (who: string, database: string): string => `postgres://${who}@127.0.0.1:${port}/${database}`;
  const query = <Row>(database: string, sql: string): Promise<readonly Row[]> => asked<Row>(at("super", database), sql);
  await ready(() => query("postgres", ROLES));
  const [{ v } = { v: "" }] = await query<{ v: string }>("postgres", "SELECT current_setting('server_version') AS v");
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    server.kill(signal);
    await ended;
  };
  return {
    version: v,
    at: { folder, bin, port, as },
    halt: () => end("SIGQUIT"),
    url: (database) => at(OWNER, database),
    query,
    create: async (database) => {
      await query("postgres", `CREATE DATABASE ${database} OWNER ${OWNER}`);
      return at(OWNER, database);
    },
    stop: async () => {
      await end("SIGINT");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export async function asked<Row>(url: string, sql: string): Promise<readonly Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    // Of several statements the last one's.
    const done: unknown = await client.query(sql);
    return ((Array.isArray(done) ? done.at(-1) : done) as { readonly rows: readonly Row[] }).rows;
  } finally {
    await client.end();
  }
}

async function ready(ask: () => Promise<unknown>): Promise<void> {
  for (let left = 200; ; left--) {
    try {
      await ask();
      return;
    } catch (error) {
      if (left === 0) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

export function idOf(name: string): { readonly uid: number; readonly gid: number } | undefined {
  const line = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .find((each) => each.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(":") ?? [];
  return uid === undefined || gid === undefined ? undefined : { uid: Number(uid), gid: Number(gid) };
}
