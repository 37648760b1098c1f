// A share of the fuzzed events in this thread: the hook's own `answer`, without a process for each.
import { parentPort, workerData } from "node:worker_threads";
import { answer } from "../../src/hook/answer.ts";
import { removeBox } from "../support/store-box.ts";
import { eventFor, MARKER } from "./events.ts";
import { hostile } from "./fuzz.ts";
import { answerFaults, lateBy, wantedFaults } from "./judge.ts";
import { changesSince, environmentOf, keptIn, makeWorld } from "./world.ts";

export interface Share {
  readonly seed: number;
  readonly first: number;
  readonly end: number;
}

export interface Tally {
  readonly spoke: number;
  readonly denied: number;
  readonly slowestMs: number;
  readonly failures: readonly string[];
}

/** The hook's own box; in a thread nothing is started up. */
const LIMIT_MS = 1000;

async function run({ seed, first, end }: Share): Promise<Tally> {
  const base = makeWorld();
  const env = environmentOf(base);
  const failures: string[] = [];
  const counts = { spoke: 0, denied: 0, slowestMs: 0 };
  try {
    // As a session does: the index is made at its start.
    await answer(["--host", "claude"], JSON.stringify(eventFor("claude", "SessionStart", base)), env);
    const before = keptIn(base);
    for (let number = first; number < end; number++) {
      const { host, event, stdin, wanted } = hostile(seed, number, base);
      const start = performance.now();
      const out = await answer(["--host", host], stdin, env).then(
        (said) => said.out,
        (error: unknown) => `threw ${String(error)}`,
      );
      const ms = performance.now() - start;
      const complaints = [
        ...answerFaults(out, host, event),
        ...wantedFaults(wanted, out, MARKER),
        ...lateBy(ms, LIMIT_MS),
      ];
      if (complaints.length > 0)
        failures.push(
          `fuzz seed=${seed} event=${number} ${host} ${event}: ${complaints.join("; ")} <- ${stdin.slice(0, 300)}`,
        );
      if (out !== "") counts.spoke++;
      if (out.includes('"deny"')) counts.denied++;
      counts.slowestMs = Math.max(counts.slowestMs, ms);
    }
    failures.push(
      ...changesSince(before, base).map((path) => `fuzz seed=${seed} events ${first} to ${end}: changed ${path}`),
    );
  } finally {
    removeBox(base);
  }
  return { ...counts, failures };
}

parentPort?.postMessage(await run(workerData as Share));
