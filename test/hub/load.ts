// Load for hubs that are ended or lose their database (HUB-12, HUB-14): each client pushes and then pulls, each until it is answered, a
// push under one key, and keeps what was acknowledged and the chain that it follows.
import { type KeyObject, randomUUID } from "node:crypto";
import { type Client, put, tokenIn } from "../../hub/test/client.ts";
import { follow } from "../../src/sync/hub/chain.ts";
import { EMPTY_HEAD, type Head } from "../../src/sync/hub/protocol.ts";
import { pageIn } from "../../src/sync/io/hub/answers.ts";
import { memoryPath, memoryText, PROJECT } from "./stores.ts";

const BETWEEN_MS = 100;
/** Before a device's token ends. */
const RENEWED_MS = 600_000;

export interface Acknowledged extends Head {
  readonly key: string;
  readonly text: string;
}

export interface Load {
  readonly tenant: string;
  readonly client: Client;
  /** Of a client, between two rounds. */
  readonly pauseMs: number;
  /** By path. */
  readonly done: Map<string, Acknowledged>;
  /** When each was, the start first. */
  readonly at: number[];
  readonly statuses: Map<number | "none", number>;
  /** Of a hub itself. */
  faults: number;
  pulls: number;
  next: number;
  isOver: boolean;
}

export interface Worker {
  token: string;
  /** Of its device. */
  readonly key: KeyObject;
  tokenAt: number;
  /** How far it followed the chain. */
  head: Head;
}

/** `none`: no answer. 502 and 504 are the balancer's words for a hub that was killed or did not answer. */
export const EXPECTED: ReadonlySet<number | "none"> = new Set([200, 502, 503, 504, "none"]);

export function newLoad(tenant: string, client: Client, pauseMs = 0): Load {
  const counts = { faults: 0, pulls: 0, next: 0, isOver: false };
  return { tenant, client, pauseMs, done: new Map(), at: [performance.now()], statuses: new Map(), ...counts };
}

export function newWorker({ token, key }: Pick<Worker, "token" | "key">): Worker {
  return { token, key, tokenAt: performance.now(), head: EMPTY_HEAD };
}

/** As long as there is load. */
export async function works(load: Load, worker: Worker): Promise<void> {
  while (!load.isOver) {
    await renewed(load, worker);
    const n = ++load.next;
    const key = randomUUID();
    const text = memoryText(n);
    const changes = [put(memoryPath(n), text)];
    const { body } = await answered(load, () => load.client.push(PROJECT, changes, worker.token, key));
    const { seq, chain } = body as Head;
    load.done.set(memoryPath(n), { seq, chain, key, text });
    load.at.push(performance.now());
    await pulls(load, worker, { seq, chain });
    await sleep(load.pauseMs);
  }
}

async function renewed(load: Load, worker: Worker): Promise<void> {
  if (performance.now() - worker.tokenAt < RENEWED_MS) return;
  worker.token = tokenIn(await answered(load, () => load.client.session(worker.key)));
  worker.tokenAt = performance.now();
}

/** A page; `seen` is the farthest that this client knows of. */
export async function pulls(load: Load, worker: Worker, seen: Head = worker.head): Promise<void> {
  const { token, head } = worker;
  const path = `/v1/${load.tenant}/stores/${encodeURIComponent(PROJECT)}/changes?since=${head.seq}&seen=${head.chain}`;
  const { body } = await answered(load, () => load.client.ask("GET", path, { token }));
  const page = pageIn(body);
  const followed = page && follow(head, seen, page);
  if (followed?.kind !== "followed") throw new Error(`the chain can't be followed: ${JSON.stringify(followed)}`);
  worker.head = followed.at;
  load.pulls++;
}

type Answer = Awaited<ReturnType<Client["ask"]>>;

async function answered(load: Load, ask: () => Promise<Answer>): Promise<Answer> {
  while (true) {
    const answer = await ask().catch(() => undefined);
    const status = answer?.status ?? "none";
    load.statuses.set(status, (load.statuses.get(status) ?? 0) + 1);
    if (answer?.status === 200) return answer;
    if (answer !== undefined && answer.status < 500) throw new Error(`${answer.status} ${answer.text}`);
    if (answer?.body?.code === "internal") load.faults++;
    await sleep(BETWEEN_MS);
  }
}

export function longestGap(at: readonly number[]): number {
  return at.slice(1).reduce((most, each, n) => Math.max(most, each - (at[n] ?? each)), 0);
}

export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
