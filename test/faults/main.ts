// node test/faults/main.ts [--every N] [--verbs a,b] [--self-check]
// Each file-system call of every verb fails once with each error (STO-20, STO-21, STO-30, SUR-4): afterwards the old or
// the new state, an error that says what to do, and a next write that works. Every Nth call for each error, 1 for all;
// with 4 each call meets one of the four errors that can come anywhere. SQLite's calls on the lock file fail by strace.
import { fork, spawnSync } from "node:child_process";
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { lockFaults } from "./lock.ts";
import { wrongOrders } from "./order.ts";
import { selfCheck } from "./self-check.ts";
import type { Tally } from "./trials.ts";
import { FAULT_VERBS } from "./verbs.ts";

const WORKER = new URL("worker.ts", import.meta.url);
const SHOWN = 20;

type FromWorker =
  | { readonly ready: true }
  | { readonly name: string; readonly tallies: readonly Tally[] }
  | { readonly name: string; readonly failed: string };

interface Sum {
  faults: number;
  weaker: number;
  excused: number;
  readonly wrong: string[];
}

function told(name: string, tally: Pick<Tally, "tried" | "refused" | "done" | "wrong"> & { error: string }): void {
  const { error, tried, refused, done, wrong } = tally;
  const bad = wrong.length === 0 ? "" : ` WRONG=${wrong.length}`;
  console.log(`${name.padEnd(18)} ${error.padEnd(6)} tried=${tried} refused=${refused} done=${done}${bad}`);
}

async function tryAll(names: readonly string[], every: number): Promise<Sum> {
  const sum: Sum = { faults: 0, weaker: 0, excused: 0, wrong: [] };
  // The longest first, so that no worker has one left when the others are done.
  const left = names.toSorted((a, b) => Number(b === "retire/by") - Number(a === "retire/by"));
  const workers = Math.min(availableParallelism(), 4, left.length);
  await Promise.all(Array.from({ length: workers }, () => work(left, every, sum)));
  return sum;
}

function work(left: string[], every: number, sum: Sum): Promise<void> {
  const child = fork(WORKER, { stdio: ["ignore", "ignore", "inherit", "ipc"] });
  const next = (): void => {
    const name = left.shift();
    if (name === undefined) child.disconnect();
    else child.send({ name, every });
  };
  child.on("message", (message: FromWorker) => {
    if ("tallies" in message) {
      for (const tally of message.tallies) {
        told(message.name, tally);
        sum.faults += tally.tried;
        sum.weaker += tally.weaker;
        sum.excused += tally.excused;
        sum.wrong.push(...tally.wrong);
      }
    } else if ("failed" in message) sum.wrong.push(`${message.name}: ${message.failed}`);
    next();
  });
  return new Promise((resolve) => {
    child.on("exit", (code, signal) => {
      if (code !== 0) sum.wrong.push(`a worker ended with ${signal ?? code}`);
      resolve();
    });
  });
}

async function underStrace(names: readonly string[], every: number, sum: Sum): Promise<number> {
  if (spawnSync("strace", ["-V"]).status !== 0) {
    console.log("NOT RUN: strace is missing, so the order of calls and faults of the lock are not checked.");
    return 0;
  }
  const { checked, wrong } = await wrongOrders(names);
  console.log(`order: fsync(new) < name < fsync(directory) < ledger < acknowledgement in ${checked} verbs`);
  sum.wrong.push(...wrong);
  if (names.length < FAULT_VERBS.length) return checked;
  const lock = await lockFaults(every);
  told("lock", { ...lock, error: "each" });
  sum.faults += lock.tried;
  sum.wrong.push(...lock.wrong);
  return checked;
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      every: { type: "string", default: "4" },
      verbs: { type: "string" },
      "self-check": { type: "boolean", default: false },
    },
  });
  const every = Number(values.every);
  const wanted = values.verbs?.split(",");
  const names = FAULT_VERBS.map(({ name }) => name).filter((name) => wanted?.includes(name) ?? true);
  if (!(every >= 1) || names.length === 0) {
    console.error("usage: node test/faults/main.ts [--every N] [--verbs a,b] [--self-check]");
    return 64;
  }
  if (values["self-check"]) return selfCheck(console.log) ? 0 : 1;
  const started = performance.now();
  const sum = await tryAll(names, every);
  const checked = await underStrace(names, every, sum);
  for (const what of sum.wrong.slice(0, SHOWN)) console.log(`wrong: ${what}`);
  console.log(`less-trusted-until-repeated=${sum.weaker} statement-closed=${sum.excused}`);
  console.log(`seconds=${((performance.now() - started) / 1000).toFixed(1)}`);
  const wrongs = sum.wrong.length;
  console.log(`faults=${sum.faults} wrong=${wrongs}`);
  console.log(`${Math.max(0, sum.faults + checked - wrongs)} passed, ${wrongs} failed`);
  return wrongs === 0 ? 0 : 1;
}

process.exitCode = await main();
