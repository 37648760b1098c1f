// The rounds: each takes a tenant, records what the hub asks the database for one request of each kind, and has hub and bare engine do it in
// turns, some times over.
import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { join } from "node:path";
import { buildApp } from "../../hub/src/app.ts";
import { openDatabase } from "../../hub/src/database.ts";
import { hubChecks } from "../../hub/src/start.ts";
import { openBare } from "../../hub/test/bare.ts";
import { put } from "../../hub/test/client.ts";
import type { MadeTenant } from "../../hub/test/generate.ts";
import { latencies, pgbenchScript, type Recorded, recording } from "../../hub/test/recorded.ts";
import { settingsOf } from "../../hub/test/running.ts";
import { memoryPath, memoryText } from "../hub/stores.ts";

export interface Pair {
  readonly ours: number[];
  readonly bare: number[];
}

export interface Measured {
  readonly head: Pair;
  readonly pull: Pair;
  readonly push: Pair;
  /** A request that asks the database nothing. */
  readonly http: number[];
  /** A push to a process that has just started, whose code nobody has compiled yet. */
  readonly cold: number[];
}

export interface Given {
  readonly url: string;
  readonly bin: string;
  readonly folder: string;
  readonly hub: string;
  readonly next: () => MadeTenant;
  readonly rounds: number;
}

const TIMES = 12;
/** Of each round: a connection's first ones prepare. */
const WARM = 3;
const CHANGES = 10;
/** Pushes of its first second, and until the code that answers them is compiled: a hub runs for weeks, and pgbench is compiled. */
const COLD = 100;
const COMPILED = 1500;

interface Wanted {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

type Ask = (wanted: Wanted) => Promise<number>;

export async function measure(given: Given): Promise<Measured> {
  const pair = (): Pair => ({ ours: [], bare: [] });
  const measured: Measured = { head: pair(), pull: pair(), push: pair(), http: [], cold: [] };
  const own = openDatabase(given.url, 1);
  const { database, kept } = recording(own);
  const settings = await settingsOf(given.url);
  const app = await buildApp({
    settings,
    database,
    checks: await hubChecks(),
    version: "",
    isReady: () => true,
    traces: undefined,
    page: new Map(),
  });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const bare = await openBare(given.url);
  const asked: Ask = (wanted) => overHttp(agent, given.hub, wanted);
  /** What the hub's own routes ask for it. */
  const heard = async ({ method, path, headers, body }: Wanted): Promise<Recorded> => {
    const { statusCode, payload } = await app.inject({
      method,
      url: path,
      headers,
      ...(body !== undefined && { body }),
    });
    if (statusCode !== 200 && statusCode !== 304) throw new Error(`${statusCode} ${payload}`);
    return kept.at(-1) as Recorded;
  };
  let n = 0;
  const pushTo = (tenant: MadeTenant): Wanted => {
    n += 1;
    const change = put(memoryPath(1_000_000 + n), memoryText(1_000_000 + n));
    const headers = { ...headersOf(tenant), "content-type": "application/json", "idempotency-key": randomUUID() };
    return { method: "POST", path: `${pathOf(tenant)}/push`, headers, body: JSON.stringify({ changes: [change] }) };
  };
  for (let warm = 0; warm < COMPILED; warm++) {
    const took = await timed(() => asked(pushTo(given.next())));
    if (warm < COLD) measured.cold.push(took);
  }
  for (let round = 0; round < given.rounds; round++) {
    const tenant = given.next();
    const [at, headers] = [pathOf(tenant), headersOf(tenant)];
    const pushing = (): Wanted => pushTo(tenant);
    const pushes: [Recorded, Recorded] = [await heard(pushing()), await heard(pushing())];
    const { seq, chain } = (await app.inject({ url: `${at}/head`, headers })).json() as { seq: number; chain: string };
    const reads = {
      head: { method: "GET", path: `${at}/head`, headers: { ...headers, "if-none-match": `"${seq}-${chain}"` } },
      pull: { method: "GET", path: `${at}/changes?since=${Math.max(0, seq - CHANGES)}`, headers },
    } as const;
    for (const [name, wanted] of Object.entries(reads) as ["head" | "pull", Wanted][]) {
      const recorded = await heard(wanted);
      await inTurns(
        measured[name],
        () => asked(wanted),
        () => bare.ask(recorded),
      );
    }
    await inTurns(measured.push, () => asked(pushing()));
    measured.push.bare.push(...byPgbench(given, pgbenchScript(pushes)));
    await inTurns({ ours: measured.http, bare: [] }, () => asked({ method: "GET", path: "/health", headers: {} }));
  }
  await bare.end();
  agent.destroy();
  await app.close();
  await own.end();
  return measured;
}

function pathOf({ name, store }: MadeTenant): string {
  return `/v1/${name}/stores/${encodeURIComponent(store)}`;
}

function headersOf({ token }: MadeTenant): Readonly<Record<string, string>> {
  return { authorization: `Bearer ${token}` };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

async function inTurns(pair: Pair, ours: () => Promise<unknown>, bare?: () => Promise<unknown>): Promise<void> {
  for (let time = 0; time < TIMES + WARM; time++) {
    const [one, other] = [await timed(ours), bare === undefined ? 0 : await timed(bare)];
    if (time < WARM) continue;
    pair.ours.push(one);
    if (bare !== undefined) pair.bare.push(other);
  }
}

function byPgbench({ url, bin, folder }: Given, script: string): readonly number[] {
  const file = join(folder, "push.sql");
  writeFileSync(file, script);
  const times = String(TIMES + WARM);
  const options = [
    "-n",
    "-M",
    "prepared",
    "-c",
    "1",
    "-t",
    times,
    "-f",
    file,
    "--log",
    `--log-prefix=${join(folder, "log")}`,
  ];
  execFileSync(join(bin, "pgbench"), [...options, url], { stdio: "pipe", cwd: folder });
  const logs = readdirSync(folder).filter((name) => name.startsWith("log."));
  const found = logs.flatMap((name) => latencies(join(folder, name), WARM));
  for (const name of logs) rmSync(join(folder, name));
  return found;
}

function overHttp(agent: Agent, hub: string, { method, path, headers, body }: Wanted): Promise<number> {
  return new Promise((resolve, reject) => {
    const asking = request(`${hub}${path}`, { agent, method, headers }, (answer) => {
      answer.resume();
      answer.once("end", () => {
        const { statusCode = 0 } = answer;
        if (statusCode === 200 || statusCode === 304) resolve(statusCode);
        else reject(new Error(`${statusCode} for ${method} ${path}`));
      });
    });
    asking.once("error", reject);
    asking.end(body);
  });
}
