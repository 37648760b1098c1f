// A highly available PostgreSQL: etcd, three machines with Patroni and strict synchronous replication, HAProxy that finds the leader,
// PgBouncer in transaction mode before it; all with the files that operators are given (hub/deploy). It needs a network of one's own.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { chmodSync, chownSync, copyFileSync, mkdirSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { HERE, type Machine, newMachine } from "./network.ts";
import { asked, idOf } from "./postgres.ts";

const DEPLOY = fileURLToPath(new URL("../deploy/", import.meta.url));
const PASSWORD = "hold";
const LEADER_PORT = 5000;
const POOLER_PORT = 6432;
const START_MS = 60_000;

export interface Node extends Machine {
  readonly name: string;
  /** Its engine, past everything that stands in front. */
  readonly url: string;
  start(): void;
  /** As somebody on the same machine who can reach it when others can't. Whether it was acknowledged. */
  ask(sql: string): Promise<boolean>;
}

export interface Cluster {
  /** Of the pooler: for a hub. */
  readonly url: string;
  readonly nodes: readonly Node[];
  leader(): Promise<Node | undefined>;
  /** As superuser, whoever leads. */
  query<Row>(database: string, sql: string): Promise<readonly Row[]>;
  /** Every other node follows, one of them synchronously. */
  isWhole(): Promise<boolean>;
  end(): Promise<void>;
}

/** What is missing of it. */
export function lacksCluster(): readonly string[] {
  return ["patroni", "etcd", "haproxy", "pgbouncer"].filter(
    (name) => spawnSync("sh", ["-c", `command -v ${name}`]).status !== 0,
  );
}

/** `folder`: an empty one that the user postgres may enter. */
export async function startCluster(folder: string, bin: string): Promise<Cluster> {
  const user = idOf("postgres");
  if (user === undefined) throw new Error("there is no user postgres");
  const own = (path: string): string => {
    chownSync(path, user.uid, user.gid);
    return path;
  };
  own(folder);
  const children: ChildProcess[] = [];
  const started = (name: string, [command = "", ...args]: readonly string[], options: object = {}): void => {
    const log = openSync(join(folder, `${name}.log`), "a");
    children.push(spawn(command, args, { cwd: folder, stdio: ["ignore", log, log], ...options }));
  };
  const [client, peer] = [`http://${HERE}:2379`, `http://${HERE}:2380`];
  started("etcd", [
    ...["etcd", "--name", "one", "--data-dir", join(folder, "etcd")],
    ...["--listen-client-urls", client, "--advertise-client-urls", client],
    ...["--listen-peer-urls", peer, "--initial-advertise-peer-urls", peer, "--initial-cluster", `one=${peer}`],
  ]);
  const nodes: Node[] = [];
  for (const name of ["one", "two", "three"]) {
    const machine = await newMachine(nodes.length + 1);
    const config = join(folder, name);
    mkdirSync(config);
    copyFileSync(join(DEPLOY, "patroni.yaml"), join(config, "patroni.yaml"));
    const said = ownConfig({ name, folder, bin, address: machine.address });
    writeFileSync(own(touched(join(config, "own.yaml"))), JSON.stringify(said));
    const as = ["--setuid", String(user.uid), "--setgid", String(user.gid)];
    const env = { PATH: `${bin}:/usr/sbin:/usr/bin:/sbin:/bin`, LC_ALL: "C.UTF-8", TZ: "UTC" };
    nodes.push({
      ...machine,
      name,
      url: `postgres://hub:${PASSWORD}@${machine.address}/hub`,
      start: () => started(name, [...machine.on, ...as, "patroni", config], { env }),
      ask: (sql) => {
        const [command = "", ...args] = [...machine.on, join(bin, "psql"), "-h", "127.0.0.1", "-U", "postgres"];
        const child = spawn(command, [...args, "-c", sql], {
          env: { ...env, PGPASSWORD: PASSWORD, PGCONNECT_TIMEOUT: "2" },
          stdio: ["ignore", "ignore", "pipe"],
        });
        let warned = "";
        child.stderr.on("data", (piece: Buffer) => (warned += piece));
        return new Promise((resolve) => child.once("close", (code) => resolve(code === 0 && warned === "")));
      },
    });
  }
  const [one, two, three] = nodes.map(({ address }) => address);
  started("haproxy", ["haproxy", "-db", "-f", join(DEPLOY, "haproxy-postgres.cfg")], {
    env: { PATH: process.env["PATH"], PG_BIND: `127.0.0.1:${LEADER_PORT}`, PG_ONE: one, PG_TWO: two, PG_THREE: three },
  });
  const pooler = join(folder, "pgbouncer.ini");
  const users = join(folder, "users.txt");
  writeFileSync(own(touched(users)), `"hub" "${PASSWORD}"\n`);
  // A file of its own reads the operator's, which ends in the section of these.
  writeFileSync(pooler, `%include ${DEPLOY}pgbouncer.ini\nauth_file = ${users}\nunix_socket_dir =\n`);
  started("pgbouncer", ["pgbouncer", pooler], user);

  const query = <Row>(database: string, sql: string): Promise<readonly Row[]> =>
    asked<Row>(`postgres://postgres:${PASSWORD}@127.0.0.1:${LEADER_PORT}/${database}`, sql);
  const isWhole = async (): Promise<boolean> => {
    const rows = await query<{ sync: string }>(
      "postgres",
      "SELECT sync_state AS sync FROM pg_stat_replication WHERE state = 'streaming'",
    ).catch(() => []);
    return rows.length === nodes.length - 1 && rows.some(({ sync }) => sync === "sync");
  };
  const leader = async (): Promise<Node | undefined> => {
    const leading = await Promise.all(nodes.map(({ address }) => leads(address)));
    return nodes.find((_, at) => leading[at]);
  };
  for (const node of nodes) node.start();
  await until("a leader with a synchronous standby", isWhole, START_MS).catch((error: Error) => {
    const logs = ["etcd", "one", "haproxy", "pgbouncer"].map((name) =>
      readFileSync(join(folder, `${name}.log`), "utf8"),
    );
    throw new Error(`${error.message}: ${logs.map((log) => log.slice(-600)).join("\n")}`);
  });
  await query("postgres", "CREATE ROLE holdfast_hub NOLOGIN");
  await query("postgres", `CREATE ROLE hub LOGIN PASSWORD '${PASSWORD}'`);
  await query("postgres", "GRANT holdfast_hub TO hub");
  await query("postgres", "CREATE DATABASE hub OWNER hub");
  return {
    url: `postgres://hub:${PASSWORD}@127.0.0.1:${POOLER_PORT}/hub`,
    nodes,
    leader,
    query,
    isWhole,
    end: async () => {
      for (const child of children) child.kill("SIGKILL");
      for (const node of nodes) {
        await node.kill();
        node.end();
      }
    },
  };
}

interface Own {
  readonly name: string;
  readonly folder: string;
  readonly bin: string;
  readonly address: string;
}

/** JSON is YAML too. */
function ownConfig({ name, folder, bin, address }: Own): object {
  const of = (username: string): object => ({ username, password: PASSWORD });
  return {
    name,
    etcd3: { hosts: [`${HERE}:2379`] },
    restapi: {
      listen: `${address}:8008`,
      connect_address: `${address}:8008`,
      authentication: { username: "patroni", password: PASSWORD },
    },
    postgresql: {
      listen: "0.0.0.0:5432",
      connect_address: `${address}:5432`,
      data_dir: join(folder, `data-${name}`),
      bin_dir: bin,
      pgpass: join(folder, `pgpass-${name}`),
      // Three on one disk.
      parameters: { unix_socket_directories: "" },
      authentication: { superuser: of("postgres"), replication: of("replicator"), rewind: of("rewinder") },
    },
  };
}

function touched(path: string): string {
  writeFileSync(path, "");
  chmodSync(path, 0o600);
  return path;
}

async function leads(address: string): Promise<boolean> {
  const asking = fetch(`http://${address}:8008/primary`, { signal: AbortSignal.timeout(1000) });
  return asking.then(({ ok }) => ok).catch(() => false);
}

export async function until(what: string, holds: () => Promise<boolean>, ms: number): Promise<void> {
  for (const end = performance.now() + ms; !(await holds()); ) {
    if (performance.now() > end) throw new Error(`after ${ms / 1000} s there is still not ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
