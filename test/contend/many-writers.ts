// Many processes write one store at once; one of them stands still for longer than any other waits for the lock.
import { add } from "../../src/store/add.ts";
import { readCatalogue } from "../../src/store/catalogue.ts";
import type { OpenStore } from "../../src/store/context.ts";
import { actOf, chance } from "../support/acts.ts";
import { openBox } from "../support/store-box.ts";
import { Child } from "./children.ts";
import { type Ack, clock } from "./protocol.ts";

const HOT = 20;
const STANDS_STILL_MS = 7000;

export interface Contention {
  /** What no caller would try again after. */
  readonly wrongs: readonly string[];
  readonly acked: number;
  readonly lost: number;
  readonly unlocked: number;
  readonly seconds: number;
  readonly longestWaitMs: number;
  readonly refusals: Readonly<Record<string, number>>;
  /** Acknowledgements of others while the holder stood still: there must be none. */
  readonly ackedMeanwhile: number;
  readonly stoodStillMs: number;
}

export async function manyWriters(
  base: string,
  processes: number,
  writes: number,
  env: NodeJS.ProcessEnv,
): Promise<Contention> {
  const open = openBox(base);
  await addHot(open);
  const children = Array.from({ length: processes }, () => new Child(env));
  try {
    await Promise.all(children.map((child) => child.next("ready")));
    return await contend(open, base, children, writes);
  } finally {
    await Promise.all(children.map((child) => child.end()));
  }
}

async function addHot(open: OpenStore): Promise<void> {
  const next = chance(1);
  for (let n = 0; n < HOT; n++) {
    const made = await add(
      open,
      { text: "Everybody writes here.", name: `Hot ${n}` },
      actOf("terminal", new Date(), next),
    );
    if (made.kind !== "added") throw new Error(`not added: ${JSON.stringify(made)}`);
  }
}

async function contend(open: OpenStore, base: string, children: readonly Child[], writes: number): Promise<Contention> {
  const acks: Ack[] = [];
  const wrongs: string[] = [];
  const still = { fromMs: 0, toMs: 0 };
  const started = performance.now();
  const done = children.map((child, number) => {
    child.listen((message) => {
      if (message.kind === "ack") acks.push(message.ack);
      if (message.kind === "wrong") wrongs.push(message.what);
      if (message.kind === "stopping") standStill(child, still);
    });
    const ended = child.next("done");
    child.send({ kind: "write", base, number, writes, stopAt: number === 0 ? Math.floor(writes / 4) : undefined });
    return ended;
  });
  const results = await Promise.all(done);
  const seconds = (performance.now() - started) / 1000;
  const refusals: Record<string, number> = {};
  for (const result of results) {
    for (const [code, count] of Object.entries(result.refusals)) refusals[code] = (refusals[code] ?? 0) + count;
  }
  return {
    wrongs,
    acked: acks.length,
    lost: lostOf(open, acks),
    unlocked: results.reduce((sum, result) => sum + result.unlocked, 0),
    seconds,
    longestWaitMs: Math.max(...acks.map((ack) => ack.waitedMs)),
    refusals,
    ackedMeanwhile: acks.filter(({ atMs }) => atMs > still.fromMs && atMs < still.toMs).length,
    stoodStillMs: still.toMs - still.fromMs,
  };
}

function standStill(child: Child, still: { fromMs: number; toMs: number }): void {
  still.fromMs = clock();
  setTimeout(() => {
    still.toMs = clock();
    child.signal("SIGCONT");
  }, STANDS_STILL_MS);
}

/** Every acknowledged mark stands in the memory it was written into, once. */
function lostOf(open: OpenStore, acks: readonly Ack[]): number {
  const bodies = new Map(
    readCatalogue(open.store).memories.map(({ id, document }) => [id as string, document.body.split("\n")]),
  );
  return acks.filter(({ id, mark }) => bodies.get(id)?.filter((line) => line === mark).length !== 1).length;
}
