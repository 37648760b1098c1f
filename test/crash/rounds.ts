// Kill after kill on the same store: the next worker is started before the kill and waits, so that it writes at once.
import { type ChildProcess, fork } from "node:child_process";
import { writeFileSync } from "node:fs";
import { readCatalogue } from "../../src/store/catalogue.ts";
import { below, type Chance, chance } from "../support/acts.ts";
import { quickStart } from "../support/quick-start.ts";
import { ledgerOf, makeBox, openBox, removeBox } from "../support/store-box.ts";
import {
  type CrashVerb,
  type FromWorker,
  type KillStep,
  type Mutant,
  type Promised,
  type ToWorker,
  VERBS,
} from "./protocol.ts";
import { Chain, doubles } from "./quiet.ts";
import { type Fault, Truth } from "./truth.ts";

const WORKER = new URL("worker.ts", import.meta.url);
/** A store grows with every kill; a new one from time to time keeps the checks quick. */
const KILLS_PER_STORE = 100;
const MAX_DELAY_MS = 600;
const MAX_STEP = 400;
const MAY_WAIT_MS = 2000;
/** A lock that a kill left behind is not waited for; a machine that stands still once is not our fault. */
const MAY_BE_SLOW = 1 / 20;
const HANGS_MS = 15_000;

export interface Rounds {
  readonly kills: number;
  readonly seed: number;
  readonly mutant?: Mutant;
  /** For mutants: one fault is enough. */
  readonly untilFault?: boolean;
}

export interface Outcome {
  readonly faults: Fault[];
  readonly acked: Record<CrashVerb, number>;
  readonly kills: { byDelay: number; byStep: number; inRecovery: number };
  movesUndone: number;
  /** What kills left for the next writer to mend: moves cut between their two directories, temporary files. */
  halfMoves: number;
  leftovers: number;
  tornLines: number;
  longestFirstMs: number;
  /** First writes that took longer than they may. */
  slow: number;
}

interface Store {
  readonly base: string;
  readonly open: ReturnType<typeof openBox>;
  readonly log: string;
  readonly truth: Truth;
  readonly chain: Chain;
  untold: readonly Promised[];
}

export async function runRounds(options: Rounds): Promise<Outcome> {
  const next = chance(options.seed);
  const outcome: Outcome = {
    faults: [],
    acked: Object.fromEntries(VERBS.map((verb) => [verb, 0])) as Record<CrashVerb, number>,
    kills: { byDelay: 0, byStep: 0, inRecovery: 0 },
    movesUndone: 0,
    halfMoves: 0,
    leftovers: 0,
    tornLines: 0,
    longestFirstMs: 0,
    slow: 0,
  };
  const quick = quickStart(WORKER);
  let worker = startWorker(quick.env);
  for (let done = 0; done < options.kills; ) {
    const store = newStore();
    for (let here = 0; here < KILLS_PER_STORE && done < options.kills; here++, done++) {
      const following = startWorker(quick.env);
      await round(store, worker, next, options, outcome);
      worker = following;
      if (options.untilFault === true && outcome.faults.length > 0) done = options.kills;
    }
    await lastWrite(store, worker, next, options, outcome);
    worker = startWorker(quick.env);
    outcome.tornLines += store.chain.tornLines;
    removeBox(store.base);
  }
  await ended(worker);
  quick.close();
  if (outcome.slow > Math.max(2, options.kills * MAY_BE_SLOW))
    outcome.faults.push({ kind: "stuck", what: `${outcome.slow} first writes took longer than ${MAY_WAIT_MS} ms` });
  return outcome;
}

function newStore(): Store {
  const base = makeBox();
  const log = `${base}/acks.jsonl`;
  writeFileSync(log, "");
  return { base, open: openBox(base), log, truth: new Truth(log), chain: new Chain(ledgerOf(base)), untold: [] };
}

/** One worker's life: go, first write, checks while it stands still, on, and its end at a random point. */
async function round(store: Store, worker: Worker, next: Chance, options: Rounds, outcome: Outcome): Promise<void> {
  const byStep = next() < 0.5;
  const delayFromStart = next() < 0.3;
  const delay = next() ** 2 * MAX_DELAY_MS;
  const kill = byStep ? { step: 1 + below(MAX_STEP, next), half: next() < 0.5 } : undefined;
  await worker.ready;
  worker.send(goFor(store, next, options, kill));
  const timer = !byStep && delayFromStart ? setTimeout(() => worker.kill(), delay) : undefined;
  const first = await Promise.race([worker.first, worker.closed, hangs()]);
  if (first === "hangs") outcome.faults.push({ kind: "stuck", what: "a worker neither wrote nor ended" });
  if (typeof first === "number") {
    standStill(store, first, outcome);
    worker.send({ kind: "on" });
    if (timer === undefined) await Promise.race([worker.closed, pause(byStep ? HANGS_MS : delay)]);
  } else outcome.kills.inRecovery++;
  if (timer !== undefined) await worker.closed;
  clearTimeout(timer);
  await ended(worker);
  outcome.kills[byStep ? "byStep" : "byDelay"]++;
  settle(store, worker, outcome);
}

/** Nobody is killed here: after the last kill of a store somebody must still be able to write. */
async function lastWrite(store: Store, worker: Worker, next: Chance, options: Rounds, outcome: Outcome): Promise<void> {
  await worker.ready;
  worker.send(goFor(store, next, options, undefined));
  const first = await Promise.race([worker.first, worker.closed, hangs()]);
  if (typeof first === "number") standStill(store, first, outcome);
  else outcome.faults.push({ kind: "stuck", what: "the last worker did not write" });
  await ended(worker);
  settle(store, worker, outcome);
}

function goFor(store: Store, next: Chance, options: Rounds, kill: KillStep | undefined): ToWorker {
  const { base, log } = store;
  return { kind: "go", base, log, seed: below(2 ** 31, next), mutant: options.mutant, kill };
}

function standStill(store: Store, firstMs: number, outcome: Outcome): void {
  outcome.longestFirstMs = Math.max(outcome.longestFirstMs, firstMs);
  if (firstMs > MAY_WAIT_MS) outcome.slow++;
  takeAcks(store, outcome);
  outcome.faults.push(...store.truth.compare(store.open), ...doubles(store.open), ...store.chain.check(store.untold));
  store.untold = [];
}

function settle(store: Store, worker: Worker, outcome: Outcome): void {
  for (const what of worker.wrongs) outcome.faults.push({ kind: "stuck", what });
  takeAcks(store, outcome);
  const { shadowed, listing } = readCatalogue(store.open.store);
  outcome.halfMoves += shadowed.length;
  outcome.leftovers += listing.leftovers.length;
  outcome.faults.push(...store.truth.compare(store.open));
}

function takeAcks(store: Store, outcome: Outcome): void {
  for (const { verb, steps } of store.truth.readLog()) {
    outcome.acked[verb]++;
    if (verb === "undo" && steps.some(({ moves }) => moves)) outcome.movesUndone++;
    store.untold = [...store.untold, ...steps];
  }
}

interface Worker {
  readonly ready: Promise<void>;
  /** How long its first write took. */
  readonly first: Promise<number>;
  readonly closed: Promise<"closed">;
  readonly wrongs: readonly string[];
  send(message: ToWorker): void;
  kill(): void;
}

function startWorker(env: NodeJS.ProcessEnv): Worker {
  const child: ChildProcess = fork(WORKER, [], {
    env,
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const ready = Promise.withResolvers<void>();
  const first = Promise.withResolvers<number>();
  const closed = Promise.withResolvers<"closed">();
  const wrongs: string[] = [];
  child.on("message", (message: FromWorker) => {
    if (message.kind === "ready") ready.resolve();
    else if (message.kind === "first") first.resolve(message.ms);
    else wrongs.push(message.what);
  });
  // The other end may be gone before a message reaches it: that is what the kills are for.
  child.on("error", () => {});
  child.on("exit", (code, signal) => {
    if (signal !== "SIGKILL") wrongs.push(`a worker ended by itself: ${code ?? signal}`);
    ready.resolve();
  });
  child.on("close", () => closed.resolve("closed"));
  const send = (message: ToWorker): void => void (child.connected && child.send(message, () => {}));
  return {
    ready: ready.promise,
    first: first.promise,
    closed: closed.promise,
    wrongs,
    send,
    kill: () => void child.kill("SIGKILL"),
  };
}

async function ended(worker: Worker): Promise<void> {
  worker.kill();
  await worker.closed;
}

function hangs(): Promise<"hangs"> {
  return pause(HANGS_MS).then(() => "hangs");
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}
