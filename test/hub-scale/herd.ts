// After an outage everybody comes at once: clients that ask as the product does, by the product's own functions, each with two memories
// that wait to be sent and a token that has ended, as after an hour. For some seconds nobody answers them, then the hub is back. What must hold:
// each of them waits as long as it says it does, the hub goes on answering, and what was acknowledged is there.
import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { openDatabase } from "../../hub/src/database.ts";
import { verifyTenant } from "../../hub/src/verify.ts";
import { deviceOf } from "../../hub/test/client.ts";
import { type MadeTenant, pathOf, textOf } from "../../hub/test/generate.ts";
import { freePort } from "../../hub/test/port.ts";
import type { Postgres } from "../../hub/test/postgres.ts";
import { signText, sshKeyLine } from "../../src/store/io/sshsig.ts";
import { hubAddress } from "../../src/sync/hub/address.ts";
import type { OwnChange } from "../../src/sync/io/hub/changes.ts";
import { pull } from "../../src/sync/io/hub/pull.ts";
import { sendBatch } from "../../src/sync/io/hub/send.ts";
import { openSession } from "../../src/sync/io/hub/session.ts";
import { sha256Hex } from "../../src/text/digest.ts";
import { chanceFrom, idAt } from "../bench/generate.ts";
import { lostOf } from "./kept.ts";
import { type Attempt, hastyOf, mostOf } from "./patience.ts";
import { type Times, timesOf } from "./pulls.ts";
import { residentOf } from "./usage.ts";
import { type Filled, startHub } from "./world.ts";

export interface Herd {
  readonly clients: number;
  /** What each has to send. */
  readonly notes: number;
  /** While nobody answered: for how long, attempts, and the most that one client made within a second. */
  readonly away: { readonly seconds: number; readonly attempts: number; readonly most: number };
  /** Seconds from the hub's first answer until all had sent and pulled. */
  readonly seconds: number;
  /** How many were done in each so many seconds. */
  readonly done: readonly number[];
  readonly step: number;
  readonly request: Times;
  /** Seconds from a client's first attempt to its end, with all that it waited. */
  readonly served: Times;
  readonly answers: Readonly<Record<string, number>>;
  /** The most requests of one client within a second. */
  readonly most: number;
  /** Attempts that came sooner after a refusal than a client may. */
  readonly hasty: number;
  readonly unserved: number;
  readonly lost: number;
  /** Tenants whose chains were followed, link by link. */
  readonly followed: number;
  readonly broken: readonly string[];
  /** MB. */
  readonly resident: number;
}

/** A session begins; nobody waits for longer. */
const BUDGET_MS = 30_000;
/** From one occasion to sync to the next, where the last one failed; minutes in life. */
const AGAIN_MS = [4000, 12_000] as const;
const AWAY_MS = 6000;
const LONGEST_MS = 900_000;
const NOTES = 2;
export async function herd(postgres: Postgres, filled: Filled, clients: number): Promise<Herd> {
  const port = await freePort();
  const env = { HOLDFAST_HUB_PORT: String(port) };
  const asked: Attempt[] = [];
  const restore = watched(asked);
  const next = chanceFrom(17);
  const all = Array.from({ length: clients }, (_, n) => newClient(n, filled, `http://127.0.0.1:${port}`));
  const between = (): number => AGAIN_MS[0] + next() * (AGAIN_MS[1] - AGAIN_MS[0]);
  try {
    // Each has one occasion while the hub is away.
    await Promise.all(all.map((client) => sleep(next() * AWAY_MS).then(client.sync)));
    const away = asked.splice(0);
    const hub = await startHub(filled.url, env);
    const began = performance.now();
    let resident = 0;
    const look = setInterval(() => (resident = Math.max(resident, residentOf(hub.child.pid ?? 0))), 500);
    const done: number[] = [];
    await Promise.all(
      all.map(async (client) => {
        for (let isDone = false; !isDone && performance.now() - began < LONGEST_MS; ) {
          isDone = await client.sync();
          if (isDone) done.push((performance.now() - began) / 1000);
          else await sleep(between());
        }
      }),
    );
    const seconds = (performance.now() - began) / 1000;
    // Some fifteen lines of a page.
    const step = 5 * Math.ceil(seconds / 75);
    clearInterval(look);
    const lost = await lostOf(
      postgres,
      filled,
      all.flatMap(({ sent }) => sent),
    );
    const { followed, broken } = await chainsAmong(
      filled,
      all.map(({ tenant }) => tenant),
    );
    await hub.end("SIGTERM");
    const answers: Record<string, number> = {};
    for (const { status } of asked) answers[status || "none"] = (answers[status || "none"] ?? 0) + 1;
    return {
      clients,
      notes: NOTES,
      away: { seconds: AWAY_MS / 1000, attempts: away.length, most: mostOf(away) },
      seconds,
      done: Array.from(
        { length: Math.ceil(seconds / step) },
        (_, n) => done.filter((at) => Math.floor(at / step) === n).length,
      ),
      step,
      request: timesOf(asked.map(({ ms }) => ms)),
      served: timesOf(done),
      answers,
      most: mostOf(asked),
      hasty: hastyOf([...away, ...asked]),
      unserved: clients - done.length,
      lost,
      followed,
      broken,
      resident,
    };
  } finally {
    restore();
  }
}

const WHO = new AsyncLocalStorage<number>();

/** Takes down what the product's own calls ask, and for which client. */
function watched(asked: Attempt[]): () => void {
  const { fetch } = globalThis;
  globalThis.fetch = async (...args) => {
    const at = performance.now();
    const told = (status: number, after = 0): void => {
      const client = WHO.getStore();
      if (client !== undefined) asked.push({ client, at, ms: performance.now() - at, status, after });
    };
    try {
      const answer = await fetch(...args);
      told(answer.status, Number(answer.headers.get("retry-after") ?? 0));
      return answer;
    } catch (error) {
      told(0);
      throw error;
    }
  };
  return () => {
    globalThis.fetch = fetch;
  };
}

interface Client {
  readonly tenant: MadeTenant;
  /** Of which the hub said that it has them. */
  readonly sent: { readonly tenant: MadeTenant; readonly n: number }[];
  /** Whether all was pulled and sent. */
  sync(): Promise<boolean>;
}

function newClient(id: number, { sample, fresh, made: { key } }: Filled, hub: string): Client {
  const tenant = sample();
  const address = hubAddress(`${hub}/${tenant.name}`);
  if (address === undefined || "kind" in address) throw new Error("no hub's address");
  const own = { device: deviceOf(key), key: sshKeyLine(key), sign: (text: string) => signText(text, key) };
  const numbers = Array.from({ length: NOTES }, fresh);
  const sent: { tenant: MadeTenant; n: number }[] = [];
  let isSent = false;
  const sync = async (): Promise<boolean> => {
    // A process of its own each time: what it has of a token ended with the last one.
    const session = openSession(address, own, false);
    const end = performance.now() + BUDGET_MS;
    const budgetMs = (): number => end - performance.now();
    const from = { from: tenant.head, seen: tenant.head };
    const pulled = await pull(session, tenant.store, from, budgetMs());
    if (pulled.kind !== "pulled") return false;
    if (isSent) return true;
    const waiting = numbers.filter((n) => !pulled.files.has(pathOf(n)));
    const changes = waiting.map(changeOf);
    const done = await sendBatch(session, { store: tenant.store, key: randomUUID, budgetMs }, changes);
    if (done.kind !== "sent" || done.taken.length !== waiting.length) return false;
    sent.push(...numbers.map((n) => ({ tenant, n })));
    isSent = true;
    return true;
  };
  return { tenant, sent, sync: () => WHO.run(id, sync) };
}

function changeOf(n: number): OwnChange {
  const bytes = Buffer.from(textOf(n));
  return { path: pathOf(n), replaces: null, bytes, hash: sha256Hex(bytes), about: idAt(n) };
}

const LOOKED_AT = 40;

async function chainsAmong(
  { url }: Filled,
  tenants: readonly MadeTenant[],
): Promise<Pick<Herd, "followed" | "broken">> {
  const names = [...new Set(tenants.map(({ name }) => name))].slice(0, LOOKED_AT);
  const database = openDatabase(url, 2);
  const broken: string[] = [];
  for (const name of names)
    broken.push(...(await verifyTenant(database, name)).broken.map((what) => `${name}: ${what}`));
  await database.end();
  return { followed: names.length, broken };
}
