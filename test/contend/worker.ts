// One of many writers of one store, or the holder that is killed, or the one that waits for it.
import { withBody } from "../../src/memory/compose.ts";
import { add } from "../../src/store/add.ts";
import { readMemory } from "../../src/store/catalogue.ts";
import { planEdit } from "../../src/store/confirm.ts";
import type { Act, OpenStore } from "../../src/store/context.ts";
import type { Spot } from "../../src/store/memory-store.ts";
import { write } from "../../src/store/write.ts";
import type { Refusal } from "../../src/text/errors.ts";
import { actOf, type Chance, chance, pick } from "../support/acts.ts";
import { openBox } from "../support/store-box.ts";
import { guarded } from "./guard.ts";
import { type Ack, clock, type FromWorker, type ToWorker } from "./protocol.ts";

type Refusals = Record<string, number>;

const RETRIED: readonly string[] = ["locked", "changed-meanwhile", "exists"];

function say(message: FromWorker): void {
  process.send?.(message);
}

/** The id of the memory that now carries the mark. */
type Attempt = (open: OpenStore, mark: string, act: Act) => Promise<string | Refusal>;

const adding: Attempt = async (open, mark, act) => {
  const result = await add(open, { text: `Written under contention.\n\n${mark}`, name: `Added ${mark}` }, act);
  if (result.kind === "added") return result.planned.plan.steps[0]?.id ?? "";
  if (result.kind === "refusal") return result;
  throw new Error(`${mark} was known already`);
};

/** The memory that one of these is, with another body. */
async function edited(
  open: OpenStore,
  spot: Spot | undefined,
  bodyAfter: (body: string) => string,
  act: Act,
): Promise<string | Refusal> {
  const memory = spot === undefined ? undefined : readMemory(open.store, spot);
  if (memory?.kind !== "memory") throw new Error("there is no memory to edit");
  const after = withBody(memory.document, bodyAfter(memory.document.body));
  if (after.kind !== "document") throw new Error("the edit is no memory");
  const plan = planEdit(open, memory, after.text, act);
  if (plan.kind !== "plan") throw new Error(`the edit was not planned: ${JSON.stringify(plan)}`);
  const result = await write(open, plan, act);
  return result.kind === "written" ? (memory.id ?? "") : result;
}

/** Appends to one of the memories that everybody edits: a lost update would drop somebody else's line. */
const editing =
  (next: Chance): Attempt =>
  async (open, mark, act) => {
    const hot = open.store.list().spots.filter(({ file }) => file.includes("_hot_"));
    return edited(open, pick(hot, next), (body) => `${body}${mark}\n`, act);
  };

const ownLine = (open: OpenStore, number: number, mark: string, act: Act): Promise<string | Refusal> => {
  const own = open.store.list().spots.find(({ file }) => file.endsWith(`_line_${number}.md`));
  return edited(open, own, () => `Only one writes here.\n\n${mark}\n`, act);
};

/** Undefined when it failed for a reason that no caller tries again for; the parent is told. */
async function untilDone(
  attempt: Attempt,
  open: OpenStore,
  mark: string,
  next: Chance,
  refusals: Refusals,
): Promise<Ack | undefined> {
  const started = clock();
  for (;;) {
    const result = await attempt(open, mark, actOf("terminal", new Date(), next)).catch(told);
    if (result === undefined) return undefined;
    if (typeof result === "string") return { id: result, mark, atMs: clock(), waitedMs: clock() - started };
    if (!RETRIED.includes(result.code)) return told(`${result.code}: ${result.message}`);
    refusals[result.code] = (refusals[result.code] ?? 0) + 1;
  }
}

function told(error: unknown): undefined {
  say({ kind: "wrong", what: String(error) });
}

function sayAck(ack: Ack | undefined): void {
  if (ack !== undefined) say({ kind: "ack", ack });
}

async function writeMany({ base, number, writes, stopAt }: Extract<ToWorker, { kind: "write" }>): Promise<void> {
  const next = chance(Date.now() + number * 7919);
  let stopping = false;
  const { open, unlocked } = guarded(openBox(base), `${base}/inside`, () => {
    if (!stopping) return;
    stopping = false;
    say({ kind: "stopping" });
    process.kill(process.pid, "SIGSTOP");
  });
  const refusals: Refusals = {};
  for (let n = 0; n < writes; n++) {
    stopping ||= n === stopAt;
    const attempt = n % 2 === 0 ? adding : editing(next);
    sayAck(await untilDone(attempt, open, `mark-${number}-${n}.`, next, refusals));
  }
  say({ kind: "done", unlocked: unlocked(), refusals });
}

/** Until it is killed. Somebody has to be able to settle the promise: one that nobody can is collected, and the lock's handle with it. */
async function hold(base: string): Promise<void> {
  await openBox(base).store.withLock(() => {
    say({ kind: "held" });
    return new Promise((settle) => setInterval(() => settle, 1000));
  });
}

async function waitAndWrite(base: string, number: number): Promise<void> {
  say({ kind: "trying" });
  sayAck(await untilDone(adding, openBox(base), `after-kill-${number}.`, chance(number), {}));
}

/** Its own memory, over and over: the store stays as large as it is, so that every write has the same work to do. */
async function writeFor({ base, number, ms }: Extract<ToWorker, { kind: "write-for" }>): Promise<void> {
  const next = chance(number);
  const open = openBox(base);
  const acks: Ack[] = [];
  const refusals: Refusals = {};
  const until = clock() + ms;
  for (let n = 0; clock() < until; n++) {
    const started = clock();
    const mark = `line-${number}-${n}-${started}.`;
    const result = await ownLine(open, number, mark, actOf("terminal", new Date(), next));
    if (typeof result === "string") acks.push({ id: result, mark, atMs: clock(), waitedMs: clock() - started });
    else refusals[result.code] = (refusals[result.code] ?? 0) + 1;
  }
  say({ kind: "wrote", acks, refusals });
}

function start(message: ToWorker): Promise<void> {
  switch (message.kind) {
    case "write":
      return writeMany(message);
    case "write-for":
      return writeFor(message);
    case "hold":
      return hold(message.base);
    case "wait-and-write":
      return waitAndWrite(message.base, message.number);
  }
}

process.on("message", (message: ToWorker) => {
  start(message).catch(told);
});
process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));
say({ kind: "ready" });
