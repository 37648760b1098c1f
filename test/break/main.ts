// Breaks what the hook stands on, in every way we know, and asks each time that memory does not break the session
// (AGT-1 to AGT-5, AGT-13): exit 0 in time, at most one answer that the host takes, nothing on stderr, nothing changed
// but our own state, and the guard awake. Then hostile events, made from a seed. A failure names its case.
//   node test/break/main.ts [--events N] [--seed S] [--all] [--only words]

import { rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import { buildHook } from "../support/hook-bundle.ts";
import { removeBox } from "../support/store-box.ts";
import { FAULTS } from "./faults.ts";
import { hostile } from "./fuzz.ts";
import { Report } from "./report.ts";
import { tryRuntimes } from "./runtimes.ts";
import { checkJudge } from "./self-check.ts";
import { STREAMS, tryStream } from "./streams.ts";
import { tryOne } from "./trial.ts";
import { tryFault } from "./try-faults.ts";
import type { Share, Tally } from "./worker.ts";
import { makeWorld, scratchFolder } from "./world.ts";

const LANES = Math.min(2, availableParallelism());
const SHARE = 250;
/** One in so many fuzzed events is sent to a process as well. */
const AS_PROCESS = 25;

const { values } = parseArgs({
  options: {
    events: { type: "string", default: "1500" },
    seed: { type: "string", default: "20261115" },
    all: { type: "boolean", default: false },
    only: { type: "string", default: "" },
  },
});
const events = numberFrom("events", values.events);
const seed = numberFrom("seed", values.seed);

function numberFrom(name: string, value: string): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number) || number < 1) throw new Error(`--${name} takes a whole number, not ${value}`);
  return number;
}

function inWorker(share: Share): Promise<Tally> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL("worker.ts", import.meta.url), { workerData: share });
    worker.once("message", resolve);
    worker.once("error", reject);
  });
}

async function fuzzInProcess(share: Share): Promise<void> {
  const { spoke, denied, slowestMs, failures } = await inWorker(share);
  const tried = spoke > 0 && denied > 0 ? [] : ["no event was answered, so nothing was tried"];
  report.told(`fuzz, events ${share.first} to ${share.end}`, [...failures.slice(0, 5), ...tried]);
  fuzzed.events += share.end - share.first;
  fuzzed.denied += denied;
  fuzzed.slowestMs = Math.max(fuzzed.slowestMs, slowestMs);
}

async function fuzzAsProcesses(numbers: readonly number[]): Promise<void> {
  const base = makeWorld();
  try {
    for (const number of numbers) {
      const { host, ...event } = hostile(seed + 1, number, base);
      await tryOne(
        base,
        host,
        { name: `fuzz seed=${seed + 1} event=${number}`, ...event, setting: { hook: bundle.path } },
        report,
      );
    }
  } finally {
    removeBox(base);
  }
}

type Job = () => Promise<void>;

function jobs(): readonly Job[] {
  const named = <T extends { readonly name: string }>(all: readonly T[]): readonly T[] =>
    all.filter(({ name }) => name.includes(values.only));
  const isWhole = values.only === "";
  const shares = Array.from(
    { length: Math.ceil(events / SHARE) },
    (_, at): Share => ({ seed, first: at * SHARE, end: Math.min(events, (at + 1) * SHARE) }),
  );
  const processes = Array.from({ length: Math.ceil(events / AS_PROCESS) }, (_, at) => at);
  const halves = [0, 1].map((lane) => processes.filter((at) => at % 2 === lane));
  return [
    ...(isWhole || values.only === "judge" ? [(): Promise<void> => checkJudge(report)] : []),
    ...(isWhole || values.only === "runtimes" ? [(): Promise<void> => tryRuntimes(bundle.path, report)] : []),
    ...named(FAULTS).map(
      (fault): Job =>
        () =>
          tryFault(fault, bundle.path, report, values.all),
    ),
    ...named(STREAMS).map(
      (stream): Job =>
        () =>
          tryStream(stream, bundle.path, report),
    ),
    ...(isWhole || values.only === "fuzz"
      ? [
          ...halves.map(
            (half): Job =>
              () =>
                fuzzAsProcesses(half),
          ),
          ...shares.map(
            (share): Job =>
              () =>
                fuzzInProcess(share),
          ),
        ]
      : []),
  ];
}

/** At most so many at a time as there are lanes. */
async function runAll(all: readonly Job[]): Promise<void> {
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let at = next++; at < all.length; at = next++) await all[at]?.();
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

const start = performance.now();
const report = new Report();
const fuzzed = { events: 0, denied: 0, slowestMs: 0 };
// What the hook's code writes in this process goes here, never to the person's own home.
const home = scratchFolder(tmpdir());
for (const name of ["HOME", "USERPROFILE"]) process.env[name] = home;
for (const name of Object.keys(process.env)) if (/^(XDG_|HOLDFAST_)/.test(name)) delete process.env[name];
const bundle = await buildHook();
try {
  await runAll(jobs());
} finally {
  bundle.remove();
  rmSync(home, { recursive: true, force: true });
}
console.log(
  `fuzz: events=${fuzzed.events} refused=${fuzzed.denied} slowest_ms=${fuzzed.slowestMs.toFixed(0)} seed=${seed}`,
);
console.log(`slowest process: ${report.slowest.ms.toFixed(0)} ms, ${report.slowest.what}`);
console.log(`seconds=${((performance.now() - start) / 1000).toFixed(1)}`);
console.log(`ran=${report.passed + report.failed} skipped=${report.skippedCount} tried-again=${report.againCount}`);
console.log(`${report.passed} passed, ${report.failed} failed`);
process.exitCode = report.failed === 0 && report.passed > 0 ? 0 : 1;
