// What `holdfast observe` plugs in. It goes by the user's own configuration; a project's only matters for the sessions that
// were in it.

import type { Config } from "../config/config.ts";
import type { Places } from "../disk/places.ts";
import { findProgram } from "../disk/programs.ts";
import { readers } from "../hosts/index.ts";
import { type Distilled, distil } from "../observer/distil.ts";
import { readAudited, readRuns } from "../observer/io/logs.ts";
import { readSpent } from "../observer/io/model/spend.ts";
import { observerWaiting } from "../observer/io/queue.ts";
import { openObserverState, readBreaker, takeRun } from "../observer/io/state.ts";
import { observerReport } from "../observer/report.ts";
import { CLOSED } from "../observer/said/breaker.ts";
import { lacks, observerSettings } from "../observer/said/settings.ts";
import type { Act, OpenStore } from "../store/context.ts";
import { hereFrom } from "./here.ts";
import { modelWith } from "./model.ts";
import { openDistiller } from "./observer.ts";
import type { ObserverBench } from "./workbench.ts";

export interface ObserverRequest {
  readonly open: () => OpenStore;
  /** Through the observer's channel, at this moment. */
  readonly act: () => Act;
}

export function openObserver(places: Places, { open, act }: ObserverRequest): ObserverBench {
  const config = (): Config => hereFrom({ env: process.env }).config;
  return {
    config,
    findClaude: () => findProgram("claude", process.env["PATH"]),
    lacks: (settings) => lacks(settings, process.env),
    report: (now) => {
      const settings = observerSettings(config());
      return observerReport({
        on: config().observer,
        settings,
        lacks: lacks(settings, process.env),
        breaker: readBreaker(places.state),
        spent: readSpent(places.state, "", now),
        runs: readRuns(places.state),
        waiting: observerWaiting(places.state),
        now,
      });
    },
    model: (notice) =>
      modelWith(places, { settings: observerSettings(config()), env: process.env, checks: act().checks, notice }),
    reset: () => openObserverState(places.state).breaker.write(CLOSED),
    audited: (limit) => readAudited(places.state, limit),
    run: async (step) => {
      const release = await takeRun(places.state);
      if (release === undefined) return "busy";
      const stopped = new AbortController();
      const stop = (): void => stopped.abort();
      process.once("SIGINT", stop);
      try {
        return await run(places, { open, act }, stopped.signal, step);
      } finally {
        process.removeListener("SIGINT", stop);
        release();
      }
    },
  };
}

async function run(
  places: Places,
  { open, act }: ObserverRequest,
  signal: AbortSignal,
  step: Parameters<ObserverBench["run"]>[0],
): Promise<Distilled> {
  const { turns, works } = await readers();
  const request = { open: open(), act, env: process.env, signal, readers: turns, works, step };
  return distil(openDistiller(places, request), "all");
}
