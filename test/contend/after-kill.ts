// How long a waiting writer needs from the kill of the lock's holder to its own acknowledged write.
import { Child } from "./children.ts";
import { clock } from "./protocol.ts";

/** Long enough to be asleep between two tries when the kill comes. */
const WAITS_MS = 60;

export interface AfterKill {
  readonly medianMs: number;
  readonly maxMs: number;
}

export async function afterKill(base: string, rounds: number, env: NodeJS.ProcessEnv): Promise<AfterKill> {
  const waiter = new Child(env);
  let holder = new Child(env);
  let holding = holder.next("ready");
  try {
    await waiter.next("ready");
    const times: number[] = [];
    for (let number = 0; number < rounds; number++) {
      await holding;
      times.push(await oneKill(base, number, holder, waiter));
      holder = new Child(env);
      holding = holder.next("ready");
    }
    await holding;
    times.sort((a, b) => a - b);
    return { medianMs: times[Math.floor(times.length / 2)] ?? Number.NaN, maxMs: times.at(-1) ?? Number.NaN };
  } finally {
    await Promise.all([waiter.end(), holder.end()]);
  }
}

async function oneKill(base: string, number: number, holder: Child, waiter: Child): Promise<number> {
  const held = holder.next("held");
  holder.send({ kind: "hold", base });
  await held;
  const trying = waiter.next("trying");
  const acked = waiter.next("ack");
  waiter.send({ kind: "wait-and-write", base, number });
  await trying;
  await new Promise((resolve) => setTimeout(resolve, WAITS_MS + Math.random() * 20));
  const killedMs = clock();
  await holder.end();
  const { ack } = await acked;
  if (ack.atMs < killedMs) throw new Error("a writer went on while another process held the lock");
  return ack.atMs - killedMs;
}
