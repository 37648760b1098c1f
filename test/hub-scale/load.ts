// Requests to a hub, as many at once as there are workers, over connections that stay open. Of each the time until its whole answer
// was here, and how it ended.
import { randomUUID } from "node:crypto";
import { Agent, type IncomingMessage, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Head } from "../../hub/protocol.ts";
import { put } from "../../hub/test/client.ts";
import { type MadeTenant, NEWS, pathOf, textOf } from "../../hub/test/generate.ts";

export interface Ask {
  readonly kind: "head" | "nothing new" | "ten changes" | "push";
  readonly tenant: MadeTenant;
  /** Of a push: the memory's number. */
  readonly n?: number;
}

export interface Loaded {
  readonly seconds: number;
  /** Milliseconds by kind, from the shortest. */
  readonly ms: Readonly<Record<string, readonly number[]>>;
  readonly statuses: ReadonlyMap<string, number>;
  /** Pushes that were acknowledged. */
  readonly pushed: readonly Ask[];
  /** Answers that are not what was asked for. */
  readonly wrong: number;
}

export interface Loading {
  readonly workers: number;
  readonly seconds?: number;
  readonly count?: number;
  /** In a second, at most. */
  readonly rate?: number;
}

/** `follows` is kept from one load of these hubs to the next. */
export async function load(
  urls: readonly string[],
  { workers, seconds = Number.POSITIVE_INFINITY, count = Number.POSITIVE_INFINITY, rate }: Loading,
  next: (hub: number) => Ask,
  follows: Follows = newFollows(),
): Promise<Loaded> {
  const ms: Record<string, number[]> = {};
  const statuses = new Map<string, number>();
  const pushed: Ask[] = [];
  let [begun, wrong] = [0, 0];
  const started = performance.now();
  const end = started + seconds * 1000;
  const agents = urls.map(() => new Agent({ keepAlive: true, maxSockets: workers }));
  const work = async (worker: number): Promise<void> => {
    const hub = worker % urls.length;
    for (let now = performance.now(); now < end && begun < count; now = performance.now()) {
      const at = begun++;
      if (rate !== undefined) await sleep(Math.max(0, started + (at * 1000) / rate - now));
      const ask = next(hub);
      const from = performance.now();
      const { status, body } = await sent(`${urls[hub]}`, agents[hub] as Agent, asked(ask, follows));
      const { kind } = ask;
      ms[kind] ??= [];
      ms[kind].push(performance.now() - from);
      const told = `${kind}: ${status}`;
      statuses.set(told, (statuses.get(told) ?? 0) + 1);
      if (status !== 200 && status !== 304) wrong++;
      else if (kind === "push") {
        pushed.push(ask);
        follows.reached(ask.tenant, JSON.parse(body) as Head);
      }
    }
  };
  await Promise.all(Array.from({ length: workers }, (_, worker) => work(worker)));
  for (const agent of agents) agent.destroy();
  for (const times of Object.values(ms)) times.sort((a, b) => a - b);
  return { seconds: (performance.now() - started) / 1000, ms, statuses, pushed, wrong };
}

/** How far clients are: what was pushed by one of them is news for the others. */
export interface Follows {
  head(tenant: MadeTenant): Head;
  /** At most so many changes before it. */
  before(tenant: MadeTenant): Head;
  reached(tenant: MadeTenant, head: Head): void;
}

export function newFollows(): Follows {
  const known = new Map<string, readonly Head[]>();
  const of = (tenant: MadeTenant): readonly Head[] => known.get(tenant.name) ?? [tenant.earlier, tenant.head];
  return {
    head: (tenant) => of(tenant).at(-1) ?? tenant.head,
    before: (tenant) => of(tenant)[0] ?? tenant.earlier,
    reached: (tenant, { seq, chain }) => {
      const all = [...of(tenant), { seq, chain }].toSorted((one, other) => one.seq - other.seq);
      const least = (all.at(-1)?.seq ?? 0) - NEWS;
      known.set(
        tenant.name,
        all.filter((head) => head.seq >= least),
      );
    },
  };
}

interface Heard {
  /** 0: no answer. */
  readonly status: number;
  readonly body: string;
}

interface Wanted {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export function asked({ kind, tenant, n = 0 }: Ask, follows: Follows): Wanted {
  const { name, store, token } = tenant;
  const path = `/v1/${name}/stores/${encodeURIComponent(store)}`;
  const authorization = `Bearer ${token}`;
  if (kind === "head") {
    const { seq, chain } = follows.head(tenant);
    return { path: `${path}/head`, headers: { authorization, "if-none-match": `"${seq}-${chain}"` } };
  }
  if (kind !== "push") {
    const { seq, chain } = kind === "ten changes" ? follows.before(tenant) : follows.head(tenant);
    return { path: `${path}/changes?since=${seq}&seen=${chain}`, headers: { authorization } };
  }
  const headers = { authorization, "content-type": "application/json", "idempotency-key": randomUUID() };
  return { path: `${path}/push`, headers, body: JSON.stringify({ changes: [put(pathOf(n), textOf(n))] }) };
}

function sent(url: string, agent: Agent, { path, headers, body }: Wanted): Promise<Heard> {
  return new Promise((resolve) => {
    const asking = request(`${url}${path}`, { agent, headers, method: body === undefined ? "GET" : "POST" });
    asking.once("error", () => resolve({ status: 0, body: "" }));
    asking.once("response", (answer: IncomingMessage) => {
      let text = "";
      answer.on("data", (piece: Buffer) => {
        if (body !== undefined) text += piece;
      });
      answer.once("end", () => resolve({ status: answer.statusCode ?? 0, body: text }));
      answer.once("error", () => resolve({ status: 0, body: "" }));
    });
    asking.end(body);
  });
}

/** A developer's day of docs/scale.md: ten pushes and thirty pulls, of which two in three find nothing new; and ten heads. */
export function mixed(sample: () => MadeTenant, next: () => number, fresh: () => number): () => Ask {
  return () => {
    const drawn = next() * 50;
    const tenant = sample();
    if (drawn < 10) return { kind: "push", tenant, n: fresh() };
    if (drawn < 20) return { kind: "ten changes", tenant };
    return { kind: drawn < 40 ? "nothing new" : "head", tenant };
  };
}

export function quantile(sorted: readonly number[] = [], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
