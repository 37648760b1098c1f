// Who judges a push (HUB-5). A small one is judged where it is answered. One that is large, or stands in a store of which much is to be
// read, would keep everybody else waiting for seconds: it is judged in a thread, for so long at most, one of a tenant at a time. Whoever
// has to wait for the others of their tenant has no connection meanwhile (HUB-12), for reads share those.
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { type Finding, LIMITS } from "../protocol.ts";
import { CONNECTED_MS } from "./database.ts";
import type { Hub } from "./hub.ts";
import { finding } from "./judge.ts";
import { type Judgement, judged } from "./judged.ts";
import { Refused } from "./problems.ts";
import { turnsOf } from "./turns.ts";

const SMALL = 64 * 1024;
/** For a thread. A transaction waits that holds its store: with the judging it is less than it may be idle. */
const WAIT_MS = 10_000;
/** A first push of 8 MiB takes 2 s of an old core. */
const JUDGE_MS = 10_000;
const MOST = Math.min(4, Math.max(1, availableParallelism() - 1));
/** As a source, or bundled beside the program. */
const THREAD = new URL(import.meta.url.endsWith(".ts") ? "./judge-thread.ts" : "./judge-thread.mjs", import.meta.url);

/** Started by the first that needs one. */
const idle: Worker[] = [];
const thread = turnsOf(MOST, WAIT_MS);

/** It would have to wait, and has a connection: it comes again in a turn (`inTurn`), and what it did until then is rolled back. */
export class Crowded extends Refused {
  constructor() {
    super("unavailable");
  }
}

export interface Judges {
  /** For what is judged in a thread: taken before a connection is. */
  inTurn<T>(tenant: string, work: () => Promise<T>): Promise<T>;
  /** `hasTurn`: asked within one. Otherwise it is taken now, or it is Crowded. */
  findingsFor(tenant: string, asked: Judgement, hasTurn: boolean): Promise<readonly Finding[]>;
}

/** Half of the connections at most are held by pushes that may wait for a thread: one of a tenant, and so many of all. */
export function openJudges(checks: Hub["checks"], connections: number): Judges {
  const ofTenant = turnsOf(1, CONNECTED_MS);
  const ofAll = turnsOf(Math.max(1, connections >> 1), CONNECTED_MS);
  const taken = <T>(tenant: string, work: () => Promise<T>, first?: () => Promise<never>): Promise<T> =>
    ofTenant(tenant, () => ofAll("all", work, first), first);
  const apart = (asked: Judgement): Promise<readonly Finding[]> => thread("all", () => inThread(asked));
  return {
    inTurn: taken,
    findingsFor: async (tenant, asked, hasTurn) => {
      if (sizeOf(asked) <= SMALL) return judged(asked, checks);
      return hasTurn ? apart(asked) : taken(tenant, () => apart(asked), crowded);
    },
  };
}

async function crowded(): Promise<never> {
  throw new Crowded();
}

function sizeOf({ before, changes }: Judgement): number {
  const all = [...before.values(), ...changes.map(([, bytes]) => bytes)];
  return all.reduce((sum, bytes) => sum + (bytes?.length ?? 0), 0);
}

function inThread(asked: Judgement): Promise<readonly Finding[]> {
  const worker = idle.pop() ?? newThread();
  const { promise, resolve, reject } = Promise.withResolvers<readonly Finding[]>();
  const late = setTimeout(() => {
    resolve([finding("too-large", "the store", TOO_LONG, "send less at once")]);
    void worker.terminate();
  }, JUDGE_MS);
  const hear = (findings: readonly Finding[]): void => {
    worker.off("error", reject).off("exit", fail);
    idle.push(worker);
    resolve(findings);
  };
  const fail = (): void => reject(new Error("a thread that judges has ended"));
  worker.once("message", hear).once("error", reject).once("exit", fail);
  worker.postMessage(asked);
  return promise.finally(() => clearTimeout(late));
}

function newThread(): Worker {
  const worker = new Worker(THREAD);
  // A hub that ends waits for whoever asked, and for nothing else.
  worker.unref();
  worker.on("error", () => undefined);
  worker.once("exit", () => {
    const at = idle.indexOf(worker);
    if (at >= 0) idle.splice(at, 1);
  });
  return worker;
}

const TOO_LONG = `to check this push takes more than ${JUDGE_MS / 1000} s (a push has ${LIMITS.bodyBytes / 1_048_576} MiB at most)`;
