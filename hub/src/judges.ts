// Who judges a push (HUB-5). A small one is judged where it is answered. One that is large, or stands in a store of which much is to be
// read, would keep everybody else waiting for seconds: it is judged in a thread, for so long at most, one of a tenant at a time.
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { type Finding, LIMITS } from "../protocol.ts";
import type { Hub } from "./hub.ts";
import { finding } from "./judge.ts";
import { type Judgement, judged } from "./judged.ts";
import { Refused } from "./problems.ts";

const SMALL = 64 * 1024;
/** A transaction waits that holds its store: both together are less than it may be idle. */
const WAIT_MS = 10_000;
/** A first push of 8 MiB takes 2 s of an old core. */
const JUDGE_MS = 10_000;
const MOST = Math.min(4, Math.max(1, availableParallelism() - 1));
/** As a source, or bundled beside the program. */
const THREAD = new URL(import.meta.url.endsWith(".ts") ? "./judge-thread.ts" : "./judge-thread.mjs", import.meta.url);

interface Job {
  readonly tenant: string;
  start(): Promise<void>;
}

const waiting: Job[] = [];
const busy = new Set<string>();
/** Started by the first that needs one. */
const idle: Worker[] = [];

export async function findingsFor(
  tenant: string,
  asked: Judgement,
  checks: Hub["checks"],
): Promise<readonly Finding[]> {
  return sizeOf(asked) <= SMALL ? judged(asked, checks) : apart(tenant, asked);
}

function sizeOf({ before, changes }: Judgement): number {
  const all = [...before.values(), ...changes.map(([, bytes]) => bytes)];
  return all.reduce((sum, bytes) => sum + (bytes?.length ?? 0), 0);
}

function apart(tenant: string, asked: Judgement): Promise<readonly Finding[]> {
  const { promise, resolve, reject } = Promise.withResolvers<readonly Finding[]>();
  const job: Job = {
    tenant,
    start: () => {
      clearTimeout(patience);
      const done = inThread(asked);
      done.then(resolve, reject);
      return done.then(
        () => undefined,
        () => undefined,
      );
    },
  };
  const patience = setTimeout(() => {
    waiting.splice(waiting.indexOf(job), 1);
    reject(new Refused("unavailable"));
  }, WAIT_MS);
  waiting.push(job);
  next();
  return promise;
}

function next(): void {
  const at = waiting.findIndex(({ tenant }) => !busy.has(tenant));
  const [job] = at < 0 || busy.size >= MOST ? [] : waiting.splice(at, 1);
  if (job === undefined) return;
  busy.add(job.tenant);
  void job.start().then(() => {
    busy.delete(job.tenant);
    next();
  });
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
