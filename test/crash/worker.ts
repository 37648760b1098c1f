// Changes a store until it is killed. Before each write it says in its log what it is about to do, after each
// acknowledged one that it was done; the log is outside the store and is not subject to the kill by steps.

import fs from "node:fs";
import type { OpenStore, Step } from "../../src/store/context.ts";
import { write } from "../../src/store/write.ts";
import { sha256Hex } from "../../src/text/digest.ts";
import { chance } from "../support/acts.ts";
import { openBox } from "../support/store-box.ts";
import { inPlace } from "./mutants.ts";
import type { FromWorker, LogLine, Promised, ToWorker } from "./protocol.ts";
import { armKill } from "./steps.ts";
import { type Planned, planRandom, planVerb } from "./verbs.ts";

const { fsyncSync, openSync, writeSync } = fs;
type Go = Extract<ToWorker, { kind: "go" }>;
type Log = (line: LogLine) => void;

function openLog(path: string): Log {
  const fd = openSync(path, "a", 0o600);
  return (line) => {
    writeSync(fd, `${JSON.stringify(line)}\n`);
    if (line.kind === "ack") fsyncSync(fd);
  };
}

function say(message: FromWorker): void {
  process.send?.(message);
}

async function perform(open: OpenStore, { verb, plan, act }: Planned, log: Log, early: boolean): Promise<void> {
  log({ kind: "begin", verb, steps: plan.steps.map(promised) });
  if (early) log({ kind: "ack" });
  const result = await write(open, plan, act);
  // Nobody else writes here, so a plan that was just made must be accepted.
  if (result.kind === "refusal") say({ kind: "wrong", what: `${verb} was refused: ${result.code}: ${result.message}` });
  else if (!early) log({ kind: "ack" });
}

function promised({ id, action, change }: Step): Promised {
  const moves = change.kind === "move";
  if (!("text" in change)) return { id, action, moves, after: null };
  const place = change.kind === "move" ? change.to : change.place;
  return { id, action, moves, after: { place, file: change.file, sha256: sha256Hex(change.text) } };
}

async function work(go: Go, told: Promise<void>): Promise<void> {
  const next = chance(go.seed);
  const log = openLog(go.log);
  const early = go.mutant === "early-ack";
  const started = performance.now();
  if (go.kill !== undefined) armKill(go.kill);
  const opened = openBox(go.base);
  const open = go.mutant === "in-place" ? inPlace(opened) : opened;
  const first = planVerb(open, "add", next);
  if (first === undefined) throw new Error("an add could not be planned");
  await perform(open, first, log, early);
  say({ kind: "first", ms: performance.now() - started });
  await told;
  for (;;) {
    const planned = planRandom(open, next);
    if (planned !== undefined) await perform(open, planned, log, early);
    // Lets the end of the parent be noticed.
    await new Promise((resolve) => setImmediate(resolve));
  }
}

const on = Promise.withResolvers<void>();
process.on("message", (message: ToWorker) => {
  if (message.kind === "on") on.resolve();
  else
    work(message, on.promise).catch((error: unknown) =>
      say({ kind: "wrong", what: String(error instanceof Error ? error.stack : error) }),
    );
});
process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));
say({ kind: "ready" });
