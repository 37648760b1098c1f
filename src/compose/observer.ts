// The observer put together from the adapters (OBS-10): a runner, the model that the configuration names with its budgets,
// its record and its log, and what `holdfast observe` plugs in.
import { withSecretsMasked } from "../checks/secret-findings.ts";
import type { CheckSettings } from "../checks/settings.ts";
import type { Config } from "../config/config.ts";
import { readPauses } from "../config/io/pause.ts";
import { activePause } from "../config/pause.ts";
import { projectIdentity } from "../disk/git/project-identity.ts";
import type { Places } from "../disk/places.ts";
import { findProgram } from "../disk/programs.ts";
import { readers } from "../hosts/index.ts";
import type { Environment } from "../hosts/setup.ts";
import { openTranscripts, READERS } from "../listen/io/transcripts.ts";
import { type Askable, type Distilled, type Distiller, distil } from "../observer/distil.ts";
import { readAudited, readRuns } from "../observer/io/logs.ts";
import { openModel, type ProviderSettings } from "../observer/io/model/locked-call.ts";
import { openSpend, readSpent } from "../observer/io/model/spend.ts";
import { observerWaiting } from "../observer/io/queue.ts";
import { openObserverState, readBreaker, takeRun } from "../observer/io/state.ts";
import type { AuditEntry, Model } from "../observer/model.ts";
import { type ObserverReport, observerReport } from "../observer/report.ts";
import { CLOSED } from "../observer/said/breaker.ts";
import { lacks, type ObserverSettings, observerSettings, settingsName } from "../observer/said/settings.ts";
import type { Act, OpenStore } from "../store/context.ts";
import { forLog } from "../text/sanitise.ts";
import { hereFrom } from "./here.ts";
import { tellLater } from "./hook/fault.ts";

export interface DistillRequest {
  readonly open: OpenStore;
  /** Through the observer's channel, at this moment. */
  readonly act: () => Act;
  readonly env: Environment;
  readonly signal: AbortSignal;
  readonly step?: NonNullable<Distiller["step"]>;
}

export async function openDistiller(places: Places, request: DistillRequest): Promise<Distiller> {
  const { open, act, signal, step } = request;
  const { turns, works } = await readers();
  const tell = (sentence: string): void => tellLater(() => places.state, forLog(sentence));
  return {
    open,
    act,
    signal,
    readers: turns,
    works,
    state: openObserverState(places.state),
    transcripts: openTranscripts(places.state, act().now, READERS.observer),
    projectOf: (cwd) => projectIdentity(cwd)?.id,
    modelFor: (cwd) => modelFor(places, request, cwd, tell),
    tell,
    ...(step && { step }),
  };
}

function modelFor(
  places: Places,
  { env, act }: DistillRequest,
  cwd: string,
  notice: (sentence: string) => void,
): Askable {
  // A project's configuration that can't be read might have switched the observer off: taken for one that did.
  const { project, config } = hereFrom({ env, cwd, unreadable: () => '{"observer":false}' });
  const { now, checks } = act();
  if (!config.observer) return { kind: "off" };
  if (activePause(readPauses(places.state), project?.id, now) !== undefined) return { kind: "later" };
  const settings = observerSettings(config);
  if (lacks(settings, env) !== undefined) return { kind: "later" };
  return {
    kind: "model",
    model: modelWith(places, { settings, env, checks, notice }),
    settings: settingsName(settings),
  };
}

interface ModelRequest {
  readonly settings: ObserverSettings;
  readonly env: Environment;
  readonly checks: CheckSettings;
  readonly notice: (sentence: string) => void;
}

function modelWith(places: Places, { settings, env, checks, notice }: ModelRequest): Model {
  const { price, limits } = settings;
  return openModel({
    provider: providerOf(places, settings, env),
    ...(price && { price }),
    spend: openSpend(places.state, { limits }),
    stateDir: places.state,
    mask: (text) => withSecretsMasked(text, "personal", checks) ?? "(left out: the secret scanner failed)",
    notice,
    now: () => new Date(),
  });
}

/** The key is read here, from the one variable that was named, and given to the provider alone. */
function providerOf(places: Places, settings: ObserverSettings, env: Environment): ProviderSettings {
  const { provider, model, url = "", program = "", keyVariable } = settings;
  const key = keyVariable === undefined ? undefined : env[keyVariable];
  if (provider !== "claude") return { kind: provider, url, model, key };
  const bubblewrap = findProgram("bwrap", "/usr/bin:/bin");
  return {
    kind: provider,
    program,
    model,
    env,
    cacheDir: places.cache,
    ...(url === "" ? {} : { url }),
    ...(bubblewrap !== undefined && { bubblewrap }),
  };
}

/** By the user's own configuration; a project's only matters for the sessions that were in it. */
export interface ObserverBench {
  config(): Config;
  /** Undefined: none is on the PATH. */
  findClaude(): string | undefined;
  /** Why no call could be made from here. */
  lacks(settings: ObserverSettings): string | undefined;
  report(now: Date): ObserverReport;
  /** For one question of a person's; `notice` is told what the record could not take. */
  model(notice: (sentence: string) => void): Model;
  /** A person looked: failures of before hold nothing back. */
  reset(): void;
  /** The newest entries of the audit log, newest last. */
  audited(limit: number): readonly AuditEntry[];
  /** What waits, now. */
  run(step: (done: number) => Promise<boolean>): Promise<Distilled | "busy">;
}

export function openObserver(places: Places, open: () => OpenStore, act: () => Act): ObserverBench {
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
        const request = { open: open(), act, env: process.env, signal: stopped.signal, step };
        return await distil(await openDistiller(places, request), "all");
      } finally {
        process.removeListener("SIGINT", stop);
        release();
      }
    },
  };
}
