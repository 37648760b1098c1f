// Many processes write one store without a pause, each its own memory: how long one write takes then, who is refused, and
// how much is written by all of them, against one writer alone in the same run.
import { add } from "../../src/store/add.ts";
import { readCatalogue } from "../../src/store/catalogue.ts";
import type { OpenStore } from "../../src/store/context.ts";
import { actOf, chance } from "../support/acts.ts";
import { openBox } from "../support/store-box.ts";
import { Child } from "./children.ts";
import type { Ack } from "./protocol.ts";

export interface InLine {
  readonly acked: number;
  readonly refused: number;
  /** Writers whose last acknowledged words are not those that stand there. */
  readonly lost: number;
  readonly alone: Timed;
  readonly together: Timed;
}

export interface Timed {
  readonly perSecond: number;
  readonly medianMs: number;
  readonly p95Ms: number;
  readonly maxMs: number;
  /** Of the writer that wrote least, against the one that wrote most. */
  readonly evenness: number;
}

export async function inLine(base: string, processes: number, ms: number, env: NodeJS.ProcessEnv): Promise<InLine> {
  const open = openBox(base);
  await addLines(open, processes);
  const children = Array.from({ length: processes }, () => new Child(env));
  try {
    await Promise.all(children.map((child) => child.next("ready")));
    // A writer's first writes load and compile: nobody's are counted.
    await Promise.all(children.map((child, number) => writes(child, base, number, 1)));
    const one = await Promise.all(children.slice(0, 1).map((child, number) => writes(child, base, number, ms / 4)));
    const all = await Promise.all(children.map((child, number) => writes(child, base, number, ms)));
    const acked = all.flatMap(({ acks }) => acks).length;
    const refused = all.flatMap(({ refusals }) => Object.values(refusals)).reduce((sum, count) => sum + count, 0);
    return { acked, refused, lost: lostOf(open, all), alone: timed(one, ms / 4), together: timed(all, ms) };
  } finally {
    await Promise.all(children.map((child) => child.end()));
  }
}

interface Wrote {
  readonly acks: readonly Ack[];
  readonly refusals: Readonly<Record<string, number>>;
}

async function writes(child: Child, base: string, number: number, ms: number): Promise<Wrote> {
  const heard = Promise.race([child.next("wrote"), child.next("wrong")]);
  child.send({ kind: "write-for", base, number, ms });
  const message = await heard;
  if (message.kind === "wrong") throw new Error(message.what);
  return message;
}

async function addLines(open: OpenStore, processes: number): Promise<void> {
  const next = chance(2);
  for (let n = 0; n < processes; n++) {
    const made = await add(
      open,
      { text: "Only one writes here.", name: `Line ${n}` },
      actOf("terminal", new Date(), next),
    );
    if (made.kind !== "added") throw new Error(`not added: ${JSON.stringify(made)}`);
  }
}

function timed(all: readonly Wrote[], ms: number): Timed {
  const times = all.flatMap(({ acks }) => acks.map(({ waitedMs }) => waitedMs)).sort((a, b) => a - b);
  const counts = all.map(({ acks }) => acks.length);
  const at = (share: number): number =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
  return {
    perSecond: (times.length * 1000) / ms,
    medianMs: at(0.5),
    p95Ms: at(0.95),
    maxMs: at(1),
    evenness: Math.min(...counts) / Math.max(...counts),
  };
}

function lostOf(open: OpenStore, all: readonly Wrote[]): number {
  const bodies = new Map(readCatalogue(open.store).memories.map(({ id, document }) => [id as string, document.body]));
  const last = all.flatMap(({ acks }) => acks.at(-1) ?? []);
  return last.length - last.filter(({ id, mark }) => bodies.get(id)?.includes(`\n${mark}\n`) === true).length;
}
